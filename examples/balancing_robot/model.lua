-- A robot on two wheels that balances itself: motors between chassis and wheels, a sampled controller that sees its gyro through a
-- filter and acts one sample late, and a push at 2 s. The wheels roll: the way of the axle is the turn of the wheels times their radius.
param {
  push = 3,          -- N for a tenth of a second
  every = 5e-3,      -- s between samples
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 6.0,
}
gravity { 0, 0, -9.81 }
local R, k, Rm, V_max = 0.04, 0.3, 2.0, 7.2     -- wheel radius; motor with its gear: N m/A, Ohm; battery
local volts = input("volts", { default = 0, unit = "V" })

local axle = body { name = "axle", at = { 0, 0, R }, mass = 0.02, inertia = { 1e-5, 1e-5, 1e-5 },
                    shape = cylinder { length = 0.14, radius = 0.006, axis = "y" } }
local chassis = body { name = "chassis", at = { 0, 0, R + 0.1 }, mass = 0.98, inertia = { 0.008, 0.006, 0.004 },
                       shape = { box { size = { 0.05, 0.12, 0.14 } }, box { size = { 0.07, 0.08, 0.03 }, at = { 0, 0, 0.08 } } } }
local way = prismatic { name = "way", ground, axle, at = { 0, 0, R }, axis = "x" }
local lean = revolute { name = "lean", axle, chassis, at = { 0, 0, R }, axis = "y", initial = deg(8) }
for i, y in ipairs { 0.08, -0.08 } do
  local wheel = body { name = "wheel" .. i, at = { 0, y, R }, mass = 0.05, inertia = { 2.2e-5, 4e-5, 2.2e-5 },
                       shape = { cylinder { length = 0.02, radius = R, axis = "y" }, box { size = { 0.06, 0.022, 0.006 } } } }
  -- back-emf acts within the steps; the voltage is held between samples
  local spin = revolute { name = "spin" .. i, chassis, wheel, at = { 0, y, R }, axis = "y", initial = -deg(8),
                          torque = function(t) return k*(volts - k*rate("spin" .. i))/Rm end }
  coupling { joints = { way, lean, spin }, factors = { 1, -R, -R }, value = 0 }
end
force { name = "push", chassis, at = { 0, 0, R + 0.17 }, value = function(t) return push*(step((t - 2)/0.01) - step((t - 2.1)/0.01)), 0, 0 end }

controller { name = "balance", every = every, delay = every, states = { tilt = deg(8), gyro = 0 }, update = function(t, s)
  -- the gyro through a low-pass of 20 ms; the tilt by a complementary filter
  s.gyro = s.gyro + every/(0.02 + every)*(rate("lean") - s.gyro)
  s.tilt = 0.98*(s.tilt + every*s.gyro) + 0.02*angle("lean")
  local torque = 0.32*displacement("way") + 0.34*rate("way") + 1.4*s.tilt + 0.16*s.gyro
  local wanted = torque*Rm/(2*k) + k*rate("spin1")        -- back-emf is known: it is fed forward
  return { volts = max(-V_max, min(V_max, wanted)) }
end }

channel("x", displacement(way))
channel("lean", angle(lean), { unit = "deg" })
channel("tilt_seen", state("balance", "tilt"))
channel("volts", volts)
channel("current", (volts - k*rate("spin1"))/Rm)
channel("work", energy("work_control"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
