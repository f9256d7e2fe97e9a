-- exit 2
-- says no sequence of axes
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
local b = base { name = "b", angles = { 0, 0, 1 }, sequence = "zzx" } spherical { b, rod, at = { 0, 0, 0 } }
run { dt = 1e-2, duration = 0.1 }
