-- A right-angle cantilever frame (Simo and Vu-Quoc): two legs of length 10, clamped at the origin, pushed out of their plane at the
-- elbow for two seconds. No units, no gravity.
param {
  elements = 10, order = 2, measure = "reissner", mass_matrix = "lumped",   -- per leg
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 30.0,
}

local function leg(t)
  t.elements, t.order, t.measure, t.mass_matrix = elements, order, measure, mass_matrix
  t.stiffness, t.mass_per_length, t.rotary_inertia = { 1e6, 1e6, 1e6, 1e3, 1e3, 1e3 }, 1, { 10, 10 }
  t.radius = 0.12
  return beam(t)
end
local first = leg { name = "first", ground, from = { 0, 0, 0 }, to = { 10, 0, 0 } }
local second = leg { name = "second", first.last, to = { 10, 10, 0 } }

force {
  name = "push", first.last,
  value = function(t) return 0, 0, 50*where(less(t, 1), t, where(less(t, 2), 2 - t, 0)) end,
}

local elbow, tip = position(first.last), position(second.last)
channel("elbow_u1", elbow.x - 10)
channel("elbow_u2", elbow.y)
channel("elbow_u3", elbow.z)
channel("tip_u1", tip.x - 10)
channel("tip_u2", tip.y - 10)
channel("tip_u3", tip.z)
channel("energy", energy("kinetic") + energy("strain"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
