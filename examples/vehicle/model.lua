-- A vehicle with three wheels rolls at 2 m/s over two rows of bumps, left and right in turn. Its chassis is flexible, a frame of beams;
-- two McPherson struts carry the rear wheels, a stiff fork the front one. No friction anywhere. x forward, y left, z up.
param {
  E = 2e7,                  -- modulus of the chassis, Pa: 2e7 or 2e8
  chassis = "frame",        -- "solid" when there are solids
  chassis_only = 0,         -- 1: the frame alone, for its frequencies (sinew modes)
  coil = 2e4, damper = 600, free_length = 0.333,        -- of the struts
  tyre = 2e5, speed = 2,
  scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 10.0,
}
local go = { speed, 0, 0 }
if chassis ~= "frame" then
  error("chassis = \"frame\" is the only one yet: Sinew has no solids")
end

-- the chassis: a ladder of 20 elements instead of a plate 2.0 x 0.8 x 0.12 m of 96 kg with nu = 0.3. Both moments of its bars are chosen
-- so that its first two frequencies (bending, torsion) are those of the plate
local area, bending, lateral, torsion = 0.048, 8.503e-5, 5e-4, 3.588e-4
local function bar(t)
  t.stiffness = { E*area, E*area/3.12, E*area/3.12, E*lateral, E*bending, E*torsion/2.6 }
  t.mass_per_length, t.rotary_inertia, t.radius, t.velocity = 12, { 0.01, 0.01 }, 0.03, go
  t.material = "steel"
  return beam(t)
end
local left = bar { name = "left", from = { -1, 0.4, 0.5 }, to = { 1, 0.4, 0.5 }, elements = 5 }       -- a node every 0.2 m
local right = bar { name = "right", from = { -1, -0.4, 0.5 }, to = { 1, -0.4, 0.5 }, elements = 5 }
local cross = {}
for k, node in ipairs { 0, 1, 5, 9, 10 } do
  cross[k] = bar { name = "cross" .. k, right:node(node), left:node(node), elements = 2 }
end
local rear, middle, front = cross[2], cross[3], cross[4]

if chassis_only == 0 then
  gravity { 0, 0, -9.81 }

  -- what it runs on
  local road = plane { name = "road", at = { 9, 0, 0 }, size = { 24, 2.4 }, color = "#9aa3ad" }
  local rows = { [1] = { road }, [-1] = { road } }
  for k, x in ipairs { 1.5, 3.0, 4.5, 6.0, 7.5, 9.0 } do          -- where slopes begin, from the rear axle
    local side = k%2 == 1 and 1 or -1
    rows[side][#rows[side] + 1] = obstacle {
      name = "bump" .. k, at = { x - 0.8, 0.4*side, 0 }, width = 0.5, color = "#c9a227",
      profile = { { 0, 0 }, { 0.24, 0.08 }, { 0.44, 0.08 }, { 0.68, 0 } },
    }
  end
  local function tyre_on(hub, name, at, on)
    wheel { name = name, hub, on = on, at = at, axis = "y", radius = 0.25, tube = 0.05, stiffness = tyre, material = "rubber" }
  end
  local function rod(p, q, radius)
    local d = { q[1] - p[1], q[2] - p[2], q[3] - p[3] }
    return cylinder { length = sqrt(d[1]^2 + d[2]^2 + d[3]^2), radius = radius, axis = d,
                      at = { (p[1] + q[1])/2, (p[2] + q[2])/2, (p[3] + q[3])/2 } }
  end
  -- bodies are drawn in ground coordinates; a wheel is a solid torus of 6 kg
  local wheel_inertia = { 0.129, 0.251, 0.129 }

  -- the load, and the point whose motion is plotted
  local load = body { name = "load", mass = 40, center = { 0, 0, 0.6 }, inertia = { 0.5, 0.5, 0.5 }, velocity = go,
                      shape = box { size = { 0.4, 0.3, 0.2 }, at = { 0, 0, 0.66 } }, color = "#4a7ba6" }
  fixed { middle:node(2), load, at = { 0, 0, 0.5 } }

  -- front: fork and wheel in one
  local fork = body { name = "fork", mass = 10, center = { 0.8, 0, 0.28 }, inertia = { 0.2, 0.3, 0.2 }, velocity = go,
                      shape = { rod({ 0.8, 0, 0.5 }, { 0.8, 0.1, 0.25 }, 0.02), rod({ 0.8, 0, 0.5 }, { 0.8, -0.1, 0.25 }, 0.02),
                                rod({ 0.8, 0.1, 0.25 }, { 0.8, -0.1, 0.25 }, 0.02) } }
  fixed { front:node(2), fork, at = { 0.8, 0, 0.5 } }
  tyre_on(fork, "wheel_front", { 0.8, 0, 0.25 }, { road })

  -- rear: McPherson struts. The lower arm leads the foot of the strut, the strut slides through its top, a tie rod keeps the toe
  for _, s in ipairs { 1, -1 } do
    local name = s == 1 and "left" or "right"
    local node, at_node = s == 1 and rear:node(3) or rear:node(1), s == 1 and rear:node(4) or rear:node(0)
    local pivot, ball, top, centre = { -0.8, 0.2*s, 0.44 }, { -0.8, 0.34*s, 0.25 }, { -0.8, 0.4*s, 0.56 }, { -0.8, 0.4*s, 0.25 }
    local inner, outer = { -0.95, 0.2*s, 0.44 }, { -0.95, 0.34*s, 0.25 }
    local arm = body { name = "arm_" .. name, mass = 1.5, center = { -0.8, 0.27*s, 0.345 }, inertia = { 0.01, 0.01, 0.01 }, velocity = go,
                       shape = { rod({ -0.95, 0.2*s, 0.44 }, ball, 0.015), rod({ -0.65, 0.2*s, 0.44 }, ball, 0.015) } }
    local hub = body { name = "hub_" .. name, mass = 9, center = centre, inertia = wheel_inertia, velocity = go,
                       shape = { rod(ball, centre, 0.025), rod(ball, outer, 0.012), rod(ball, { -0.8, 0.372*s, 0.417 }, 0.025) } }
    revolute { name = "pivot_" .. name, node, arm, at = pivot, axis = "x" }
    spherical { name = "ball_" .. name, arm, hub, at = ball }
    point_on_line { name = "slide_" .. name, hub, at_node, at = top, axis = { 0, 0.06*s, 0.31 } }
    distance { name = "tie_" .. name, node, hub, at_a = inner, at_b = outer }
    spring { name = "strut_" .. name, hub, at_node, at_a = ball, at_b = top, stiffness = coil, damping = damper,
             length = free_length }
    tyre_on(hub, "wheel_" .. name, centre, rows[s])
  end

  -- on a road without friction nothing keeps the vehicle in place: it is held while it settles, and released at t = 0
  hold { name = "hand", middle:node(2), along = "x" }
  hold { name = "hand_rear", rear:node(2), along = "y" }
  hold { name = "hand_front", front:node(2), along = "y" }

  local up = position(load, { 0, 0, 0.56 })                -- the upper chassis point
  channel("top", up.z)
  channel("travelled", up.x)
  channel("drift", up.y)
  channel("front", position(fork, { 0.8, 0, 0.25 }).z)
  channel("left", position("hub_left", { -0.8, 0.4, 0.25 }).z)
  channel("right", position("hub_right", { -0.8, -0.4, 0.25 }).z)
  channel("strut_left", output("strut_left", "length"))
  channel("strut_right", output("strut_right", "length"))
  channel("bend", position(middle:node(2)).z - (position(rear:node(2)).z + position(front:node(2)).z)/2)
  channel("tyre_left", output("wheel_left", "force").z)
  channel("tyre_right", output("wheel_right", "force").z)
  channel("energy", energy("total"))
  channel("damped", energy("dissipation"))                 -- work of the dampers
  channel("numerical", energy("numerical"))
  view { from = "iso" }
end

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, start = chassis_only == 0 and "static" or nil }
