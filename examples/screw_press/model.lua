-- A fly press: a spinning flywheel on a screw drives a ram down onto an elastic workpiece and is thrown back.
-- Gravity along -z.
param {
  speed = -20.0,      -- flywheel at the start, rad/s (negative: downwards)
  pitch = 0.02,       -- metres per radian
  stiffness = 2e6,    -- of the workpiece, N/m
  scheme = "ed", alpha = 1.0, dt = 2e-4, duration = 0.6,
}

gravity { 0, 0, -9.81 }

local travel = pitch*speed
local wheel = body {
  name = "wheel", at = { 0, 0, 0.8 }, velocity = { 0, 0, travel }, angular_velocity = { 0, 0, speed },
  mass = 40, inertia = { 0.8, 0.8, 1.5 },
  shape = { tube { length = 0.06, radius = 0.3, inner = 0.25, axis = "z" }, box { size = { 0.54, 0.05, 0.03 } },
            box { size = { 0.05, 0.54, 0.03 } }, cylinder { length = 0.08, radius = 0.06, axis = "z" },
            cylinder { length = 0.5, radius = 0.03, axis = "z", at = { 0, 0, -0.25 } } },
}
local ram = body {
  name = "ram", at = { 0, 0, 0.2 }, velocity = { 0, 0, travel }, mass = 20, inertia = { 0.1, 0.1, 0.1 },
  shape = box { size = { 0.15, 0.15, 0.2 } },
}
screw { name = "screw", ground, wheel, at = { 0, 0, 0.6 }, axis = "z", pitch = pitch }
revolute { name = "swivel", wheel, ram, at = { 0, 0, 0.3 }, axis = "z" }
-- the key: one more equation keeps the ram from turning; a prismatic joint would fix four things twice
point_on_plane { name = "key", ground, ram, at = { 0.1, 0, 0.2 }, axis = "y" }

-- the workpiece is felt when the bottom of the ram (0.1 m) comes below 0.06 m
spring { name = "workpiece", ground, ram, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0.1 },
         lower = 0.06, stop_stiffness = stiffness }

channel("turns", angle("screw")/(2*pi))
channel("speed", rate("screw", "angle"))
channel("height", position(ram, { 0, 0, 0.1 }).z)
channel("force", -output("workpiece", "force"))
channel("swivel_force", reaction("swivel"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
