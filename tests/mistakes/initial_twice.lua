-- exit 2
-- says twice
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
planar { ground, rod, at = { 0, 0, 0 }, axis = "z", initial = { 1, 2, 0 }, x = { initial = 1 } }
run { dt = 1e-2, duration = 0.1 }
