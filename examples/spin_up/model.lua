-- Spin-up of a flexible beam (Kane; Simo and Vu-Quoc): the hub turns faster and faster for 15 s, then steadily with 6 rad/s. The
-- centrifugal force stiffens the beam and straightens it again. No units, no gravity.
param {
  elements = 8, order = 2, measure = "reissner", mass_matrix = "lumped",
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 20.0, store = 0.05,
}

local L, speed, ramp = 10, 6, 15
local function turn(t)
  local growing = speed/ramp*(t^2/2 + (ramp/(2*pi))^2*(cos(2*pi*t/ramp) - 1))
  return where(less(t, ramp), growing, speed*(t - ramp/2))
end
local hub = base { name = "hub", axis = "z", angle = turn, shape = cylinder { length = 0.3, radius = 0.3, axis = "z" } }
local arm = beam {
  name = "arm", hub, from = { 0, 0, 0 }, to = { L, 0, 0 }, elements = elements, order = order, measure = measure,
  mass_matrix = mass_matrix, stiffness = { 2.8e7, 1e7, 1e7, 1.4e4, 1.4e4, 1.4e4 }, mass_per_length = 1.2,
  rotary_inertia = { 6e-4, 6e-4 }, radius = 0.1,
}

-- the tip as seen from the hub
local tip, along = position(arm.last), position(hub, { 1, 0, 0 })
local edge = position(arm.last, { L + 1, 0, 0 }) - tip
channel("u1", tip.x*along.x + tip.y*along.y - L)
channel("u2", tip.y*along.x - tip.x*along.y)
channel("tip_angle", atan2(edge.y*along.x - edge.x*along.y, edge.x*along.x + edge.y*along.y))
channel("root_N", output(arm, "force_first").x)

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
