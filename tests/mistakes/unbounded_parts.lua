-- slow
-- exit 2
-- says The model is too large
local i = 0
while true do i = i + 1 point { at = {i, 0, 0}, mass = 1 } end
