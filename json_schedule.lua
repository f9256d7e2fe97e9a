body { at = {0,0,0}, mass = 1, inertia = {1,1,1}, velocity = {1,0,0} }
run { schedule = { {0, 0.1}, {0.5, 0.05} }, duration = 1 }
