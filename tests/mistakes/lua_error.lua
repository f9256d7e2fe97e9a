-- exit 2
-- says ttempt to perform arithmetic on a nil value
local x
local y = x + 1
run { dt = 1e-2, duration = 0.1 }
