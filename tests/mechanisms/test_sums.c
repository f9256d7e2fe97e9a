/* tests/mechanisms/test_sums.c -- centre of mass, momenta and energies of parts, groups and the model, as signals.
 * Laws:    parts add up to the model, the model's energies are those of the ledger; momentum changes by gravity alone and
 *          angular momentum about the centre not at all in free flight.
 * Against: masses and places by hand; m v and J omega of a body; a link and a beam that the ground holds.
 */
#include "harness.h"
#include "support/simulated.h"

static double length(const double *x)
{
  return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* two bodies and a point, hinged and sprung, thrown into the air; one of them in a group */
static const char flight[] =
    "gravity { 0, 0, -9.81 }\n"
    "local one = group('one', function()\n"
    "  return body { name = 'a', mass = 2, center = { 0.1, 0.2, 0 }, inertia = { 0.2, 0.3, 0.35, 0.02, 0, 0.01 },\n"
    "                velocity = { 1, 2, 5 }, angular_velocity = { 3, 1, -2 } }\n"
    "end)\n"
    "local a = place(one, { name = 'left', orientation = axis_angle({ 1, 1, 0 }, 0.4), at = { 0, 1, 0 } })\n"
    "local b = body { name = 'b', at = { 1, 1, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
    "spherical { name = 'j', a, b, at = { 0.5, 1, 0 }, initial_rate = { 1, -2, 0.5 } }\n"
    "local p = point { name = 'p', at = { 1, 2, 0 }, mass = 0.5 }\n"
    "spring { name = 's', b, p, stiffness = 40, length = 0.8 }\n"
    "channel('P', momentum()) channel('P_parts', sum { momentum('left'), momentum(b), momentum('p') })\n"
    "channel('J', angular_momentum(nil, 'center')) channel('J_at', angular_momentum({ 'left', b, p }, { 1, 2, 3 }))\n"
    "channel('J0', angular_momentum()) channel('c', center_of_mass()) channel('cb', center_of_mass(b) - position(b))\n"
    "channel('cv', center_of_mass('left') - output('left.a', 'center'))\n"
    "channel('kinetic', energy({ 'left', b, p }, 'kinetic') - energy('kinetic'))\n"
    "channel('potential', energy({ 'left', b, p }, 'potential') - energy('potential'))\n"
    "channel('strain', energy('s', 'strain') - energy('strain'))\n"
    "channel('total', energy({ 'left', b, p, 's', 'j' }, 'total') - energy('total'))\n"
    "channel('ka', energy('left', 'kinetic') - output('left.a', 'kinetic_energy'))\n"
    "channel('t_here', time())\n"
    "run { dt = 5e-3, duration = 1 }\n";

static void fly(const char *scheme, double alpha, double tolerance)
{
  simulated s;
  double P0[3], P[3], Q[3], J0[3], J[3], c[3], at[3], origin[3], x;
  if (!simulate(&s, "flight", flight, scheme, alpha) || !observe(&s)) {
    simulated_free(&s);
    return;
  }
  channel(&s, "P", P0);
  channel(&s, "J", J0);
  CHECK(advance_to(&s, 1, 200) && observe(&s));
  check_laws(&s);
  CHECK(channel(&s, "P", P) == 3 && channel(&s, "P_parts", Q) == 3 && channel(&s, "J", J) == 3);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(P[k], P0[k] - (k == 2 ? 3.5 * 9.81 : 0), 1e-10);
    CHECK_NEAR(P[k], Q[k], 1e-13);
    CHECK_NEAR(J[k], J0[k], 1e-10);
  }
  channel(&s, "c", c);
  channel(&s, "J_at", at);
  channel(&s, "J0", origin);
  const sn_v3 shift = v3_cross(v3(1, 2, 3), v3(P[0], P[1], P[2]));
  const sn_v3 arm = v3_cross(v3(c[0], c[1], c[2]), v3(P[0], P[1], P[2]));
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(at[k], origin[k] - shift.x[k], 1e-11);
    CHECK_NEAR(J[k], origin[k] - arm.x[k], 1e-11);
  }
  static const char *const zero[] = {"kinetic", "potential", "strain", "total", "ka"};
  for (int k = 0; k < 5; k++) {
    CHECK(channel(&s, zero[k], &x) == 1);
    CHECK_NEAR(x, 0, tolerance); /* of 1e2 J */
  }
  CHECK(channel(&s, "cb", at) == 3 && channel(&s, "cv", origin) == 3);
  CHECK_BELOW(length(at) + length(origin), 1e-14);
  CHECK(channel(&s, "t_here", &x) == 1);
  CHECK_NEAR(x, 1, 1e-12);
  simulated_free(&s);
}

static void test_flight(void)
{
  fly("ed", 1, 1e-11);
  fly("ep", 0, 1e-7); /* signals are of velocities that fit the joints; those of ep fit them at mid-step */
}

/* what the ground holds counts for the centre, not for momentum of rest */
static void test_held(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local rod = link { name = 'rod', ground, from = { 0, 0, 0 }, to = { 2, 0, 0 }, mass = 3,\n"
      "                   angular_velocity = { 0, 2, 0 } }\n"
      "local s = rectangle { width = 0.02, height = 0.03 }\n"
      "local b = beam { name = 'b', ground, from = { 0, 1, 0 }, to = { 1, 1, 0 }, section = s, E = 2e11, G = 8e10,\n"
      "                 density = 7800, elements = 4, mass_matrix = 'consistent' }\n"
      "channel('c', center_of_mass(rod)) channel('cb', center_of_mass(b)) channel('P', momentum('rod'))\n"
      "channel('J', angular_momentum('rod')) channel('K', energy('rod', 'kinetic'))\n"
      "run { dt = 1e-3, duration = 1 }\n";
  simulated s;
  double c[3], P[3], J[3], K;
  if (simulate(&s, "held", text, "ed", 1) && observe(&s)) {
    channel(&s, "c", c);
    channel(&s, "P", P);
    channel(&s, "J", J);
    channel(&s, "K", &K);
    CHECK_NEAR(c[0], 1, 1e-14);
    CHECK_NEAR(P[2], -3 * 2 * 1, 1e-12);      /* m omega l/2 */
    CHECK_NEAR(J[1], 3 * 4 / 3.0 * 2, 1e-12); /* m l^2/3 omega */
    CHECK_NEAR(K, 3 * 4 / 3.0 * 2 * 2 / 2, 1e-12);
    channel(&s, "cb", c);
    CHECK_NEAR(c[0], 0.5, 1e-9);
    CHECK_NEAR(c[1], 1, 1e-9);
  }
  simulated_free(&s);
}

/* sums over many signals: there is no small limit */
static void test_many(void)
{
  static const char text[] = "local all, xs = {}, {}\n"
                             "for i = 1, 1500 do\n"
                             "  all[i] = point { at = { i, 0, 0 }, mass = i, velocity = { 0, 1, 0 } }\n"
                             "  xs[i] = position(all[i]).x*velocity(all[i]).y\n"
                             "end\n"
                             "channel('sum', sum(xs)) channel('P', momentum(all))\n"
                             "local loop = 0 for i = 1, 1500 do loop = loop + i*velocity(all[i]).y end\n"
                             "channel('loop', loop)\n"
                             "run { dt = 1, duration = 1 }\n";
  simulated s;
  double x = 0, P[3] = {0, 0, 0}, loop = 0;
  if (simulate(&s, "many", text, "ed", 1) && observe(&s)) {
    CHECK(channel(&s, "sum", &x) == 1 && channel(&s, "P", P) == 3 && channel(&s, "loop", &loop) == 1);
    CHECK_NEAR(x, 1500 * 1501 / 2.0, 1e-6);
    CHECK_NEAR(P[1], 1500 * 1501 / 2.0, 1e-6);
    CHECK_NEAR(loop, 1500 * 1501 / 2.0, 1e-6);
  }
  simulated_free(&s);
}

int main(void)
{
  RUN(test_flight);
  RUN(test_held);
  RUN(test_many);
  return REPORT();
}
