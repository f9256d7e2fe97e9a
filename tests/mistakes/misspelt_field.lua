-- exit 2
-- says body 'rod' has no field `mas`
-- says Did you mean `mass`?
local rod = body { name = "rod", mas = 1, inertia = {1, 1, 1} }
run { dt = 1e-2, duration = 0.1 }
