-- exit 2
-- says negative principal moment
body { name = "rod", mass = 1, inertia = {-1, 1, 1} }
run { dt = 1e-2, duration = 0.1 }
