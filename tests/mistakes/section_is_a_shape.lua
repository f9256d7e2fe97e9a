-- exit 2
-- says needs a section (rectangle, circle, tube
-- says but got box {...}
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 7850, section = box { size = {1, 0.02, 0.02} } }
run { dt = 1e-2, duration = 0.1 }
