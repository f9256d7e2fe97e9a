-- A robot arm with six revolute joints, each driven along q_i = A_i (1 - cos(w_i t)); gravity along -z.
-- Drawn stretched out along x. Positive angles about +y lower the tip.
param {
  joints = 6,        -- 6, or 3: the first three joints only (benchmark A10)
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 5.0,
}

gravity { 0, 0, -9.81 }

local amplitude = { 1.0, -0.6, 0.9, 0.8, -0.7, 1.5 }
local frequency = { 2, 3, 4, 2.5, 3.5, 5 }

-- links: where they begin, joint axis there, mass, centre and inertia about it
local links = {
  { at = { 0, 0, 0 }, axis = "z", mass = 10, center = { 0, 0, 0.25 }, inertia = { 0.3, 0.3, 0.05 },
    shape = cylinder { length = 0.5, radius = 0.08, axis = "z", at = { 0, 0, 0.25 } } },
  { at = { 0, 0, 0.5 }, axis = "y", mass = 8, center = { 0.3, 0, 0 }, inertia = { 0.02, 0.25, 0.25 },
    shape = cylinder { length = 0.6, radius = 0.06, axis = "x", at = { 0.3, 0, 0 } } },
  { at = { 0.6, 0, 0.5 }, axis = "y", mass = 5, center = { 0.2, 0, 0 }, inertia = { 0.01, 0.07, 0.07 },
    shape = cylinder { length = 0.4, radius = 0.05, axis = "x", at = { 0.2, 0, 0 } } },
  { at = { 1.0, 0, 0.5 }, axis = "x", mass = 1.5, center = { 0.05, 0, 0 }, inertia = { 0.002, 0.003, 0.003 },
    shape = cylinder { length = 0.1, radius = 0.04, axis = "x", at = { 0.05, 0, 0 } } },
  { at = { 1.1, 0, 0.5 }, axis = "y", mass = 1.0, center = { 0.04, 0, 0 }, inertia = { 0.001, 0.0015, 0.0015 },
    shape = cylinder { length = 0.08, radius = 0.035, axis = "x", at = { 0.04, 0, 0 } } },
  { at = { 1.18, 0, 0.5 }, axis = "x", mass = 0.5, center = { 0.02, 0.01, 0 }, inertia = { 0.0004, 0.0005, 0.0006 },
    shape = box { size = { 0.06, 0.08, 0.03 }, at = { 0.03, 0.01, 0 } } },
}
local tip = joints == 3 and { 1.0, 0, 0.5 } or { 1.24, 0, 0.5 }

local previous = ground
for i = 1, joints do
  local l = links[i]
  local link = body { name = "link" .. i, at = l.at, mass = l.mass, center = l.center, inertia = l.inertia, shape = l.shape }
  local a, w = amplitude[i], frequency[i]
  local joint = revolute { name = "joint" .. i, previous, link, at = l.at, axis = l.axis,
                           drive = function(t) return a*(1 - cos(w*t)) end }
  channel("q" .. i, angle(joint))
  channel("tau" .. i, drive_force(joint))
  previous = link
end
channel("tip", position(previous, tip))
channel("shoulder_force", reaction("joint2"))
channel("work", energy("work"))
channel("energy", energy("total"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
