-- check
-- exit 3
-- says requires 0.6 rad/s^2, the others allow 0 rad/s^2
-- says 0.8 rad/s, 0.6 rad/s^2
local a = body { name = "a", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
revolute { name = "j1", ground, a, at = { 0, 0, 0 }, axis = "z", drive = function(t) return 0.8*t end }
revolute { name = "j2", ground, a, at = { 0, 0, 0 }, axis = "z", drive = function(t) return 0.8*t + 0.3*t^2 end }
run { dt = 1e-2, duration = 1 }
