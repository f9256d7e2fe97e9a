-- A pole on a cart, swung up and balanced by the force on the cart: a law of all four coordinates and rates, in every step implicit.
param {
  start = 179,     -- degrees from upright; 180 hangs straight down, where nothing would ever begin
  limit = 8,       -- N: no more force than this, smoothly
  scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 8.0,
}
gravity { 0, 0, -9.81 }
local m, l, J = 0.2, 0.25, 0.2*0.5^2/12          -- pole: mass, half length, inertia about its centre
local M = 1.0                                    -- cart

local cart = body { name = "cart", at = { 0, 0, 0 }, mass = M, inertia = { 0.01, 0.01, 0.01 },
                    shape = box { size = { 0.24, 0.14, 0.08 } } }
local pole = body { name = "pole", at = { 0, 0, l }, mass = m, inertia = { J, J, 1e-5 },
                    shape = cylinder { length = 2*l, radius = 0.012, axis = "z" } }
revolute { name = "hinge", cart, pole, at = { 0, 0, 0 }, axis = "y", initial = deg(start) }

-- far from upright: energy into the pole, E = 0 is upright at rest; near it: gains from the linear model (README)
local function swing(x, v, q, w)
  local E = 0.5*(J + m*l^2)*w^2 + m*9.81*l*(cos(q) - 1)
  return (M + m)*(40*E*w*cos(q)/(m*9.81*l) - 2*x - 2*v)
end
local function balance(x, v, q, w)
  return 4.47*x + 5.23*v + 39.6*sin(q) + 7.12*w
end
prismatic { name = "rail", ground, cart, at = { 0, 0, 0 }, axis = "x", force = function(t)
  local x, v, q, w = displacement("rail"), rate("rail"), angle("hinge"), rate("hinge")
  local near = step((cos(q) - 0.8)/0.1)          -- 0 below 37 degrees from upright ... 1 within 26
  return limit*tanh(((1 - near)*swing(x, v, q, w) + near*balance(x, v, q, w))/limit)
end }

channel("x", displacement("rail"))
channel("q", angle("hinge"))
channel("upright", cos(angle("hinge")))
channel("work", energy("work_control"))
channel("energy", energy("total"))
view { from = "front" }
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
