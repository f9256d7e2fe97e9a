-- exit 2
-- says run: `dt` needs a number
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = "fast", duration = 1 }
