-- A bracket of sheet steel out of a Gmsh file (bracket.geo): plate with a hole, shelf and rib. 20 N act suddenly on the front of the shelf.
param {
  file = "bracket.msh", thickness = 2e-3,
  line = 250.0,                        -- N/m along the front: 20 N in all
  dt = 1e-4, duration = 4e-3, scheme = "ed",
}

local bracket = shell {
  name = "bracket", mesh = { file = file, scale = 1e-3 }, -- the file is in mm
  thickness = thickness, E = 210e9, nu = 0.3, density = 7850,
  edges = {
    hole = { clamped = true },                            -- physical curves are names
    front = { load = { 0, 0, -line } },
  },
}

channel("corner", position(bracket:at("corner")))         -- and so is a physical point
run { dt = dt, duration = duration, scheme = scheme }
view { azimuth = 150, elevation = 8 }
