-- check
-- exit 0
-- says group 'leg' is never placed
local leg = group("leg", function() point { at = {0, 0, 0}, mass = 1 } end)
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
local hinge = revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y" }
run { dt = 1e-2, duration = 0.1 }
