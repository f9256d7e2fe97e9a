-- A hemisphere with a hole at its pole is pulled and pushed by two pairs of forces across its equator. One quarter. Without units.
param { elements = 8, order = 2, tying = "centre", load = 400, path = true }

local R, P = 10, load/2 -- half of each force is on a quarter
local cap = shell {
  name = "cap", sphere = { radius = R }, u = { 0, pi/2 }, v = { 0, deg(72) }, elements = { elements, elements }, order = order, tying = tying,
  thickness = 0.04, E = 6.825e7, nu = 0.3, density = 1,
  u_first = { symmetry = "y" }, u_last = { symmetry = "x" },
}
force { name = "pull", cap:at(0, 0), value = { P, 0, 0 } }
force { name = "push", cap:at(pi/2, 0), value = { 0, -P, 0 } }
point_on_plane { name = "height", ground, cap:at(0, 0), at = { R, 0, 0 }, axis = "z" } -- nothing else holds it along z

if path then
  load_path { name = "path", factor = 1, step = 0.1, displacement = 1 }
  channel("factor", output("path", "factor"))
end
channel("outward", position(cap:at(0, 0)).x - R)
channel("inward", R - position(cap:at(pi/2, 0)).y)
view { from = "iso" }
