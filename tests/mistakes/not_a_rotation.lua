-- exit 2
-- says not a rotation matrix
body { name = "rod", mass = 1, inertia = {1, 1, 1}, orientation = { {1, 0, 0}, {0, 1, 0}, {0, 0, -1} } }
run { dt = 1e-2, duration = 0.1 }
