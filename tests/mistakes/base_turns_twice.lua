-- exit 2
-- says more than one way
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
local b = base { name = "b", axis = "z", angle = function(t) return t end, rotation = { 0, 0, 1 } } spherical { b, rod, at = { 0, 0, 0 } }
run { dt = 1e-2, duration = 0.1 }
