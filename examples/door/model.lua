-- A door on two hinges, gravity along -z. The second hinge repeats all five equations of the first: the door still swings as
-- on one hinge, and how the hinges share its weight is not for mechanics of rigid parts to say.
param {
  hinges = 2,        -- 2; 1: one hinge; 0: a ball at the bottom and a pin in a slot at the top, which fix nothing twice
  drag = 1.0,        -- constant friction moment of each hinge, N m
  mu = 0.0,          -- friction that follows the reaction of each hinge
  speed = 1.0,       -- of the door at the start, rad/s
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 5.0,
}

local width, height, thickness = 0.8, 2.0, 0.04
local slow = 0.01    -- below this rate the friction moment fades, rad/s

gravity { 0, 0, -9.81 }

local door = body {
  name = "door", at = { width/2, 0, height/2 }, velocity = { 0, speed*width/2, 0 }, angular_velocity = { 0, 0, speed },
  shape = box { size = { width, thickness, height }, density = 600 },
}

local function hinge(name, z, share)
  revolute {
    name = name, ground, door, at = { 0, 0, z }, axis = "z",
    law = function(x, v, t) return share*drag*v/sqrt(v^2 + slow^2) end,
    friction = mu > 0 and mu or nil, friction_arm = mu > 0 and 0.01 or nil,
  }
end
if hinges == 2 then
  hinge("low", 0.3, 1)
  hinge("high", 1.7, 1)
elseif hinges == 1 then
  hinge("low", 0.3, 2)
else
  spherical { name = "low", ground, door, at = { 0, 0, 0.3 } }
  point_on_line { name = "high", ground, door, at = { 0, 0, 1.7 }, axis = "z" }
end

if hinges > 0 then
  channel("angle", angle("low"))
  channel("rate", rate("low"))
end
channel("low", reaction("low"))
if hinges ~= 1 then
  channel("high", reaction("high"))
  channel("force", reaction("low") + reaction("high"))
end
channel("edge", position(door, { width, 0, height/2 }))
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
