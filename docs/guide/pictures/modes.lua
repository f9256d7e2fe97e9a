-- modes, view --png --size 480x400 --no-labels --mode 3 --view 60,10
-- A mast with a load on its top: the third mode.
gravity { 0, 0, -9.81 }
local mast = beam { name = "mast", ground, from = { 0, 0, 0 }, to = { 0, 0, 5 }, section = tube { radius = 0.05, thickness = 0.004 },
                    E = 2.1e11, nu = 0.3, density = 7850 }
force { mast.last, value = { 0, 0, -2000 } }
