-- A train of three cars on a closed track: it falls from the lift hill, runs over a second hill, nearly climbs the first
-- one from behind, and comes back. Gravity along -z.
param {
  cars = 3, mass = 800, wheels = 60, drag = 1.0,  -- wheels: their inertia over the square of the radius, kg
  scheme = "ed", alpha = 1.0, dt = 1e-2, duration = 16.0,
}

gravity { 0, 0, -9.81 }

-- the track, by points of a smooth curve
local n, track = 48, {}
local function height(a) return 12*exp(-(a/0.5)^2) + 6*exp(-((a - 2.6)/0.45)^2) + 2 end
for i = 1, n do
  local a = 2*pi*(i - 1)/n
  local turn = a > pi and a - 2*pi or a
  track[i] = { 24*sin(a), 14*cos(a) + 4*sin(2*a), height(turn) + height(turn > 0 and turn - 2*pi or turn + 2*pi) - 2 }
end

local last
for k = 1, cars do
  local car = point { name = "car" .. k, at = track[k + 1], mass = mass } -- at points of the track, one after the other
  slide { name = "track" .. k, car, ground, curve = track, closed = true, mass = wheels, damping = drag }
  if last then distance { name = "rod" .. k, last, car } end
  channel("height" .. k, position(car).z)
  channel("speed" .. k, output("track" .. k, "speed"))
  channel("force" .. k, norm(output("track" .. k, "force"))/(mass*9.81))
  last = car
end
channel("energy", energy("total"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
