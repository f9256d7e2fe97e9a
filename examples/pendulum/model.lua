-- A point mass on a massless rod, released from the horizontal. Gravity along -y.
param { length = 1.0, mass = 1.0, scheme = "ed", alpha = 1.0, dt = 5e-3, duration = 10.0 }

gravity { 0, -9.81, 0 }

local bob = point { name = "bob", at = { -length, 0, 0 }, mass = mass }
distance { name = "rod", ground, bob, at_a = { 0, 0, 0 }, length = length }

local p, v = position(bob), velocity(bob)
channel("x", p.x)
channel("y", p.y)
channel("vx", v.x)
channel("vy", v.y)
channel("theta", atan2(p.x, -p.y))
channel("thetadot", (p.x*v.y - p.y*v.x)/length^2)
channel("tension", output("rod", "force"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
