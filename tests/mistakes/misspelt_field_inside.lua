-- exit 2
-- says cylindrical 'c': `angle` has no field `stifness`
-- says Did you mean `stiffness`?
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
cylindrical { name = "c", ground, rod, axis = "z", angle = { stifness = 3 } }
run { dt = 1e-2, duration = 0.1 }
