-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local a = body { name = "a", at = { -0.5, 0, 0 }, color = "#999999", shape = box { size = { 0.2, 0.2, 0.2 }, density = 700 } }
local b = body { name = "b", at = { 0.5, 0, 0 }, color = "#4477aa", shape = box { size = { 0.2, 0.2, 0.2 }, density = 700 }, velocity = { 0, 0, 1 } }
fixed { ground, a, at = { -0.5, 0, 0 } }
distance { name = "rod", a, b, at_a = { -0.4, 0, 0 }, at_b = { 0.4, 0, 0 } }
run { dt = 1e-2, duration = 0.6 }
