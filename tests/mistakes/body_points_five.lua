-- exit 2
-- says Body 'b' has 5 points.
-- says four points of a body, three of a plate, or two of a rod
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1} }, mass = 1, inertia = { 1, 1, 1 } }
run { dt = 1e-2, duration = 0.1 }
