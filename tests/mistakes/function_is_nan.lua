-- exit 2
-- says `torque` is not a finite number at t = 0
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y", torque = function(t) return sqrt(-1 - t) end }
run { dt = 1e-2, duration = 0.1 }
