-- exit 2
-- says `require` is not known
-- says include
local m = require "socket"
