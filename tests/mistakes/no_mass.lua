-- exit 3
-- says part 'p' (point)
-- says without mass
-- says Give it a mass
point { name = "p", at = {0, 0, 0} }
run { dt = 1e-2, duration = 0.1 }
