-- Three balls fall from 0.5 m and rebound with restitution 1, 0.8 and 0.5.
param { dt = 1e-3, duration = 2.0, scheme = "ed", alpha = 0 }

gravity { 0, 0, -9.81 }
local floor = plane { name = "floor", size = { 1, 0.4 } }
for i, e in ipairs { 1, 0.8, 0.5 } do
  local ball = body { name = "ball" .. i, at = { 0.25*(i - 2), 0, 0.55 }, shape = sphere { radius = 0.05, mass = 0.5 },
                      color = ({ "blue", "orange", "green" })[i] }
  contact { name = "touch" .. i, floor, ball, restitution = e, stiffness = 2e4 }
  channel("height" .. i, position(ball).z - 0.05)
end
run { dt = dt, duration = duration, store = 5e-3, scheme = scheme, alpha = alpha }
