-- run, view --png --size 720x360 --no-labels --view 20,20
-- A spring between two points, a bushing, and a hinge with stops.
gravity { 0, 0, -9.81 }
local function block(name, x, z) return body { name = name, at = { x, 0, z }, color = "#4477aa", shape = box { size = { 0.3, 0.2, 0.2 }, density = 300 } } end
local hanging, mounted = block("hanging", 0, 0), block("mounted", 1, 0.1)
spring { name = "spring", ground, hanging, at_a = { 0, 0, 0.6 }, at_b = { 0, 0, 0.1 }, stiffness = 800, damping = 10, length = 0.5 }
bushing { name = "mount", ground, mounted, at = { 1, 0, 0 }, stiffness = { 1e4, 1e4, 1e4, 200, 200, 200 }, damping = { 100, 100, 100, 1, 1, 1 } }
local lever = body { name = "lever", at = { 2.3, 0, 0.3 }, color = "#aa3377", shape = cylinder { length = 0.6, radius = 0.03, axis = "x", density = 700 } }
revolute { name = "hinge", ground, lever, at = { 2, 0, 0.3 }, axis = "y", lower = deg(-90), upper = deg(20), stop_stiffness = 1e3, stop_damping = 20 }
run { dt = 5e-3, duration = 0.5 }
