-- check
-- exit 0
-- says is 1 m long, but its i_section has an area of 232 m^2
-- says lengths in m
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 7850,
       section = i_section { height = 80, width = 20, flange = 2, web = 2 } }
run { dt = 1e-2, duration = 0.1 }
