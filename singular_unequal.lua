param { alpha = 1, dt = 1e-3, speed = 2 }
gravity { 0, -9.81, 0 }
local c, s = cos(1.2), sin(1.2)
local one = body { name = 'one', at = { 0.3*c, 0.3*s, 0 }, mass = 2, inertia = { 0.1, 0.1, 0.1 } }
local two = body { name = 'two', at = { 1 + 0.1*c, 0.1*s, 0 }, mass = 3, inertia = { 0.15, 0.15, 0.15 } }
local top = body { name = 'top', at = { 0.5 + 0.4*c, 0.4*s, 0 }, mass = 1e-3, inertia = { 1e-4, 1e-4, 1e-4 } }
revolute { name = 'a', ground, one, at = { 0, 0, 0 }, axis = 'z', drive = function(t) return -speed*t end }
revolute { name = 'b', ground, two, at = { 1, 0, 0 }, axis = 'z' }
revolute { name = 'c', one, top, at = { 0.4*c, 0.4*s, 0 }, axis = 'z' }
point_on_line { name = 'd', two, top, at = { 1 + 0.4*c, 0.4*s, 0 }, axis = 'z' }
channel('left', angle('a'))
channel('right', angle('b'))
run { dt = dt, duration = 0.72, alpha = alpha, store = 0.06 }
