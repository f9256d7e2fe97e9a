-- A bracket out of CAD (a STEP file, meshed by Gmsh) holds a pendulum: stress while it swings.
param { size = 0.01, mass = 60, length = 0.25, dt = 5e-3, duration = 0.35 }

gravity { 0, 0, -9.81 }

local bracket = solid {
  name = "bracket", file = "bracket.step", size = size, material = "steel",
  surfaces = {
    bolts = { within = { low = { 0.044, -0.02, -1e-4 }, high = { 0.056, 0.02, 0.0081 } }, clamped = true },
    eye = { cylinder = { point = { 0, 0, 0.06 }, axis = "x", radius = 0.01 } },
  },
}
local hole, eye = { 0.004, 0, 0.06 }, bracket:surface("eye")
local bob = body { name = "bob", at = { 0.004, length, 0.06 }, shape = sphere { radius = 0.05, mass = mass } }
spherical { name = "pin", eye, bob, at = hole }

channel("inside", output(bracket:nearest(0.014, 0, 0.014), "von_mises"))
channel("worst", output(bracket, "von_mises_max"))
channel("pull", norm(reaction("pin")))
run { scheme = "ep", dt = dt, duration = duration }
view { from = "iso" }
