-- exit 2
-- says `at` needs three numbers {x, y, z}, but has 2
point { name = "p", at = {0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
