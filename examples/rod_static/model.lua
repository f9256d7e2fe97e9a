-- The elastica: a slender clamped rod under a dead load at its tip, F L^2/EI = load. The run begins in equilibrium and stays there.
param { load = 4.0, elements = 50, measure = "tan_half" }

local L, r, E = 1.0, 0.005, 2e8
local EI = E*pi*r^4/4
local rod = plane_rod { name = "rod", length = L, radius = r, E = E, density = 1100, elements = elements, measure = measure,
                        damping = 1e-3, tip_force = { 0, -load*EI/L^2, 0 } }

channel("tip", output(rod, "tip"))
channel("tip_angle", output(rod, "tip_angle"))
channel("moment", output(rod, "reaction_moment").z)
run { duration = 0.2, store = 0.1, start = "static" }
