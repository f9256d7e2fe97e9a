-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.25 --view 30,30
local a = shell { name = "a", corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }, elements = { 4, 2 }, color = "#999999",
                  thickness = 1e-2, E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true } }
local b = shell { name = "b", corners = { { 1, 0, 0 }, { 2, 0, 0 }, { 2, 1, 0 }, { 1, 1, 0 } }, elements = { 4, 2 }, color = "#4477aa",
                  thickness = 1e-2, E = 7e10, nu = 0.3, density = 2700, u_first = { held = "xyz", on = a },
                  velocity = function(u, v) return 0, 0, 1.5*u end }
for k = 0, 4 do torsion_spring { a:at(1, k/4), b:at(0, k/4), axis = "y", stiffness = 20 } end
run { dt = 5e-3, duration = 0.25 }
