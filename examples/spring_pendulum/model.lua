-- A point mass on a very stiff spring, released from the horizontal with the spring at rest: nearly a rigid pendulum. Gravity along -z.
param { stiffness = 1e6, length = 1.0, mass = 1.0, scheme = "midpoint", alpha = 0.0, dt = 4e-2, duration = 10.0 }

gravity { 0, 0, -9.81 }
local bob = point { name = "bob", at = { length, 0, 0 }, mass = mass }
spring { name = "spring", ground, bob, at_a = { 0, 0, 0 }, length = length, stiffness = stiffness }

channel("bob", position(bob))
channel("stretch", norm(position(bob)) - length)
channel("energy", energy("total")) -- 0 at the start
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
