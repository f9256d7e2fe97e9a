-- Chaplygin's sleigh: a body on a blade behind its centre of mass, and two points that slide on the ice without friction.
-- Pushed sideways it turns, and always ends running straight on, blade behind.
param {
  mass = 1.0, inertia = 0.2, arm = 0.3,  -- of the centre of mass before the blade, m
  speed = 0.5, turn = 3.0,               -- of the blade along itself, and of the body, m/s, rad/s
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 6.0,
}

gravity { 0, 0, -9.81 }

local sleigh = body {
  name = "sleigh", mass = mass, center = { arm, 0, 0.05 }, inertia = { inertia, inertia, inertia },
  velocity = { speed, 0, 0 }, angular_velocity = { 0, 0, turn },
  shape = { box { size = { 0.25, 0.01, 0.08 }, at = { 0, 0, 0.04 } },
            box { size = { 0.7, 0.4, 0.02 }, at = { 0.25, 0, 0.09 } } },
}
planar { name = "ice", ground, sleigh, at = { 0, 0, 0 }, axis = "z" }
knife_edge { name = "blade", sleigh, ground, at = { 0, 0, 0 }, across = "y" }

channel("blade", position(sleigh))
channel("angle", angle("ice"))
channel("turning", output("ice", "angle_rate"))
channel("side_force", output("blade", "force"))
channel("energy", energy("kinetic"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
