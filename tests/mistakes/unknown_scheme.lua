-- exit 2
-- says there is no scheme 'edd'
-- says Did you mean 'ed'?
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = 1e-3, duration = 1, scheme = "edd" }
