-- exit 4
-- says body 'bob' at
-- says can turn about an axis about which it has no inertia, and nothing constrains this rotation
-- says Give it inertia about all axes
gravity { 0, 0, -9.81 }
local bob = body { name = "bob", mass = 1, inertia = {0, 0, 0} }
spherical { ground, bob, at = {0, 0, 1} }
run { dt = 1e-2, duration = 0.1 }
