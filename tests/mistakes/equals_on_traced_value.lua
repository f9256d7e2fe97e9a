-- exit 2
-- says gives different values
-- says where(
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y",
  torque = function(t) return t == 0 and 1 or 2 end }
run { dt = 1e-2, duration = 0.1 }
