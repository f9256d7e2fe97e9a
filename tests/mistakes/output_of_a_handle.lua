-- exit 2
-- says 'rope' has no `tension_first`.
-- says What it gives in a run is output(rope, "tension_first").
local w = point { name = "w", at = { 0, 0, -1 }, mass = 1 }
local rope = cable { name = "rope", ground, w, from = { 0, 0, 0 }, to = { 0, 0, -1 }, elements = 2, stiffness = 100,
  mass_per_length = 1 }
channel("T", rope:tension_first())
run { dt = 1e-2, duration = 0.1 }
