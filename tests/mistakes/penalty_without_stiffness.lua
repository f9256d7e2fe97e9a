-- exit 2
-- says there is no `stiffness`
-- says Give stiffness = 1e8
local a = link { ground, from = {0, 0, 0}, to = {1, 0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1, constraints = "penalty" }
