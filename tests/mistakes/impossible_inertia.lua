-- exit 2
-- says body 'rod'
-- says largest moment exceeds the sum of the others
-- says 1 + 1 < 3
body { name = "rod", mass = 1, inertia = {1, 1, 3} }
run { dt = 1e-2, duration = 0.1 }
