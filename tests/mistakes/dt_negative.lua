-- exit 2
-- says `dt` = -0.001 is out of range
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = -1e-3, duration = 1 }
