-- exit 2
-- says `string.gsub` is not available in models.
point { name = ("p1"):gsub("1", "2"), at = { 0, 0, 0 }, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
