-- check
-- exit 3
-- says contradictory_rates.lua:9, rate_constraint 'two'
-- says rate_constraint 'one', rate_constraint 'two' constrain the same directions
-- says Remove one of these drives
local b = body { name = "b", mass = 1, inertia = { 1, 1, 1 } }
revolute { name = "r", ground, b, at = { 0, 0, 0 }, axis = "x" }
rate_constraint { name = "one", joints = { "r" }, factors = { 1 }, rate = 1 }
rate_constraint { name = "two", joints = { "r" }, factors = { 2 }, rate = function(t) return 3 end }
run { dt = 1e-2, duration = 1 }
