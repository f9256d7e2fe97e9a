-- A block slides on the floor until friction has stopped it, and another one stands on a slope that nearly lets it go.
param { mu = 0.3, speed = 1.0, dt = 1e-3, duration = 1.0, scheme = "ed" }

local part = 0.99                     -- of the slope at which it would slide
local slope = math.atan(part*mu)
gravity { 0, 0, -9.81 }
local floor = plane { name = "floor", at = { 0, -0.1, 0 }, size = { 0.8, 0.2 } }
local ramp = plane { name = "ramp", at = { 0, 0.15, 0.1 }, axis = { -sin(slope), 0, cos(slope) }, size = { 0.8, 0.2 } }
local block = body { name = "block", at = { -0.1, -0.1, 0.025 }, velocity = { speed, 0, 0 }, color = "orange",
                     shape = box { size = { 0.08, 0.06, 0.05 }, density = 2700 } }
local still = body { name = "still", at = { -0.025*sin(slope), 0.15, 0.1 + 0.025*cos(slope) }, color = "blue",
                     orientation = axis_angle("y", -slope), shape = box { size = { 0.08, 0.06, 0.05 }, density = 2700 } }
contact { name = "slides", floor, block, friction = mu, restitution = 0.3 }
contact { name = "sticks", ramp, still, friction = mu, restitution = 0.3 }

channel("x", position(block).x + 0.1)
channel("speed", velocity(block).x)
channel("creep", velocity(still))
channel("loss", output("slides", "friction_loss"))
run { dt = dt, duration = duration, scheme = scheme }
