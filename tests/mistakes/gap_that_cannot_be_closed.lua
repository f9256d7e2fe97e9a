-- check
-- exit 3
-- says is not closed at the start
-- says Moving them does not help: 
-- says m would be missing at
local a = body { name = "a", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
spherical { name = "left", ground, a, at = { 0, 0, 0 } }
spherical { name = "right", ground, a, a = { at = { 1.5, 0, 0 } }, b = { at = { 0.5, 0, 0 } } }
run { dt = 1e-2, duration = 1 }
