-- check
-- exit 0
-- says gravity swings a model of 1.01 m once in
-- says 0.2 s or less shows it
gravity { 0, 0, -9.81 }
local rod = body { name = "rod", at = { 0.5, 0, 0 }, shape = box { size = { 1, 0.1, 0.1 }, density = 100 } }
revolute { ground, rod, at = { 0, 0, 0 }, axis = "y" }
run { dt = 0.3, duration = 3 }
