-- A flexible beam thrown into free flight (Simo and Vu-Quoc's flying spaghetti): a force and a moment at its lower end act for a
-- while, then nothing does. No units, no gravity.
param {
  flight = "3d",                       -- "2d": in the plane xz, loads switched on and off suddenly
  EI = 500,                            -- "2d" also with 100
  elements = 16, order = 2, measure = "reissner", mass_matrix = "lumped",
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 10.0,
}

local spaghetti = beam {
  name = "beam", from = { 6, 0, 0 }, to = { 0, 0, 8 }, up = { 0, 1, 0 }, elements = elements, order = order,
  measure = measure, mass_matrix = mass_matrix,
  stiffness = { 1e4, 1e4, 1e4, EI, EI, EI }, mass_per_length = 1, rotary_inertia = { 10, 10 }, radius = 0.15,
}
local low, middle, up = spaghetti.first, spaghetti:node(elements*order//2), spaghetti.last

-- largest 200 at 2.5 s and 0 at 5 s; or 80 until 2.5 s
local function size(t)
  if flight == "2d" then
    return where(less(t, 2.5), 80, 0)
  end
  return 200*where(less(t, 2.5), t/2.5, where(less(t, 5), 2 - t/2.5, 0))
end
force { name = "push", low, value = function(t) return size(t)/10, 0, 0 end }
moment { name = "turn", low, value = function(t) return 0, size(t), flight == "2d" and 0 or size(t)/2 end }

local p = momentum(spaghetti)
channel("momentum_x", p.x)
channel("momentum_y", p.y)
channel("momentum_z", p.z)

channel("low", position(low))
channel("mid", position(middle))
channel("up", position(up))
channel("kinetic", energy("kinetic"))
channel("strain", energy("strain"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
