-- check
-- exit 0
-- says constraints are exact, by multipliers
-- says constraints = "penalty" too
link { ground, from = {0, 0, 0}, to = {1, 0, 0}, mass = 1, angular_velocity = {0, 1, 0} }
run { dt = 1e-2, duration = 0.1, stiffness = 1e8 }
