-- options --set lenght=2
-- exit 2
-- says no parameter 'lenght'
-- says --set length
param { length = 1 }
point { at = {length, 0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
