-- A wheel runs at 3 m/s over four bumps, without friction and without losses: it flies, lands and bounces. x forward, z up.
param {
  mass = 20, stiffness = 2e5, speed = 3, tube_radius = 0.05,
  bumps = 4, pitch = 1.5,
  scheme = "ed", alpha = 0.0, dt = 2e-3, duration = 4.0,
}

gravity { 0, 0, -9.81 }

local radius = 0.25
local hub = body { name = "hub", at = { 0, 0, radius - 9.81*mass/stiffness }, mass = mass, inertia = { 0.4, 0.8, 0.4 },
                   velocity = { speed, 0, 0 }, shape = cylinder { length = 0.2, radius = 0.03, axis = "y" } }

local on = { plane { name = "road", at = { 5.25, 0, 0 }, size = { 12.5, 1 }, color = "#9aa3ad" } }
for k = 1, bumps do
  on[k + 1] = obstacle { name = "bump" .. k, at = { pitch*k - 0.5, 0, 0 }, width = 0.8, color = "#c9a227",
                         profile = { { 0, 0 }, { 0.24, 0.08 }, { 0.44, 0.08 }, { 0.68, 0 } } }
end
wheel { name = "tyre", hub, on = on, axis = "y", radius = radius, tube = tube_radius, stiffness = stiffness, material = "rubber" }

local p, v = position(hub), velocity(hub)
channel("x", p.x)
channel("z", p.z)
channel("speed_x", v.x)
channel("speed_z", v.z)
channel("force", norm(output("tyre", "force")))
channel("gap", output("tyre", "gap"))
channel("energy", energy("total"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
