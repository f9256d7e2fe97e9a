-- check
-- exit 0
-- says body 'forgotten' falls freely
gravity { 0, 0, -9.81 }
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
local hinge = revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y" }
body { name = "forgotten", at = {0, 0, 3}, mass = 1, inertia = {1, 1, 1} }
run { dt = 1e-2, duration = 0.1 }
