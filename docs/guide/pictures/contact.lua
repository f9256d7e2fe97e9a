-- run, view --png --size 720x360 --no-labels --time 0 0.1 0.2 0.6 --overlay --view 30,22
-- Things that fall on a floor.
gravity { 0, 0, -9.81 }
local floor = plane { name = "floor", size = { 1.2, 0.8 } }
local box = body { name = "crate", at = { -0.3, 0, 0.12 }, orientation = axis_angle("z", 0.4), velocity = { 0.5, 0, 0 },
                   shape = box { size = { 0.2, 0.15, 0.1 }, density = 500 } }
local ball = body { name = "ball", at = { 0.1, 0.1, 0.3 }, shape = sphere { radius = 0.07, density = 800 } }
local can = body { name = "can", at = { 0.35, -0.1, 0.1 }, angular_velocity = { 0, 0, 10 },
                   shape = cylinder { length = 0.18, radius = 0.06, axis = "z", density = 700 } }
contact { name = "touch", floor, all = { box, ball, can }, friction = 0.3, restitution = 0.4, rolling = 1e-3 }
channel("force", output("touch", "normal"))
run { dt = 1e-3, duration = 1 }
