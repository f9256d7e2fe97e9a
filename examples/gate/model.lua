-- The falling gate: a hinged gate falls towards +x until a slack cable catches it. Gravity along -z.
-- The run begins with the hanging cable at rest; a prop keeps the tip from falling until then.
param {
  gate_elements = 6, cable_elements = 8, order = 3, measure = "reissner", mass_matrix = "lumped",
  -- chosen: the paper does not say how far the gate leans, where the cable ends, or which of its two bending stiffnesses acts
  tilt = 1.26e-3, anchor = 1.8, bending = 23e3, bending_across = 300e3,
  scheme = "ed", alpha = 1.0, dt = 1e-3, fine = 1e-4, change = 4.0, duration = 4.6, store = 0,
}

gravity { 0, 0, -9.81 }

local L, Ip = 4.0, 0.01186
local function on_gate(x, z) -- drawn upright, tilted towards +x
  return { x*cos(tilt) + z*sin(tilt), 0, z*cos(tilt) - x*sin(tilt) }
end

local gate = beam {
  name = "gate", from = { 0, 0, 0 }, to = on_gate(0, L), up = { 0, 1, 0 },
  elements = gate_elements, order = order, measure = measure, mass_matrix = mass_matrix, radius = 0.03,
  stiffness = { 5e7, 1e7, 1e7, bending, bending_across, 12e3 }, -- EA and GA are chosen, too
  mass_per_length = 1.6, rotary_inertia = { Ip*23/323, Ip*300/323 },
}
local middle = gate:node(gate_elements*order//2)
revolute { name = "hinge", ground, gate.first, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
local weight = point { name = "weight", at = on_gate(0, L), mass = 30 }
spherical { name = "bolt", gate.last, weight }

-- attached to the node in the middle of the gate, 0.4 m away: an arm without mass
local A, B = on_gate(-0.4, L/2), { -anchor, 0, 2 }
local points, n = {}, cable_elements*order
for k = 0, n do -- drawn as a parabola of about its length
  local s = k/n
  points[k + 1] = { A[1] + s*(B[1] - A[1]), 0, A[3] + s*(B[3] - A[3]) - 4*0.62*s*(1 - s) }
end
local cable = cable {
  name = "cable", middle, ground, points = points, elements = cable_elements, order = order,
  length = 2.0, stiffness = 0.92e6, mass_per_length = 0.034, radius = 0.008,
}
hold { name = "prop", gate.last, along = { 1, 0, 0 } }

channel("cable_force", output(cable, "tension_middle"))
channel("mid_vx", velocity(middle).x)
channel("mid_vz", velocity(middle).z)
channel("angle", angle("hinge"))
channel("tip", position(gate.last))

run {
  scheme = scheme, alpha = alpha, schedule = { { 0, dt }, { change, fine } }, duration = duration, store = store,
  start = "static",
}
