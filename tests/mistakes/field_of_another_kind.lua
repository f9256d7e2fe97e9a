-- exit 2
-- says body 'a' has no field `stiffness`
-- says is a field of: 
-- says spring
body { name = "a", at = { 0, 0, 0 }, mass = 1, inertia = { 1, 1, 1 }, stiffness = 3 }
run { dt = 1e-2, duration = 1 }
