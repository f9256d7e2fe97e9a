-- The Princeton beam experiment: a flat aluminium bar, clamped, turned about its axis by the angle beta and loaded by a weight at its
-- tip. Seven bars side by side, beta = 0 (edgewise, stiff) to 90 degrees (flapwise, soft). `sinew static` lets the weight grow.
param {
  P = 13.345,                          -- N; the experiment has 4.448, 8.896 and 13.345
  elements = 10, order = 2, measure = "reissner",
}

local L, between = 0.508, 0.12
for k = 0, 6 do
  local beta = deg(15*k)
  local edge, flap = { 0, -sin(beta), cos(beta) }, { 0, -cos(beta), -sin(beta) }
  local y = (3 - k)*between
  local bar = beam {
    name = "bar" .. 15*k, ground, from = { 0, y, 0 }, to = { L, y, 0 }, up = edge,
    elements = elements, order = order, measure = measure,
    section = rectangle { width = 3.2024e-3, height = 12.3777e-3 }, E = 71.7e9, nu = 0.31, density = 2810,
  }
  local tip = bar.last
  force { name = "weight" .. 15*k, tip, value = { 0, 0, -P } }

  -- displacements along the bar, edgewise and flapwise; twist: how far the edge has turned towards flap
  local u, d = position(tip), position(tip, { L, y + edge[2], edge[3] }) - position(tip)
  channel("x" .. 15*k, u.x - L)
  channel("y" .. 15*k, (u.y - y)*edge[2] + u.z*edge[3])
  channel("z" .. 15*k, (u.y - y)*flap[2] + u.z*flap[3])
  channel("twist" .. 15*k, atan2(d.y*flap[2] + d.z*flap[3], d.y*edge[2] + d.z*edge[3])/deg(1))
end

load_path { name = "path", factor = 1 }
channel("P", -output("weight0", "value").z)
