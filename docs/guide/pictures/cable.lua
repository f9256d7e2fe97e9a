-- run, view --png --size 720x360 --no-labels --time 0 0.3 0.6 0.9 --overlay --view front --color tension
-- A weight on a rope, released from the horizontal (a shorter rope than on the page).
gravity { 0, 0, -9.81 }
local weight = point { name = "weight", at = { 2, 0, 0 }, mass = 5 }
local rope = cable { name = "rope", ground, weight, from = { 0, 0, 0 }, to = { 2, 0, 0 }, elements = 10, order = 2, stiffness = 1e5, mass_per_length = 2 }
run { dt = 5e-3, duration = 0.9 }
