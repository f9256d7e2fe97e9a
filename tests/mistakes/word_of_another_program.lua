-- exit 2
-- says `hinge` is not known here.
-- says A hinge is the joint `revolute`.
-- says Write for example revolute { ground, rod,
local rod = body { name = "rod", at = { 0.5, 0, 0 }, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
hinge { ground, rod, at = { 0, 0, 0 }, axis = "y" }
run { dt = 1e-2, duration = 0.1 }
