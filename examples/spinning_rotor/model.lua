-- Something that spins freely about a fixed axis, without load. Nothing should happen, for ever.
-- At omega dt = 0.1 the scheme of BBT, taken as printed, loses a third of the energy in the first turn.
param {
  rotor = "body",    -- "body": an unbalanced rigid body on a hinge; "bar": a steel bar of cable elements
  speed = 100.0,     -- rad/s
  scheme = "ed",     -- "ed", "ep" or "ed_paper"
  alpha = 1.0, dt = 1e-3, duration = 1.0,
}

if rotor == "body" then
  local thing = body {
    name = "rotor", at = { 0, 0, 0 }, angular_velocity = { 0, 0, speed },
    mass = 1, center = { 0.5, 0.1, 0 }, inertia = { 0.02, 0.05, 0.06 },
    shape = { box { size = { 1, 0.1, 0.05 }, at = { 0.5, 0.05, 0 } }, cylinder { length = 0.2, radius = 0.05, axis = "z" } },
  }
  revolute { name = "hinge", ground, thing, at = { 0, 0, 0 }, axis = "z" }
  channel("turns", angle("hinge")/(2*pi))
  channel("hinge_force", norm(reaction("hinge")))
elseif rotor == "bar" then
  -- 1 m of 5 x 5 mm steel; drawn stretched, so that it starts in the equilibrium of its eight elements
  local n, EA, line = 8, 2.1e11*25e-6, 7850*25e-6
  local L = 1/n
  local function tip_force(first)                       -- radial force left at the tip for a given first element
    local x, last = { 0, first }, 0
    for k = 1, n do
      local l = x[k + 1] - x[k]
      local force = EA*((l/L)^2 - 1)/2*l/L              -- Green strain
      local rest = force - line*L*(k < n and 1 or 0.5)*speed^2*x[k + 1]
      if k == n then
        return rest, x
      end
      for _ = 1, 20 do                                  -- length of the next element that carries the rest
        local f = EA*((l/L)^2 - 1)/2*l/L - rest
        l = l - f/(EA*(3*(l/L)^2 - 1)/2/L)
      end
      x[k + 2] = x[k + 1] + l
    end
  end
  local a, b = L, L*1.001
  local fa, fb = tip_force(a), tip_force(b)
  for _ = 1, 30 do
    if fb == fa then break end
    a, b, fa = b, b - fb*(b - a)/(fb - fa), fb
    fb = tip_force(b)
  end
  local _, x = tip_force(b)
  local nodes = {}
  for k = 1, n + 1 do nodes[k] = { x[k], 0, 0 } end
  local bar = cable { name = "bar", ground, points = nodes, length = 1, elements = n, order = 1, stiffness = EA,
                      mass_per_length = line, angular_velocity = { 0, 0, speed }, radius = 0.003 }
  channel("tip", position(bar.last))
  channel("root_force", output(bar, "tension_first"))
else
  error("rotor must be 'body' or 'bar'")
end
channel("kinetic", energy("kinetic"))
channel("energy", energy("total"))
channel("numerical", energy("numerical"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
