-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.5 --view 30,30
local plate = shell { name = "plate", corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }, elements = { 4, 4 }, color = "#999999",
                      thickness = 1e-2, E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true } }
local mast = beam { name = "mast", from = { 0.5, 0.5, 0 }, to = { 0.5, 0.5, 0.6 }, elements = 2, section = rectangle { width = 0.25, height = 0.03 }, color = "#4477aa",
                    E = 7e10, nu = 0.3, density = 2700, angular_velocity = { 0, 0, 1.6 } }
shell_revolute { name = "foot", mast.first, plate:at(0.5, 0.5) }
run { dt = 1e-2, duration = 0.5 }
