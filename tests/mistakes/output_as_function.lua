-- exit 2
-- says `tension_first` is not known here.
-- says What an item gives in a run is output(item, "tension_first").
local w = point { name = "w", at = { 0, 0, -1 }, mass = 1 }
local rope = cable { ground, w, from = { 0, 0, 0 }, to = { 0, 0, -1 }, elements = 2, stiffness = 100, mass_per_length = 1 }
channel("T", tension_first(rope))
run { dt = 1e-2, duration = 0.1 }
