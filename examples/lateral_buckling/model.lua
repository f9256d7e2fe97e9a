-- Lateral buckling of a narrow cantilever under a load at its tip: below the critical load it bends in its stiff plane, above it
-- twists and falls over to the side. `sinew static` lets the load grow; with ramp > 0 `sinew run` does, in that time.
param {
  L = 1.0, thickness = 0.005, height = 0.05, E = 210e9, nu = 0.3,
  P = 600.0, side = 1e-3, growth = 0.05, -- load, part of it that acts sideways, largest step of the path
  ramp = 0.0,
  elements = 20, order = 2, measure = "reissner",
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 3.0,
}

local bar = beam {
  name = "bar", ground, from = { 0, 0, 0 }, to = { L, 0, 0 }, elements = elements, order = order, measure = measure,
  section = rectangle { width = thickness, height = height }, E = E, nu = nu, density = 7850,
}
local function load(t)
  local p = ramp > 0 and P*where(less(t, ramp), t/ramp, 1) or P
  return 0, side*p, -p
end
force { name = "P", bar.last, value = load }
load_path { name = "path", factor = 1, step = growth }

local tip = position(bar.last)
local edge = position(bar.last, { L, 0, 1 }) - tip
channel("load", -output("P", "value").z)
channel("lateral", tip.y)
channel("down", -tip.z)
channel("lean", atan2(edge.y, edge.z)/deg(1))   -- of the tip section, degrees
channel("root_M3", output(bar, "moment_first").z)

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
