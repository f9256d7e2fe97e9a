-- Lateral buckling of an I beam, case 2: crank and link pull the tip of a clamped beam down and up; at the tip they hold it
-- by a universal joint with dampers. The web lies in the xz plane; y is the lateral direction. Crank along +x at t = 0,
-- turning about y, so that the pin moves down first.
param {
  elements = 3, order = 3, measure = "reissner", mass_matrix = "lumped", -- the paper's mesh; 10, 2: a finer one
  lateral = 1e-3,                                                        -- N: decides the side
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 20.0, store = 0,
}

local L, n = 1.0, elements*order
local web = beam {
  name = "beam", ground, from = { 0, 0, 0 }, to = { L, 0, 0 }, up = { 0, 0, 1 },
  elements = elements, order = order, measure = measure, mass_matrix = mass_matrix,
  section = i_section {
    width = 0.02, height = 0.08, flange = 0.002, web = 0.002,
    shear_y = 5/6*80e-6, shear_z = 152e-6, torsion = (2*0.02 + 0.076)*0.002^3/3,
  },
  E = 210e9, G = 80e9, density = 7870,
}
local crank = body {
  name = "crank", at = { 0.95, 0, -0.5 }, mass = 0.2, inertia = { 0, 0.2*0.1^2/12, 0.2*0.1^2/12 },
  shape = box { size = { 0.1, 0.012, 0.012 } },
}
local link = body {
  name = "link", at = { 1, 0, -0.25 }, mass = 1, inertia = { 0.5^2/12, 0.5^2/12, 0 },
  shape = box { size = { 0.012, 0.012, 0.5 } },
}
revolute { name = "shaft", ground, crank, at = { 0.9, 0, -0.5 }, axis = { 0, 1, 0 }, drive = function(t) return t end }
revolute { name = "pin", crank, link, at = { 1, 0, -0.5 }, axis = { 0, 1, 0 } }
universal {
  name = "tip", web.last, link, at = { L, 0, 0 }, axis_a = { 1, 0, 0 }, axis_b = { 0, 1, 0 },
  angle_a = { damping = 0.1 }, angle_b = { damping = 0.1 },
}
force { name = "side", web:node(4*n//9), value = { 0, lateral, 0 } }

-- displacement of midspan, which for an odd number of cubic elements lies inside the middle one
local function midspan()
  if n % 2 == 0 then
    return position(web:node(n//2))
  end
  local k = n//2 - 1
  return (9/16)*(position(web:node(k + 1)) + position(web:node(k + 2)))
       - (1/16)*(position(web:node(k)) + position(web:node(k + 3)))
end
local mid, force, moment = midspan(), output(web, "force_middle"), output(web, "moment_middle")
channel("mid_x", mid.x - L/2)
channel("mid_y", mid.y)
channel("mid_z", mid.z)
channel("mid_N", force.x)
channel("mid_V2", force.y)
channel("mid_V3", force.z)
channel("mid_T", moment.x)
channel("mid_M2", moment.y)
channel("mid_M3", moment.z)
channel("crank_torque", output("shaft", "drive_force"))
channel("theta1", angle("tip", "angle_a"))
channel("theta2", angle("tip", "angle_b"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
