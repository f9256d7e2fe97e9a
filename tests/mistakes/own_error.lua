-- exit 2
-- says Too long
param { length = 30 }
if length > 20 then error("too long") end
run { dt = 1e-2, duration = 0.1 }
