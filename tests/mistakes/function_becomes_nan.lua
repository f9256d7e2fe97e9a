-- exit 4
-- says hinge
-- says t = 2
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y", torque = function(t) return sqrt(2 - t) end }
run { dt = 0.1, duration = 4 }
