-- Hammer mill: a wheel with two hinged hammers is driven up to speed, then coasts. Shows how to stop a run and go on.
param { scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 30.0, torque = 25.0 }

gravity { 0, 0, -9.81 }

local wheel = body { name = "wheel", at = { 0, 0, 0 },
  shape = cylinder { length = 0.06, radius = 0.25, axis = "y", density = 2700 } }
revolute { name = "bearing", ground, wheel, at = { 0, 0, 0 }, axis = "y", torque = torque, damping = 0.2,
           friction = 0.05, friction_arm = 0.02 }

for i, side in ipairs { 1, -1 } do
  local hammer = body { name = "hammer" .. i, at = { 0, 0, side*0.30 },
    shape = { box { size = { 0.03, 0.03, 0.20 }, density = 7850 },
              box { size = { 0.08, 0.06, 0.06 }, at = { 0, 0, side*0.1 }, density = 7850 } } }
  revolute { name = "hinge" .. i, wheel, hammer, at = { 0, 0, side*0.2 }, axis = "y", damping = 0.5 }
end

channel("speed", rate("bearing"))
channel("turns", angle("bearing")/(2*pi))
channel("hinge", angle("hinge1"))

-- the motor is switched off by running the model again with torque = 0 from where the first run stopped
if torque > 0 then
  stop_when("up_to_speed", greater(rate("bearing"), 30))
else
  stop_when("slow", less(rate("bearing"), 5))
end

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = 0.02 }
