-- check
-- exit 0
-- says steps of 1 s are long for a fall of 5 s
-- says 0.5 s or less shows it
gravity { 0, 0, -9.81 }
point { name = "stone", at = { 0, 0, 10 }, mass = 1 }
run { dt = 1, duration = 5 }
