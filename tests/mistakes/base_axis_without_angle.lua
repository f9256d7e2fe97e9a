-- exit 2
-- says Base 'table' has an axis but no angle: it would not turn
-- says angle = function(t)
local t = base { name = "table", axis = "z" }
local rod = body { name = "rod", mass = 1, inertia = {1, 1, 1} }
fixed { t, rod, at = {0, 0, 0} }
run { dt = 1e-2, duration = 0.1 }
