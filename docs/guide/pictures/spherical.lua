-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local a = body { name = "a", at = { -0.4, 0, 0 }, color = "#999999", shape = cylinder { length = 0.8, radius = 0.04, axis = "x", density = 700 } }
local b = body { name = "b", at = { 0.4, 0, 0 }, color = "#4477aa", shape = cylinder { length = 0.8, radius = 0.04, axis = "x", density = 700 }, velocity = { 0, 0.24, 0.48 }, angular_velocity = { 0, -1.2, 0.6 } }
fixed { ground, a, at = { -0.8, 0, 0 } }
spherical { name = "ball", a, b, at = { 0, 0, 0 } }
run { dt = 1e-2, duration = 0.6 }
