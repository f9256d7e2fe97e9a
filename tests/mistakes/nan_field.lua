-- exit 2
-- says `at[3]` is not a number (nan)
point { name = "p", at = {0, 0, 0/0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
