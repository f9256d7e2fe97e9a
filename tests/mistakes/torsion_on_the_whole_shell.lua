-- exit 2
-- says can only be held at a node
local s = shell { name = "s", corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = { 1, 1 }, thickness = 0.01, E = 1e9, nu = 0.3, density = 1000 }
torsion_spring { ground, s, axis = "y", stiffness = 1 }
run { dt = 1e-2, duration = 0.1 }
