-- exit 2
-- says the text would be too long
local s = string.rep("x", 1e9)
