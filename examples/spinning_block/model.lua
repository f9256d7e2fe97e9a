-- A soft block is thrown, spins and wobbles: bricks of 20 nodes, no gravity. Energy and momenta stay.
param { scheme = "ed", alpha = 0, dt = 1e-3, duration = 0.05, element = "hex20", n = 2, E = 2e6, law = "hooke" }

local c = 0.05 -- the middle of the block
local block = solid {
  name = "block", box = { size = { 2*c, 2*c, 2*c }, elements = { n, n, n } }, element = element,
  E = E, nu = 0.3, density = 1100, law = law, fields = { "von_mises", "S_max" },
  -- a throw, a spin of 31 rad/s, and a squeeze
  velocity = function(x, y, z)
    local rx, ry, rz = x - c, y - c, z - c
    return 0.2 + 18.6*rz - 24.8*ry + 2.4*ry + 2*rz, 24.8*rx - rx + 2*ry, 0.1 - 18.6*rx + 1.4*rx + 0.6*ry
  end,
}

channel("corner", position(block:nearest(2*c, 2*c, 2*c)))
channel("spin", angular_velocity(block:surface("z1")))
channel("angular_momentum", angular_momentum())
channel("worst", output(block, "von_mises_max"))
view { from = "iso" }
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
