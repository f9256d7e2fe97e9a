-- Two masses in line with a fixed point: the compound spherical pendulum of Garcia Orden and Goicolea (GOG, section 5).
param { scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 10.0 }

gravity { 0, 0, -9.8 }

local origin = { 0, 0, 0 }
local a = point { name = "A", at = { 1, 0, 0 }, velocity = { 0, 2, 0 }, mass = 1 }
local b = point { name = "B", at = { 2, 0, 0 }, velocity = { 0, 4, 0 }, mass = 1 }
distance { name = "OA", ground, a, at_a = origin, length = 1 }
-- A stays half way between the origin and B: three equations that carry a moment, which two distances could not
align { name = "line", ground, a, b, at_a = origin, ratio = 0.5 }

local x, v, xb, vb = position(a), velocity(a), position(b), velocity(b)
channel("Ax", x.x)
channel("Ay", x.y)
channel("Az", x.z)
channel("vAx", v.x)
channel("vAy", v.y)
channel("vAz", v.z)
-- forces in the two pieces of the line; F is what the alignment does to A (and -F/2 to B)
local F = reaction("line")
local along = F.x*x.x + F.y*x.y + F.z*x.z
channel("T_OA", output("OA", "force") - along/2)
channel("T_AB", along/2)
channel("B", xb)
channel("Lz", x.x*v.y - x.y*v.x + xb.x*vb.y - xb.y*vb.x)
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
