-- A soft cube falls on a floor and rebounds with vibrations: the surface of a solid in contact. Energy by schemes with and without a balance.
param { scheme = "ed", alpha = 0, dt = 5e-4, hardness = 1, friction = 0.3, sideways = 0 }

local edge, E = 0.1, 1e6
local cube = solid {
  name = "cube", box = { size = { edge, edge, edge }, elements = { 2, 2, 2 } }, element = "tet10",
  at = { -edge/2, -edge/2, 0.0005 }, E = E, nu = 0.3, density = 1000, law = "neo_hooke",
  velocity = { sideways, 0, -1 }, fields = { "von_mises" },
}
local floor = plane { name = "floor", size = { 0.3, 0.3 } }
contact { name = "touch", floor, cube, friction = friction, pressure_per_depth = hardness*2*E/(edge/2) }

channel("force", output("touch", "normal"))
channel("depth", -output("touch", "gap"))
channel("pressure", output("touch", "pressure"))
channel("height", position(cube:nearest(0, 0, edge)).z)
channel("worst", output(cube, "von_mises_max"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = 0.016 }
view { azimuth = 30, elevation = 10 }
