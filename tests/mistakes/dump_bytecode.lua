-- exit 2
-- says `string.dump` is not available in models.
local s = string.dump(function() end)
