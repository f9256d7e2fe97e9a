-- The Scordelis-Lo roof: a cylindrical shell on two stiff end walls under its own weight. One quarter of it. Without units.
param { elements = 8, order = 2, tying = "centre", factor = 1e-3, path = true } -- factor: of the load; small, since the answer is that of linear theory

local R, L, angle = 25, 50, deg(40)
local roof = shell {
  name = "roof", cylinder = { radius = R, axis = "y", zero = "z" }, u = { 0, angle }, v = { 0, L/2 },
  elements = { elements, elements }, order = order, tying = tying,
  thickness = 0.25, E = 4.32e8, nu = 0, density = 1, load = { 0, 0, -90*factor },
  v_first = { held = "xz" },        -- the end wall: stiff in its plane, soft across it
  v_last = { symmetry = "y" },      -- half of the length
  u_first = { symmetry = "x" },     -- the crown
}

if path then
  load_path { name = "path", factor = 1, step = 0.1, displacement = 1 }
  channel("factor", output("path", "factor"))
end

local edge = roof:at(angle, L/2)    -- free edge, half of the length
channel("edge_z", (position(edge).z - R*cos(angle))/factor)
channel("edge_x", (position(edge).x - R*sin(angle))/factor)
channel("crown_N22", output(roof:at(0, L/2), "N22")/factor)
channel("crown_M11", output(roof:at(0, L/2), "M11")/factor)
view { from = "iso" }
