param { alpha = 1, dt = 1e-3 }
gravity { 0, 0, -9.81 }
local w = point { name = 'weight', at = { 0, 0, -0.8 }, mass = 50 }
local c = cable { name = 'rope', ground, w, from = { 0, 0, 0 }, elements = 6, order = 1, stiffness = 1e6,
  mass_per_length = 0.4, length = 1, tension_only = true }
channel('T', output(c, 'tension_last'))
run { dt = dt, duration = 0.4, alpha = alpha }
