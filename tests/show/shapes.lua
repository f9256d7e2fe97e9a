-- One of each that is drawn: rigid shapes, a joint, a spring, a cable with elements (tests/show/read_vtk.py).
gravity { 0, 0, -10 }

local box = body { name = "box", at = { 3, 0, 1 }, velocity = { 1, 0, 2 }, angular_velocity = { 1, -2, 3 },
                   shape = box { size = { 0.4, 0.2, 0.1 }, density = 1000 } }
local rod = body { name = "rod", at = { 0.5, 0, 0 },
                   shape = cylinder { length = 1, radius = 0.05, axis = "x", density = 1000 } }
revolute { name = "pivot", ground, rod, at = { 0, 0, 0 }, axis = "y" }
spring { name = "coil", ground, rod, at_a = { 1, 0, 1 }, at_b = { 1, 0, 0 }, stiffness = 200 }
local weight = point { name = "weight", at = { -2, 0, 0 }, mass = 2, velocity = { 0, 1, 0 } }
cable { name = "rope", ground, weight, from = { -1, 0, 0 }, to = { -2, 0, 0 }, elements = 4, order = 2,
        stiffness = 1e4, mass_per_length = 0.3, radius = 0.01 }

channel("tip", position(rod, { 1, 0, 0 }))
run { dt = 2e-3, duration = 0.2 }
