-- exit 2
-- says call a nil value (field 'dump')
local s = string.dump(function() end)
