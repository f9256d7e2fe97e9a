-- exit 2
-- says call a nil value (method 'find')
local s = string.rep("a", 60) .. "b"
local x = s:find("(a*)*(a*)*(a*)*c")
