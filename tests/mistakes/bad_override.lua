-- options --set length=two
-- exit 2
-- says 'length' cannot be set to "two"
param { length = 1 }
point { at = {length, 0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
