-- run, view --png --size 720x360 --no-labels --time 0 0.4 --overlay --view 15,15
-- A crank with a drive, a load on a lever, a base that moves.
local crank = body { name = "crank", at = { 0.2, 0, 0 }, color = "#aa3377", shape = cylinder { length = 0.4, radius = 0.03, axis = "x", density = 700 } }
revolute { name = "motor", ground, crank, at = { 0, 0, 0 }, axis = "y", drive = function(t) return -3*t end }
local lever = body { name = "lever", at = { 1, 0, 0 }, color = "#4477aa", shape = cylinder { length = 0.6, radius = 0.03, axis = "x", density = 700 } }
revolute { name = "hinge", ground, lever, at = { 0.7, 0, 0 }, axis = "y", damping = 2 }
force { name = "pull", lever, at = { 1.3, 0, 0 }, value = { 0, 0, 6 } }
local deck = base { name = "deck", position = function(t) return 0, 0, 0.1*sin(4*t) end, axis = "y", angle = function(t) return 0.3*sin(4*t) end, at = { 2, 0, 0 } }
local box_on_deck = body { name = "load", at = { 2, 0, 0.1 }, color = "#228833", shape = box { size = { 0.5, 0.3, 0.2 }, density = 300 } }
fixed { deck, box_on_deck, at = { 2, 0, 0 } }
run { dt = 5e-3, duration = 0.4 }
