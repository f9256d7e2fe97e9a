-- exit 2
-- says takes 2 parts before its fields, but got 1
-- says nil
local rod
revolute { name = "hinge", ground, rod, at = {0, 0, 0}, axis = "y" }
run { dt = 1e-2, duration = 0.1 }
