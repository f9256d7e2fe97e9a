-- A puck on a turning table with a film of oil between them: a planar joint with dampers in its three coordinates.
param { speed = 2.0, mass = 0.5, oil = 0.5, twist = 1e-3, scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 4.0 }

gravity { 0, 0, -9.81 }
local deck = body { -- drawn as a cross, to see it turn
  name = "table", angular_velocity = { 0, 0, speed }, mass = 40, inertia = { 12, 12, 24 },
  shape = { box { size = { 2.6, 0.06, 0.01 }, at = { 0, 0, -0.02 } }, box { size = { 0.06, 2.6, 0.01 }, at = { 0, 0, -0.02 } } },
}
local puck = body { name = "puck", at = { 0.2, 0, 0 }, mass = mass, inertia = { 4e-4, 4e-4, 6e-4 },
                    shape = cylinder { length = 0.02, radius = 0.05, axis = "z" } }
revolute { name = "motor", ground, deck, at = { 0, 0, 0 }, axis = "z", drive = function(t) return speed*t end }
planar {
  name = "film", deck, puck, at = { 0.2, 0, 0 }, axis = "z", x_axis = "x",
  x = { damping = oil }, y = { damping = oil }, angle = { damping = twist }, -- oil: N s/m, twist: N m s
}

channel("puck", position(puck))
channel("spin", angular_velocity(puck).z)
channel("on_table_x", displacement("film", "x"))
channel("on_table_y", displacement("film", "y"))
channel("on_table_angle", angle("film", "angle"))
channel("weight", output("film", "reaction_local"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
