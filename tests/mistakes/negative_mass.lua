-- exit 2
-- says `mass` = -2 is out of range
-- says greater than 0
body { name = "rod", mass = -2, inertia = {1, 1, 1} }
run { dt = 1e-2, duration = 0.1 }
