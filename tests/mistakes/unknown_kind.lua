-- exit 2
-- says `wormdrive` is not known here.
-- says It is no word of the language
-- says Define it above, e.g. local wormdrive
local a = body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
wormdrive { a, ground }
run { dt = 1e-2, duration = 0.1 }
