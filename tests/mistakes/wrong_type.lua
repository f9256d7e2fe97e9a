-- exit 2
-- says `mass` needs a number, but got the text "heavy"
body { name = "rod", mass = "heavy", inertia = {1, 1, 1} }
run { dt = 1e-2, duration = 0.1 }
