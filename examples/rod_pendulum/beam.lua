-- The same rod as a beam of the main program, run by the scheme ed: its tip against that of model.lua.
-- A plane_rod does not shear: so this beam gets a shear area of 1 m^2. With its own (--set shear=1.077e-3) the tip moves by 1 mm.
param { tau = 0.005, elements = 12, shear = 1.0, dt = 2e-3, duration = 1.0 }

gravity { 0, -9.81, 0 }
local rod = beam { name = "rod", from = { 0, 0, 0 }, to = { 1, 0, 0 }, up = "z", elements = elements, damping = tau,
                   section = circle { radius = 0.02, shear_y = shear, shear_z = shear }, E = 5e6, nu = 0.3, density = 1100 }
fixed { ground, rod.first, at = { 0, 0, 0 } }

channel("tip", position(rod.last))
channel("energy", energy("total"))
run { dt = dt, duration = duration }
