-- exit 2
-- says too_many_inputs.lua:4
-- says more than 100000 inputs
for i = 1, 1e7 do local u = input("u" .. i, { default = 0 }) end
