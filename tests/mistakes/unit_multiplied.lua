-- exit 2
-- says mm is the function that converts from mm to SI
-- says Write mm(20) for 20 mm
body { name = "rod", at = { 20*mm, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }
run { dt = 1e-2, duration = 0.1 }
