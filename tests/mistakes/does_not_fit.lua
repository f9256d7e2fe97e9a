-- exit 3
-- says hinge
local a = body { name = "a", at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }
revolute { name = "hinge", a = { at = {0, 0, 0}, axis = "z" }, b = { at = {3, 0, 0}, axis = "z" }, ground, a }
run { dt = 1e-2, duration = 0.1 }
