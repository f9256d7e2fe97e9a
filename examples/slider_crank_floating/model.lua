-- The slider-crank of Gerstmayr and Schoeberl: a crankshaft out of Gmsh turns by a large angle and hardly strains. A torque acts for 0.1 s, then it runs
-- on. formulation = "modal": few shapes; "floating": all nodes, linear strains; "green": all nodes, any strains.
-- Sample runs: sinew run model.lua; sinew run model.lua --set formulation=floating --scheme ep; sinew run model.lua --set E=2.1e8
param { formulation = "modal", E = 2.1e11, dt = 5e-3, turns = 2, stored = true }

local r, l, z = mm(20), mm(80), mm(37) -- crank, rod, plane of the rod
local crank = solid {
  name = "crank", file = "crank.msh", scale = 1e-3, E = E, nu = 0.3, density = 7850,
  formulation = formulation, modes = formulation == "modal" and 3 or nil,
  surfaces = { -- round sides alone, without the faces of the ends
    left = {
      cylinder = { axis = "z", radius = mm(5) }, within = { low = mm { -10, -10, -0.001 }, high = mm { 10, 10, 20.001 } },
      torque = function(t) return 0, 0, where(less(t, 0.1), 5e-3, 0) end,
    },
    right = {
      cylinder = { axis = "z", radius = mm(5) }, within = { low = mm { -10, -10, 53.999 }, high = mm { 10, 10, 74.001 } },
    },
  },
}
local left, right, pin = crank:surface("left"), crank:surface("right"), crank:surface("pin")
spherical { name = "bearing1", ground, left }
point_on_line { name = "bearing2", ground, right, axis = "z" }

local rod = body { name = "rod", at = { r + l/2, 0, z }, mass = 0.0563, inertia = { 1e-6, 6.18e-5, 6.18e-5 } }
local slider = body { name = "slider", at = { r + l, 0, z }, mass = 0.1327, inertia = { 1e-5, 1e-5, 1e-5 },
                      shape = box { size = mm { 30, 30, 24 } } }
point_on_line { name = "big_end", pin, rod, at = { r, 0, z }, axis = "z" }
revolute { name = "small_end", rod, slider, at = { r + l, 0, z }, axis = "z" }
prismatic { name = "guide", ground, slider, at = { r + l, 0, z }, axis = "x" }

-- how much longer the crank is than as drawn (the mesh is not quite symmetric: 127 nm), in nm
local away = position(pin) - 0.5*(position(left) + position(right))
channel("delta", 1e9*(norm(away) - r) - 127.18276)
channel("pin", position(pin))
channel("slider", position(slider))
if stored then channel("worst", output(crank, "von_mises_max")) end
run { dt = dt, duration = 0.85*turns }
view { from = "iso" }
