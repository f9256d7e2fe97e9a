-- exit 2
-- says chanel_section
-- says channel_section
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 7850,
       section = chanel_section { height = 0.08, width = 0.02, flange = 0.004, web = 0.002 } }
run { dt = 1e-2, duration = 0.1 }
