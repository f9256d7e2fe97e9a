-- A cam lifts a roller against a spring; too fast, and the roller leaves the cam.
param { speed = 30.0, stiffness = 2000.0, dt = 5e-4, duration = 0.6, scheme = "ed" }

gravity { 0, 0, -9.81 }
local n, r, off = 60, 0.04, 0.015     -- an eccentric disc as a prism of n sides
local outline = {}
for i = 1, n do
  outline[i] = { off + r*cos(2*pi*(i - 1)/n), r*sin(2*pi*(i - 1)/n) }
end
local shaft = base { name = "shaft", axis = "y", angle = function(t) return -speed*t end }
local cam = obstacle { name = "cam", shaft, profile = outline, width = 0.02 }
local follower = body { name = "follower", at = { 0, 0, 0.0477 }, color = "orange", mass = 0.3,
                        inertia = { 1e-4, 1e-4, 1e-4 }, shape = sphere { radius = 0.01 } }
prismatic { name = "guide", ground, follower, at = { 0, 0, 0.08 }, axis = "z", stiffness = stiffness, rest = -0.03 }
contact { name = "touch", cam, follower, restitution = 0.3, friction = 0.1, stiffness = 1e6 }
channel("lift", position(follower).z)
channel("force", output("touch", "normal"))
run { dt = dt, duration = duration, store = 1e-3, scheme = scheme }
