-- exit 3
-- says no part that can move
param { length = 1 }
run { dt = 1e-2, duration = 0.1 }
