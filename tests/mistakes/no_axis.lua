-- exit 2
-- says hinge
-- says axis
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, rod, at = {0, 0, 0} }
run { dt = 1e-2, duration = 0.1 }
