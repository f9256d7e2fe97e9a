-- screw_with_spring, printed from tests/support/reference/mechanisms.c
param { scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 0.4, store = 0.2 }
gravity { 0.40000000000000002, -0.69999999999999996, -9.6999999999999993 }
local b1 = body { name = "b1", at = { 0.14999999999999999, -0.02, -0.17999999999999999 }, orientation = quaternion(0.80044036333307056, 0.30016513624990143, -0.40022018166653528, 0.33018164987489163), velocity = { 0.0061533751422478966, -0.010255625237079832, -0.0071789376659558857 }, angular_velocity = { -6.9388939039072284e-18, 0, -0.10255625237079834 }, mass = 1.7, center = { 0.059999999999999998, -0.040000000000000001, 0.050000000000000003 }, inertia = { 0.021000000000000001, 0.025999999999999999, 0.017999999999999999, 0.002, -0.0015, 0.0025000000000000001 } }
local j1 = screw { name = "j1", ground, b1, at = { 0.050000000000000003, -0.080000000000000002, 0.029999999999999999 }, axis = { 0, 0, 1 }, x = { 1, 0, 0 }, pitch = 0.070000000000000007, stiffness = 0.90000000000000002, rest = 0, damping = 0.050000000000000003 }
channel("b1_x", position(b1))
channel("b1_q", orientation(b1))
channel("b1_v", velocity(b1))
channel("b1_w", angular_velocity(b1))
channel("j1_force", reaction(j1))
channel("j1_moment", reaction_moment(j1))
channel("j1_angle", output(j1, "angle"))
channel("total", energy("total"))
channel("work", energy("work"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
