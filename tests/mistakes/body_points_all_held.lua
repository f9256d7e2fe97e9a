-- exit 2
-- says All points of body 'b' rest on the ground
body { name = "b", points = { ground:point {0, 0, 0}, ground:point {1, 0, 0} }, mass = 1, inertia = { 0, 1, 1 } }
point { at = {0, 0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
