-- exit 2
-- says version 99 of the language
-- says Install a newer Sinew
language { version = 99 }
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
run { dt = 1e-2, duration = 0.1 }
