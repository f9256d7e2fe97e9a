-- A tower crane turns its jib by a quarter turn and runs its trolley out; the load swings on ropes. Gravity along -z.
param {
  slew_time = 12.0,      -- for the quarter turn, s
  elements = 8,          -- of each hoist rope
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 30.0,
}

gravity { 0, 0, -9.81 }

local top, start, run_out = 26, 10, 8       -- height of the jib; trolley at the start and its travel, m
local hoist, sling_height = 14, 3           -- from trolley to hook, from hook to load, m
local hook_mass, load_mass = 200, 2000
local steel = 1e7                           -- axial stiffness of every rope, N

-- pictures: a lattice of four chords and its diagonals along x or z
local function lattice(from, to, half, axis)
  local shapes, panels = {}, floor((to - from)/(2*half) + 0.5)
  local step = (to - from)/panels
  local function at(a, y, z)
    return axis == "x" and { a, y, z } or { y, z, a }
  end
  local function bar(p, q, radius)
    local d = { q[1] - p[1], q[2] - p[2], q[3] - p[3] }
    shapes[#shapes + 1] = cylinder { length = sqrt(d[1]^2 + d[2]^2 + d[3]^2), radius = radius, axis = d,
                                     at = { (p[1] + q[1])/2, (p[2] + q[2])/2, (p[3] + q[3])/2 } }
  end
  for corner = 0, 3 do
    local y, z = half*(corner%2*2 - 1), half*(corner//2*2 - 1)
    local y2, z2 = -z, y                    -- the next corner
    bar(at(from, y, z), at(to, y, z), 0.09)
    for k = 0, panels - 1 do
      bar(at(from + k*step, y, z), at(from + (k + 1)*step, y2, z2), 0.05)
    end
  end
  return shapes
end

base { name = "mast", shape = lattice(0, top - 1, 0.9, "z") }

local shapes = lattice(-10, 30, 0.6, "x")
shapes[#shapes + 1] = box { size = { 3, 2, 2.2 }, at = { -8.5, 0, -1.2 } }                     -- counterweight
shapes[#shapes + 1] = box { size = { 1.6, 1.4, 1.8 }, at = { 1.4, -1.6, -0.6 } }               -- cabin
shapes[#shapes + 1] = cone { length = 5, radius = 0.7, top = 0.1, axis = "z", at = { 0, 0, 3 } }
shapes[#shapes + 1] = cylinder { length = sqrt(20^2 + 4.8^2), radius = 0.06, axis = { 20, 0, -4.8 }, at = { 10, 0, 3 } }
shapes[#shapes + 1] = cylinder { length = sqrt(8^2 + 4.8^2), radius = 0.06, axis = { -8, 0, -4.8 }, at = { -4, 0, 3 } }
local jib = body { name = "jib", at = { 0, 0, top }, mass = 9000, inertia = { 2e4, 1e6, 1e6 }, shape = shapes }
local trolley = body { name = "trolley", at = { start, 0, top - 0.9 }, mass = 300, inertia = { 50, 50, 50 },
                       shape = box { size = { 1.6, 1.4, 0.3 } } }
local hook = body { name = "hook", at = { start, 0, top - 1 - hoist }, mass = hook_mass, inertia = { 20, 10, 20 },
                    shape = { box { size = { 0.4, 1.2, 0.4 } }, cylinder { length = 0.6, radius = 0.1, axis = "z",
                                                                           at = { 0, 0, -0.3 } } } }
local load = body { name = "load", at = { start, 0, top - 2 - hoist - sling_height },
                    shape = box { size = { 4, 2, 2 }, mass = load_mass } }

revolute { name = "slew", ground, jib, at = { 0, 0, top }, axis = "z",
           drive = function(t) return pi/2*step(t/slew_time) end }
prismatic { name = "travel", jib, trolley, at = { start, 0, top - 0.9 }, axis = "x",
            drive = function(t) return run_out*step((t - 4)/12) end }

-- ropes start stretched by the weight they carry
local function rope(name, a, b, from, to, weight, n)
  local long = sqrt((to[1] - from[1])^2 + (to[2] - from[2])^2 + (to[3] - from[3])^2)
  return cable { name = name, a, b, from = from, to = to, length = long/(1 + weight/steel), elements = n, order = 1,
                 stiffness = steel, mass_per_length = 1.0, radius = 0.04 }
end
local all = 9.81*(hook_mass + load_mass)
local hook_z = top - 1 - hoist
for _, side in ipairs { 1, -1 } do
  rope(side > 0 and "hoist_left" or "hoist_right", trolley, hook, { start, 0.5*side, top - 1 },
       { start, 0.5*side, hook_z }, all/2, elements)
end
local slant = sqrt(2^2 + 1^2 + sling_height^2)/sling_height
for k, c in ipairs { { 2, 1 }, { 2, -1 }, { -2, 1 }, { -2, -1 } } do
  rope("sling" .. k, hook, load, { start, 0, hook_z }, { start + c[1], c[2], hook_z - sling_height },
       9.81*load_mass/4*slant, 1)
end

local p, q = position(load), position(trolley)
channel("load", p)
channel("trolley", q)
channel("swing", sqrt((p.x - q.x)^2 + (p.y - q.y)^2))
channel("slew", angle("slew"))
channel("slew_torque", drive_force("slew"))
channel("tension", output("hoist_left", "tension_first"))
channel("work", energy("work"))
channel("energy", energy("total"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
