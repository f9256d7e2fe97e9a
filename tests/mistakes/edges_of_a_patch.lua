-- exit 2
-- says Shell 'p' has named edges, but no mesh
-- says Its edges are u_first, u_last, v_first and v_last
shell { name = "p", corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, thickness = 1e-2, E = 2e11, nu = 0.3, density = 7800,
        u_first = { clamped = true }, edges = { tip = { load = {0, 0, 1} } } }
run { dt = 1e-2, duration = 0.1 }
