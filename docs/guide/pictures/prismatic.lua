-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local slider = body { name = "slider", shape = box { size = { 0.3, 0.2, 0.2 }, density = 700 }, color = "#4477aa" }
local rail = body { name = "rail", at = { 0.35, 0, 0 }, color = "#999999", shape = cylinder { length = 1.1, radius = 0.03, axis = "x", density = 700 } }
fixed { ground, rail, at = { -0.2, 0, 0 } }
prismatic { name = "guide", ground, slider, at = { 0, 0, 0 }, axis = "x", initial_rate = 1 }
run { dt = 1e-2, duration = 0.6 }
