-- exit 2
-- says does not say run { dt = ... }
-- says run { dt = 1e-3, duration = 10 }
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
