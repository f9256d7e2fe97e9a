-- laws_on_cylindrical, printed from tests/support/reference/mechanisms.c
param { scheme = "ed", alpha = 1.0, dt = 1e-3, duration = 0.4, store = 0.2 }
gravity { 0.40000000000000002, -0.69999999999999996, -9.6999999999999993 }
local b1 = body { name = "b1", at = { 0.14999999999999999, -0.02, -0.17999999999999999 }, orientation = quaternion(0.80044036333307056, 0.30016513624990143, -0.40022018166653528, 0.33018164987489163), velocity = { 0.24380332815766786, -0.14706722438960179, 0.3729696198254846 }, angular_velocity = { 0.3371677543819146, -0.67433550876382919, 0.67433550876382942 }, mass = 1.7, center = { 0.059999999999999998, -0.040000000000000001, 0.050000000000000003 }, inertia = { 0.021000000000000001, 0.025999999999999999, 0.017999999999999999, 0.002, -0.0015, 0.0025000000000000001 } }
local b2 = body { name = "b2", at = { 0.41999999999999998, 0.14000000000000001, -0.35999999999999999 }, orientation = quaternion(0.50047567794850356, -0.60057081353820418, 0.20019027117940144, 0.59056129997923412), velocity = { -0.20141827314583816, 0.39857369222401889, 0.28391699321992347 }, angular_velocity = { 1.2174645600511786, 2.8410356827793519, 2.707548426476631 }, mass = 0.90000000000000002, center = { -0.029999999999999999, 0.050000000000000003, -0.070000000000000007 }, inertia = { 0.0089999999999999993, 0.0070000000000000001, 0.012, -0.001, 0.00080000000000000004, 0.0011999999999999999 } }
local j1 = cylindrical { name = "j1", ground, b1, at = { 0.050000000000000003, -0.080000000000000002, 0.029999999999999999 }, axis = { 0.33333333333333331, -0.66666666666666663, 0.66666666666666663 }, x = { 0.66666666666666663, 0.66666666666666663, 0.33333333333333331 }, displacement = { stiffness = 120, rest = 0.02, damping = 1.5 }, angle = { stiffness = 1.1000000000000001, rest = 0, damping = 0.040000000000000001, torque = function(t) return 0.5*sin(8*t + 0) end } }
local j2 = spherical { name = "j2", b1, b2, at = { 0.31, 0.070000000000000007, -0.27000000000000002 } }
channel("b1_x", position(b1))
channel("b1_q", orientation(b1))
channel("b1_v", velocity(b1))
channel("b1_w", angular_velocity(b1))
channel("b2_x", position(b2))
channel("b2_q", orientation(b2))
channel("b2_v", velocity(b2))
channel("b2_w", angular_velocity(b2))
channel("j1_force", reaction(j1))
channel("j1_moment", reaction_moment(j1))
channel("j1_displacement", output(j1, "displacement"))
channel("j1_angle", output(j1, "angle"))
channel("j2_force", reaction(j2))
channel("j2_moment", reaction_moment(j2))
channel("total", energy("total"))
channel("work", energy("work"))
run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }
