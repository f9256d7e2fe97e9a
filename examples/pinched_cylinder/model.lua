-- A cylinder on stiff end walls is pinched by two opposite forces. One eighth of it. Without units.
param { elements = 8, order = 2, tying = "centre", factor = 1, path = true }

local R, L = 300, 600
local tube = shell {
  name = "tube", cylinder = { radius = R, axis = "y", zero = "z" }, u = { 0, pi/2 }, v = { 0, L/2 },
  elements = { elements, elements }, order = order, tying = tying,
  thickness = 3, E = 3e6, nu = 0.3, density = 1,
  v_first = { held = "xz" }, v_last = { symmetry = "y" },
  u_first = { symmetry = "x" }, u_last = { symmetry = "z" },
}
local top = tube:at(0, L/2)
force { name = "pinch", top, value = { 0, 0, -0.25*factor } } -- a quarter of the force 1

if path then
  load_path { name = "path", factor = 1, step = 0.1, displacement = 1 }
  channel("factor", output("path", "factor"))
end

channel("w", (R - position(top).z)/factor)
channel("ratio", (R - position(top).z)/factor/1.8248e-5)
view { from = "iso" }
