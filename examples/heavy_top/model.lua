-- A symmetric top on a fixed point.
param {
  which = "fast",    -- "fast", "slow": Lagrange's top; "lie": the top of the Lie-group papers
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 2.0,
}

local data = {
  -- inertia about the fixed point is (5, 5, 1); minus 1 kg (2 m)^2 gives (1, 1, 1) about the centre
  fast = { mass = 1, center = { 0, 0, 2 }, inertia = { 1, 1, 1 }, tilt = 0.3, spin = { 0, 0, 50 }, g = 10 },
  slow = { mass = 1, center = { 0, 0, 2 }, inertia = { 1, 1, 1 }, tilt = 0.3, spin = { 0, 0, 5 }, g = 10 },
  lie = { mass = 15, center = { 0, 1, 0 }, inertia = { 0.234375, 0.46875, 0.234375 }, tilt = 0,
          spin = { 0, 150, -4.61538 }, g = 9.81 },
}
local d = data[which] or error("which must be 'fast', 'slow' or 'lie'")

gravity { 0, 0, -d.g }

-- the picture: a disc on a stem along the axis, and a mark on it that shows the spin
local function along(part)
  return { part*d.center[1], part*d.center[2], part*d.center[3] }
end
local l = sqrt(d.center[2]^2 + d.center[3]^2)
local picture = {
  cone { length = l, radius = 0.02*l, top = 0.12*l, axis = d.center, at = along(0.5) },
  cylinder { length = 0.12*l, radius = 0.45*l, axis = d.center, at = along(1) },
  cylinder { length = 0.3*l, radius = 0.04*l, axis = d.center, at = along(1.2) },
  sphere { radius = 0.09*l, at = { 0.36*l, 1.05*d.center[2], 1.05*d.center[3] } },
}

local top = body {
  name = "top", at = { 0, 0, 0 }, orientation = axis_angle({ 1, 0, 0 }, d.tilt),
  mass = d.mass, center = d.center, inertia = d.inertia, angular_velocity_body = d.spin,
  shape = picture,
}
spherical { name = "foot", ground, top, at = { 0, 0, 0 } }

-- the centre of mass as drawn: turned by the tilt about x
local c, s, m = cos(d.tilt), sin(d.tilt), d.center
local center = { m[1], c*m[2] - s*m[3], s*m[2] + c*m[3] }
local x, v, w, q = position(top, center), velocity(top, center), angular_velocity_body(top), orientation(top)
channel("x", x.x)
channel("y", x.y)
channel("z", x.z)
channel("vx", v.x)
channel("vy", v.y)
channel("vz", v.z)
channel("W1", w.x)
channel("W2", w.y)
channel("W3", w.z)
channel("q", q)
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
