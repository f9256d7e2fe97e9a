-- exit 2
-- says `density` = -7850 is out of range
body { name = "rod", shape = box { size = {1, 1, 1}, density = -7850 } }
run { dt = 1e-2, duration = 0.1 }
