-- N four-bars side by side: N + 1 upright links joined by N bars, all 1 m and 1 kg, gravity along -y. All joints are revolutes
-- about z, so each loop fixes three directions twice. Whenever the links lie flat, every loop could also fold: N more
-- freedoms for one instant.
param {
  N = 2,             -- loops
  speed = 1.0,       -- of all links at the start, rad/s towards +x
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 10.0,
}

gravity { 0, -9.81, 0 }

-- a uniform rod from a to b
local function rod(name, a, b, velocity, spin)
  return body {
    name = name, at = { (a[1] + b[1])/2, (a[2] + b[2])/2, 0 },
    orientation = directions { x = { b[1] - a[1], b[2] - a[2], 0 }, z = { 0, 0, 1 } },
    velocity = { velocity, 0, 0 }, angular_velocity = { 0, 0, spin },
    mass = 1, inertia = { 1e-3, 1/12, 1/12 }, shape = box { size = { 1, 0.05, 0.05 } },
  }
end

local link, bar = {}, {}
for i = 0, N do
  link[i] = rod("link" .. i, { i, 0 }, { i, 1 }, speed/2, -speed)
  revolute { name = "pivot" .. i, ground, link[i], at = { i, 0, 0 }, axis = "z" }
end
for i = 1, N do
  bar[i] = rod("bar" .. i, { i - 1, 1 }, { i, 1 }, speed, 0)
  revolute { name = "left" .. i, link[i - 1], bar[i], at = { i - 1, 1, 0 }, axis = "z" }
  revolute { name = "right" .. i, bar[i], link[i], at = { i, 1, 0 }, axis = "z" }
end

channel("theta", -angle("pivot0"))
channel("thetadot", -rate("pivot0"))
channel("B0", position(link[0], { 0, 1, 0 }))
channel("last", -angle("pivot" .. N))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
