-- exit 2
-- says `contact` is not known here.
-- says It is no word of the language
-- says Define it above, e.g. local contact
local a = body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
contact { a, ground }
run { dt = 1e-2, duration = 0.1 }
