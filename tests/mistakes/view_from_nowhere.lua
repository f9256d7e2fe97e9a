-- exit 2
-- says frnt
-- says front
view { from = "frnt" }
point { at = {1, 0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
