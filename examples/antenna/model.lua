-- Deployment of a space antenna [BCB 6.3]: four composite panels, folded against each other, are opened by springs in their hinges.
-- Ground joints along y at the origin; stowed in the plane x = 0, panel 1 upright; deployed along x. No gravity.
param {
  model = "shell",                      -- "beam": panels as beams, for comparison
  nx = 4,                               -- elements of a panel along the deployment; four across
  coupled = true,                       -- false: the plies at 45 degrees do not couple bending and twist
  gap = 0.5, rho = 1600.0,              -- m: length of the connector beams; kg/m^3: density of the panels
  ribs = "middle",                      -- of the edges, which the paper does not say; "corner": the 2 m at one end of them (shell only)
  scheme = "ed", alpha = 1.0, dt = 0.05, duration = 200.0, store = 0,
}

local size, t_ply = 5.0, 0.125e-3
local E, nu, density = 140e9, 0.3, 7000   -- reinforcing and connector beams
local M0, theta, power, mu = { 1.0, 0.8, 0.7, 0.5 }, { pi/2, pi, pi, pi }, { 6, 12, 12, 12 }, { 20, 9, 7, 5 }
local mesh = { nx, 4 }
local off = ribs == "corner" and -1.5 or 0 -- of the middle of the ribs, m
local lines = off == 0 and { -2.5, -1, 0, 1, 2.5 } or { -2.5, -1.5, -0.5, 1, 2.5 }
local middle = off == 0 and 0 or 0.25   -- the node nearest to the middle

-- ---- laminate [0, 90, 45, -45, 45, -45]s; a ply is { angle, thickness, material }
local EL, ET, GLT, nuLT = 138e9, 8.96e9, 7.1e9, 0.3
local d = 1 - nuLT^2*ET/EL
local Q11, Q22, Q12, Q66 = EL/d, ET/d, nuLT*ET/d, GLT
-- at 45 degrees without the terms 16 and 26: an orthotropic material of its own
local B11, B12, B66 = (Q11 + Q22 + 2*Q12 + 4*Q66)/4, (Q11 + Q22 + 2*Q12 - 4*Q66)/4, (Q11 + Q22 - 2*Q12)/4
local materials = {
  { EL, ET, nuLT, GLT, GLT, GLT, rho },
  { B11 - B12^2/B11, B11 - B12^2/B11, B12/B11, B66, GLT, GLT, rho },
}
local plies = {}
for i, angle in ipairs { 0, 90, 45, -45, 45, -45 } do
  local skew = angle % 90 ~= 0
  local row = (skew and not coupled) and { 0, t_ply, 2 } or { deg(angle), t_ply, 1 }
  plies[i], plies[13 - i] = row, row
end

-- ---- panels: xi along the deployment from the edge AB to CD, eta along the hinges
local up = { 1, -1, 1, -1 }               -- stowed: along +z, -z, ...
local root = { 0, size - gap, 0, size - gap } -- z of the edge AB
local function place(i, xi, eta) return { 0, eta, root[i] + up[i]*xi } end

local function reinforce(panel, i, xi)    -- along 2 m of an edge, from node to node
  for k = 0, 3 do
    beam {
      name = "rib" .. i .. (xi == 0 and "A" or "C") .. k, panel:at(xi, off - 1 + k/2), panel:at(xi, off - 0.5 + k/2), up = "x",
      elements = 1, order = 1, section = rectangle { width = 0.01, height = 0.01 }, E = E, nu = nu, density = density,
    }
  end
end

local function panel_of_shell(i)
  local p = shell {
    name = "panel" .. i, surface = function(xi, eta) return 0, eta, root[i] + up[i]*xi end,
    u = { 0, size }, v = lines, elements = mesh, plies = plies, materials = materials,
  }
  reinforce(p, i, 0)
  reinforce(p, i, size)
  return function(xi, eta) return p:at(xi, eta) end
end

-- width times A, D of the laminate: unit stresses along xi, other resultants free; ribs as masses
local function panel_of_beam(i)
  local Q0, Q90, Q45 = { Q11, Q12, Q22 }, { Q22, Q12, Q11 }, { B11, B12, B11 }
  local A, D, z = { 0, 0, 0 }, { 0, 0, 0 }, -6*t_ply
  for k, q in ipairs { Q0, Q90, Q45, Q45, Q45, Q45, Q45, Q45, Q45, Q45, Q90, Q0 } do
    local z1 = z + t_ply
    for c = 1, 3 do A[c], D[c] = A[c] + q[c]*t_ply, D[c] + q[c]*(z1^3 - z^3)/3 end
    z = z1
  end
  local EA, EI, GJ = size*(A[1] - A[2]^2/A[3]), size*(D[1] - D[2]^2/D[3]), 4*size*4.372
  local p = beam {
    name = "panel" .. i, from = place(i, 0, 0), to = place(i, size, 0), up = "x", elements = nx, order = 3,
    stiffness = { EA, EA/3, 12*t_ply*size*GLT*5/6, EA*size^2/12, EI, GJ },
    mass_per_length = 12*t_ply*rho*size, rotary_inertia = { 12*t_ply*rho*size^3/12, rho*size*(12*t_ply)^3/12 }, radius = 0.02,
  }
  for _, node in ipairs { p.first, p.last } do
    local m = point { at = node == p.first and place(i, 0, 0) or place(i, size, 0), mass = 2*1e-4*density }
    spherical { node, m }
  end
  channel("M11_" .. i, -up[i]*output(p, "moment_middle").z/size) -- as on the shell, whose normal is -x on panels that stand up
  return function(xi) return xi == 0 and p.first or p.last end
end

-- ---- hinges: at C and D (or in the middle, with twice the stiffness, mass and moment)
local function hinge(name, i, before, after, at, n)
  local m, th, k = M0[i], theta[i], power[i]
  revolute {
    name = name, before, after, at = at, axis = { 0, up[i], 0 }, damping = n*mu[i],
    potential = function(x) return -n*m*(x - x^(k + 1)/((k + 1)*th^k)) end,
  }
end

local sides = model == "shell" and { { "A", "C", off - 1 }, { "B", "D", off + 1 } } or { { "A", "C", 0 } }
local n = model == "shell" and 1 or 2
local part = {}
for i = 1, 4 do
  part[i] = model == "shell" and panel_of_shell(i) or panel_of_beam(i)
  for _, s in ipairs(sides) do
    local root_name, tip_name, eta = s[1], s[2], s[3]
    if i == 1 then
      hinge(root_name .. 1, 1, ground, part[1](0, eta), place(1, 0, eta), n)
    else
      local joint, last = place(i - 1, size, eta), part[i - 1](size, eta)
      local arm = beam {
        name = "arm" .. root_name .. i, part[i](0, eta), from = place(i, 0, eta), to = joint, up = "x", elements = 2, order = 2,
        section = rectangle { width = 0.02, height = n*0.02 }, E = E, nu = nu, density = density,
      }
      hinge(tip_name .. (i - 1), i, last, arm.last, joint, n)
      local m = point { name = "mass" .. tip_name .. (i - 1), at = joint, mass = 8*n }
      spherical { last, m }
      local V = output(arm, "force_middle")
      channel("V2_" .. tip_name .. (i - 1), V.y)
      channel("V3_" .. tip_name .. (i - 1), V.z)
    end
  end
end

-- ---- what the paper shows
local last = model == "shell" and "BDDD" or "ACCC"
for i = 1, 4 do
  channel("angle" .. i, angle(last:sub(i, i) .. (i == 1 and 1 or i - 1))/deg(1))
end
if model == "shell" then
  for i = 1, 4 do
    local centre = part[i](size/2, middle)
    for _, M in ipairs { "M11", "M12", "M22" } do channel(M .. "_" .. i, output(centre, M)) end
    for _, edge in ipairs { "A", "C" } do -- how far a reinforcing beam turns about x and z, degrees
      local xi = edge == "A" and 0 or size
      local w = position(part[i](xi, off + 1)) - position(part[i](xi, off - 1))
      channel("rock_x_" .. edge .. i, atan2(w.z, w.y)/deg(1))
      channel("rock_z_" .. edge .. i, atan2(-w.x, w.y)/deg(1))
    end
  end
end
channel("tip", position(part[4](size, model == "shell" and off + 1 or 0)))
channel("kinetic", energy("kinetic"))
channel("strain", energy("strain"))
channel("dissipation", energy("dissipation"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
view { from = "iso" }
