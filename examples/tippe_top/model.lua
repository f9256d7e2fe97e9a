-- A tippe top: a ball with its centre of mass below the middle turns over by the friction of its spin.
param { patch = 3.9e-4, tilt = 0.1, spin = 155.0, dt = 1e-3, duration = 2.0, scheme = "ed", alpha = 0 }

gravity { 0, 0, -9.81 }
local m, R, k = 0.02, 0.02, 2e4
local a = 0.3*R                       -- centre of mass below the middle
local I3, I1 = 0.4*m*R^2, 131/350*m*R^2
local rest = m*9.81/k
local u = { sin(tilt), 0, cos(tilt) }
local floor = plane { name = "floor", size = { 0.2, 0.2 } }
local top = body { name = "top", at = { -a*u[1], 0, R - rest - a*u[3] }, orientation = axis_angle("y", tilt),
                   mass = m, inertia = { I1, I1, I3 }, angular_velocity = { spin*u[1], 0, spin*u[3] },
                   shape = sphere { radius = R, at = { 0, 0, a } } }
contact { name = "touch", floor, top, friction = 0.3, stiffness = k, restitution = 0.1, friction_stiffness = 2e6,
          patch = patch }

-- 1: as it stood; -1: on its head
channel("upright", (position(top, { 0, 0, a }).z - position(top).z)/a)
channel("height", position(top).z)
channel("loss", output("touch", "friction_loss"))
run { dt = dt, duration = duration, store = 5e-3, scheme = scheme, alpha = alpha }
