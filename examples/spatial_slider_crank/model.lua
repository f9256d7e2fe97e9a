-- Spatial slider-crank: revolute, spherical, universal and prismatic joint in one loop (IFToMM, after Haug).
-- Drawn with the crank up; free motion from a crank speed of 6 rad/s; gravity along -z.
param { scheme = "ed", alpha = 1.0, dt = 2e-3, duration = 5.0 }

gravity { 0, 0, -9.81 }

local A, B, C = { 0, 0.1, 0.12 }, { 0, 0.1, 0.2 }, { 0.2, 0, 0 }
local along = { 0.2/0.3, -0.1/0.3, -0.2/0.3 }            -- from B to C, unit vector
local across = { 0, -0.2/sqrt(0.05), 0.1/sqrt(0.05) }    -- unit vector normal to the rod and to e_x

local crank = body {
  name = "crank", at = A, angular_velocity = { 6, 0, 0 },
  mass = 0.12, center = { 0, 0, 0.04 }, inertia = { 1e-4, 1e-4, 1e-4 },
  shape = { cylinder { length = 0.08, radius = 0.006, axis = "z", at = { 0, 0, 0.04 } },
            cylinder { length = 0.05, radius = 0.01, axis = "x" } },
}
-- velocities of the other parts at this crank speed: those that the joints demand
local rod = body {
  name = "rod", at = B, orientation = directions { x = along, y = across },
  velocity = { 0, -0.48, 0 }, angular_velocity = { 1.92, -0.96, 0.48 },
  mass = 0.5, center = { 0.15, 0, 0 }, inertia = { 4e-4, 4e-3, 4e-3 },
  shape = cylinder { length = 0.3, radius = 0.005, axis = "x", at = { 0.15, 0, 0 } },
}
local slider = body {
  name = "slider", at = C, velocity = { 0.24, 0, 0 },
  mass = 2, inertia = { 1e-4, 1e-4, 1e-4 }, shape = box { size = { 0.05, 0.04, 0.03 } },
}

revolute { name = "pivot", ground, crank, at = A, axis = "x" }
spherical { name = "ball", crank, rod, at = B }
universal { name = "cross", slider, rod, at = C, axis_a = "x", axis_b = across }
prismatic { name = "guide", ground, slider, at = C, axis = "x" }

channel("theta", angle("pivot"))
channel("omega", rate("pivot"))
channel("x_slider", position(slider).x)
channel("v_slider", velocity(slider).x)
channel("a_slider", acceleration(slider).x)
channel("guide_force", reaction("guide"))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
