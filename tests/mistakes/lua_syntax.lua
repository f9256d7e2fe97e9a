-- exit 2
-- says missing comma, brace
body { mass = 1 inertia = {1, 1, 1} }
