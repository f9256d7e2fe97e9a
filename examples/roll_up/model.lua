-- Two straight round bars are rolled up by a moment at the end: one across its axis gives a circle, one at an angle to it a helix.
-- Without units. Poisson's ratio 0 makes torsion as stiff as bending: G J = E I.
param {
  turns = 1.0,                         -- of the circle
  coils = 2.0, slope = 20.0,           -- of the helix; slope in degrees
  elements = 32, order = 2, measure = "reissner",
}

local L, r, E = 10, 0.05, 2.1e6
local EI = E*pi*r^4/4

-- The moment m is the same all along the bar, so its sections turn about m by |m|/(E I) per length.
local function bar(name, y, turn, angle)
  local b = beam {
    name = name, ground, from = { 0, y, 0 }, to = { L, y, 0 }, elements = elements*max(1, -(-turn//1)), order = order, measure = measure,
    section = circle { radius = r }, E = E, nu = 0, density = 1,
  }
  local M = 2*pi*turn*EI/L
  moment { name = name .. "_moment", b.last, value = { M*sin(angle), -M*cos(angle), 0 } }
  return b
end
local ring = bar("ring", -2, turns, 0)
local coil = bar("coil", 2, coils, deg(slope))

load_path { name = "path", factor = 1, displacement = 0.1 }
channel("factor", output("path", "factor"))
channel("ring_x", position(ring.last).x)
channel("ring_z", position(ring.last).z)
channel("coil_x", position(coil.last).x)
channel("coil_y", position(coil.last).y - 2)
channel("coil_z", position(coil.last).z)
channel("ring_M", norm(output(ring, "moment_middle"))/EI)
channel("coil_M", norm(output(coil, "moment_middle"))/EI)
