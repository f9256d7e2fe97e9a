-- check
-- exit 0
-- says revolute 'j1' (velocity_that_does_not_fit.lua:7): they open it by 1 m/s (coincidence along x of the joint)
-- says give every moving part one that fits
local a = body { name = "a", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 }, velocity = { 1, 0.5, 0 },
                 angular_velocity = { 0, 0, 1 } }
revolute { name = "j1", ground, a, at = { 0, 0, 0 }, axis = "z" }
run { dt = 1e-2, duration = 1 }
