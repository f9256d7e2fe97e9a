-- exit 2
-- says revolute 'hinge' has no field `angle`
-- says directly in its table
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y", angle = { stiffness = 3 } }
run { dt = 1e-2, duration = 0.1 }
