-- exit 2
-- says Invalid conversion
local s = string.format("%999999999d", 1)
