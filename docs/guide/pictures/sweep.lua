-- sweep --set k=1e3:1e3:6e3 --set c=0,0.5,1 --collect min(tip_z), plot
-- The model of docs/guide/sweeps.md.
param { k = 2e3, c = 0.5 }
gravity { 0, 0, -9.81 }
local lever = body { name = "lever", at = { 0.5, 0, 0 }, shape = box { size = { 1, 0.05, 0.05 }, density = 2700 } }
revolute { name = "pivot", ground, lever, at = { 0, 0, 0 }, axis = "y", damping = c }
spring { name = "spring", ground:point { 0.8, 0, -0.4 }, lever:point { 0.3, 0, 0 }, stiffness = k, length = 0.35 }
channel("tip", position(lever:point { 0.5, 0, 0 }))
run { dt = 2e-3, duration = 1 }
