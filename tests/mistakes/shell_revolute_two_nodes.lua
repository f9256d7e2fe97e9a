-- exit 2
-- says needs a node of a shell that has only a director
-- says but 'b' is none
-- says use revolute with the normal as axis
local a = body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
local b = body { name = "b", at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }
shell_revolute { a, b }
run { dt = 1e-2, duration = 0.1 }
