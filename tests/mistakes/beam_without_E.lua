-- exit 2
-- says Its material has no E.
-- says E = 2.1e11, nu = 0.3
beam { name = "b", ground, from = { 0, 0, 0 }, to = { 1, 0, 0 }, section = circle { radius = 0.1 }, nu = 0.3, density = 7850 }
run { dt = 1e-2, duration = 0.1 }
