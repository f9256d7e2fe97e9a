-- exit 2
-- says cannot move a shell to an initial angle
-- says Draw the shell at that angle
local s = shell { name = "s", corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = { 1, 1 }, thickness = 0.01, E = 1e9, nu = 0.3, density = 1000 }
torsion_spring { ground, s:at(0, 0), axis = "y", stiffness = 1, initial = 0.3 }
run { dt = 1e-2, duration = 0.1 }
