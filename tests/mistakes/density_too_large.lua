-- check
-- exit 0
-- says density of 7.85e+06 kg/m^3
local b = body { name = "b", shape = box { size = {1, 1, 1}, density = 7850e3 } }
revolute { ground, b, axis = "z", at = {0, 0, 0} }
run { dt = 1e-2, duration = 0.1 }
