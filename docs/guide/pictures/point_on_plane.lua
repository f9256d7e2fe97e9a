-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local a = body { name = "a", at = { 0, 0, 0.3 }, color = "#4477aa", shape = cylinder { length = 0.6, radius = 0.04, axis = "z", density = 700 }, velocity = { 1, 0.5, 0 }, angular_velocity = { 0, 1, 0 } }
local plate = body { name = "plate", at = { 0.3, 0.1, -0.02 }, color = "#bbbbbb", shape = box { size = { 1.3, 0.8, 0.02 }, density = 700 } }
fixed { ground, plate, at = { -0.35, -0.3, -0.02 } }
point_on_plane { name = "floor", ground, a, at = { 0, 0, 0 }, axis = "z" }
run { dt = 1e-2, duration = 0.6 }
