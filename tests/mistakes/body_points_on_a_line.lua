-- exit 2
-- says The three points of body 'b' lie on a line.
-- says a rod needs two points
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {2, 0, 0} }, mass = 1, inertia = { 1, 1, 2 } }
run { dt = 1e-2, duration = 0.1 }
