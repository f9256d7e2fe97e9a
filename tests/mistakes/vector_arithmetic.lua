-- exit 2
-- says arithmetic on a table
-- says each component
local a, b = {0, 0, 0}, {1, 0, 0}
point { at = a + b, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
