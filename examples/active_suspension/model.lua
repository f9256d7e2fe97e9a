-- A quarter of a car on a bumpy road: a passive strut, or one whose damper follows the velocity of the body (skyhook).
param {
  skyhook = 3000,   -- N s/m against the velocity of the body in space; 0: a passive strut alone
  scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 4.0,
}
gravity { 0, 0, -9.81 }
local ms, mu, ks, cs, kt = 300, 40, 18000, 600, 160000
-- two bumps of 5 cm, and a wavy stretch
local function height(t)
  local bump = 0.05*(step((t - 0.3)/0.15) - step((t - 0.6)/0.15) + step((t - 1.1)/0.1) - step((t - 1.25)/0.1))
  return bump + 0.01*step(t - 2)*sin(2*pi*1.4*t)
end
local road = base { name = "road", position = function(t) return 0, 0, height(t) end,
                    shape = box { size = { 0.9, 0.4, 0.04 }, at = { 0, 0, -0.02 } } }
local wheel = body { name = "wheel", at = { 0, 0, 0.3 }, mass = mu, inertia = { 1, 1, 1 },
                     shape = cylinder { length = 0.18, radius = 0.28, axis = "y" } }
local car = body { name = "car", at = { 0, 0, 0.9 }, mass = ms, inertia = { 20, 20, 20 },
                   shape = box { size = { 0.9, 0.5, 0.3 } } }
prismatic { name = "axle", ground, wheel, at = { 0, 0, 0.3 }, axis = "z" }
prismatic { name = "body", ground, car, at = { 0, 0, 0.9 }, axis = "z" }
-- drawn in equilibrium: both springs carry their load there
spring { name = "tyre", road, wheel, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0.3 }, stiffness = kt, length = 0.3 + (ms + mu)*9.81/kt }
spring { name = "strut", wheel, car, at_a = { 0, 0, 0.3 }, at_b = { 0, 0, 0.9 }, stiffness = ks, damping = cs,
         length = 0.6 + ms*9.81/ks }
-- the actuator pulls wheel and body together where the body rises: a tension that follows the velocity in space
spring { name = "actuator", wheel, car, at_a = { 0.1, 0, 0.3 }, at_b = { 0.1, 0, 0.9 },
         force = function(x, v, t) return skyhook*velocity(car).z end }

channel("road", position(road).z)
channel("wheel", displacement("axle"))
channel("car", displacement("body"))
channel("actuator", skyhook*velocity(car).z)
channel("comfort", acceleration(car).z)
channel("work", energy("work_control"))
view { from = "front" }
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
