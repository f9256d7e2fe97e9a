-- exit 2
-- says The four points of body 'b' lie in a plane.
-- says a plate needs three points
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0} }, mass = 1, inertia = { 1, 1, 1 } }
run { dt = 1e-2, duration = 0.1 }
