-- A flat ring with a radial slit, clamped on one side of it and lifted on the other: it becomes a screw. Without units.
param { along = 3, around = 15, order = 2, tying = "covariant", load = 0.8, path = true }

local ri, ro = 6, 10
local plate = shell {
  name = "plate", surface = function(u, v) return u*cos(v), u*sin(v), 0 end, u = { ri, ro }, v = { 0, 2*pi },
  elements = { along, around }, order = order, tying = tying,
  thickness = 0.03, E = 21e6, nu = 0, density = 1,
  v_last = { clamped = true }, v_first = { load = { 0, 0, load } },
}

if path then
  load_path { name = "path", factor = 1, step = 0.1, displacement = 1 }
  channel("factor", output("path", "factor"))
end
channel("inner", position(plate:at(ri, 0)).z)
channel("outer", position(plate:at(ro, 0)).z)
view { from = "iso" }
