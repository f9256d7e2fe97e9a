-- exit 2
-- says the list `at` has a hole
local y
point { name = "p", at = {0, y, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
