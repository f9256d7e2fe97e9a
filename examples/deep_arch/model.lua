-- A deep arch under a dead load at its crown (Da Deppo and Schmidt): hinged at the left, clamped at the right.
-- `sinew static` follows its equilibria through the limit of the load. Plane xy, the load acts along -y.
param { elements = 40, order = 2, measure = "reissner", load = 1000, steps = 120 }

local R, half = 100, deg(107.5)
local function at(a)
  return { R*sin(a), R*cos(a), 0 }
end

local EI, EA = 1e6, 1e8
local arch = beam {
  name = "arch", from = at(-half), through = at(0), to = at(half), up = { 0, 0, 1 },
  elements = elements, order = order, measure = measure, radius = 1.5,
  stiffness = { EA, EA, EA, EI, EA, EA }, mass_per_length = 1, rotary_inertia = { 1, 1 },
}
revolute { name = "hinge", ground, arch.first, at = at(-half), axis = { 0, 0, 1 } }
fixed { name = "clamp", ground, arch.last, at = at(half) }

local crown = arch:node(elements*order//2)
force { name = "P", crown, value = { 0, -load, 0 } }
load_path { name = "path", factor = 1, steps = steps }

channel("P", load*output("path", "factor"))
channel("u", position(crown).x)
channel("v", position(crown).y - R)
channel("turn", angle("hinge"))
