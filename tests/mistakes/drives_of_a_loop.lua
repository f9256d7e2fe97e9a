-- check
-- exit 3
-- says that of revolute 'j4' requires 0.5 rad/s, the others allow 0.8 rad/s
local a = body { name = "a", at = { 0, 0.5, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
local b = body { name = "b", at = { 0.5, 1, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
local c = body { name = "c", at = { 1, 0.5, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
revolute { name = "j1", ground, a, at = { 0, 0, 0 }, axis = "z", drive = function(t) return 0.8*t end }
revolute { name = "j2", a, b, at = { 0, 1, 0 }, axis = "z" }
revolute { name = "j3", b, c, at = { 1, 1, 0 }, axis = "z" }
revolute { name = "j4", ground, c, at = { 1, 0, 0 }, axis = "z", drive = function(t) return 0.5*t end }
run { dt = 1e-3, duration = 1 }
