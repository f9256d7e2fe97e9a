-- exit 2
-- says `mass` is infinite
point { name = "p", at = {0, 0, 0}, mass = 1/0 }
run { dt = 1e-2, duration = 0.1 }
