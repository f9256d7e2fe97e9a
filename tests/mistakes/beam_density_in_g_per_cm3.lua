-- check
-- exit 0
-- says beam 'b' has a density of 0.00785 kg/m^3
-- says is it in another unit?
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 0.00785,
       section = circle { radius = 0.01 } }
run { dt = 1e-2, duration = 0.1 }
