-- check
-- exit 3
-- says (0.2, 0.3, 1) m are missing, 1.063 m in all
-- says It closes a loop with revolute 'r', revolute 'q', revolute 'p'.
local function rod(n, x) return body { name = n, at = { x, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } } end
local a, b, c = rod("a", 0.5), rod("b", 1.5), rod("c", 2.5)
revolute { name = "p", ground, a, at = { 0, 0, 0 }, axis = "y" }
revolute { name = "q", a, b, at = { 1, 0, 0 }, axis = "y" }
revolute { name = "r", b, c, at = { 2, 0, 0 }, axis = "y" }
spherical { name = "s", c, ground, a = { at = { 0.5, 0, 0 } }, b = { at = { 3.2, 0.3, 1 } } }
run { dt = 1e-2, duration = 1 }
