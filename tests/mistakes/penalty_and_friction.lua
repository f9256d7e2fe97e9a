-- exit 2
-- says 'hinge' has friction, and compliant constraints
-- says Write penalty = 0 in 'hinge'
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
revolute { name = "hinge", ground, rod, at = { 0, 0, 0 }, axis = "z", friction = 0.1, friction_arm = 0.01 }
run { dt = 1e-2, duration = 0.1, constraints = "penalty", stiffness = 1e8 }
