-- check
-- exit 3
-- says is not closed at the start
-- says or allow it: run { assembly_tolerance
local a = body { name = "a", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
spherical { name = "left", ground, a, at = { 0, 0, 0 } }
spherical { name = "right", ground, a, a = { at = { 0, 1, 0 } }, b = { at = { 0.5, 0, 0 } } }
run { dt = 1e-2, duration = 1 }
