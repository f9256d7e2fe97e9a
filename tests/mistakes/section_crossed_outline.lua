-- exit 2
-- says polygon_section in beam 'b': `points`: the outline touches or crosses itself
-- says from point 1 and from point 3
beam { name = "b", ground, from = {0, 0, 0}, to = {1, 0, 0}, E = 2e11, nu = 0.3, density = 7850,
       section = polygon_section { points = { {0, 0}, {0.1, 0.1}, {0.1, 0}, {0, 0.1} }, torsion = 1e-6 } }
run { dt = 1e-2, duration = 0.1 }
