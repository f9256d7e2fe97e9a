-- exit 2
-- says section_flanges_too_thick.lua:5
-- says i_section in beam 'b': the two flanges are as thick as the section is high
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 7850,
       section = i_section { height = 0.08, width = 0.02, flange = 0.04, web = 0.002 } }
run { dt = 1e-2, duration = 0.1 }
