-- static, view --png --size 720x360 --color von_mises --no-labels --view front
-- Half of a cantilever is a solid, half a beam that ends on its face.
local root = solid {
  name = "root", box = { size = { 0.3, 0.05, 0.08 }, elements = { 10, 2, 3 } }, at = { 0, -0.025, -0.04 },
  E = 2.1e9, nu = 0.3, density = 1200, surfaces = { x0 = { clamped = true } },
}
local tip = beam {
  name = "tip", root:surface("x1"), from = { 0.3, 0, 0 }, to = { 0.6, 0, 0 }, elements = 4,
  section = rectangle { width = 0.05, height = 0.08 }, E = 2.1e9, nu = 0.3, density = 1200,
}
force { tip.last, value = { 0, 0, -2000 } }
