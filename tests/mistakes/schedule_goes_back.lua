-- exit 2
-- says `schedule`
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { schedule = { {1, 1e-3}, {0, 1e-2} }, duration = 2 }
