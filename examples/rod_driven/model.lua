-- A soft rod whose root moves along a figure of eight; clamped, or free to turn (--set root=hinged).
param { root = "clamped", formulation = "absolute", integrator = "dae", tolerance = 1e-7, speed = 4.0, duration = 3.0 }

gravity { 0, -9.81, 0 }
local rod = plane_rod { name = "rod", length = 1, radius = 0.02, E = 2e7, density = 1100, elements = 40, damping = 2e-3,
                        root = root, angle = -pi/2, formulation = formulation, integrator = integrator,
                        tolerance = tolerance,
                        position = function(t) return 0.3*step(t)*sin(speed*t), 0.15*step(t)*sin(2*speed*t), 0 end }

channel("root", position(rod.first))
channel("tip", output(rod, "tip"))
channel("force", output(rod, "reaction"))
channel("moment", output(rod, "reaction_moment").z)
channel("work", energy("work"))
channel("lost", energy("dissipation"))
channel("defect", energy("defect"))
run { duration = duration, store = 0.01, start = "static" }
