-- A flyball governor with stiff spring-dampers (IFToMM A05). The shaft turns freely about z; two arms carry balls;
-- springs to the arms hold a slider, which rises and falls on the shaft. Gravity along -z.
param {
  speed = 2*pi,      -- of the shaft at the start, rad/s
  stiffness = 8e5, damping = 4e4,
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 10.0,
}

local density = 3000
local beta0 = deg(30)          -- arms below the horizontal at the start
local s0 = 0.5                 -- height of the slider at the start

gravity { 0, 0, -9.81 }

local shaft = body {
  name = "shaft", at = { 0, 0, 0.5 }, angular_velocity = { 0, 0, speed },
  shape = { box { size = { 0.01, 0.01, 1 }, density = density },
            cylinder { length = 1.1, radius = 0.02, axis = "z" },                               -- pictures only
            box { size = { 0.1, 0.08, 0.06 }, at = { 0, 0, 0.5 } } },
}
local slider = body {
  name = "slider", at = { 0, 0, s0 }, angular_velocity = { 0, 0, speed },
  shape = box { size = { 0.1, 0.1, 0.1 }, density = density },
}
revolute { name = "bearing", ground, shaft, at = { 0, 0, 0 }, axis = "z" }
prismatic { name = "guide", shaft, slider, at = { 0, 0, s0 }, axis = "z" }

-- the arm: a bar of 0.3 kg along its x axis with a point mass of 5 kg at the end, as one body
local bar, ball = 0.3, 5.0
local centre = (bar*0.5 + ball*1.0)/(bar + ball)
local across = bar*(1 + 0.01^2)/12 + bar*(centre - 0.5)^2 + ball*(1 - centre)^2

local function add_arm(name, side)
  local c, s = side*cos(beta0), sin(beta0)
  local hinge = { side*0.05, 0, 1 }
  local middle = { hinge[1] + 0.5*c, 0, hinge[3] - 0.5*s }
  local arm = body {
    name = name, at = hinge, orientation = directions { x = { c, 0, -s }, y = { 0, side, 0 } },
    velocity = { 0, speed*hinge[1], 0 }, angular_velocity = { 0, 0, speed },
    mass = bar + ball, center = { centre, 0, 0 }, inertia = { bar*2*0.01^2/12, across, across },
    shape = { cylinder { length = 1, radius = 0.015, at = { 0.5, 0, 0 } },
              sphere { radius = 0.074, at = { 1, 0, 0 } } },
  }
  revolute { name = name .. "_hinge", shaft, arm, at = hinge, axis = { 0, side, 0 } }
  spring { name = name .. "_spring", slider, arm, at_a = { side*0.05, 0, s0 }, at_b = middle,
           stiffness = stiffness, damping = damping, length = 0.5 }
end
add_arm("right", 1)
add_arm("left", -1)

channel("s", s0 + displacement("guide"))
channel("beta", beta0 + angle("right_hinge"))
channel("sdot", rate("guide"))
channel("betadot", rate("right_hinge"))
channel("phi", angle("bearing"))
channel("omega", rate("bearing"))
channel("spring_tension", output("right_spring", "force"))
channel("E_mech", energy("total"))
channel("ball", position("right", { 0.05 + cos(beta0), 0, 1 - sin(beta0) }))
channel("dissipation", energy("dissipation"))
channel("numerical", energy("numerical"))
channel("defect", energy("defect"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
