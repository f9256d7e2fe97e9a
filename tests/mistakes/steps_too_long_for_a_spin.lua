-- check
-- exit 0
-- says steps of 0.05 s are long for a part that turns once in 0.06283 s at the start
body { name = "rotor", shape = cylinder { length = 0.1, radius = 0.1, axis = "z", density = 7850 }, angular_velocity = { 0, 0, 100 } }
run { dt = 0.05, duration = 1 }
