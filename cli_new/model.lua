-- A rod that swings about a hinge. Everything is in SI units: m, kg, s, N, rad.
-- Run it:     sinew run model.lua
-- Change it:  sinew run model.lua --set length=2 --set tilt=90

param {
  length = 1.0,       -- m
  tilt = 30,          -- of the start, degrees below the horizontal
  scheme = "ed",      -- time stepping: ed (default), ep
  alpha = 1.0,        -- numerical damping, 0 to 1
  dt = 5e-3,          -- step size, s
  duration = 5.0      -- s
}

gravity { 0, 0, -9.81 }

-- The rod is drawn along x; `at` is the origin of its own axes, here its middle.
local rod = body {
  name = "rod",
  at = { length/2, 0, 0 },
  shape = cylinder { length = length, radius = 0.02, axis = "x", density = 7850 }
}

-- A hinge between the ground and the rod. The angle is zero as drawn; `initial` turns it for the start.
revolute {
  name = "hinge", ground, rod,
  at = { 0, 0, 0 }, axis = "y",
  initial = deg(tilt), damping = 0.05
}

-- What to look at: sinew csv FILE.h5 tip angle
channel("tip", position(rod, { length, 0, 0 }))
channel("angle", angle("hinge"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
