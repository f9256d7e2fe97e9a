-- Beams that are drawn: on the ground, and on a body that turns, off its place (tests/show/read_beams.py).
gravity { 0, 0, -10 }

local steel = { E = 1e8, nu = 0.3, density = 1000 }
beam { name = "shelf", ground, from = { 0, 0, 0 }, to = { 2, 0, 0 }, elements = 4, order = 2,
       section = i_section { height = 0.2, width = 0.1, flange = 0.02, web = 0.01 },
       E = steel.E, nu = steel.nu, density = steel.density }
local hub = body { name = "hub", at = { 5, 0, 0 }, orientation = axis_angle("z", 0.4), angular_velocity = { 0, 0, 3 },
                   shape = box { size = { 0.4, 0.4, 0.2 }, density = 1000 } }
beam { name = "blade", hub, from = { 5.2, 0.1, 0 }, to = { 6.2, 0.1, 0 }, elements = 3, order = 3,
       section = hollow_box { width = 0.12, height = 0.08, thickness = 0.01, offset_z = 0.03 },
       E = steel.E, nu = steel.nu, density = steel.density }

channel("tip", position("hub"))
run { dt = 2e-3, duration = 0.1 }
