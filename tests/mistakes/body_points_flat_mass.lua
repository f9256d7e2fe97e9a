-- exit 2
-- says Body 'b' is flat or slender
-- says Use three points of its plane
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, mass = 1, inertia = { 1, 1, 2 } }
run { dt = 1e-2, duration = 0.1 }
