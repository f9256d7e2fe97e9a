local b = body { at = {0.5,0,0}, mass = 1, inertia = {1,1,1} }
revolute { ground, b, at = {0,0,0}, axis = 'z',
  torque = function(t) return 1/(t - 0.05) end }
run { dt = 0.01, duration = 1 }
