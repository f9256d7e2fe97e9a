-- exit 2
-- says body 'rod' has no inertia
-- says Give inertia
body { name = "rod", mass = 1 }
run { dt = 1e-2, duration = 0.1 }
