-- A gyroscope on a stand: released with its axle level, it does not fall but precesses and nods. Gravity along -z.
-- The rotor is a surface from a file; its mass and inertia follow from the surface and a density.
param {
  spin = 150.0,         -- of the rotor at the start, rad/s
  precession = 0.0,     -- of the fork at the start, rad/s
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 5.0,
}

gravity { 0, 0, -9.81 }

local height, arm, steel, brass = 0.3, 0.16, 7850, 8500
local pivot, middle = { 0, 0, height }, { arm, 0, height }

base {
  name = "stand",
  shape = { cylinder { length = 0.02, radius = 0.09, axis = "z", at = { 0, 0, 0.01 } },
            cone { length = 0.25, radius = 0.03, top = 0.012, axis = "z", at = { 0, 0, 0.145 } } },
}
local fork = body {
  name = "fork", at = pivot,
  shape = { cylinder { length = 0.02, radius = 0.012, axis = "z", at = { 0, 0, -0.03 }, density = steel },
            box { size = { 0.012, 0.04, 0.006 }, at = { 0, 0, -0.018 }, density = steel },
            box { size = { 0.012, 0.004, 0.03 }, at = { 0, 0.018, 0 }, density = steel },
            box { size = { 0.012, 0.004, 0.03 }, at = { 0, -0.018, 0 }, density = steel } },
}
local frame = body {
  name = "frame", at = pivot,
  shape = { cylinder { length = 0.06, radius = 0.006, axis = "x", at = { 0.03, 0, 0 }, density = steel },
            tube { length = 0.012, radius = 0.1, inner = 0.094, axis = "y", at = { arm, 0, 0 }, density = steel },
            cylinder { length = 0.19, radius = 0.004, axis = "x", at = { arm, 0, 0 }, density = steel } },
}
local rotor = body { name = "rotor", at = middle, shape = mesh { file = "rotor.obj", scale = 1e-3, density = brass } }

revolute { name = "turn", ground, fork, at = pivot, axis = "z", initial_rate = precession }
revolute { name = "nod", fork, frame, at = pivot, axis = "y" }
revolute { name = "axle", frame, rotor, at = middle, axis = "x", initial_rate = spin }

channel("turn", angle("turn"))
channel("nod", angle("nod"))
channel("turn_rate", rate("turn"))
channel("spin", rate("axle"))
channel("rotor", position(rotor))
channel("support", reaction("turn"))
channel("energy", energy("total"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
