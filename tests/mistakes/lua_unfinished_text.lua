-- exit 2
-- says Unfinished string
local name = "rod
