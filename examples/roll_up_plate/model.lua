-- A strip, clamped at one end, is rolled up to a circle by a moment along the other. Without units.
param { elements = 16, order = 2, turns = 1.0 }

local L, b, h, E = 12, 1, 0.1, 1.2e6
local M = 2*pi*turns*E*h^3/12/L       -- per width: one turn bends it to a circle of radius L/(2 pi)
local strip = shell {
  name = "strip", corners = { { 0, 0, 0 }, { L, 0, 0 }, { L, b, 0 }, { 0, b, 0 } }, elements = { elements, 1 }, order = order,
  thickness = h, E = E, nu = 0, density = 1,
  u_first = { clamped = true }, u_last = { moment = { 0, -M, 0 } },
}

load_path { name = "path", factor = 1, displacement = 0.4 }
channel("factor", output("path", "factor"))
channel("tip_u", position(strip:at(1, 0)).x - L)
channel("tip_w", position(strip:at(1, 0)).z)
channel("M11", output(strip:at(0.5, 0), "M11"))
view { from = "front" }
