-- check
-- exit 0
-- says is stiff for steps of 0.01 s with the scheme trapezoidal
-- says steps below
gravity { 0, 0, -9.81 }
link { ground, from = {0, 0, 0}, to = {1, 0, 0}, mass = 1, angular_velocity = {0, 3, 0}, penalty = 1e9 }
run { scheme = "trapezoidal", dt = 1e-2, duration = 0.1 }
