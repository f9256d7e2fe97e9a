-- exit 2
-- says has only a director
-- says has axes of its own where a beam
local s = shell { name = "s", corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = { 1, 1 }, thickness = 0.01, E = 1e9, nu = 0.3, density = 1000 }
beam { s:at(0, 0), to = { 0, 0, 1 }, section = circle { radius = 0.01 }, E = 1e9, nu = 0.3, density = 1000 }
local a = body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
shell_revolute { a, s:at(0, 0) }
run { dt = 1e-2, duration = 0.1 }
