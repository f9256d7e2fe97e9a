-- A quarter car with double wishbones on a shaker: the plate under the wheel jumps up like a kerb, and down again.
-- x forward, y outward, z up; gravity along -z.
param {
  kerb = 0.1,              -- m
  rise = 0.04,             -- time in which the plate rises, s
  stiffness = 42e3, damping = 2600,      -- of the strut
  tyre = 2.2e5,            -- stiffness, N/m
  scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 3.0,
}

gravity { 0, 0, -9.81 }

local radius = 0.32                                             -- of the tyre under the car's weight
local lower_front, lower_rear, lower_ball = { 0.18, 0.3, 0.24 }, { -0.18, 0.3, 0.24 }, { 0, 0.7, 0.2 }
local upper_front, upper_rear, upper_ball = { 0.12, 0.38, 0.5 }, { -0.12, 0.38, 0.5 }, { 0, 0.66, 0.52 }
local rack, steering_arm = { -0.14, 0.3, 0.28 }, { -0.14, 0.68, 0.26 }
local strut_foot, strut_top = { 0, 0.56, 0.22 }, { 0, 0.42, 0.78 }
local wheel_middle = { 0, 0.78, radius }

-- a steel bar from p to q as a shape
local function bar(p, q, thick)
  local d = { q[1] - p[1], q[2] - p[2], q[3] - p[3] }
  return cylinder { length = sqrt(d[1]^2 + d[2]^2 + d[3]^2), radius = thick, axis = d, density = 7850,
                    at = { (p[1] + q[1])/2, (p[2] + q[2])/2, (p[3] + q[3])/2 } }
end

local plate = base {
  name = "plate",
  position = function(t) return 0, 0, kerb*(step((t - 0.3)/rise) - step((t - 1.6)/rise)) end,
  shape = { box { size = { 0.5, 0.36, 0.03 }, at = { 0, 0.78, -0.015 } },
            cylinder { length = 0.3, radius = 0.06, axis = "z", at = { 0, 0.78, -0.17 } } },
}
local post = base { name = "post", shape = { box { size = { 0.12, 0.05, 1.1 }, at = { 0, 0.19, 0.4 } },
                                             box { size = { 0.5, 0.3, 0.03 }, at = { 0, 0.19, -0.165 } } } }
local car = body {
  name = "car", mass = 320, center = { 0, 0, 0.5 }, inertia = { 60, 60, 60 },
  shape = { box { size = { 0.5, 0.06, 0.08 }, at = { 0, 0.27, 0.24 } },
            box { size = { 0.4, 0.06, 0.06 }, at = { 0, 0.35, 0.5 } },
            box { size = { 0.06, 0.06, 0.56 }, at = { 0.15, 0.3, 0.52 } },
            box { size = { 0.06, 0.06, 0.56 }, at = { -0.15, 0.3, 0.52 } },
            box { size = { 0.36, 0.24, 0.04 }, at = { 0, 0.39, 0.8 } } },
}
local lower = body { name = "lower", shape = { bar(lower_front, lower_ball, 0.018), bar(lower_rear, lower_ball, 0.018) } }
local upper = body { name = "upper", shape = { bar(upper_front, upper_ball, 0.012), bar(upper_rear, upper_ball, 0.012) } }
local wheel = body {       -- with its upright; on a shaker it does not turn
  name = "wheel",
  shape = { bar(lower_ball, upper_ball, 0.02), bar({ 0, 0.68, radius }, wheel_middle, 0.03),
            bar({ 0, 0.69, 0.26 }, steering_arm, 0.012),
            tube { length = 0.2, radius = radius, inner = 0.22, axis = "y", at = wheel_middle, density = 260 },
            tube { length = 0.17, radius = 0.22, inner = 0.205, axis = "y", at = wheel_middle, density = 2700 },
            box { size = { 0.42, 0.02, 0.05 }, at = { 0, 0.82, radius }, density = 2700 },
            box { size = { 0.05, 0.02, 0.42 }, at = { 0, 0.82, radius }, density = 2700 } },
}

prismatic { name = "heave", post, car, at = { 0, 0.24, 0.38 }, axis = "z" }
revolute { name = "lower_hinge", car, lower, at = { 0, 0.3, 0.24 }, axis = "x" }
revolute { name = "upper_hinge", car, upper, at = { 0, 0.38, 0.5 }, axis = "x" }
spherical { name = "lower_ball", lower, wheel, at = lower_ball }
spherical { name = "upper_ball", upper, wheel, at = upper_ball }
distance { name = "tie_rod", car, wheel, at_a = rack, at_b = steering_arm }

-- the strut with its bump and rebound stops
spring { name = "strut", lower, car, at_a = strut_foot, at_b = strut_top, stiffness = stiffness, damping = damping,
         length = 0.7052, lower = 0.52, upper = 0.64, stop_stiffness = 4e5, stop_damping = 0.5 }
-- the tyre pushes and never pulls
spring { name = "tyre", plate, wheel, at_a = { 0, 0.78, 0 }, at_b = wheel_middle,
         lower = 0.33585, stop_stiffness = tyre, stop_damping = 0.3 }

channel("plate", position(plate).z)
channel("car", displacement("heave"))
channel("wheel", position(wheel, { 0, 0.78, 0 }).z)          -- contact point of the tyre
channel("strut_length", output("strut", "length"))
channel("strut_force", -output("strut", "force"))
channel("tyre_force", -output("tyre", "force"))
local e = euler(wheel, "zxy")
channel("toe", e.x)
channel("camber", e.y)
channel("acceleration", acceleration(car).z)
channel("energy", energy("total"))
channel("dissipation", energy("dissipation"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
