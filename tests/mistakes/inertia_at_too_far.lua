-- exit 2
-- says inertia has a negative
local rod = body { name = "rod", mass = 1, inertia = { 1, 1, 1 } }
body { name = "b", mass = 10, inertia = { 1, 1, 1 }, inertia_at = { 1, 0, 0 } }
run { dt = 1e-2, duration = 0.1 }
