-- Snap-through of a cylindrical shell [BCB 6.2]: a crank pulls the crown of a shallow arch down until it turns inside out, and pushes it
-- back. z up; the arch spans x, its generators lie along y; the crank turns in the plane yz, about the x axis.
param {
  nx = 8, ny = 4, links = 4, rib = true,   -- mesh of the paper: shell 8 x 4, link of four cubic beams; beam along the crown
  scheme = "ed", alpha = 1.0, dt = 2.5e-3, duration = 2.0, store = 0,
}

local R, height, half = 5.0, 2.5, deg(30)
local E, nu, density = 73e9, 0.3, 2700

local arch = shell {
  name = "arch", surface = function(u, y) return R*sin(u), y, R*cos(u) end, u = { -half, half }, v = { 0, height },
  elements = { nx, ny }, thickness = 0.008, E = E, nu = nu, density = density,
  u_first = { held = "xyz" }, u_last = { held = "xyz" },
}
for k = 0, rib and 2*ny - 1 or -1 do -- along the crown BE, from node to node
  beam {
    name = "rib" .. k, arch:at(0, height*k/(2*ny)), arch:at(0, height*(k + 1)/(2*ny)), up = "z",
    elements = 1, order = 2, section = rectangle { width = 0.02, height = 0.02 }, E = E, nu = nu, density = density,
  }
end

-- G is 5 m below E; the crank of 1.5 m points along y at t = 0, so that the link has sqrt(5^2 + 1.5^2) m
local G, P, top = { 0, 0, 0 }, { 0, 1.5, 0 }, { 0, 0, R }
local crank = body {
  name = "crank", at = { 0, 0.75, 0 }, shape = box { size = { 0.04, 1.5, 0.04 }, density = 7800 },
}
local link = beam {
  name = "link", from = P, to = top, up = "x", elements = links, order = 3,
  section = rectangle { width = 0.04, height = 0.04 }, E = 210e9, nu = 0.3, density = 7800,
}
local T = 3.0
revolute {
  name = "shaft", ground, crank, at = G, axis = "-x",
  drive = function(t) return where(less(t, T/2), pi*(1 - cos(2*pi*t/T))/2, pi) end,
}
revolute { name = "pin", crank, link.first, at = P, axis = "x" }
revolute { name = "head", arch:at(0, 0), link.last, at = top, axis = "x" }

local points = { { "E", 0 }, { "M", height/2 }, { "B", height } }
for _, p in ipairs(points) do
  channel(p[1], position(arch:at(0, p[2])).z - R)
end
channel("M11", output(arch:at(0, 0), "M11"))
channel("M22", output(arch:at(0, 0), "M22"))
channel("link_N", output(link, "force_middle").x)
channel("link_M", output(link, "moment_middle").y)
channel("torque", output("shaft", "drive_force"))
channel("strain", energy("strain"))
channel("kinetic", energy("kinetic"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
view { from = "iso" }
