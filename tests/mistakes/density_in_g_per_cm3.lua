-- check
-- exit 0
-- says density of 0.785 kg/m^3
-- says is it in another unit?
local b = body { name = "b", shape = box { size = {1, 1, 1}, density = 0.785 } }
revolute { ground, b, axis = "z", at = {0, 0, 0} }
run { dt = 1e-2, duration = 0.1 }
