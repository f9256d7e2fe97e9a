-- exit 2
-- says there is no part or joint named "rodd"
-- says Did you mean "rod"?
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { name = "hinge", ground, "rodd", at = {0, 0, 0}, axis = "y" }
run { dt = 1e-2, duration = 0.1 }
