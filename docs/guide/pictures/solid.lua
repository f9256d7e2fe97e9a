-- static, view --png --size 720x360 --color von_mises --no-labels --view front
-- A link of a chain on its pin, pulled down at its end.
local link = solid {
  name = "link", E = 2.1e11, nu = 0.3, density = 7850, orientation = axis_angle("x", pi/2),
  extrusion = { outline = { { -0.04, -0.03 }, { 0.2, -0.03 }, { 0.2, 0.03 }, { -0.04, 0.03 } },
                holes = { { 0, 0, 0.015 } }, height = 0.02, size = 0.006, elements = 2 },
  surfaces = { bore = { cylinder = { point = { 0, 0, 0 }, axis = "z", radius = 0.015 } },
               finish = { normal = "x", force = { 0, 0, -2000 } } },
}
fixed { ground, link:surface("bore"), at = { 0, -0.01, 0 } }
