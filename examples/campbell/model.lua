-- A disc on a short shaft in an elastic bearing: its whirl over the speed of rotation (Campbell diagram).
--   sinew modes model.lua --set speed=300
--   sinew sweep model.lua --do modes --set speed=0:20:600 --collect "frequency(1), frequency(2), frequency(3), frequency(4)"
param {
  speed = 300.0,                         -- rad/s
  mass = 10.0, across = 0.05, along = 0.09, -- of the disc: kg, inertia about a diameter and about its axis, kg m^2
  overhang = 0.15,                       -- m, from the bearing to the disc
  push = 1e6, tilt = 2e4,                -- stiffness of the bearing, N/m and N m/rad
  unbalance = 0.0,                       -- kg m
  dt = 2e-4, duration = 0.5,
}

local disc = body {
  name = "disc", at = { 0, 0, 0 }, mass = mass, inertia = { across, across, along }, angular_velocity = { 0, 0, speed },
  shape = { cylinder { length = 0.03, radius = 0.13, axis = "z" }, cylinder { at = { 0, 0, -overhang/2 }, length = overhang, radius = 0.02, axis = "z" } },
}
local housing = body {
  name = "housing", at = { 0, 0, -overhang }, mass = 1e-6, inertia = { 1e-9, 1e-9, 1e-9 },
  shape = cylinder { length = 0.05, radius = 0.04, axis = "z" },
}
revolute { name = "bearing", housing, disc, at = { 0, 0, -overhang }, axis = "z" }
bushing { name = "mount", ground, housing, at = { 0, 0, -overhang }, stiffness = { push, push, 1e8, tilt, tilt, 1e6 } }
if unbalance > 0 then -- what turns with the disc pulls outward
  local f = unbalance*speed^2
  force { name = "unbalance", disc, value = function(t) return f*cos(speed*t), f*sin(speed*t), 0 end }
end

modes { spin = true, damping = false, count = 4 }
channel("x", position(disc).x)
channel("y", position(disc).y)
channel("orbit", norm(position(disc)))
run { dt = dt, duration = duration }
