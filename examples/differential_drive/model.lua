-- A robot with two driven wheels and a castor drives a figure of eight and comes back to where it began. x forward, z up.
-- With the heading theta = most sin(2 pi t/period) and a constant speed, the path closes where J0(most) = 0.
param {
  radius = 0.1, track = 0.4,                     -- of the wheels, m
  speed = 0.5, period = 10.0, most = 2.404825557695773,
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 10.0,
}

gravity { 0, 0, -9.81 }

local w = 2*pi/period
local function turning(t) return most*w*cos(w*t) end

plane { name = "floor" }
local chassis = body {
  name = "chassis", at = { 0, 0, radius }, mass = 8, center = { 0.06, 0, 0.02 }, inertia = { 0.1, 0.2, 0.25 },
  velocity = { speed, 0, 0 }, angular_velocity = { 0, 0, turning(0) },
  shape = box { size = { 0.4, 0.3, 0.1 }, at = { 0.08, 0, 0.03 } },
}
for _, side in ipairs { "left", "right" } do
  local y = side == "left" and track/2 or -track/2
  local wheel = body {
    name = side .. "_wheel", at = { 0, y, radius }, velocity = { speed - turning(0)*y, 0, 0 },
    angular_velocity = { 0, (speed - turning(0)*y)/radius, turning(0) },
    shape = cylinder { length = 0.03, radius = radius, axis = "y", density = 1500 },
  }
  revolute { name = side, chassis, wheel, at = { 0, y, radius }, axis = "y",
             drive_rate = function(t) return (speed - turning(t)*y)/radius end }
  rolling { name = side .. "_tyre", wheel, "floor" }
end
point_on_plane { name = "castor", ground, chassis, at = { 0.22, 0, 0 }, axis = "z" }

channel("place", position(chassis))
channel("left_torque", output("left", "drive_force"))
channel("right_torque", output("right", "drive_force"))
channel("friction", output("right_tyre", "needed_friction"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
