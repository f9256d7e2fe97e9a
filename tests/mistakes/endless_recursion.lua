-- exit 2
-- says tack overflow
local function f() return 1 + f() end
f()
