-- exit 2
-- says A traced value is compared
-- says function `torque` of revolute 'hinge'
-- says where(
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y",
  torque = function(t) if t > 1 then return 0 end return 5 end }
run { dt = 1e-2, duration = 0.1 }
