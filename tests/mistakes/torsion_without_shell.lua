-- exit 2
-- says needs a node of a shell
-- says use revolute
local a = body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
torsion_spring { ground, a, axis = "y", stiffness = 1 }
run { dt = 1e-2, duration = 0.1 }
