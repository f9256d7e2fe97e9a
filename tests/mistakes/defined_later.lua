-- exit 2
-- says `arm` is not known here.
-- says It is defined later, at line 6
revolute { ground, arm, at = { 0, 0, 0 }, axis = "y" }

arm = body { name = "arm", mass = 1, inertia = { 1, 1, 1 } }
run { dt = 1e-2, duration = 0.1 }
