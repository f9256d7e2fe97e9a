-- check
-- exit 0
-- says unused_input.lua:7
-- says the input 'forgotten' is never used
-- says no force, torque, drive or channel reads it
local p = point { name = "p", at = {0, 0, 0}, mass = 1 }
local a = input("forgotten", { default = 1 })
local b = input("used", { default = 1 })
force { p, value = function(t) return {b, 0, 0} end }
run { duration = 0.1, dt = 0.01 }
