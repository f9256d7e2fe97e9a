-- run, view --png --size 720x360 --no-labels --time 0 0.15 0.3 0.45 --overlay --view front
-- A chain at rest, then released.
gravity { 0, 0, -9.81 }
local chain = {}
local function place(k) return { 0.8 - 0.8*cos(pi*k/24), 0, -0.8*sin(pi*k/24)/1 } end
for k = 1, 24 do
  chain[k] = link { name = "link" .. k, k == 1 and ground or chain[k-1].last, from = place(k - 1), to = place(k), mass = 0.1, radius = 0.015, color = "#4477aa" }
end
hold { name = "hand", chain[24].last }
run { dt = 5e-3, duration = 0.45, start = "static" }
