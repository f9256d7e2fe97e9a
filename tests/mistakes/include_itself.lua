-- exit 2
-- says more than 16 levels deep
include "include_itself.lua"
