-- exit 2
-- says Point 4 of body 'b' cannot be shared with 'a'.
-- says else use a joint
local a = body { name = "a", at = {0, 0, 1}, mass = 1, inertia = { 1, 1, 1 } }
body { name = "b", points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, a }, mass = 1, inertia = { 1, 1, 1 } }
run { dt = 1e-2, duration = 0.1 }
