-- Which coordinates for a rod? sinew study model.lua   (the measure is that of the paper; --set measure=tan_half for ours)
param { measure = "sine", tau = 0.005, elements = 25, duration = 1.0 }

gravity { 0, -9.81, 0 }
local rod = plane_rod { name = "rod", length = 1, radius = 0.02, E = 5e6, density = 1100, elements = elements, damping = tau,
                        measure = measure }

channel("tip", output(rod, "tip"))
channel("energy", energy("total"))
run { duration = duration, store = 0.01 }
