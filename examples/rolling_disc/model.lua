-- A coin rolls on a table without slip: leaning, it runs round a curve that narrows and widens. Gravity along -z.
param {
  radius = 0.5, mass = 1.0,
  tilt = 0.4,                       -- of the axle out of the table, rad
  spin = 4.0, yaw = 0.6, fall = 0.3, -- rates about the axle, the vertical and the line along the table, rad/s
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 5.0,
}

gravity { 0, 0, -9.81 }

local c, s = cos(tilt), sin(tilt)
local w = { fall, spin*c, spin*s + yaw }                 -- angular velocity
local p = { 0, radius*s, -radius*c }                     -- where it touches, from its centre
local v = { p[2]*w[3] - p[3]*w[2], p[3]*w[1] - p[1]*w[3], p[1]*w[2] - p[2]*w[1] }

plane { name = "table" }
local disc = body {
  name = "disc", at = { 0, 0, radius*c }, orientation = axis_angle("x", tilt),
  mass = mass, inertia = { mass*radius^2/4, mass*radius^2/2, mass*radius^2/4 },
  velocity = v, angular_velocity = w,
  shape = cylinder { length = 0.03, radius = radius, axis = "y" },
}
rolling { name = "touch", disc, "table", radius = radius, axis = { 0, c, s } }

channel("centre", position(disc))
channel("point", output("touch", "point"))
channel("height", position(disc).z)
channel("normal", output("touch", "normal"))
channel("needed_friction", output("touch", "needed_friction"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
