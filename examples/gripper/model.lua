-- A gripper closes on a cube and lifts it by friction alone.
param { friction = 0.5, grip = 20.0, dt = 1e-3, duration = 2.0, scheme = "ed" }

gravity { 0, 0, -9.81 }
local floor = plane { name = "floor", size = { 0.6, 0.4 } }
local cube = body { name = "cube", at = { 0, 0, 0.03 }, color = "orange",
                    shape = box { size = { 0.06, 0.06, 0.06 }, density = 1000 } }

-- The hand goes up by 0.2 m between 0.6 and 1.4 s; two fingers slide in it.
local hand = base { name = "hand", at = { 0, 0, 0.16 },
                    position = function(t) return 0, 0, 0.1*(1 - cos(pi*min(max((t - 0.6)/0.8, 0), 1))) end,
                    shape = box { size = { 0.2, 0.05, 0.02 } } }
local fingers = {}
for _, side in ipairs { { "left", -1 }, { "right", 1 } } do
  local name, s = side[1], side[2]
  fingers[#fingers + 1] = body { name = name, at = { 0.05*s, 0, 0.06 },
                                 shape = box { size = { 0.02, 0.05, 0.12 }, density = 2700 } }
  prismatic { name = name .. "_slide", hand, fingers[#fingers], at = { 0.05*s, 0, 0.15 }, axis = { -s, 0, 0 },
              force = function(t) return grip*min(t/0.1, 1) end, damping = 20 }
end

contact { name = "grip", cube, all = fingers, friction = friction, restitution = 0.2, stiffness = 2e4 }
contact { name = "support", floor, cube, friction = friction, restitution = 0.2, stiffness = 2e4 }

channel("height", position(cube).z)
channel("slip", output("grip", "slip"))
channel("normal", output("grip", "normal"))
run { dt = dt, duration = duration, store = 0.02, scheme = scheme }
