-- exit 2
-- says is no colour
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
body { name = "b", mass = 1, inertia = { 1, 1, 1 }, color = "bleu" }
run { dt = 1e-2, duration = 0.1 }
