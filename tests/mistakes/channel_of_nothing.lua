-- exit 2
-- says has no output "tension"
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
local hinge = revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y" }
channel("t", output(hinge, "tension"))
run { dt = 1e-2, duration = 0.1 }
