param { scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 1.0 }
gravity { 0, 0, -9.8100000000000005 }
local block = body { name = "block", mass = 2, inertia = { 0.1, 0.1, 0.1 }, velocity = { 0, 0, -0 } }
prismatic { name = "slope", ground, block, at = { 0, 0, 0 }, axis = { 0.87758256189037276, 0, -0.47942553860420301 }, friction = 0.80000000000000004 }
channel("s", displacement("slope"))
channel("v", rate("slope"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
