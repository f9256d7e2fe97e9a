-- exit 2
-- says Body 'b' by three points is held at its points.
-- says b:node(0)
local b = body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0} }, mass = 1, inertia = { 1, 1, 2 } }
revolute { ground, b, at = {0, 0, 0}, axis = "z" }
run { dt = 1e-2, duration = 0.1 }
