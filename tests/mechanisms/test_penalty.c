/* tests/mechanisms/test_penalty.c -- compliant constraints, and those found by an augmented Lagrangian.
 * Against: the energy-momentum step of GOG with penalties, written out densely here (a dozen lines, numbers from the paper's formulas,
 *          nothing of src/steps); the plateau of the error, which falls as 1/stiffness; multipliers, for the augmented Lagrangian.
 * See:     tests/laws for identity, momenta and rigid motion of penalties; tests/mechanisms/test_gog.c for the paper's comparisons.
 */
#include <stdio.h>

#include "harness.h"
#include "support/simulated.h"

/* ---- the oracle: particles, distances (r.r - L^2)/(2 L) and linear rows b = ratio c, V = 1/2 k Phi^2 */

enum { N = 6, ROWS = 4 };
typedef struct {
  double k, g;
} oracle;

/* Phi and its gradient, which is linear: at the mean of both ends it is the discrete one */
static void rows_of(const double *q, double phi[ROWS], double grad[ROWS][N])
{
  memset(grad, 0, sizeof(double) * ROWS * N);
  phi[0] = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1) / 2; /* |OA| = 1 */
  for (int i = 0; i < 3; i++) {
    grad[0][i] = q[i];
    phi[1 + i] = q[i] - 0.5 * q[3 + i]; /* A half way to B */
    grad[1 + i][i] = 1;
    grad[1 + i][3 + i] = -0.5;
  }
}

static void eliminate(double *a, double *b, int n)
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
    }
    for (int j = 0; j < n; j++) {
      const double t = a[k * n + j];
      a[k * n + j] = a[best * n + j];
      a[best * n + j] = t;
    }
    const double t = b[k];
    b[k] = b[best];
    b[best] = t;
    for (int i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) {
        a[i * n + j] -= f * a[k * n + j];
      }
      b[i] -= f * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) {
      b[i] -= a[i * n + j] * b[j];
    }
    b[i] /= a[i * n + i];
  }
}

/* GOG's step: 2 M (q1 - q0)/h - 2 M v0 + h k Phi_mean D*Phi = h f, with the multiplier as an iterate; masses 1 */
static void oracle_step(const oracle *o, double h, double *q, double *v, double *lambda)
{
  double q1[N], mid[N], p0[ROWS], p1[ROWS], G0[ROWS][N], G1[ROWS][N], Gm[ROWS][N], unused[ROWS];
  rows_of(q, p0, G0);
  for (int i = 0; i < N; i++) {
    q1[i] = q[i] + h * v[i];
  }
  for (int it = 0; it < 12; it++) {
    enum { A = N + ROWS };
    double K[A * A] = {0}, r[A] = {0};
    for (int i = 0; i < N; i++) {
      mid[i] = 0.5 * (q[i] + q1[i]);
    }
    rows_of(q1, p1, G1);
    rows_of(mid, unused, Gm);
    for (int i = 0; i < N; i++) {
      r[i] = -(2 / h * (q1[i] - q[i]) - 2 * v[i] + (i % 3 == 2 ? h * o->g : 0));
      K[i * A + i] = 2 / h + (i < 3 ? h * lambda[0] * 0.5 : 0); /* the gradient of the distance turns */
      for (int c = 0; c < ROWS; c++) {
        r[i] -= h * lambda[c] * Gm[c][i];
        K[i * A + N + c] = h * Gm[c][i];
        K[(N + c) * A + i] = 0.5 * G1[c][i];
      }
    }
    for (int c = 0; c < ROWS; c++) {
      r[N + c] = -(0.5 * (p0[c] + p1[c]) - lambda[c] / o->k);
      K[(N + c) * A + N + c] = -1 / o->k;
    }
    eliminate(K, r, A);
    for (int i = 0; i < N; i++) {
      q1[i] += r[i];
    }
    for (int c = 0; c < ROWS; c++) {
      lambda[c] += r[N + c];
    }
  }
  for (int i = 0; i < N; i++) {
    v[i] = 2 * (q1[i] - q[i]) / h - v[i];
    q[i] = q1[i];
  }
}

/* the compound pendulum, 60 deg, 1.5 rad/s; A and B of 1 kg */
static const char pendulum[] =
    "gravity { 0, 0, -9.81 }\n"
    "local s, c = sin(pi/3), cos(pi/3)\n"
    "local a = point { name = 'A', at = { s, 0, -c }, velocity = { 0, 1.5*s, 0 }, mass = 1 }\n"
    "local b = point { name = 'B', at = { 2*s, 0, -2*c }, velocity = { 0, 3*s, 0 }, mass = 1 }\n"
    "distance { ground, a, at_a = { 0, 0, 0 } }\n"
    "align { ground, a, b, at_a = { 0, 0, 0 }, ratio = 0.5 }\n"
    "channel('A', position(a)) channel('B', position(b)) channel('V', velocity(b))\n"
    "run { dt = 1e-2, duration = 1%s }\n";

static int start(simulated *s, const char *run, const char *scheme, double alpha)
{
  char text[1500];
  (void)snprintf(text, sizeof text, pendulum, run);
  return simulate(s, "pendulum", text, scheme, alpha);
}

static void test_oracle(void)
{
  static const double stiffness[] = {1e3, 1e5, 1e7}, steps[] = {0.1, 0.01};
  for (int i = 0; i < 6; i++) {
    const double k = stiffness[i / 2], h = steps[i % 2], s3 = sqrt(3) / 2;
    const oracle o = {k, 9.81};
    double q[N] = {s3, 0, -0.5, 2 * s3, 0, -1}, v[N] = {0, 1.5 * s3, 0, 0, 3 * s3, 0}, lambda[ROWS] = {0}, apart = 0;
    char run[80];
    simulated s;
    (void)snprintf(run, sizeof run, ", constraints = 'penalty', stiffness = %g", k);
    const int good = start(&s, run, "ep", 0);
    for (int n = 0; good && n < 40 && advance(&s, h) && observe(&s); n++) {
      double x[6];
      oracle_step(&o, h, q, v, lambda);
      CHECK(channel(&s, "A", x) == 3 && channel(&s, "B", x + 3) == 3);
      for (int j = 0; j < 6; j++) {
        apart = fmax(apart, fabs(x[j] - q[j]));
      }
    }
    printf("  k = %g, h = %g: apart %.1e after 40 steps\n", k, h, apart);
    CHECK_BELOW(apart, 1e-10);
    check_laws(&s);
    simulated_free(&s);
  }
}

/* ---- what remains of the motion of exact constraints: 1/stiffness */

static void place(const char *run, const char *scheme, double alpha, int steps, double b[3])
{
  simulated s;
  if (start(&s, run, scheme, alpha) && advance_to(&s, 0.5, steps) && observe(&s)) {
    CHECK(channel(&s, "B", b) == 3);
    check_laws(&s);
  }
  simulated_free(&s);
}

static double apart3(const double *a, const double *b)
{
  return v3_norm(v3_sub(v3(a[0], a[1], a[2]), v3(b[0], b[1], b[2])));
}

static void test_plateau(void)
{
  double exact[3], soft[3], stiff[3];
  place("", "ed", 1, 1000, exact);
  place(", constraints = 'penalty', stiffness = 1e7", "ed", 1, 250, soft);
  place(", constraints = 'penalty', stiffness = 1e8", "ed", 1, 250, stiff);
  printf("  apart %.2e and %.2e\n", apart3(soft, exact), apart3(stiff, exact));
  CHECK_NEAR(apart3(soft, exact) / apart3(stiff, exact), 10, 1.5);
}

/* every scheme takes it, and tends to the same motion */
static void test_schemes(void)
{
  static const struct {
    const char *name;
    double alpha;
  } schemes[] = {{"ed", 0},
                 {"ed", 1},
                 {"ep", 0},
                 {"midpoint", 0},
                 {"trapezoidal", 0},
                 {"hht", -0.2},
                 {"generalized_alpha", 0},
                 {"ed_paper", 1}};
  double exact[3], x[3];
  place(", constraints = 'penalty', stiffness = 1e4", "ed", 0, 4000, exact);
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    simulated s;
    if (start(&s, ", constraints = 'penalty', stiffness = 1e4", schemes[i].name, schemes[i].alpha) &&
        advance_to(&s, 0.5, 1000) && observe(&s)) {
      CHECK(channel(&s, "B", x) == 3);
      printf("  %-18s %.1e\n", schemes[i].name, apart3(x, exact));
      CHECK_BELOW(apart3(x, exact), 1e-3);
    }
    simulated_free(&s);
  }
}

/* one item alone, or all but one */
static void test_items(void)
{
  static const char text[] = "gravity { 0, 0, -9.81 }\n"
                             "local a = link { ground, from = { 0, 0, 0 }, to = { 1, 0, 0 }, mass = 1, penalty = %s }\n"
                             "local b = link { a.last, to = { 2, 0, 0 }, mass = 1 }\n"
                             "run { dt = 1e-2, duration = 1%s }\n";
  static const struct {
    const char *penalty, *run;
    int soft;
  } c[] = {{"1e5", "", 1},
           {"0", ", constraints = 'penalty', stiffness = 1e5", 1},
           {"nil", "", 0},
           {"nil", ", constraints = 'penalty', stiffness = 1e5", 2}};
  for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
    char model[600];
    simulated s;
    int item;
    double energy;
    (void)snprintf(model, sizeof model, text, c[i].penalty, c[i].run);
    if (simulate(&s, "links", model, "ep", 0)) {
      int soft = 0;
      for (int k = 0; k < s.session.frozen.system->n_block; k++) {
        soft += s.session.frozen.system->block[k].penalty > 0;
      }
      CHECK(soft == c[i].soft);
      CHECK(advance_to(&s, 0.5, 100));
      CHECK((sn_penalty_gap(s.session.frozen.system, s.state, &item, &energy) > 1e-6) == (soft > 0));
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* ---- drives by value and by rate, a gear, a screw, a driven length: what remains falls as 1/stiffness, and their work is booked */

static const char machine[] =
    "gravity { 0, 0, -9.81 }\n"
    "local I = { 0.05, 0.06, 0.07 }\n"
    "local a = body { name = 'a', mass = 2, inertia = { 0.1, 0.12, 0.15 } }\n"
    "local b = body { name = 'b', at = { 1, 0, 0 }, mass = 1, inertia = I }\n"
    "local c = body { name = 'c', at = { 0, 1, 0 }, mass = 1, inertia = I, center = { 0.1, 0, 0 } }\n"
    "local d = body { name = 'd', at = { 0, 2, 0 }, mass = 1, inertia = I }\n"
    "local p = point { name = 'p', at = { 0, 0, 1 }, mass = 1, velocity = { 1, 0, 0 } }\n"
    "revolute { name = 'motor', ground, a, at = { 0, 0, 0 }, axis = 'z', drive = function(t) return 1 - cos(3*t) end "
    "}\n"
    "prismatic { name = 'slide', a, b, at = { 1, 0, 0 }, axis = 'x', drive_rate = function(t) return 0.3*sin(2*t) end "
    "}\n"
    "revolute { name = 'wheel', ground, c, at = { 0, 1, 0 }, axis = 'z' }\n"
    "gear { name = 'teeth', 'motor', 'wheel', ratio = -2 }\n"
    "screw { name = 'spindle', ground, d, at = { 0, 2, 0 }, axis = 'z', pitch = 0.1 }\n"
    "distance { name = 'rope', ground, p, at_a = { 0, 0, 2 }, length = function(t) return 1 + 0.2*t^2 end }\n"
    "channel('b', position(b)) channel('p', position(p)) channel('d', position(d)) channel('angle', angle('wheel'))\n"
    "channel('T', output('rope', 'force')) channel('M', output('motor', 'drive_force')) channel('F', output('teeth', "
    "'force'))\n"
    "channel('work', energy('work')) run { dt = 1e-2, duration = 1%s }\n";

enum { N_SEEN = 8 };
static void watch(const char *run, const char *scheme, double alpha, double out[N_SEEN][3])
{
  static const char *const seen[N_SEEN] = {"b", "p", "d", "angle", "T", "M", "F", "work"};
  simulated s;
  char text[2500];
  memset(out, 0, sizeof(double[N_SEEN][3]));
  (void)snprintf(text, sizeof text, machine, run);
  if (simulate(&s, "machine", text, scheme, alpha) && advance_to(&s, 0.6, 120) && observe(&s)) {
    for (int i = 0; i < N_SEEN; i++) {
      CHECK(channel(&s, seen[i], out[i]) > 0);
    }
    check_laws(&s);
    int free = 0;
    for (int k = 0; k < s.session.frozen.system->n_block; k++) {
      free += s.session.frozen.system->block[k].penalty > 0 && s.session.frozen.system->block[k].law->is_scalar;
    }
    CHECK(free == (run[0] ? 5 : 0));
  }
  simulated_free(&s);
}

static void test_driven(void)
{
  static const double limit[N_SEEN] = {5e-4, 2e-4, 2e-4, 2e-4, 0.02, 2, 0.02, 0.02};
  static const char *const soft = ", constraints = 'penalty', stiffness = 1e5";
  double exact[N_SEEN][3], x[N_SEEN][3], stiff[N_SEEN][3];
  watch("", "ed", 1, exact);
  watch(soft, "ed", 1, x);
  watch(", constraints = 'penalty', stiffness = 1e6", "ed", 1, stiff);
  for (int i = 0; i < N_SEEN; i++) {
    const double far = apart3(x[i], exact[i]), near = apart3(stiff[i], exact[i]);
    printf("  apart %.1e and %.1e of %.2g\n", far, near, apart3(exact[i], (double[3]){0}));
    CHECK_BELOW(far, limit[i]);
    CHECK(i >= 4 || (far / near > 7 && far / near < 20)); /* places; what the drives move rings a little, forces more */
  }
  static const char *const scheme[] = {"ep", "ed_paper", "midpoint", "generalized_alpha"};
  for (int k = 0; k < 4; k++) {
    watch(soft, scheme[k], k == 1, x);
    for (int i = 0; i < 4; i++) {
      CHECK_BELOW(apart3(x[i], exact[i]), 1e-2);
    }
  }
}

/* a joint that is drawn open is closed before the run: no load is left by the drawing */
static void test_closed(void)
{
  static const char text[] = "local a = body { name = 'a', mass = 1, inertia = { 1, 1, 1 } }\n"
                             "local b = body { name = 'b', at = { 1, 1e-4, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
                             "spherical { a, b, a = { at = { 0.5, 0, 0 } }, b = { at = { -0.5, 0, 0 } } }\n"
                             "run { dt = 1e-2, duration = 1, constraints = 'penalty', stiffness = 1e8 }\n";
  simulated s;
  if (simulate(&s, "open", text, "ep", 0)) {
    double K, V, U, energy;
    int item;
    sn_energies(s.session.frozen.system, s.state, &K, &V, &U);
    CHECK_BELOW(V, 1e-18);
    CHECK_BELOW(sn_penalty_gap(s.session.frozen.system, s.state, &item, &energy), 1e-12);
  }
  simulated_free(&s);
}

/* ---- the augmented Lagrangian ends where multipliers do */

static void test_augmented(void)
{
  static const char *const scheme[] = {"ed", "ep", "hht"};
  static const double alpha[] = {1, 0, -0.2};
  for (int i = 0; i < 3; i++) {
    double exact[3], x[3];
    place("", scheme[i], alpha[i], 100, exact);
    place(", constraints = 'augmented', stiffness = 1e7", scheme[i], alpha[i], 100, x);
    printf("  %s: apart %.1e\n", scheme[i], apart3(x, exact));
    CHECK_BELOW(apart3(x, exact), 1e-9);
  }
}

/* ---- what is said */

static int warned(const char *run, const char *scheme, const char *text)
{
  simulated s;
  char more[200];
  int found = 0;
  (void)snprintf(more, sizeof more, ", scheme = '%s'%s", scheme, run);
  if (start(&s, more, "ep", 0)) {
    CHECK_OK(sn_session_warnings(&s.session, &s.error), s.error);
    for (int i = 0; i < sn_model_warnings(s.session.model); i++) {
      found |= strstr(sn_model_warning_at(s.session.model, i)->text, text) != NULL;
    }
  }
  simulated_free(&s);
  return found;
}

static void test_words(void)
{
  CHECK(!warned(", constraints = 'penalty', stiffness = 1e8", "ep", "is stiff"));
  CHECK(warned(", constraints = 'penalty', stiffness = 1e14", "ep", "round-off"));
  CHECK(warned(", constraints = 'augmented', stiffness = 1e3", "ep", "multipliers"));
  CHECK(!warned(", constraints = 'augmented', stiffness = 1e7", "ep", "multipliers"));
}

int main(void)
{
  RUN(test_oracle);
  RUN(test_plateau);
  RUN(test_schemes);
  RUN(test_items);
  RUN(test_driven);
  RUN(test_closed);
  RUN(test_augmented);
  RUN(test_words);
  return REPORT();
}
