-- exit 2
-- says has no axes
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
local p = point { name = "p", at = { 1, 0, 0 }, mass = 1 } spring { rod, p:point { 0, 0, 0.1 }, stiffness = 1 }
run { dt = 1e-2, duration = 0.1 }
