-- Newton's cradle: five steel balls on strings, a millimetre apart; the first one is lifted.
param { gap = 1e-3, lift = 0.4, dt = 1e-3, duration = 3.0, scheme = "ed", alpha = 0 }

gravity { 0, 0, -9.81 }
local R, L = 0.02, 0.25
local balls = {}
for i = 1, 5 do
  local x, tilt = (i - 3)*(2*R + gap), i == 1 and lift or 0
  balls[i] = body { name = "ball" .. i, at = { x - L*sin(tilt), 0, -L*cos(tilt) },
                    shape = sphere { radius = R, density = 7850 }, color = i == 1 and "orange" or "gray" }
  revolute { name = "string" .. i, ground, balls[i], at = { x, 0, 0 }, axis = "y" }
  channel("speed" .. i, rate("string" .. i))
end
contact { name = "knock", all = balls, stiffness = 1e6 }
run { dt = dt, duration = duration, store = 5e-3, scheme = scheme, alpha = alpha }
