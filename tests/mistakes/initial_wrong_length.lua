-- exit 2
-- says has 2 numbers
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
spherical { ground, rod, at = { 0, 0, 0 }, initial = { 1, 2 } }
run { dt = 1e-2, duration = 0.1 }
