-- A load runs over a bridge: a mass at constant speed along a beam on two supports. Gravity along -z.
param {
  length = 10.0, side = 0.2, E = 2.1e10, density = 2500,  -- of the bridge, a square beam
  mass = 200, speed = 10,                                 -- of the load
  elements = 4,
  scheme = "ed", alpha = 1.0, dt = 4e-3, duration = 1.0,
}

gravity { 0, 0, -9.81 }

local bridge = beam {
  name = "bridge", from = { 0, 0, 0 }, to = { length, 0, 0 }, elements = elements, order = 3,
  E = E, nu = 0, density = density, section = rectangle { width = side, height = side },
}
revolute { name = "left", ground, bridge.first, at = { 0, 0, 0 }, axis = "y" }
point_on_line { name = "right", ground, bridge.last, at = { length, 0, 0 }, axis = "x" }

local load = point { name = "load", at = { 0, 0, 0 }, mass = mass, velocity = { speed, 0, 0 } }
slide { name = "track", load, bridge, drive_rate = speed }

channel("middle", position(bridge:node(3*elements/2)).z)
channel("load", position(load).z)
channel("s", output("track", "s"))
channel("force", output("track", "force").z)
channel("drive", output("track", "drive_force"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
