-- run, view --png --size 720x360 --no-labels --time 0 6 12 18 24 --overlay --view front
-- A cabin on a rope.
gravity { 0, 0, -9.81 }
local rope = cable { name = "rope", ground, ground, from = { 0, 0, 0 }, to = { 40, 0, 12 }, elements = 10, order = 1, radius = 0.12,
                     stiffness = 2e6, mass_per_length = 4, length = 41.4 }
local cabin = body { name = "cabin", at = { 4, 0, -0.8 }, mass = 300, inertia = { 100, 100, 100 }, color = "#aa3377",
                     shape = { box { size = { 2, 1.5, 1.6 }, at = { 0, 0, -0.4 } },
                               cylinder { length = 1.8, radius = 0.06, axis = "z", at = { 0, 0, 1.2 } } } }
slide { name = "trolley", cabin, rope, at = { 4, 0, 1.2 }, drive_rate = 1.4 }
run { dt = 2e-2, duration = 24, start = "static" }
