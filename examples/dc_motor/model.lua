-- A motor with current and gear hoists a load. The coil is a flywheel: its angle is the charge in C, its rate the current in A, its inertia
-- the inductance in H, its damping the resistance in Ohm, the torque on it the voltage in V: energies are those of the coil.
param {
  voltage = 24, resistance = 0.6, inductance = 2e-3, constant = 0.05,  -- V, Ohm, H, N m/A = V s
  ratio = 20, drum = 0.05, load = 60,                                  -- gear, m, kg
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 1.0,
}
gravity { 0, 0, -9.81 }
local coil = body { name = "coil", at = { 0, 0.25, 0 }, mass = 0.1, inertia = { inductance, inductance, inductance },
                    shape = { tube { length = 0.03, radius = 0.05, inner = 0.04, axis = "y" }, box { size = { 0.09, 0.02, 0.01 } } } }
local rotor = body { name = "rotor", at = { 0, 0.1, 0 }, mass = 0.5, inertia = { 2e-4, 1e-4, 2e-4 },
                     shape = cylinder { length = 0.08, radius = 0.03, axis = "y" } }
local wheel = body { name = "wheel", at = { 0, 0, 0 }, mass = 1, inertia = { 2e-3, 2e-3, 2e-3 },
                     shape = { cylinder { length = 0.06, radius = drum, axis = "y" }, box { size = { 0.09, 0.065, 0.01 } } } }
local weight = body { name = "weight", at = { drum, 0, -0.5 }, mass = load, inertia = { 1, 1, 1 },
                      shape = box { size = { 0.2, 0.2, 0.2 } } }
-- positive turns about -y lift the load
local shaft = revolute { name = "shaft", ground, rotor, at = { 0, 0.1, 0 }, axis = "-y",
                         torque = function(t) return constant*rate("circuit") end }
revolute { name = "circuit", ground, coil, at = { 0, 0.25, 0 }, axis = "-y", damping = resistance,
           torque = function(t) return voltage*step(t/0.02) - constant*rate("shaft") end }
local out = revolute { name = "drum", ground, wheel, at = { 0, 0, 0 }, axis = "-y" }
local lift = prismatic { name = "lift", ground, weight, at = { drum, 0, -0.5 }, axis = "z" }
gear { shaft, out, ratio = 1/ratio }
gear { out, lift, ratio = drum }

channel("current", rate("circuit"))
channel("speed", rate(shaft))
channel("height", displacement(lift))
channel("heat", energy("dissipation"))
channel("energy", energy("total"))
-- the works of coil and shaft cancel: the rest of the work of control is that of the voltage
channel("source", energy("work_control"))
view { from = "front" }
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
