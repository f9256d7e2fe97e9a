-- A robot arm with three joints: PD control in every joint, and the torques of gravity from the angles.
param {
  compensated = true,   -- false: PD alone, and the arm sags
  stiffness = 400, damping = 40,   -- N m/rad, N m s/rad; the elbow has half and a third of them
  scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 3.0,
}
gravity { 0, 0, -9.81 }
local g = 9.81
local kp, kd = { stiffness, stiffness, stiffness/2 }, { damping, damping, damping/3 }
local base_link = body { name = "turret", at = { 0, 0, 0 }, mass = 10, center = { 0, 0, 0.25 }, inertia = { 0.3, 0.3, 0.05 },
                         shape = cylinder { length = 0.5, radius = 0.08, axis = "z", at = { 0, 0, 0.25 } } }
local upper = body { name = "upper", at = { 0, 0, 0.5 }, mass = 8, center = { 0.3, 0, 0 }, inertia = { 0.02, 0.25, 0.25 },
                     shape = cylinder { length = 0.6, radius = 0.06, axis = "x", at = { 0.3, 0, 0 } } }
local fore = body { name = "fore", at = { 0.6, 0, 0.5 }, mass = 5, center = { 0.2, 0, 0 }, inertia = { 0.01, 0.07, 0.07 },
                    shape = cylinder { length = 0.4, radius = 0.05, axis = "x", at = { 0.2, 0, 0 } } }

-- where to go: from stretched out to a place above, within a second, and back down later
local function target(i, t)
  local to = ({ 1.2, -0.9, 1.4 })[i]
  return to*step(t) - 0.5*to*step(t - 1.5)
end
-- what the joints must carry at rest; positive angles about +y lower the arm
local function weight(i)
  local q2, q3 = angle("shoulder"), angle("elbow")
  local on_elbow = 5*0.2*g*cos(q2 + q3)
  return ({ 0, -(8*0.3 + 5*0.6)*g*cos(q2) - on_elbow, -on_elbow })[i]
end
local function servo(i, name)
  return function(t)
    local pd = kp[i]*(target(i, t) - angle(name)) - kd[i]*rate(name)
    return compensated and pd + weight(i) or pd
  end
end
revolute { name = "waist", ground, base_link, at = { 0, 0, 0 }, axis = "z", torque = servo(1, "waist") }
revolute { name = "shoulder", base_link, upper, at = { 0, 0, 0.5 }, axis = "y", torque = servo(2, "shoulder") }
revolute { name = "elbow", upper, fore, at = { 0.6, 0, 0.5 }, axis = "y", torque = servo(3, "elbow") }

for i, name in ipairs { "waist", "shoulder", "elbow" } do
  channel("q" .. i, angle(name))
  channel("error" .. i, target(i, time()) - angle(name))
end
channel("tip", position(fore, { 1.0, 0, 0.5 }))
channel("work", energy("work_control"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
