-- check
-- exit 0
-- says channel 'g' never changes: it is a signal of the ground
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
local hinge = revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y" }
channel("g", position(ground))
run { dt = 1e-2, duration = 0.1 }
