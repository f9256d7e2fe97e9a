gravity {0, 0, -9.81}
local ball = point { name = 'ball', at = {0, 0, 20}, mass = 1 }
wheel { name = 'w', ball, on = { plane {} }, radius = 0.1, stiffness = 1e4 }
channel('x', position(ball).z)
run { dt = 1e-3, duration = 3 }
