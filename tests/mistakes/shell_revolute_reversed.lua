-- exit 2
-- says needs a node of a shell that has only a director
-- says use revolute with the normal as axis
local s = shell { name = "s", corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = { 1, 1 }, thickness = 0.01, E = 1e9, nu = 0.3, density = 1000 }
local a = body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
shell_revolute { s:at(0, 0), a }
run { dt = 1e-2, duration = 0.1 }
