-- exit 2
-- says `string.find` is not available in models.
local s = string.rep("a", 60) .. "b"
local x = s:find("(a*)*(a*)*(a*)*c")
