-- A slider-crank whose slider sits on a pin with 0.5 mm of play: the bearing knocks at 5000 rpm.
param { play = 5e-4, restitution = 0.9, mu = 0, dt = 4e-6, duration = 0.012, scheme = "ed" }

local r, l, speed = 0.05, 0.12, rpm(5000)

-- Everything starts at the dead centre, with the velocities of the mechanism without play.
local crank = base { name = "crank", at = { 0, 0, 0 }, axis = "z", angle = function(t) return speed*t end,
                     shape = { cylinder { length = 0.02, radius = 0.012, axis = "z" },
                               box { at = { r/2, 0, 0.012 }, size = { r + 0.02, 0.02, 0.006 } } } }
local rod = body { name = "rod", at = { r + l/2, 0, 0.02 }, mass = 0.21, inertia = { 1e-5, 2.5e-4, 2.5e-4 },
                   velocity = { 0, r*speed/2, 0 }, angular_velocity = { 0, 0, -r*speed/l }, color = "orange",
                   shape = { box { size = { l - 0.02, 0.012, 0.008 } } } }
local slider = body { name = "slider", at = { r + l, 0, 0.02 }, mass = 0.14, inertia = { 2e-5, 2e-5, 2e-5 },
                      shape = box { size = { 0.04, 0.03, 0.02 } } }
revolute { name = "crank_pin", crank, rod, at = { r, 0, 0.02 }, axis = "z" }
prismatic { name = "guide", ground, slider, at = { r + l, 0, 0.02 }, axis = "x" }

-- The rod is the bearing, the pin of the slider the journal: Hertz' stiffness of two steel cylinders.
clearance { name = "wrist", rod, slider, at = { r + l, 0, 0.02 }, axis = "z", radius = 0.01, gap = play,
            E = 207e9, nu = 0.3, restitution = restitution, friction = mu }

channel("force", output("wrist", "normal"))
channel("touches", output("wrist", "touches"))
channel("loss", output("wrist", "impact_loss"))
channel("gap", output("wrist", "gap"))
channel("slider", position(slider).x)
run { dt = dt, duration = duration, store = 2e-5, scheme = scheme }
