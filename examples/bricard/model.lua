-- Bricard's mechanism: six revolutes in a loop along the edges of a cube, gravity along -y. Counting joints gives no freedom
-- at all, and yet it moves: one of the 30 equations of the joints follows from the others in every position.
param {
  section = 0.1,     -- side of the square section of the rods, m
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 10.0,
}

gravity { 0, -9.81, 0 }

-- corners of the loop, and the axis of the joint at each of them; the first and the last are on the ground
local corner = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, -1, 0 }, { 1, -1, 1 }, { 0, -1, 1 }, { 0, 0, 1 } }
local axis = { "y", "z", "x", "y", "z", "x" }

-- rods of 1 m and 1 kg from corner to corner: x along the rod, y across it
local across = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
local rod = {}
for i = 1, 5 do
  local a, b = corner[i], corner[i + 1]
  rod[i] = body {
    name = "rod" .. i, at = { (a[1] + b[1])/2, (a[2] + b[2])/2, (a[3] + b[3])/2 },
    orientation = directions { x = { b[1] - a[1], b[2] - a[2], b[3] - a[3] }, y = across[i] },
    shape = box { size = { 1, section, section }, mass = 1 },
  }
end

for i = 1, 6 do
  revolute { name = "joint" .. i, rod[i - 1] or ground, rod[i] or ground, at = corner[i], axis = axis[i] }
end

channel("P", position(rod[2], corner[3]))
channel("v", velocity(rod[2], corner[3]))
for i = 1, 5 do
  channel("q" .. i, angle("joint" .. i))
end
channel("first", reaction("joint1"))
channel("last", reaction("joint6"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
