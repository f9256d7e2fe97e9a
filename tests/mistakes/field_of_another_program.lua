-- exit 2
-- says body 'rod' has no field `position`.
-- says Here it is called `at`.
body { name = "rod", position = { 0.5, 0, 0 }, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = 1e-2, duration = 0.1 }
