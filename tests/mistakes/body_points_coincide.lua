-- exit 2
-- says Points 2 and 3 of body 'b' are at the same place
-- says {1, 0, 0}
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {1, 0, 0} }, mass = 1, inertia = { 1, 1, 2 } }
run { dt = 1e-2, duration = 0.1 }
