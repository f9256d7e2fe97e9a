-- check
-- exit 0
-- says spring 's' does nothing: 'rod' and 'plate' are fixed to each other
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
local hinge = revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y" }
local plate = body { name = "plate", at = {1, 0, 0}, mass = 1, inertia = {1, 1, 1} }
fixed { rod, plate, at = {1, 0, 0} }
spring { name = "s", rod, plate, stiffness = 10 }
run { dt = 1e-2, duration = 0.1 }
