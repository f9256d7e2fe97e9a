-- run, plot opening pull
-- The model of docs/guide/channels.md.
gravity { 0, 0, -9.81 }
local arm = body { name = "arm", at = { 0.5, 0, 0 }, mass = 2, inertia = { 0.01, 0.2, 0.2 } }
revolute { name = "hinge", ground, arm, at = { 0, 0, 0 }, axis = "y" }
channel("opening", angle("hinge"), { unit = "deg" })
channel("pull", norm(reaction("hinge")), { unit = "kN" })
run { dt = 1e-2, duration = 1 }
