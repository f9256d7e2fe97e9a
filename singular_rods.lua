param { scheme = 'ed', alpha = 1, dt = 1e-3, revolutes = 1 }
gravity { 0, -9.81, 0 }
local function rod(name, a, b)
  local x, y = b[1] - a[1], b[2] - a[2]
  local l = sqrt(x^2 + y^2)
  return body { name = name, at = { a[1] + x/2, a[2] + y/2, 0 }, mass = l, inertia = { 1e-4*l, l^3/12, l^3/12 },
    orientation = directions { x = { x, y, 0 }, z = { 0, 0, 1 } } }
end
local A, B, C, D = { 0, 0, 0 }, { 0, 0.4, 0 }, { 1, 0.4, 0 }, { 1, 0, 0 }
local one, top, two = rod('one', A, B), rod('top', B, C), rod('two', D, C)
revolute { name = 'a', ground, one, at = A, axis = 'z', drive = function(t) return -2*pi*t end }
revolute { name = 'b', ground, two, at = D, axis = 'z' }
revolute { name = 'c', one, top, at = B, axis = 'z' }
if revolutes == 1 then revolute { two, top, at = C, axis = 'z' } else point_on_line { two, top, at = C, axis = 'z' } end
channel('left', angle('a'))
channel('right', angle('b'))
channel('torque', output('a', 'drive_force'))
run { scheme = scheme, dt = dt, duration = 1.1, alpha = alpha }
