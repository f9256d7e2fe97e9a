-- exit 2
-- says but no law
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
revolute { ground, rod, at = { 0, 0, 0 }, axis = "z", books = "dissipation" }
run { dt = 1e-2, duration = 0.1 }
