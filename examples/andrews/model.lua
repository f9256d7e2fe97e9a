-- Andrews' squeezer: seven bodies in a plane, three loops, one degree of freedom, driven by a constant torque.
-- Revolute joints form a tree; each loop is closed by a point on a line (two rows), so nothing is fixed twice.
param { torque = 0.033, scheme = "ed", alpha = 1.0, dt = 1e-5, duration = 0.03 }

local mass = { 0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498 }
local inertia = { 2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5 }
local xa, ya, xb, yb, xc, yc = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
local d, da, e, ea, rr, ra, ss = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092, 0.035
local sa, sb, sc, sd, ta, tb = 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
local u, ua, ub, zf, zt, fa = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
local beta0, Theta0, gamma0, Phi0 = -0.0617138900142764, 0, 0.455279819163070, 0.222668390165886
local delta0, Omega0, epsilon0 = 0.487364979543843, -0.222668390165886, 1.230547444549821

-- a body with its axes at angle a, origin at p and centre of mass (cx, cy) in its axes; its picture is a bar to each
-- of the points that follow
local function plane(i, name, p, a, cx, cy, ...)
  local bars = {}
  for k, q in ipairs { ... } do
    bars[k] = cylinder { length = sqrt(q[1]^2 + q[2]^2), radius = 0.0014, axis = { q[1], q[2], 0 },
                         at = { q[1]/2, q[2]/2, 0 } }
  end
  return body {
    name = name, at = { p[1], p[2], 0 }, orientation = axis_angle({ 0, 0, 1 }, a),
    mass = mass[i], center = { cx, cy, 0 }, inertia = { inertia[i], inertia[i], inertia[i] }, shape = bars,
  }
end
local function from(p, length, a)
  return { p[1] + length*cos(a), p[2] + length*sin(a), 0 }
end

-- places at the start
local O, A, B, C = { 0, 0, 0 }, { xa, ya, 0 }, { xb, yb, 0 }, { xc, yc, 0 }
local P = from(O, rr, beta0)                      -- crank pin
local E = from(P, -d, beta0 + Theta0)             -- where bodies 2, 3, 4 and 6 meet
local G = from(A, zt, delta0)                     -- 4 on 5
local H = from(A, u, epsilon0 - pi/2)             -- 6 on 7
local D = { xb + sd*cos(gamma0) + sc*sin(gamma0), yb + sd*sin(gamma0) - sc*cos(gamma0), 0 }

local b1 = plane(1, "crank", O, beta0, ra, 0, { rr, 0 })
local b2 = plane(2, "rod", P, beta0 + Theta0, -da, 0, { -d, 0 })
local b3 = plane(3, "lever", B, gamma0, sb, -sa, { 0, -ss }, { sd, -sc })
local b4 = plane(4, "link4", G, Phi0 + delta0, 0, -(e - ea), { 0, -e })
local b5 = plane(5, "arm5", A, delta0, ta, tb, { zt, 0 })
local b6 = plane(6, "link6", H, Omega0 + epsilon0, zf - fa, 0, { zf, 0 })
local b7 = plane(7, "arm7", A, epsilon0, ub, -ua, { 0, -u })

local j1 = revolute { name = "j1", ground, b1, at = O, axis = "z", torque = torque }
local j2 = revolute { name = "j2", b1, b2, at = P, axis = "z" }
local j3 = revolute { name = "j3", ground, b3, at = B, axis = "z" }
local j4 = revolute { name = "j4", b2, b4, at = E, axis = "z" }
local j5 = revolute { name = "j5", ground, b5, at = A, axis = "z" }
local j6 = revolute { name = "j6", b2, b6, at = E, axis = "z" }
local j7 = revolute { name = "j7", ground, b7, at = A, axis = "z" }
point_on_line { name = "close3", b2, b3, at = E, axis = "z" }
point_on_line { name = "close5", b4, b5, at = G, axis = "z" }
point_on_line { name = "close7", b6, b7, at = H, axis = "z" }
spring { name = "spring", ground, b3, at_a = C, at_b = D, stiffness = 4530, length = 0.07785 }

-- joint angles start at zero as drawn; the mechanism's own angles are counted from its axes
channel("beta", beta0 + angle(j1))
channel("Theta", Theta0 + angle(j2))
channel("gamma", gamma0 + angle(j3))
channel("Phi", Phi0 + angle(j1) + angle(j2) + angle(j4) - angle(j5))
channel("delta", delta0 + angle(j5))
channel("Omega", Omega0 + angle(j1) + angle(j2) + angle(j6) - angle(j7))
channel("epsilon", epsilon0 + angle(j7))
channel("beta_d", rate(j1))
channel("Theta_d", rate(j2))
channel("gamma_d", rate(j3))
channel("delta_d", rate(j5))
channel("epsilon_d", rate(j7))
channel("energy", energy("total"))
channel("work", energy("work"))

run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }
