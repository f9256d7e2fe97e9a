-- run, view --png --size 360x270 --overlay --no-labels --time 0 1 --view 30,25
local nut = body { name = "nut", color = "#4477aa", shape = { box { size = { 0.3, 0.3, 0.12 }, density = 700 }, box { size = { 0.3, 0.06, 0.06 }, at = { 0.25, 0, 0 }, density = 700 } } }
local rod = body { name = "rod", at = { 0, 0, 0.3 }, color = "#999999", shape = cylinder { length = 1, radius = 0.03, axis = "z", density = 700 } }
fixed { ground, rod, at = { 0, 0, -0.2 } }
screw { name = "spindle", ground, nut, at = { 0, 0, 0 }, axis = "z", pitch = 0.25, initial_rate = 1.8 }
run { dt = 1e-2, duration = 1 }
