-- A column between two hinges, pressed along its axis: the load at which it buckles (Euler: pi^2 EI/L^2).
--   sinew modes model.lua --set load=1000              its frequencies under a load
--   sinew modes model.lua --set load=1 --buckling      the factor foretold from small stresses
--   sinew modes model.lua --set load=1 --buckling --shapes buckling.txt
--   sinew static model.lua --set load=863.44 --set bow=1e-3    a column bowed as its first mode, under half that load
--   sinew sweep model.lua --do modes --set load=0:100:1800 --collect "frequency(1), growth(1)"
param { load = 1000.0, bow = 0.0, L = 1.0, side = 0.01, E = 210e9, elements = 8, dt = 1e-3, duration = 0.5 }

local column = beam {
  name = "column", from = { 0, 0, 0 }, to = { 0, 0, L }, elements = elements, order = 3,
  section = rectangle { width = side, height = side }, E = E, nu = 0.3, density = 7850,
  imperfection_mode = { file = "buckling.txt", amplitude = bow },   -- m; 0: straight
}
revolute { name = "foot", ground, column.first, at = { 0, 0, 0 }, axis = "y" }
local head = body { name = "head", at = { 0, 0, L }, mass = 1e-3, inertia = { 1e-6, 1e-6, 1e-6 } }
prismatic { name = "guide", ground, head, at = { 0, 0, L }, axis = "z" }
revolute { name = "top", head, column.last, at = { 0, 0, L }, axis = "y" }
force { name = "press", head, value = { 0, 0, -load } }

channel("middle", position(column:at(0.5)).x)
channel("head", position(head).z)
run { dt = dt, duration = duration }
