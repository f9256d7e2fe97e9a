-- Many channels of all widths, for reading back with other people's tools (tests/results/read_back.py).
param { count = 300, duration = 0.5 }

local bob = body { name = "bob", at = { 1, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
gravity { 0, 0, -9.81 }
revolute { name = "pivot", ground, bob, at = { 0, 0, 0 }, axis = "y" }
channel("tip", position(bob))
channel("turn", orientation(bob))
channel("angle", angle("pivot"))
for i = 1, count do
  channel("c" .. i, i*angle("pivot"))
end
run { dt = 5e-3, duration = duration }
