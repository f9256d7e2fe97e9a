-- A cantilever that is an arc of 45 degrees (Bathe and Bolourchi), loaded across its plane: it bends and twists.
-- No units. Root tangent along x, centre of the arc at y = 100.
param {
  P = 600, torsion = "polar",          -- "saint_venant": the torsion and shear constants of a square
  elements = 16, order = 2, measure = "reissner",
}

local R, E = 100, 1e7
local function at(a)
  return { R*sin(a), R*(1 - cos(a)), 0 }
end

local arc = {
  name = "arc", ground, from = at(0), through = at(deg(22.5)), to = at(deg(45)), up = { 0, 0, 1 },
  elements = elements, order = order, measure = measure, E = E, nu = 0, density = 1,
}
if torsion == "polar" then             -- the usual choice: J = 1/6, all of the area carries shear
  arc.section = rectangle { width = 1, height = 1, torsion = 1/6, shear_y = 1, shear_z = 1 }
else
  arc.section = rectangle { width = 1, height = 1 }
end
local bend = beam(arc)
force { name = "P", bend.last, value = { 0, 0, P } }
load_path { name = "path", factor = 1 }

channel("P", P*output("path", "factor"))
channel("tangent", position(bend.last).x)
channel("normal", position(bend.last).y)
channel("out", position(bend.last).z)
channel("root_T", output(bend, "moment_first").x)
channel("root_M3", output(bend, "moment_first").z)
