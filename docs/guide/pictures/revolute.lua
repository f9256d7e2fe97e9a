-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.3 0.6 --view 60,30
-- A door turns about its hinge.
local door = body { name = "door", at = { 0.4, 0, 0.5 }, shape = box { size = { 0.8, 0.04, 1 }, density = 700 }, color = "#4477aa" }
revolute { name = "hinge", ground, door, at = { 0, 0, 0.5 }, axis = "z", initial_rate = 2 }
run { dt = 1e-2, duration = 0.6 }
