body { at = {0,0,0}, mass = 1, inertia = {1,1,1}, velocity = {1,0,0} }
