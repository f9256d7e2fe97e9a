-- A plate on a turning arm: a cylindrical joint lets it slide along the arm, against a spring, and roll about it.
param { speed = 5.0, mass = 2.0, stiffness = 250.0, roll = 60.0, scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 5.0 }

gravity { 0, 0, -9.81 }
local r = 0.4 -- m: where the plate begins, with the spring at rest
local arm = body {
  name = "arm", at = { 0.4, 0, 0 },
  shape = cylinder { length = 0.8, radius = 0.01, axis = "x", density = 7850 },
}
local plate = body { -- flat as drawn, in the plane of the turning arm
  name = "plate", at = { r, 0, 0 }, mass = mass,
  inertia = { mass*0.3^2/12, mass*0.1^2/12, mass*(0.3^2 + 0.1^2)/12 }, shape = box { size = { 0.1, 0.3, 0.004 } },
}
revolute { name = "motor", ground, arm, at = { 0, 0, 0 }, axis = "z", drive = function(t) return speed*t end }
cylindrical {
  name = "sleeve", arm, plate, at = { r, 0, 0 }, axis = "x",
  displacement = { stiffness = stiffness }, angle = { initial = deg(roll) },
}

channel("slide", displacement("sleeve"))
channel("roll", angle("sleeve"))
channel("side", output("sleeve", "reaction_local"))
channel("torque", drive_force("motor"))
channel("plate", position(plate))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
