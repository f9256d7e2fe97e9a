-- check
-- exit 3
-- says contradictory_drives.lua:11, revolute 'j2'
-- says that of revolute 'j2' requires 0.5 rad/s, the others allow 0.8 rad/s
-- says revolute 'j1' 0 rad, 0.8 rad/s
-- says revolute 'j2' 0 rad, 0.5 rad/s
-- says Remove one of these drives
-- says t = 0 s
local a = body { name = "a", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
revolute { name = "j1", ground, a, at = { 0, 0, 0 }, axis = "z", drive = function(t) return 0.8*t end }
revolute { name = "j2", ground, a, at = { 0, 0, 0 }, axis = "z", drive = function(t) return 0.5*t end }
run { dt = 1e-2, duration = 1 }
