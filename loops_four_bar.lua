param { joints = 'revolutes', mu = 0, dt = 5e-3, duration = 2, scheme = 'ed', alpha = 1 }
gravity { 0, -9.81, 0 }
local O, A, Q = { 0, 0, 0 }, { 0, 0.2, 0 }, { 0.5, 0, 0 }
local B = { 0.45916402778164767, 0.39791006945411922, 0 }
local function bar(name, p, q, v, w)
  local x, y = q[1] - p[1], q[2] - p[2]
  local l = sqrt(x^2 + y^2)
  return body { name = name, at = p, orientation = axis_angle({ 0, 0, 1 }, atan2(y, x)), velocity = v,
    angular_velocity = { 0, 0, w }, mass = 2*l, center = { l/2, 0, 0 }, inertia = { 1e-4*l, l^3/6, l^3/6 } }
end
local bx, by, rx, ry = B[1] - A[1], B[2] - A[2], B[1] - Q[1], B[2] - Q[2]
local w = -0.8/(by*rx - bx*ry)
local crank = bar('crank', O, A, { 0, 0, 0 }, 4)
local coupler = bar('coupler', A, B, { -0.8, 0, 0 }, w*rx)
local rocker = bar('rocker', Q, B, { 0, 0, 0 }, w*bx)
local function pin(name, a, b, at)
  local j = { name = name, a, b, at = at, axis = 'z' }
  if mu > 0 then j.friction, j.friction_arm = mu, 0.01 end
  revolute(j)
end
pin('one', ground, crank, O)
if joints == 'revolutes' then
  pin('two', crank, coupler, A)
  pin('three', coupler, rocker, B)
else
  spherical { name = 'two', crank, coupler, at = A }
  cylindrical { name = 'three', coupler, rocker, at = B, axis = 'z' }
end
pin('four', ground, rocker, Q)
channel('crank', angle('one'))
channel('rocker', angle('four'))
channel('B', position(coupler, B))
channel('force', reaction('one'))
channel('energy', energy('total'))
run { dt = dt, duration = duration, scheme = scheme, alpha = alpha }
