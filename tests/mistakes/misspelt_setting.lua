-- exit 2
-- says run has no field `duratoin`
-- says Did you mean `duration`?
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = 1e-3, duratoin = 1 }
