-- exit 2
-- says too_many_channels.lua:5
-- says more than 20000 channels
local p = point { name = "p", at = {0, 0, 0}, mass = 1 }
for i = 1, 1e7 do channel("c" .. i, position(p).x) end
