-- A rigid body with principal inertia (1, 2, 3) in free rotation.
param {
  which = "flip",    -- "flip": almost about the middle axis (Dzhanibekov); "tumble": W = (1, 1, 1)
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 20.0,
}

local start = { flip = { 0.01, 5, 0.01 }, tumble = { 1, 1, 1 } }

local thing = body {
  name = "thing", at = { 0, 0, 0 }, mass = 1, inertia = { 1, 2, 3 },
  angular_velocity_body = start[which] or error("which must be 'flip' or 'tumble'"),
  -- a handle like a T: a picture only
  shape = { cylinder { length = 3, radius = 0.2, axis = "x", at = { 0, -0.3, 0 } },
            cylinder { length = 1.6, radius = 0.2, axis = "y", at = { 0, 0.5, 0 } },
            sphere { radius = 0.3, at = { 1.5, -0.3, 0 } }, sphere { radius = 0.3, at = { -1.5, -0.3, 0 } } },
}

local w = angular_velocity_body(thing)
channel("w1", w.x)
channel("w2", w.y)
channel("w3", w.z)
channel("q", orientation(thing))
channel("W", angular_velocity(thing))
channel("energy", energy("kinetic"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
