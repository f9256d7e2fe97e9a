-- Two plates joined at a fold fly freely: they bend, twist and tumble. No gravity, no loads.
param {
  n = 2, size = 1.0, thickness = 0.01, fold = 90,  -- elements along each side; m; m; degrees
  bend = 8.0, twist = 5.0,                         -- m/s at the far edges, on top of the rigid motion
  scheme = "ed", alpha = 1.0, dt = 5e-4, duration = 0.3,
}

-- u goes away from the fold, which lies along y; bending and twist begin with nothing at the fold
local function plate(name, way, normal, edge)
  return shell {
    name = name, elements = { n, n }, u_first = edge,
    surface = function(u, v) return size*way[1]*u, size*(v - 0.5), size*way[3]*u end,
    thickness = thickness, E = 73e9, nu = 0.3, density = 2700,
    angular_velocity = { 3, -7, 11 },
    velocity = function(u, v)
      local out = u^2*(bend + twist*(v - 0.5))
      return 1 + normal[1]*out, 2, -1 + normal[3]*out
    end,
  }
end
local c, s = cos(deg(fold)), sin(deg(fold))
local a = plate("a", { 1, 0, 0 }, { 0, 0, 1 })
local b = plate("b", { c, 0, s }, { s, 0, -c }, { clamped = true, on = a })

local p, j = momentum(), angular_momentum()
channel("p_x", p.x)
channel("p_y", p.y)
channel("p_z", p.z)
channel("j_x", j.x)
channel("j_y", j.y)
channel("j_z", j.z)
channel("kinetic", energy("kinetic"))
channel("strain", energy("strain"))
channel("total", energy("total"))
channel("numerical", energy("numerical"))
channel("corner_a", position(a:at(1, 0)))
channel("corner_b", position(b:at(1, 1)))
channel("M11_a", output(a:at(0, 0.5), "M11"))
channel("M11_b", output(b:at(0, 0.5), "M11"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
view { from = "iso" }
