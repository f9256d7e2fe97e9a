-- check
-- exit 0
-- says revolute 'hinge' has stop_stiffness, but no stop on its angle: give lower or upper
local rod = body { name = "rod", mass = 1, inertia = {1, 1, 1}, angular_velocity = {0, 0, 1} }
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "z", stop_stiffness = 1e4 }
run { dt = 1e-2, duration = 0.1 }
