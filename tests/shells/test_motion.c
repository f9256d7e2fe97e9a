/* tests/shells/test_motion.c -- shells in motion: a free plate that bends, spins and flies by several schemes, against the oracle;
 *          slow steady spin without loss; a plate on a body, under gravity, on a hinge of points; threads and packs through the run.
 * ctest:   timeout=300
 */
#include "support/oracle.h"
#include "support/parameters.h"

static const char plate[] =
    "param { order = 2, n = 2, curve = 0.3, mass = 'consistent' }\n"
    "shell { name = 'it', surface = function(u, v) return u - 0.03*u*v, v + 0.02*sin(3*u*v), curve*(u*(1 - u) + "
    "0.5*v*(1 - v)) end,\n"
    "  elements = {n, n}, order = order, thickness = 0.01, E = 73e9, nu = 0.3, density = 2700, mass_matrix = mass,\n"
    "  velocity = function(u, v) return 1 + 0.5*u*v, 2, -1 + 10*(u - 0.5)*(v - 0.5) + 8*sin(3*u) end, angular_velocity "
    "= {3, -7, 11} }\n"
    "run { dt = 1e-3, duration = 1 }\n";

static double apart(const sn_v3 *a, const sn_v3 *b, int n)
{
  double d = 0;
  for (int i = 0; i < n; i++) {
    d = fmax(d, v3_norm(v3_sub(a[i], b[i])));
  }
  return d;
}

/* a copy of the start for the oracle */
static sn_state copied(simulated *s)
{
  sn_state x;
  CHECK_OK(sn_state_new(s->session.frozen.system, s->arena, &x, &s->error), s->error);
  CHECK_OK(sn_state_room(s->session.frozen.system, s->state->n_scheme, s->arena, &x, &s->error), s->error);
  sn_state_copy(s->state, &x);
  return x;
}

static void flies(int n, const char *const *set, const char *scheme, double alpha, double h, int steps)
{
  simulated s;
  if (!simulate_set(&s, plate, n, set, scheme, alpha)) {
    return;
  }
  const sn_system *sys = s.session.frozen.system;
  sn_state trusted = copied(&s);
  sn_v3 p0, j0, p, j;
  double linear = 0, angular = 0, strain = 0, oracle = 0;
  sn_momenta(sys, s.state, &p0, &j0);
  for (int i = 0; i < steps && advance(&s, h); i++) {
    sn_momenta(sys, s.state, &p, &j);
    linear = fmax(linear, v3_norm(v3_sub(p, p0)) / v3_norm(p0));
    angular = fmax(angular, v3_norm(v3_sub(j, j0)) / v3_norm(j0));
    strain = fmax(strain, s.total.strain / s.scale);
    if (i < 1 && strcmp(scheme, "ep") != 0) {
      sn_step_report r;
      CHECK_OK(oracle_step(sys, &trusted, alpha, h, &r, &s.error), s.error);
      oracle = fmax(oracle, apart(s.state->q, trusted.q, sys->n_vector));
    }
  }
  printf("  %s %s %s(%g), h %g: momenta %.1e %.1e, strain energy up to %.2f, oracle %.1e, iterations %.1f, loss %.1e\n",
         set[0], set[1], scheme, alpha, h, linear, angular, strain, oracle, (double)s.iterations / (double)s.steps,
         s.total.numerical / s.scale);
  check_laws(&s);
  CHECK_BELOW(linear, 1e-12);
  CHECK_BELOW(angular, 1e-12);
  CHECK_BELOW(oracle, 1e-11);
  CHECK(strain > 0.01); /* it was put to work */
  CHECK(alpha > 0 || s.total.numerical == 0);
  CHECK((double)s.iterations < 6 * (double)s.steps);
  simulated_free(&s);
}

static void test_flies(void)
{
  static const char *const nine[] = {"order=2", "n=2"}, *const four[] = {"order=1", "n=3"},
                           *const flat[] = {"order=2", "n=2", "curve=0"};
  static const double alpha[] = {0, 0.5, 1};
  for (int k = 0; k < 3; k += SANITIZED ? 2 : 1) {
    flies(2, nine, "ed", alpha[k], 2e-4, SANITIZED ? 20 : 60);
    flies(2, four, "ed", alpha[k], 2e-4, SANITIZED ? 20 : 60);
  }
  flies(3, flat, "ed", 1, 1e-3, 60);
  flies(2, nine, "ep", 0, 2e-4, 60);
}

/* BCB's scheme on the same element: balance and linear momentum stay, angular momentum does not. */
static void test_paper(void)
{
  static const char *const one[] = {"order=2", "n=1"};
  simulated s;
  if (!simulate_set(&s, plate, 2, one, "ed_paper", 1)) {
    return;
  }
  const sn_system *sys = s.session.frozen.system;
  sn_v3 p0, j0, p, j;
  sn_momenta(sys, s.state, &p0, &j0);
  CHECK(advance_to(&s, 0.02, 100));
  sn_momenta(sys, s.state, &p, &j);
  printf("  ed_paper: momenta %.1e %.1e\n", v3_norm(v3_sub(p, p0)) / v3_norm(p0), v3_norm(v3_sub(j, j0)) / v3_norm(j0));
  check_laws(&s);
  CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
  CHECK(v3_norm(v3_sub(j, j0)) > 1e-6 * v3_norm(j0));
  simulated_free(&s);
}

/* Spin about the normal, 0.1 rad per step: it loses at most what the stretch of a stiff plate is, which it begins without. */
static void test_spin(void)
{
  static const char text[] = "shell { name = 'it', corners = {{-0.05, -0.05, 0}, {0.05, -0.05, 0}, {0.05, 0.05, 0}, "
                             "{-0.05, 0.05, 0}}, elements = {2, 2},\n"
                             "  thickness = 0.002, E = 2e11, nu = 0.3, density = 2700, velocity = function(u, v) "
                             "return -0.1*(v - 0.5), 0.1*(u - 0.5), 0 end }\n"
                             "run { dt = 1e-3, duration = 1 }\n";
  simulated s;
  if (!simulate(&s, "spin.lua", text, "ed", 1)) {
    return;
  }
  for (int i = 0; i < 600 && advance(&s, 0.1); i++) {
  }
  const double stretch = 2700 * 1 * 0.05 * 0.05 / 2e11;
  printf("  loss %.1e of the energy after %ld steps; its stretch is %.1e\n", s.total.numerical / s.scale, s.steps,
         stretch);
  check_laws(&s);
  CHECK(s.total.numerical / s.scale < stretch + 1e-13);
  simulated_free(&s);
}

/* A plate clamped on a free body, both at rest, turned by a moment on the body: both momenta are those of the load. */
static void test_on_a_body(void)
{
  static const char text[] =
      "local hub = body { name = 'hub', mass = 2, inertia = {0.1, 0.1, 0.1}, angular_velocity = {0, 3, 1} }\n"
      "local s = shell { name = 's', corners = {{0.1, -0.1, 0}, {0.6, -0.1, 0}, {0.6, 0.1, 0}, {0.1, 0.1, 0}}, "
      "elements = {2, 1},\n"
      "  thickness = 0.002, E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true, on = hub },\n"
      "  velocity = function(u, v) return 0, 0.1 + 0.5*u, -3*(0.1 + 0.5*u) + 3*(v - 0.5)*u end, angular_velocity = {0, "
      "0, 0} }\n"
      "point { name = 'p', at = {0.6, -0.1, 0.3}, mass = 0.05 }\n"
      "distance { 'p', s:at(1, 0) }\n"
      "spring { 'p', s:at(1, 1), stiffness = 100 }\n"
      "run { dt = 1e-3, duration = 1 }\n";
  for (int alpha = 0; alpha < 2; alpha++) {
    simulated s;
    if (!simulate(&s, "hub.lua", text, "ed", alpha)) {
      return;
    }
    sn_v3 p0, j0, p, j;
    sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
    CHECK(advance_to(&s, 0.1, 100));
    sn_momenta(s.session.frozen.system, s.state, &p, &j);
    check_laws(&s);
    CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
    CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-12 * v3_norm(j0));
    simulated_free(&s);
  }
}

/* A plate that hangs from the ground by held edges falls by gravity as a pendulum: a stiff strip of length L hinged at one edge has
   the period of a physical pendulum, 2 pi sqrt(2 L/(3 g)) (1 + a^2/16), its thickness beside it. */
static void test_pendulum(void)
{
  static const char text[] = "gravity { 0, 0, -9.81 }\n"
                             "local a = 0.1\n"
                             "local s = shell { name = 's', corners = {{0, 0, 0}, {sin(a), 0, -cos(a)}, {sin(a), 0.3, "
                             "-cos(a)}, {0, 0.3, 0}}, elements = {2, 1},\n"
                             "  thickness = 0.02, E = 2e11, nu = 0.3, density = 7800, u_first = { held = 'xyz' } }\n"
                             "channel('x', position(s:at(1, 0.5)).x)\n"
                             "run { dt = 1e-3, duration = 1 }\n";
  simulated s;
  if (!simulate(&s, "pendulum.lua", text, "ed", 1)) {
    return;
  }
  const double length = 2.0 / 3 * (1 + 0.02 * 0.02 / 4), quarter = acos(-1) / 2 * sqrt(length / 9.81) * (1 + 0.01 / 16);
  CHECK(advance_to(&s, quarter, 100) && observe(&s));
  printf("  at a quarter of the period: %.1e of the amplitude\n", value(&s, "x", 0) / 0.1);
  CHECK_BELOW(fabs(value(&s, "x", 0)), 1e-4 * 0.1);
  check_laws(&s);
  simulated_free(&s);
}

int main(void)
{
  RUN(test_flies);
  RUN(test_paper);
  RUN_LONG(test_spin);
  RUN(test_on_a_body);
  RUN(test_pendulum);
  return REPORT();
}
