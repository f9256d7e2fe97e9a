-- exit 2
-- says `dt` = 0 is out of range
-- says greater than 0
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = 0, duration = 1 }
