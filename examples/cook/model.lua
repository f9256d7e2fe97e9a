-- Cook's membrane: a tapered panel, clamped on the left, sheared on the right. Without units; plane stress to 1 %.
param { size = 4, E = 1e6, nu = 1/3, load = 1, law = "hooke" }

local panel = solid {
  name = "panel", extrusion = { outline = { { 0, 0 }, { 48, 44 }, { 48, 60 }, { 0, 44 } }, size = size, height = 1 },
  E = E, nu = nu, density = 1, law = law, fields = { "von_mises", "S12", "S_max", "S_min" },
  surfaces = {
    left = { plane = { point = { 0, 0, 0 }, normal = { 1, 0, 0 } }, clamped = true },
    right = { plane = { point = { 48, 0, 0 }, normal = { 1, 0, 0 } }, force = { 0, load, 0 } },
  },
}

channel("u", E/load*output(panel:nearest(48, 52, 0.5), "displacement").y) -- 23.96 in plane stress
channel("A", output(panel:nearest(24, 22, 0.5), "S_max"))                  -- lower edge, in the middle
channel("reaction", output(panel:surface("left"), "reaction"))
channel("mesh_error", output(panel, "mesh_error"))
view { from = "top" }
