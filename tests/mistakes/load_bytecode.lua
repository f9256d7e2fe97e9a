-- exit 2
-- says `load` is not known
-- says cannot make code from texts
local f = load("\27Lua")
