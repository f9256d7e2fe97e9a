param { second = 1, alpha = 1, dt = 0.01 }
local function bar(name, x, y, dx, dy, m, v, w)
  return body { name = name, at = { x + dx/2, y + dy/2, 0 }, velocity = v, angular_velocity = { 0, 0, w },
    orientation = directions { x = { dx, dy, 0 }, z = { 0, 0, 1 } }, mass = m, inertia = { 0.01*m, 0.1*m, 0.1*m } }
end
local c, s, w = cos(1.2), sin(1.2), 3
local one = bar('one', 0, 0, c, s, 1, { -w*s/2, w*c/2, 0 }, w)
local two = bar('two', 1.5, 0, c, s, 2, { -w*s/2, w*c/2, 0 }, w)
local top = bar('top', c, s, 1.5, 0, 3, { -w*s, w*c, 0 }, 0)
revolute { name = 'a', ground, one, at = { 0, 0, 0 }, axis = 'z' }
revolute { name = 'b', ground, two, at = { 1.5, 0, 0 }, axis = 'z' }
revolute { name = 'c', one, top, at = { c, s, 0 }, axis = 'z' }
revolute { name = 'd', two, top, at = { 1.5 + c, s, 0 }, axis = 'z' }
if second == 1 then
  local low = bar('low', c/2, s/2, 1.5, 0, 0.5, { -w*s/2, w*c/2, 0 }, 0)
  revolute { name = 'e', one, low, at = { c/2, s/2, 0 }, axis = 'z' }
  revolute { name = 'f', two, low, at = { 1.5 + c/2, s/2, 0 }, axis = 'z' }
end
channel('left', angle('a'))
channel('right', angle('b'))
run { dt = dt, duration = 10, alpha = alpha }
