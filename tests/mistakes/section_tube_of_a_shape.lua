-- exit 2
-- says tube in beam 'b' has no field `length`
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 7850,
       section = tube { length = 1, radius = 0.02, inner = 0.018 } }
run { dt = 1e-2, duration = 0.1 }
