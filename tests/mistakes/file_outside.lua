-- exit 2
-- says may not be read
-- says no ".."
include "../mistakes/empty_model.lua"
