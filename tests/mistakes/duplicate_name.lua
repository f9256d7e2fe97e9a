-- exit 2
-- says duplicate_name.lua:6
-- says The name 'rod' is used twice
-- says duplicate_name.lua:5: a body already has it
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = 1e-2, duration = 0.1 }
