-- exit 2
-- says `alpha` needs a number, but got the text "most"
-- says Write for example alpha = 0.5
local rod = body { name = "rod", mass = 1, inertia = {1, 1, 1}, alpha = "most" }
run { dt = 1e-2, duration = 0.1 }
