param { length = 1.0 }
gravity { 0, 0, -9.81 }
local rod = body { name = 'rod', at = { length/2, 0, 0 }, mass = 2,
  inertia = { 0.1, 0.2, 0.3, 0.01, 0, 0 } }
revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
spring { name = 'string', ground, rod, at_a = { 1, 0, 1 }, at_b = { 1, 0, 0 }, stiffness = 100,
  length = 1 }
point { name = 'p', at = { 0.1, 0.7, 0.3 }, mass = 3 }
channel('tip', position(rod, { length, 0, 0 }))
run { dt = 5e-3, duration = 0.1 }
