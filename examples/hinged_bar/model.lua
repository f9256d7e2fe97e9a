-- An elastic bar of bricks falls on a hinge: the mean position and the mean rotation of its end face turn on the pin.
param { scheme = "ed", alpha = 1, dt = 5e-3, duration = 0.6, element = "hex20", E = 2.1e11, rigid = false }
gravity { 0, 0, -9.81 }

local bar = solid {
  name = "bar", box = { size = { 1, 0.04, 0.04 }, elements = { 10, 1, 1 } }, element = element,
  at = { 0, -0.02, -0.02 }, E = E, nu = 0.3, density = 7850,
  surfaces = { x0 = { rigid = rigid } }, -- rigid = true: the face keeps its shape
}
revolute { name = "pin", ground, bar:surface("x0"), at = { 0, 0, 0 }, axis = "y" }

channel("angle", angle("pin"))
channel("tip", position(bar:surface("x1")))
channel("reaction", output("pin", "reaction"))
channel("S11", output(bar:nearest(0.3, 0, 0.02), "S11")) -- bending stress on the upper side
view { from = "front" }
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
