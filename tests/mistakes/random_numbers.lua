-- exit 2
-- says `math.random` is not available in models.
-- says the same in every run
point { name = "p", at = { math.random(), 0, 0 }, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
