-- exit 2
-- says a text that is too long
local s = "x"
while true do s = s .. s end
