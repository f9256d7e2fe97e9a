-- run, view --png --size 720x360 --no-labels --time 0 0.5 1 1.5 2 2.5 3 --overlay --view 30,28
-- A disc that rolls on a plane, leaning.
gravity { 0, 0, -9.81 }
local road = plane { name = "road" }
local disc = body { name = "disc", at = { 0, 0, 0.28*cos(0.3) }, orientation = axis_angle("x", 0.3), color = "#4477aa",
                    velocity = { 1.68, 0, 0 }, angular_velocity = { 0, 6*cos(0.3), 6*sin(0.3) },
                    shape = cylinder { length = 0.03, radius = 0.28, axis = "y", density = 1000 } }
rolling { name = "touch", disc, road }
run { dt = 5e-3, duration = 3 }
