/* tests/beams/test_motion.c -- beams in motion: balance of energy and momenta of thrown, curved, twisted, coupled beams;
 *          damping only takes; stiff spin; right-angle frame (tests/data A14); ends on bodies, bases and points; joints
 *          at nodes; order of the step.
 * ctest:   timeout=300
 */
#include "support/oracle.h"
#include "support/parameters.h"

#define COUPLED                                                                                                      \
  "{ {1e5, 0, 0, 60, 0, 30}, {0, 5e4, 0, 0, 40, 0}, {0, 0, 4e4, 0, 0, 50}, {60, 0, 0, 10, 1, 2}, {0, 40, 0, 1, 20, " \
  "-1}, {30, 0, 50, 2, -1, 15} }"

/* Free, thrown: an arc with a twist, or with a corner; full section matrix, mass off the line. */
static const char thrown[] =
    "param { order = 2, elements = 4, measure = 'reissner', mass = 'lumped', damping = 0, kind = 'arc' }\n"
    "local t = { name = 'b', elements = elements, order = order, measure = measure, mass_matrix = mass, damping = "
    "damping,\n"
    "  stiffness = " COUPLED
    ", mass_per_length = 2, rotary_inertia = {0.01, 0.02, 0.003}, mass_center = {0.05, -0.02},\n"
    "  velocity = {1, 2, 0.5}, angular_velocity = {8, 4, 15}, load = function(t) return 4*sin(30*t), 0, -9 end,\n"
    "  follower_load = {0, 6, 2}, moment_load = {0.2, 0.1, 0},\n"
    "  follower_moment_load = function(t) return 0.1*t, 0, 0.3*cos(20*t) end }\n"
    "if kind == 'arc' then t.from, t.through, t.to, t.twist = {0, 0, 1}, {0.5, 0.4, 1.1}, {1, 0, 1}, 1.2\n"
    "else t.points = { {0, 0, 0}, {0.6, 0, 0}, {0.6, 0.5, 0.3} } end\n"
    "local b = beam(t)\n"
    "force { b.first, value = function(t) return 3*sin(40*t), 5*cos(40*t) - 5, 0 end }\n"
    "channel('tip', position(b.last)) channel('mid', output(b, 'force_middle'))\n"
    "run { dt = 1e-3, duration = 1 }\n";

#define BEGIN(s, text, scheme, alpha, ...)                                                  \
  do {                                                                                      \
    const char *const set_[] = {__VA_ARGS__};                                               \
    if (!simulate_set(s, text, (int)(sizeof set_ / sizeof set_[0]), set_, scheme, alpha)) { \
      return; /* the check has failed already */                                            \
    }                                                                                       \
  } while (0)
static void test_thrown(void)
{
  static const char *const order[] = {"order=1", "order=2", "order=3"};
  static const struct {
    const char *scheme;
    double alpha;
  } schemes[] = {{"ed", 1}, {"ed", 0}, {"ep", 0}};
  for (int k = 0; k < 3 * 3 * 2; k++) {
    const int p = k % 3, c = k / 3 % 3, variant = k / 9;
    simulated s;
    BEGIN(&s, thrown, schemes[c].scheme, schemes[c].alpha, order[p],
          variant ? "measure=small_strain" : "measure=reissner", variant ? "mass=consistent" : "mass=lumped",
          (p + c) % 2 ? "kind=arc" : "kind=corner");
    advance_to(&s, 0.16, 80); /* the force does no more after this: its mean over a whole turn is not 0 */
    check_laws(&s);
    CHECK(s.most <= 7);
    simulated_free(&s);
  }
}

/* Every step against the trusted one, in which nothing is eliminated: the corner (two triads at a node) and the arc. */
static void test_against_oracle(void)
{
  for (int k = 0; k < 8; k++) {
    simulated s;
    const int ep = k % 2, corner = k / 2 % 2, consistent = k / 4;
    BEGIN(&s, thrown, ep ? "ep" : "ed", 1, corner ? "kind=corner" : "kind=arc",
          consistent ? "mass=consistent" : "mass=lumped", "elements=2", corner ? "order=2" : "order=3");
    const sn_system *y = s.session.frozen.system;
    sn_state trusted;
    sn_error error = {0};
    CHECK_OK(sn_state_new(y, s.arena, &trusted, &error), error);
    CHECK_OK(sn_state_room(y, s.state->n_scheme, s.arena, &trusted, &error), error);
    sn_state_copy(s.state, &trusted);
    double q = 0, v = 0, speed = 0;
    for (int i = 0; i < (SANITIZED ? 2 : 8); i++) {
      sn_step_report report = {0};
      CHECK_OK(ep ? oracle_ep_step(y, &trusted, 2e-3, &report, &error)
                  : oracle_step(y, &trusted, 1, 2e-3, &report, &error),
               error);
      if (!advance(&s, 2e-3)) {
        break;
      }
      for (int a = 0; a < y->n_vector; a++) {
        q = fmax(q, v3_norm(v3_sub(trusted.q[a], s.state->q[a])));
        v = fmax(v, v3_norm(v3_sub(trusted.v[a], s.state->v[a])));
        speed = fmax(speed, v3_norm(trusted.v[a]));
      }
    }
    printf("  %s, %s, %s: q %.1e, v %.1e\n", ep ? "ep" : "ed", corner ? "corner" : "arc",
           consistent ? "consistent" : "lumped", q, v / speed);
    CHECK_BELOW(q, 1e-12);
    CHECK_BELOW(v, 1e-11 * speed);
    simulated_free(&s);
  }
}

/* Without a force: linear and angular momentum. */
static const char free_flight[] =
    "param { order = 2, mass = 'lumped', damping = 0 }\n"
    "local b = beam { name = 'b', elements = 4, order = order, mass_matrix = mass, damping = damping,\n"
    "  from = {0, 0, 1}, through = {0.5, 0.4, 1.1}, to = {1, 0, 1}, twist = 1.2,\n"
    "  stiffness = " COUPLED
    ", mass_per_length = 2, rotary_inertia = {0.01, 0.02, 0.003}, mass_center = {0.05, -0.02},\n"
    "  velocity = {1, 2, 0.5}, angular_velocity = {8, 4, 15} }\n"
    "run { dt = 1e-3, duration = 1 }\n";

static void test_momenta(void)
{
  static const char *const order[] = {"order=1", "order=2", "order=3"};
  for (int k = 0; k < 12; k++) {
    simulated s;
    sn_v3 p0, j0, p1, j1;
    const int damped = k >= 9;
    BEGIN(&s, free_flight, k % 2 ? "ep" : "ed", 1, order[k % 3], k / 3 % 2 ? "mass=consistent" : "mass=lumped",
          damped ? "damping=2e-3" : "damping=0");
    const sn_system *y = s.session.frozen.system;
    double kinetic, strain, potential;
    sn_momenta(y, s.state, &p0, &j0);
    sn_energies(y, s.state, &kinetic, &strain, &potential);
    advance_to(&s, 0.2, 100);
    check_laws(&s);
    sn_momenta(y, s.state, &p1, &j1);
    CHECK_BELOW(v3_norm(v3_sub(p1, p0)), 1e-13 * v3_norm(p0));
    CHECK_BELOW(v3_norm(v3_sub(j1, j0)), 2e-13 * v3_norm(j0));
    CHECK(damped ? s.total.dissipation > 1e-3 * kinetic : s.total.dissipation == 0);
    const double left = s.total.kinetic + s.total.strain;
    CHECK_NEAR(left, kinetic + strain - s.total.dissipation - s.total.numerical, 1e-11 * kinetic);
    simulated_free(&s);
  }
}

/* Steel, 5 x 5 mm, 1 m, hinged, three cubic elements, dt = 1e-3, started unstretched: the axial force is that of the theory,
   nothing is lost but the stretch of the start. */
static const char spin[] = "param { omega = 50, mass = 'lumped', order = 3, elements = 3 }\n"
                           "local a, E, rho = 0.005, 2.1e11, 7850\n"
                           "local b = beam { name = 'b', from = {0, 0, 0}, to = {1, 0, 0}, elements = elements, order "
                           "= order, mass_matrix = mass,\n"
                           "  stiffness = { E*a^2, 8e10*a^2*5/6, 8e10*a^2*5/6, E*a^4/12, E*a^4/12, 8e10*0.1406*a^4 },\n"
                           "  mass_per_length = rho*a^2, angular_velocity = {0, 0, omega} }\n"
                           "revolute { ground, b.first, at = {0, 0, 0}, axis = 'z' }\n"
                           "channel('N', output(b, 'N', 0))\n"
                           "run { dt = 1e-3, duration = 1 }\n";

static void test_spin(void)
{
  static const double omega[] = {50, 100}, expected[] = {3.74e-5, 1.49e-4};
  for (int k = 0; k < 3; k++) {
    simulated s;
    sn_v3 p, j0, j1;
    const int consistent = k == 2;
    BEGIN(&s, spin, "ed", 1, k % 2 ? "omega=100" : "omega=50", consistent ? "mass=consistent" : "mass=lumped");
    const double start = sn_kinetic(s.session.frozen.system, s.state->v);
    sn_momenta(s.session.frozen.system, s.state, &p, &j0);
    advance_to(&s, 1, 1000); /* what is left of the stretch after 0.1 s, 1e-4 of it, decays to a tenth every 0.1 s */
    const double first = s.total.numerical;
    advance_to(&s, 1.4, 400);
    check_laws(&s);
    observe(&s);
    sn_momenta(s.session.frozen.system, s.state, &p, &j1);
    const double w = omega[k % 2], N = 7850 * 25e-6 * w * w / 2;
    printf("  %g rad/s, %s: loss %.3g (after 1 s %.2g), dJ %.1e, N %.3f of %.3f N, %.2f iterations\n", w,
           consistent ? "consistent" : "lumped", s.total.numerical / start, (s.total.numerical - first) / start,
           (j1.x[2] - j0.x[2]) / j0.x[2], value(&s, "N", 0), N, (double)s.iterations / (double)s.steps);
    CHECK_NEAR(s.total.numerical / start, expected[k % 2], 0.03 * expected[k % 2]);
    CHECK_BELOW((s.total.numerical - first) / start, 1e-10);
    CHECK_NEAR(j1.x[2], j0.x[2], 1e-12 * j0.x[2]);
    CHECK_NEAR(value(&s, "N", 0), N, 1e-3 * N); /* it lengthens by 1e-4 */
    simulated_free(&s);
  }
}

/* A14: two legs of 10, out-of-plane force at the elbow; 10 quadratic elements per leg, h = 0.01. */
static const char frame[] =
    "local function leg(t)\n"
    "  t.stiffness, t.mass_per_length, t.rotary_inertia, t.elements = {1e6, 1e6, 1e6, 1e3, 1e3, 1e3}, 1, {10, 10}, 10\n"
    "  return beam(t)\n"
    "end\n"
    "local a = leg { ground, from = {0, 0, 0}, to = {10, 0, 0} }\n"
    "local b = leg { a.last, to = {10, 10, 0} }\n"
    "force { a.last, value = function(t) return 0, 0, 50*where(less(t, 1), t, where(less(t, 2), 2 - t, 0)) end }\n"
    "channel('elbow', position(a.last)) channel('tip', position(b.last))\n"
    "run { dt = 1e-2, duration = 30 }\n";

static void test_frame(void)
{
  static const struct {
    double t, elbow[3], tip[3];
  } rows[] = {{1, {-0.0542, 0.0229, 0.9513}, {-0.0030, -0.0234, 0.0540}},
              {2, {-1.0111, 0.2674, 4.1153}, {0.1063, -0.6921, 0.0693}},
              {3, {-2.0491, 0.2397, 5.5017}, {0.7885, -1.0615, 1.5072}},
              {5, {-0.8518, -0.7643, 3.1114}, {-0.5407, -1.0625, 5.4794}}};
  simulated s;
  CHECK(simulate(&s, "frame.lua", frame, "ed", 1));
  double worst = 0;
  for (int k = 0; k < 4; k++) {
    advance_to(&s, rows[k].t, (int)lround((rows[k].t - *s.state->t) / 0.01));
    observe(&s);
    for (int i = 0; i < 3; i++) {
      worst = fmax(worst, fabs(value(&s, "elbow", i) - (i == 0 ? 10 : 0) - rows[k].elbow[i]));
      worst = fmax(worst, fabs(value(&s, "tip", i) - (i < 2 ? 10 : 0) - rows[k].tip[i]));
    }
  }
  printf("  largest error to 5 s %.2e; energy %.5f (114.88029), lost %.2e\n", worst, s.total.kinetic + s.total.strain,
         s.total.numerical);
  CHECK_BELOW(worst, 0.01);
  check_laws(&s);
  simulated_free(&s);
}

/* Ends on a body (rigid arm, mass on its triad), on a moving base, on a point and on a node; consistent and lumped mass. */
static const char mixed[] =
    "param { mass = 'lumped' }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local table = base { name = 'table', position = function(t) return 0.1*sin(9*t), 0, 0 end, axis = 'z', angle = "
    "function(t) return 2*t end }\n"
    "local hub = body { name = 'hub', at = {1, 0.2, 0}, mass = 1.5, inertia = {0.02, 0.03, 0.04} }\n"
    "local bob = point { name = 'bob', at = {2, 1, 0}, mass = 0.5 }\n"
    "local function strut(t) t.stiffness, t.mass_per_length, t.rotary_inertia, t.mass_matrix, t.mass_center =\n"
    "  {1e5, 4e4, 4e4, 12, 9, 7}, 0.8, {0.004, 0.003}, mass, {0.01, 0.02}\n"
    "  t.elements = 3 return beam(t) end\n"
    "local a = strut { table, hub, from = {0, 0, 0}, to = {1, 0, 0.1} }\n"
    "local b = strut { hub, bob, from = {1.1, 0.3, 0} }\n"
    "local c = strut { a:node(2), from = {0.4, 0, 0.02}, to = {0.4, -0.5, 0.3} }\n"
    "cable { b:node(2), c.last, stiffness = 500, mass_per_length = 0.05, elements = 3 }\n"
    "channel('bob', position(bob)) channel('end', position(b.last)) channel('arm', position(c.first))\n"
    "channel('place', position(a:node(2), {0.4, 0, 0.02}))\n"
    "run { dt = 2e-3, duration = 1 }\n";

static void test_mixed(void)
{
  for (int k = 0; k < 4; k++) {
    simulated s;
    BEGIN(&s, mixed, k % 2 ? "ep" : "ed", 1, k / 2 ? "mass=consistent" : "mass=lumped");
    advance_to(&s, 0.2, 100);
    check_laws(&s);
    observe(&s);
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(value(&s, "bob", i), value(&s, "end", i), 1e-12);
      CHECK_NEAR(value(&s, "arm", i), value(&s, "place", i), 1e-12);
    }
    simulated_free(&s);
  }
}

/* Joints at nodes and beside them: weld, hinge, universal, a driven hinge, a hook of two beams in a loop. */
static const char joined[] =
    "gravity { 0, 0, -9.81 }\n"
    "local function strut(t) t.section, t.E, t.nu, t.density, t.elements =\n"
    "  rectangle { width = 0.02, height = 0.01 }, 1e9, 0.4, 1500, 4 return beam(t) end\n"
    "local crank = body { name = 'crank', at = {0, 0, 0}, mass = 1, inertia = {0.01, 0.01, 0.01} }\n"
    "revolute { name = 'motor', ground, crank, at = {0, 0, 0}, axis = 'z', drive = function(t) return 6*t^2 end }\n"
    "local a = strut { crank, from = {0.1, 0, 0}, to = {0.5, 0, 0}, name = 'a' }\n"
    "local load = body { name = 'load', at = {0.5, 0, -0.1}, mass = 0.4, inertia = {1e-3, 1e-3, 1e-3} }\n"
    "fixed { name = 'weld', a.last, load, at = {0.5, 0, -0.05} }\n"
    "local b = strut { from = {0.5, 0, 0.05}, to = {0.5, 0.4, 0.05}, name = 'b' }\n"
    "universal { a.last, b.first, at = {0.5, 0, 0.05}, axis_a = 'x', axis_b = 'z' }\n"
    "local c = strut { from = {0.5, 0.4, 0.05}, to = {0.9, 0.4, 0.05}, name = 'c' }\n"
    "revolute { b.last, c.first, at = {0.5, 0.4, 0.05}, axis = 'z', damping = 0.01 }\n"
    "spherical { ground, c.last, at = {0.9, 0.4, 0.05} }\n"
    "channel('gap', norm(position(load) - position(a.last, {0.5, 0, -0.1})))\n"
    "run { dt = 2e-3, duration = 1 }\n";

static void test_joined(void)
{
  for (int k = 0; k < 2; k++) {
    simulated s;
    if (!simulate(&s, "joined.lua", joined, k ? "ep" : "ed", 1)) {
      return;
    }
    advance_to(&s, 0.2, 100);
    check_laws(&s);
    observe(&s);
    CHECK_BELOW(value(&s, "gap", 0), 1e-12);
    simulated_free(&s);
  }
}

/* Soft cantilever let go under its weight: order of the step. */
static const char falling[] =
    "gravity { 0, 0, -9.81 }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 4,\n"
    "  stiffness = {50, 20, 20, 0.08, 0.08, 0.06}, mass_per_length = 0.1, rotary_inertia = {1e-3, 1e-3} }\n"
    "channel('tip', position(b.last))\n"
    "run { dt = 1e-3, duration = 1 }\n";

static void test_step_order(void)
{
  static const struct {
    const char *scheme;
    double alpha, least;
  } rows[] = {{"ed", 0, 3.5}, {"ed", 1, 3.5}, {"ep", 0, 1.8}};
  for (int c = 0; c < 3; c++) {
    sn_v3 tip[3];
    for (int k = 0; k < 3; k++) {
      simulated s;
      static const int n[] = {80, 160, 1280};
      CHECK(simulate(&s, "falling.lua", falling, rows[c].scheme, rows[c].alpha));
      advance_to(&s, 0.2, n[k]);
      observe(&s);
      tip[k] = v3(value(&s, "tip", 0), value(&s, "tip", 1), value(&s, "tip", 2));
      simulated_free(&s);
    }
    const double a = v3_norm(v3_sub(tip[0], tip[2])), b = v3_norm(v3_sub(tip[1], tip[2]));
    printf("  %s, alpha %g: errors %.2e %.2e, order %.2f\n", rows[c].scheme, rows[c].alpha, a, b, log(a / b) / log(2));
    CHECK(log(a / b) / log(2) > rows[c].least);
  }
}

int main(void)
{
  RUN(test_thrown);
  RUN(test_against_oracle);
  RUN(test_momenta);
  RUN_LONG(test_spin);
  RUN(test_frame);
  RUN(test_mixed);
  RUN(test_joined);
  RUN_LONG(test_step_order);
  return REPORT();
}
