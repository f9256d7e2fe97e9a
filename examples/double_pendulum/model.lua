-- Two pendulums in a row, as uniform slender rods or as point masses on massless rods; gravity along -y.
-- Angles are counted from the downward vertical.
param {
  masses = "rods",   -- "rods" or "points"
  start = 30,        -- both angles at the start, degrees
  scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 10.0,
}

gravity { 0, -9.81, 0 }

if masses == "rods" then
  -- drawn hanging; `initial` turns the first joint, and everything below it
  local rod = slender { length = 1, axis = "y", mass = 1, radius = 0.03 }
  local upper = body { name = "upper", at = { 0, -0.5, 0 }, shape = rod }
  local lower = body { name = "lower", at = { 0, -1.5, 0 }, shape = rod }
  local top = revolute { name = "top", ground, upper, at = { 0, 0, 0 }, axis = "z", initial = deg(start) }
  local middle = revolute { name = "middle", upper, lower, at = { 0, -1, 0 }, axis = "z" }
  channel("theta1", angle(top))
  channel("theta2", angle(top) + angle(middle))
  channel("theta1dot", rate(top))
  channel("theta2dot", rate(top) + rate(middle))
  local tip = position(lower, { 0, -2, 0 })
  channel("x_tip", tip.x)
  channel("y_tip", tip.y)
elseif masses == "points" then
  local s, c = sin(deg(start)), cos(deg(start))
  local upper = point { name = "upper", at = { s, -c, 0 }, mass = 1 }
  local lower = point { name = "lower", at = { 2*s, -2*c, 0 }, mass = 1 }
  distance { name = "top", ground, upper, at_a = { 0, 0, 0 }, length = 1 }
  distance { name = "middle", upper, lower, length = 1 }
  local x1, v1 = position(upper), velocity(upper)
  local x2, v2 = position(lower), velocity(lower)
  channel("theta1", atan2(x1.x, -x1.y))
  channel("theta2", atan2(x2.x - x1.x, x1.y - x2.y))
  channel("theta1dot", x1.x*v1.y - x1.y*v1.x)
  channel("theta2dot", (x2.x - x1.x)*(v2.y - v1.y) - (x2.y - x1.y)*(v2.x - v1.x))
  channel("x_tip", x2.x)
  channel("y_tip", x2.y)
else
  error("masses must be 'rods' or 'points'")
end
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
