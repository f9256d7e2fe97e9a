-- run, view --png --size 720x360 --no-labels --time 0 0.2 0.4 0.6 0.8 1 --overlay --view front
-- A ball that is thrown.
gravity { 0, 0, -9.81 }
local ball = body { name = "ball", at = { 0, 0, 1 }, velocity = { 2, 0, 5 }, shape = sphere { radius = 0.1, mass = 0.2 }, color = "#aa3377" }
run { dt = 1e-2, duration = 1 }
