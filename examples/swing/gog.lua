-- The swing of Garcia Orden and Goicolea (GOG, 5.2) in points: the seat is a body by four points, two of them the ends of the chains, so
-- that no joint needs an equation; all distances by penalties. The paper says neither how far A is from B nor which axis is upright:
-- reading "Y" (z up, AB along y, 0.5 m) and reading "Z" (y up, AB along z, 0.8 m) fit its numbers. docs/gog.md has what comes out.
param {
  reading = "Y", links = 15, pitch = 0.1, link_mass = 0.5, stiffness = 1e10,
  scheme = "ep", dt = 0.002, duration = 10.0, store = 0.01,
}

local Z = reading == "Z"
local function upright(x, along, up)                 -- x, along AB, upward
  return Z and { x, up, along } or { x, along, up }
end
gravity(upright(0, 0, -9.8))

local function plus(p, s, q) return { p[1] + s*q[1], p[2] + s*q[2], p[3] + s*q[3] } end
local function dot(p, q) return p[1]*q[1] + p[2]*q[2] + p[3]*q[3] end
local function unit(p) return plus({ 0, 0, 0 }, 1/sqrt(dot(p, p)), p) end
local function cross(p, q) return { p[2]*q[3] - p[3]*q[2], p[3]*q[1] - p[1]*q[3], p[1]*q[2] - p[2]*q[1] } end

local half = Z and 0.4 or 0.25
local A, B, D = upright(0, -half, 0), upright(0, half, 0), { 1, -0.8, -0.381 }

-- The seat as drawn hangs from D: axes across, upright and from C to D. The equilibrium is found from there.
local up = unit(upright(0, 0, 1))
local e3 = unit(Z and { 0.55, 0.83, 0.02 } or { 0.4, -0.2, 0.9 })
local e1 = unit(cross(up, e3))
local e2 = cross(e3, e1)
local O = plus(plus(D, -0.25, e3), -0.1, e2)
local function on_seat(x, y, z) return plus(plus(plus(O, x, e1), y, e2), z, e3) end
local seat = body {
  name = "seat", at = O, orientation = directions { x = e1, y = e2 },
  points = { on_seat(0, 0.1, -0.25), D, on_seat(0.15, -0.1, 0), on_seat(-0.15, -0.1, 0) },
  shape = box { size = { 0.3, 0.2, 0.5 }, mass = 10 },
}

-- the point below p and q at distance l from p and m from q
local function below(p, q, l, m)
  local r = plus(q, -1, p)
  local d = sqrt(dot(r, r))
  local along = (d^2 + l^2 - m^2)/(2*d)
  local across = sqrt(max(l^2 - along^2, 0))
  local u = unit(r)
  return plus(plus(p, along, u), -across, unit(plus(up, -dot(up, u), u)))
end

local function chain(name, from, node, finish)
  local n = links - links//2                                   -- links of the first straight piece
  local kink = below(from, finish, n*pitch, (links - n)*pitch)
  local function place(k)
    return k <= n and plus(from, k/n, plus(kink, -1, from)) or plus(kink, (k - n)/(links - n), plus(finish, -1, kink))
  end
  local list, last = {}, ground
  for k = 1, links do
    list[k] = link {
      name = name .. k, last, k == links and node or nil, from = k == 1 and from or nil, to = k < links and place(k) or nil,
      mass = link_mass, radius = 0.01,
    }
    last = list[k].last
  end
  return list
end
local ac = chain("ac", A, seat:node(0), on_seat(0, 0.1, -0.25))
local bd = chain("bd", B, seat:node(1), D)
hold { name = "hand", seat:node(1) }

channel("C", position(seat:node(0)))
channel("D", position(seat:node(1)))
channel("T_B", output(bd[1], "force"))
channel("T_D", output(bd[links], "force"))
channel("T_A", output(ac[1], "force"))
channel("T_C", output(ac[links], "force"))
channel("kinetic", energy("kinetic"))
channel("energy", energy("total"))

run {
  scheme = scheme, dt = dt, duration = duration, store = store, start = "static", constraints = "penalty", stiffness = stiffness,
}
