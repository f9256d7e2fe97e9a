-- exit 2
-- says is given twice
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
spring { ground:point { 0, 0, 1 }, rod:point { 0, 0, 0.1 }, at_b = { 0, 0, 0.1 }, stiffness = 1 }
run { dt = 1e-2, duration = 0.1 }
