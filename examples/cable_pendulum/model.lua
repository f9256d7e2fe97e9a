-- A heavy cable with a weight at its end, released from the side. Gravity along -z.
param {
  elements = 10, order = 1,
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 5.0,
}

gravity { 0, 0, -9.81 }

local length, tilt = 5.0, deg(60)
local finish = { length*sin(tilt), 0, -length*cos(tilt) }
local weight = point { name = "weight", at = finish, mass = 5 }
local rope = cable {
  name = "rope", ground, weight, from = { 0, 0, 0 }, to = finish, elements = elements, order = order,
  stiffness = 1e5, mass_per_length = 0.4, radius = 0.03,
}

channel("weight", position(weight))
channel("middle", position(rope:node(elements*order//2)))
channel("tension", output(rope, "tension_first"))
channel("energy", energy("total"))
channel("strain", energy("strain"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
