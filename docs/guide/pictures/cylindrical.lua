-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local outer = body { name = "outer", shape = cylinder { length = 0.5, radius = 0.1, axis = "z", density = 700 }, color = "#999999", opacity = 0.5 }
local inner = body { name = "inner", at = { 0, 0, 0.3 }, color = "#4477aa",
                     shape = { cylinder { length = 0.8, radius = 0.04, axis = "z", density = 700 }, box { size = { 0.4, 0.05, 0.05 }, at = { 0.15, 0, 0.4 }, density = 700 } } }
fixed { ground, outer, at = { 0, 0, -0.25 } }
cylindrical { name = "tube", outer, inner, at = { 0, 0, 0 }, axis = "z", initial_rate = { 1.5, 0.4 } }
run { dt = 1e-2, duration = 0.6 }
