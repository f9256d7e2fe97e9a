-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25 --zoom 0.8
local a = body { name = "a", at = { 0, 0, -0.3 }, color = "#4477aa", shape = cylinder { length = 0.6, radius = 0.04, axis = "z", density = 700 }, velocity = { 1, 0, 0 }, angular_velocity = { 0, 1, 0 } }
local rail = body { name = "rail", at = { 0.35, 0, 0 }, color = "#999999", shape = cylinder { length = 1.1, radius = 0.03, axis = "x", density = 700 } }
fixed { ground, rail, at = { -0.2, 0, 0 } }
point_on_line { name = "slot", ground, a, at = { 0, 0, 0 }, axis = "x" }
run { dt = 1e-2, duration = 0.6 }
