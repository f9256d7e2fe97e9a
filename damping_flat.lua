local spring = 1
param { alpha = 1, dt = 1e-3, coupler = 1e-3 }
gravity { 0, -9.81, 0 }
local c, s = cos(1.2), sin(1.2)
local one = body { name = 'one', at = { 0.3*c, 0.3*s, 0 }, mass = 2, inertia = { 0.1, 0.1, 0.1 } }
local two = body { name = 'two', at = { 1 + 0.1*c, 0.1*s, 0 }, mass = 3, inertia = { 0.15, 0.15, 0.15 } }
local top = body { name = 'top', at = { 0.5 + 0.4*c, 0.4*s, 0 }, mass = coupler,
  inertia = { coupler/12, coupler/12, coupler/12 } }
revolute { name = 'a', ground, one, at = { 0, 0, 0 }, axis = 'z', stiffness = spring }
revolute { name = 'b', ground, two, at = { 1, 0, 0 }, axis = 'z' }
revolute { name = 'c', one, top, at = { 0.4*c, 0.4*s, 0 }, axis = 'z' }
point_on_line { name = 'd', two, top, at = { 1 + 0.4*c, 0.4*s, 0 }, axis = 'z' }
channel('left', 1.2 + angle('a'))
channel('right', 1.2 + angle('b'))
run { dt = dt, duration = 4, alpha = alpha, store = 0.4 }
