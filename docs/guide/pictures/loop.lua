-- run, view --png --size 640x360 --overlay --no-labels --time 0 0.15 0.3 --view front
-- A four-bar with four hinges, drawn as it starts and turned by its crank.
local function link(name, from, to, color)
  local d = { to[1] - from[1], 0, to[3] - from[3] }
  local length = sqrt(d[1]^2 + d[3]^2)
  return body { name = name, at = { (from[1] + to[1])/2, 0, (from[3] + to[3])/2 }, color = color,
                shape = cylinder { length = length, radius = 0.012, axis = d, density = 700 } }
end
local O, A, B, C = { 0, 0, 0 }, { 0.1, 0, 0.1 }, { 0.45, 0, 0.25 }, { 0.4, 0, 0 }
local crank, coupler, rocker = link("crank", O, A, "#aa3377"), link("coupler", A, B, "#4477aa"), link("rocker", C, B, "#228833")
revolute { name = "o", ground, crank, at = O, axis = "y", drive = function(t) return -2*t end }
revolute { name = "a", crank, coupler, at = A, axis = "y" }
revolute { name = "b", coupler, rocker, at = B, axis = "y" }
revolute { name = "c", ground, rocker, at = C, axis = "y" }
run { dt = 5e-3, duration = 0.3 }
