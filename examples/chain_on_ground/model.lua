-- A chain of links falls on the ground in a heap: links touch the ground and each other.
param { n = 12, dt = 1e-3, duration = 0.8, scheme = "ed" }

gravity { 0, 0, -9.81 }
local floor = plane { name = "floor", size = { 0.6, 0.6 } }
local length, radius = 0.05, 0.008
local links = {}
for i = 1, n do
  links[i] = body { name = "link" .. i, at = { 0.002*sin(i), 0, 0.03 + length*(i - 0.5) },
                    orientation = axis_angle({ 0, 1, 0 }, -math.pi/2),
                    mass = 0.02, inertia = { 7e-7, 4.5e-6, 4.5e-6 },
                    shape = slender { length = length - 2*radius, radius = radius } }
  if i > 1 then
    spherical { name = "joint" .. i, links[i - 1], links[i], at = { 0, 0, 0.03 + length*(i - 1) } }
  end
end
contact { name = "heap", floor, all = links, friction = 0.3, restitution = 0.2, stiffness = 2e3 }

channel("top", position(links[n]))
channel("touches", output("heap", "touches"))
run { dt = dt, duration = duration, store = 0.01, scheme = scheme }
