-- A soft round rod, clamped at one end, falls from the horizontal (after Lang, Laube and Leyendecker; the data are ours).
-- Choose the coordinates and the integrator: sinew run model.lua --set formulation=absolute --set integrator=dae
param { formulation = "relative", measure = "tan_half", tau = 0.005, integrator = "bdf", tolerance = 1e-8,
        elements = 25, duration = 1.0 }

gravity { 0, -9.81, 0 }
local rod = plane_rod { name = "rod", length = 1, radius = 0.02, E = 5e6, density = 1100, elements = elements, damping = tau,
                        formulation = formulation, measure = measure, integrator = integrator, tolerance = tolerance }

channel("tip", output(rod, "tip"))
channel("energy", energy("total"))
channel("lost", energy("dissipation"))
channel("defect", energy("defect"))
channel("drift", output(rod, "drift"))
run { duration = duration, store = 0.005 }
