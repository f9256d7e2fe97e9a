-- A slender blade on a hub that turns steadily: its frequencies rise with the speed.
-- `sinew modes` finds them about the rotating steady state; `sinew run` plucks the turning blade and lets it ring.
param {
  eta = 4.0,         -- speed of the hub in units of sqrt(EI/(m L^4))
  radius = 0.0,      -- of the hub, over the length of the blade
  hinged = false,    -- true: the root is free to flap
  elements = 10,
  scheme = "ed", alpha = 0.0, dt = 1e-3, duration = 1.0,
}

local L, h, E, rho = 1, 0.01, 210e9, 7850
local unit = sqrt(E*h^2/12/rho)/L^2               -- rad/s
local speed, R = eta*unit, radius*L

local hub = base { name = "hub", axis = "z", angle = function(t) return speed*t end }
local blade = beam {
  name = "blade", from = { R, 0, 0 }, to = { R + L, 0, 0 }, elements = elements, order = 3,
  section = rectangle { width = h, height = h }, E = E, nu = 0.3, density = rho,
  velocity = { 0, speed*R, 0 }, angular_velocity = { 0, 0, speed },
}
if hinged then
  revolute { name = "root", hub, blade.first, at = { R, 0, 0 }, axis = "y" }
else
  fixed { name = "root", hub, blade.first, at = { R, 0, 0 } }
end

-- half a sine of force at the tip, across the plane of rotation and along it
local function pulse(t)
  local f = where(less(t, 0.01), 3*sin(100*pi*t), 0)
  return 0, f, f
end
force { name = "pluck", blade.last, value = pulse, follows = true }

modes { count = 8, rotation = { 0, 0, speed } }

local tip, out = position(blade.last), position(hub, { 1, 0, 0 })
channel("flap", tip.z)                            -- across the plane of rotation
channel("lag", out.x*tip.y - out.y*tip.x)         -- in the plane, as seen from the hub
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
