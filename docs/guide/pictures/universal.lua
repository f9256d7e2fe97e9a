-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.5 --view 30,25
local a = body { name = "a", at = { -0.4, 0, 0 }, color = "#999999", shape = cylinder { length = 0.8, radius = 0.04, axis = "x", density = 700 } }
local b = body { name = "b", at = { 0.4, 0, 0 }, color = "#4477aa", shape = cylinder { length = 0.8, radius = 0.04, axis = "x", density = 700 } }
fixed { ground, a, at = { -0.8, 0, 0 } }
universal { name = "cross", a, b, at = { 0, 0, 0 }, axis_a = "y", axis_b = "z", initial_rate = { -1, 0.6 } }
run { dt = 1e-2, duration = 0.5 }
