-- A chain of uniform rods hangs between two points; one end is held until everything is at rest, then it is released.
-- Gravity along -z.
param {
  links = 12, length = 3.0, mass_per_length = 1.0,
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 1.0,
}

gravity { 0, 0, -9.81 }

local start, finish = { 0, 0, 0 }, { 2, 0, 0.5 }

-- drawn as two straight pieces that meet below: the static start finds how it hangs
local pitch = length/links
local n = links - links//2
local l, m = n*pitch, (links - n)*pitch
local d = sqrt(finish[1]^2 + finish[3]^2)
local along = (d^2 + l^2 - m^2)/(2*d)
local across = sqrt(l^2 - along^2)
local kink = { (along*finish[1] + across*finish[3])/d, 0, (along*finish[3] - across*finish[1])/d }

local function place(k)
  local p, q, u = start, kink, k/n
  if k > n then
    p, q, u = kink, finish, (k - n)/(links - n)
  end
  return { p[1] + u*(q[1] - p[1]), 0, p[3] + u*(q[3] - p[3]) }
end
local chain, last = {}, ground
for k = 1, links do
  chain[k] = link {
    name = "rod" .. k, last, from = place(k - 1), to = place(k), mass = mass_per_length*pitch, radius = 0.01,
  }
  last = chain[k].last
end
hold { name = "hand", last }

channel("end", position(last))
channel("middle", position(chain[links//2].last))
channel("top", output(chain[1], "force"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, start = "static" }
