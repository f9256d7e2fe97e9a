-- exit 2
-- says at the start
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
distance { ground:point { 0, 0, 1 }, rod, length = function(t) return t - 1 end }
run { dt = 1e-2, duration = 0.1 }
