-- exit 2
-- says channel
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
channel("t", rod)
run { dt = 1e-2, duration = 0.1 }
