-- Free vibrations of a crankshaft out of Gmsh (`sinew modes`), and how much it gives when its pin is pushed (push = true).
param { push = false, load = 1000 }

local crank = solid {
  name = "crank", file = "crank.msh", scale = 1e-3, -- a file in millimetres
  E = 2.1e11, nu = 0.3, density = 7850,
  surfaces = { pin = { force = { (push and 1 or 0)*load, 0, 0 } } }, -- along the crank
}

local pin, left, right = crank:surface("pin"), crank:surface("journal1"), crank:surface("journal2")
if push then -- the means of the journals are held; they bend freely
  universal { name = "bearing1", ground, left, axis_a = "x", axis_b = "y" }
  point_on_line { name = "bearing2", ground, right, axis = "z" }
end

local away = position(pin) - 0.5*(position(left) + position(right))
channel("delta", norm(away) - 0.02)
channel("worst", output(crank, "von_mises_max"))
modes { count = 12 }
view { from = "iso" }
