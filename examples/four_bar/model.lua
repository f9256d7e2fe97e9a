-- A crank-rocker four-bar in the xy plane, gravity along -y. The joints are chosen so that nothing is fixed twice:
-- revolute, spherical, universal, revolute (four revolutes would fix three directions twice).
param {
  speed = 4.0,       -- crank speed at the start, rad/s
  motor = false,     -- true: the crank is driven at that speed
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 5.0,
}

local crank_length, coupler_length, rocker_length, base_length = 0.2, 0.5, 0.4, 0.5
local line = 2.0     -- mass per length of all links, kg/m

gravity { 0, -9.81, 0 }

-- places with the crank upright: O and Q on the ground, A at the crank, B where coupler and rocker meet
local O, Q, A = { 0, 0, 0 }, { base_length, 0, 0 }, { 0, crank_length, 0 }
local ax, ay = Q[1] - A[1], Q[2] - A[2]
local d = sqrt(ax^2 + ay^2)
local along = (d^2 + coupler_length^2 - rocker_length^2)/(2*d)
local across = sqrt(coupler_length^2 - along^2)
local B = { A[1] + (along*ax - across*ay)/d, A[2] + (along*ay + across*ax)/d, 0 }

-- all links turn about z; their speeds follow from the velocity of B
local wc, wr
do
  local bx, by = B[1] - A[1], B[2] - A[2]
  local rx, ry = B[1] - Q[1], B[2] - Q[2]
  -- vA + wc z x (B - A) = wr z x (B - Q), with vA = speed z x A = (-speed A_y, 0)
  local va = -speed*A[2]
  local det = by*rx - bx*ry
  wc = va*rx/det
  wr = va*bx/det
end

-- a uniform bar from p to q, turning at w with p moving at v
local function bar(name, p, q, v, w)
  local x, y = q[1] - p[1], q[2] - p[2]
  local l = sqrt(x^2 + y^2)
  return body {
    name = name, at = p, orientation = axis_angle({ 0, 0, 1 }, atan2(y, x)), velocity = v, angular_velocity = { 0, 0, w },
    mass = line*l, center = { l/2, 0, 0 }, inertia = { 1e-4*l, line*l^3/12, line*l^3/12 },
    shape = cylinder { length = l, radius = 0.01, axis = "x", at = { l/2, 0, 0 } },
  }
end
local crank = bar("crank", O, A, { 0, 0, 0 }, speed)
local coupler = bar("coupler", A, B, { -speed*A[2], 0, 0 }, wc)
local rocker = bar("rocker", Q, B, { 0, 0, 0 }, wr)

local drive
if motor then
  drive = function(t) return speed*t end
end
revolute { name = "crank_pivot", ground, crank, at = O, axis = "z", drive = drive }
spherical { name = "crank_pin", crank, coupler, at = A }
-- the second axis lies along the rocker: the coupler cannot spin about its own line
universal { name = "rocker_pin", coupler, rocker, at = B, axis_a = "z", axis_b = { B[1] - Q[1], B[2] - Q[2], 0 } }
revolute { name = "rocker_pivot", ground, rocker, at = Q, axis = "z" }

channel("crank", pi/2 + angle("crank_pivot"))
channel("rocker", atan2(B[2] - Q[2], B[1] - Q[1]) + angle("rocker_pivot"))
channel("crank_rate", rate("crank_pivot"))
channel("rocker_rate", rate("rocker_pivot"))
channel("B", position(coupler, B))
channel("crank_force", reaction("crank_pivot"))
if motor then
  channel("torque", drive_force("crank_pivot"))
end
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
