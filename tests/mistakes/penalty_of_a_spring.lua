-- check
-- exit 0
-- says `penalty` has no effect here
local a = point { name = "a", at = {1, 0, 0}, mass = 1 }
spring { ground, a, at_a = {0, 0, 0}, stiffness = 10, penalty = 1e5 }
run { dt = 1e-2, duration = 0.1 }
