-- exit 2
-- says does not say run { duration = ... }
-- says tolerance = 1e-5
point { at = {1, 0, 0}, mass = 1, velocity = {1, 0, 0} }
run { tolerance = 1e-4 }
