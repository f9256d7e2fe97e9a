-- A swing on two chains of rigid rods. One corner of the seat is held to the side until everything
-- is at rest; then it is released. Gravity along -z.
param {
  links = 15, pitch = 0.1, link_mass = 0.5,
  scheme = "ed", alpha = 1.0, dt = 5e-4, duration = 2.0,
}

gravity { 0, 0, -9.8 }

local A, B = { 0, 0.8, 0 }, { 0, -0.8, 0 }
local D = { 1, -0.8, -0.381 }                 -- where the corner is held
local a, b, c, mass = 0.5, 0.3, 0.2, 10       -- seat: edges and mass

-- The seat is drawn level, with its corner D in place; chains are drawn as two straight pieces of the right length.
-- The equilibrium is found from there.
local e1, e2 = { -0.53, sqrt(1 - 0.53^2), 0 }, { -sqrt(1 - 0.53^2), -0.53, 0 }
local function on_seat(x, z)
  return { D[1] + (x + a/2)*e1[1], D[2] + (x + a/2)*e1[2], D[3] + z - c/2 }
end
local G, C = on_seat(0, 0), on_seat(a/2, c/2)
local seat = body {
  name = "seat", at = G, orientation = directions { x = e1, y = e2 },
  shape = box { size = { a, b, c }, mass = mass },
}

-- the point below p and q at distance l from p and m from q
local function below(p, q, l, m)
  local x, y, z = q[1] - p[1], q[2] - p[2], q[3] - p[3]
  local h, d = sqrt(x^2 + y^2), sqrt(x^2 + y^2 + z^2)
  local along = (d^2 + l^2 - m^2)/(2*d)
  local across = sqrt(l^2 - along^2)
  return { p[1] + (along + across*z/h)*x/d, p[2] + (along + across*z/h)*y/d, p[3] + (along*z - across*h)/d }
end

local function chain(name, from, finish)
  local n = links - links//2                                   -- links of the first straight piece
  local kink = below(from, finish, n*pitch, (links - n)*pitch)
  local function place(k)
    local p, q, u = from, kink, k/n
    if k > n then
      p, q, u = kink, finish, (k - n)/(links - n)
    end
    return { p[1] + u*(q[1] - p[1]), p[2] + u*(q[2] - p[2]), p[3] + u*(q[3] - p[3]) }
  end
  local list, last = {}, ground
  for k = 1, links do
    list[k] = link {
      name = name .. k, last, k == links and seat or nil, from = place(k - 1), to = place(k), mass = link_mass, radius = 0.01,
    }
    last = list[k].last
  end
  return list
end
local ac = chain("ac", A, C)
local bd = chain("bd", B, D)
hold { name = "hand", seat, at = D }

channel("G", position(seat))
channel("C", position(seat, C))
channel("D", position(seat, D))
channel("lowest", position(bd[links*3//5].last))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, start = "static" }
