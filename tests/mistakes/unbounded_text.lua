-- exit 2
-- says too much memory
local s = "x"
while true do s = s .. s end
