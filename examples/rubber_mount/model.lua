-- A rubber mount between two plates is pressed to three quarters of its height: neo-Hooke at large strains. A load path.
param { element = "hex20", around = 12, layers = 4, law = "neo_hooke", load = 1500, nu = 0.45 }

local radius, height = 0.02, 0.03
local rubber = solid {
  name = "rubber", cylinder = { radius = radius, length = height, elements = { around, 1, layers } }, element = element,
  E = 2e6, nu = nu, density = 1100, law = law, fields = { "von_mises", "S33", "E33" },
  surfaces = {
    z0 = { clamped = true },
    z1 = { rigid = true, force = { 0, 0, -load } }, -- vulcanised onto a plate
  },
}
prismatic { name = "guide", ground, rubber:surface("z1"), at = { 0, 0, height }, axis = "z" }

load_path { name = "path", factor = 1, step = 0.1 }
channel("force", load*output("path", "factor"))
channel("shortening", -output(rubber:surface("z1"), "displacement").z)
channel("bulge", output(rubber:nearest(radius, 0, height/2), "displacement").x)
channel("worst", output(rubber, "von_mises_max"))
view { from = "front" }
