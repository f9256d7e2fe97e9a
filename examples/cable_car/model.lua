-- A cabin hangs from a trolley that is drawn up a rope between two towers; the rope sags, swings and is bent where the trolley is. Gravity along -z.
param {
  span = 200, rise = 60, stiffness = 5e7, line_mass = 8, stretch = 2e-3, -- of the rope: N, kg/m, strain as drawn
  speed = 6, elements = 10,
  scheme = "ed", alpha = 1.0, dt = 2e-2, duration = 25.0,
}

gravity { 0, 0, -9.81 }

local low, high = { 0, 0, 0 }, { span, 0, rise }
local long = sqrt(span^2 + rise^2)
local rope = cable { name = "rope", ground, ground, from = low, to = high, elements = elements, order = 1,
                     stiffness = stiffness, mass_per_length = line_mass, length = long/(1 + stretch) }

local start = { 0.1*span, 0, 0.1*rise }
local cabin = body { name = "cabin", at = { start[1], 0, start[3] - 5 }, mass = 1200, inertia = { 1500, 1500, 1200 },
                     shape = { box { size = { 4, 2.4, 2.6 }, at = { 0, 0, -0.5 } },
                               cylinder { length = 4.2, radius = 0.08, axis = "z", at = { 0, 0, 2.9 } } } }
slide { name = "trolley", cabin, rope, at = start,
        drive_rate = function(t) return speed*where(less(t, 4), (t/4)^2*(3 - t/2), 1) end }

channel("cabin", position(cabin))
channel("top", position(cabin, start))
channel("s", output("trolley", "s"))
channel("force", norm(output("trolley", "force")))
channel("pull", output("trolley", "drive_force"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, start = "static" }
