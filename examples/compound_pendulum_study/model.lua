-- The compound pendulum of Garcia Orden and Goicolea (GOG, 5.1) as their study has it: two points on a line through the origin, held by
-- penalties. One run of it; `sinew study --pendulum` makes the paper's Figures 2 to 5 of hundreds.
param { stiffness = 1e7, tilt = 60, spin = 1.5, scheme = "ep", alpha = 0, dt = 0.01, duration = 2.0 }

gravity { 0, 0, -9.81 }

local s, c = sin(tilt*pi/180), cos(tilt*pi/180)
local a = point { name = "A", at = { s, 0, -c }, velocity = { 0, spin*s, 0 }, mass = 1 }
local b = point { name = "B", at = { 2*s, 0, -2*c }, velocity = { 0, 2*spin*s, 0 }, mass = 1 }
distance { name = "OA", ground, a, at_a = { 0, 0, 0 } }
align { name = "line", ground, a, b, at_a = { 0, 0, 0 }, ratio = 0.5 }      -- linear: B = 2 A, keeps angular momentum, too

local x, v, y, w = position(a), velocity(a), position(b), velocity(b)
channel("Bx", y.x)
channel("By", y.y)
channel("Bz", y.z)
channel("Jz", x.x*v.y - x.y*v.x + y.x*w.y - y.y*w.x)
channel("energy", energy("total"))
channel("penalty", energy("strain"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, constraints = "penalty", stiffness = stiffness }
