-- run, view --png --size 360x270 --no-labels --view 30,25
local a = body { name = "a", at = { -0.4, 0, 0 }, color = "#999999", shape = cylinder { length = 0.8, radius = 0.04, axis = "x", density = 700 } }
local b = body { name = "b", at = { 0, 0, 0.3 }, color = "#4477aa", shape = cylinder { length = 0.6, radius = 0.04, axis = "z", density = 700 } }
revolute { ground, a, at = { -0.8, 0, 0 }, axis = "y" }
fixed { name = "weld", a, b, at = { 0, 0, 0 } }
run { dt = 1e-2, duration = 0.01 }
