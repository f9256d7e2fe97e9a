-- exit 2
-- says The mass of body 'b' does not lie in the plane of its three points.
-- says Use four points
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0} }, mass = 1, inertia = { 1, 1, 1 } }
run { dt = 1e-2, duration = 0.1 }
