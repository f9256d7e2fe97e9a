local spring = 10
param { alpha = 1, dt = 5e-3 }
gravity { 0, -9.81, 0 }
local c, s = cos(0.4), -sin(0.4)
local plate = body { name = 'plate', at = { 0.5 + 0.3*c, 0.2 + 0.3*s, 0 }, mass = 1e-3,
  inertia = { 1e-4, 1e-4, 1e-4 } }
local data = { { 0, 0, 1, 0.15, 0.02 }, { 1, 0, 2, 0.1, 0.05 }, { 0.5, 0.4, 0.5, 0.25, 0.01 } }
for i, d in ipairs(data) do
  local b = body { name = 'crank' .. i, at = { d[1] + d[4]*c, d[2] + d[4]*s, 0 }, mass = d[3],
    inertia = { d[5], d[5], d[5] } }
  revolute { name = 'low' .. i, ground, b, at = { d[1], d[2], 0 }, axis = 'z', stiffness = i == 2 and spring or 0 }
  revolute { name = 'high' .. i, b, plate, at = { d[1] + 0.3*c, d[2] + 0.3*s, 0 }, axis = 'z' }
end
channel('q1', angle('low1') - 0.4)
run { dt = dt, duration = 2, alpha = alpha, store = 0.2 }
