-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local puck = body { name = "puck", color = "#4477aa", shape = box { size = { 0.3, 0.2, 0.06 }, density = 700 } }
local plate = body { name = "plate", at = { 0.3, 0.1, -0.05 }, color = "#bbbbbb", shape = box { size = { 1.3, 0.8, 0.02 }, density = 700 } }
fixed { ground, plate, at = { -0.35, -0.3, -0.05 } }
planar { name = "table", ground, puck, at = { 0, 0, 0 }, axis = "z", initial_rate = { 1, 0.4, 1.2 } }
run { dt = 1e-2, duration = 0.6 }
