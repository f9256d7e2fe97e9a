param { factor = 1.0, factor_rate = 0.0 }
local arm = body { name = 'arm', at = { 0.5, 0, 0 }, shape = box { size = { 1, 0.1, 0.1 }, mass = 1 } }
gravity { 0, -9.81, 0 }
revolute { name = 'left', ground, arm, at = { 0, 0, 0 }, axis = 'z', drive = function(t) return 1 - cos(2*t) end }
revolute { name = 'right', ground, arm, at = { 0, 0, 0.5 }, axis = 'z',
           drive = function(t) return factor*(1 - cos(2*t)) + factor_rate*t end }
channel('angle', angle('left'))
channel('torque', drive_force('left') + drive_force('right'))
run { dt = 0.01, duration = 2 }
