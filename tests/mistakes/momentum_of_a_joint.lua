-- exit 2
-- says needs a part with mass
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
local j = revolute { ground, rod, at = { 0, 0, 0 }, axis = "z" } channel("p", momentum(j))
run { dt = 1e-2, duration = 0.1 }
