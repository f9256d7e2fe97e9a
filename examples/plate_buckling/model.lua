-- Lateral buckling of a thin plate [BCB 6.1]: crank and link pull down a corner of a cantilever that stands on edge; it twists and falls
-- to the side. x along the plate, z up in its plane, y to the side. The crank points along x at t = 0 and turns downwards.
param {
  model = "both",                      -- "shell"; "beam": the plate as a beam; "both": both models, 0.4 m apart; "load": 1 N at the corner
  nx = 6, ny = 2, a = 1e-4,            -- mesh of the paper; m: imperfection to the side
  shape = "cubic",                     -- of it; "mode": as the shell buckles (buckling.txt, see README)
  elements = 3, order = 3,             -- of the beam
  lever = "rigid",                     -- "beam": a link that stretches and bends
  speed = 1.0,                         -- rad/s of the crank
  scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 2*pi, store = 0,
}

local L, h, t, side = 1.0, 0.08, 0.002, 0.01
local steel = { E = 210e9, nu = 0.25, density = 7870 }
local mesh, n = { nx, ny }, elements*order
local by_mode = shape == "mode"
local function bow(x) return 27/4*a*x^2*(L - x) end
local function with(fields) -- of steel
  for name, value in pairs(steel) do fields[name] = value end
  return fields
end

-- Plates: the corner that is pulled, the lateral displacement of midspan, and its shear force per height.
local function plate_of_shell(name, aside)
  local plate = shell(with {
    name = "plate" .. name, surface = function(x, z) return x, aside + (by_mode and 0 or bow(x)), z end, u = { 0, L }, v = { -h/2, h/2 },
    elements = mesh, thickness = t, u_first = { clamped = true },
    imperfection_mode = by_mode and { file = "buckling.txt", mode = 2, amplitude = a } or nil,
  })
  for k = 0, 2*ny - 1 do -- the beam along the edge CD, from node to node
    beam(with {
      name = "edge" .. name .. k, plate:at(L, -h/2 + h*k/(2*ny)), plate:at(L, -h/2 + h*(k + 1)/(2*ny)), up = "y",
      elements = 1, order = 1, section = rectangle { width = 0.004, height = 0.004 },
    })
  end
  local middle = plate:at(L/2, 0)
  return plate:at(L, -h/2), position(middle).y - aside, output(middle, "N12")
end

local function plate_of_beam(name, aside)
  local line = {}
  for k = 0, n do line[k + 1] = { L*k/n, aside + bow(L*k/n), 0 } end
  local plate = beam(with {
    name = "plate" .. name, ground, points = line, curve = "smooth", up = "z", elements = elements, order = order,
    section = rectangle { width = t, height = h },
  })
  local k = n//2
  local function y(i) return position(plate:node(i)).y - aside end
  local middle = n % 2 == 0 and y(k) or (9*(y(k) + y(k + 1)) - y(k - 1) - y(k + 2))/16
  return plate.last, middle, output(plate, "force_middle").z/h
end

-- Crank and link of 10 x 10 mm, and the channels; all names have an ending.
local function mechanism(plate, name, aside)
  local C, P, G = { L, aside, -h/2 }, { L, aside, -h/2 - 0.5 }, { L - 0.1, aside, -h/2 - 0.5 }
  local corner, lateral, shear = plate(name, aside)
  local crank = body {
    name = "crank" .. name, at = { L - 0.05, aside, P[3] }, shape = box { size = { 0.1, side, side }, density = steel.density },
  }
  local link, foot, head
  if lever == "rigid" then
    link = body {
      name = "link" .. name, at = { L, aside, P[3]/2 + C[3]/2 }, shape = box { size = { side, side, 0.5 }, density = steel.density },
    }
    foot, head = link, link
  else
    link = beam(with {
      name = "link" .. name, from = P, to = C, up = "y", elements = 4, order = 3, section = rectangle { width = side, height = side },
    })
    foot, head = link.first, link.last
  end
  revolute { name = "shaft" .. name, ground, crank, at = G, axis = "y", drive = function(t) return speed*t end }
  revolute { name = "pin" .. name, crank, foot, at = P, axis = "y" }
  local ball = spherical { name = "ball" .. name, corner, head, at = C }

  channel("lateral" .. name, lateral)
  channel("torque" .. name, output("shaft" .. name, "drive_force"))
  channel("N12" .. name, shear)
  channel("down" .. name, C[3] - position(corner, C).z)
  if lever == "rigid" then -- tension along the link, and the bending moment to the side in its middle
    local along, r = position(head, C) - position(foot, P), reaction(ball)
    channel("link_N" .. name, (r.x*along.x + r.z*along.z)/0.5)
    channel("link_M" .. name, -r.y*0.25)
  else
    channel("link_N" .. name, output(link, "force_middle").x)
    channel("link_M" .. name, output(link, "moment_middle").z)
  end
end

if model == "load" then -- the buckling load, for sinew modes: the link holds the corner laterally
  local corner = plate_of_shell("", 0)
  point_on_plane { name = "aside", ground, corner, at = { L, 0, -h/2 }, axis = "y" }
  force { name = "pull", corner, value = { 0, 0, -1 } }
end
if model == "shell" or model == "both" then mechanism(plate_of_shell, "", 0) end
if model == "beam" or model == "both" then mechanism(plate_of_beam, "_beam", 0.4) end
channel("energy", energy("total"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
view { azimuth = -35, elevation = 18 }
