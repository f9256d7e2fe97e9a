/* tests/mechanisms/test_gog.c -- bodies by points, and the swing of GOG (examples/swing/gog.lua).
 * Against: bodies by directors (the same motion to round-off), links, hinges; a prototype of the project for the swing (its findings, part
 *          A7): equilibrium, tensions, places at 0.5 s and 1 s, who survives the steps of the paper, what is lost.
 * ctest:   timeout=300
 */
#include <stdio.h>

#include "harness.h"
#include "support/simulated.h"

/* ---- bodies by points */

static void numbers(const char *text, const char *scheme, double alpha, int steps, double t, const char *name,
                    double *out)
{
  simulated s;
  if (simulate(&s, "points", text, scheme, alpha) && advance_to(&s, t, steps) && observe(&s)) {
    CHECK(channel(&s, name, out) > 0);
    check_laws(&s);
  }
  simulated_free(&s);
}

static double most_apart(const double *a, const double *b, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i] - b[i]));
  }
  return most;
}

/* the outputs of a body, one after the other */
static const char watched[] =
    "channel('x', output('b', 'position')) channel('c', output('b', 'center')) channel('q', output('b', "
    "'orientation'))\n"
    "channel('w', output('b', 'angular_velocity')) channel('a', output('b', 'acceleration'))\n"
    "channel('r', output('b', 'angular_acceleration')) channel('k', output('b', 'kinetic_energy'))\n"
    "run { dt = 1e-2, duration = 1 }\n";

static void same(const char *points, const char *other, double limit)
{
  static const char *const names[] = {"x", "c", "q", "w", "a", "r", "k"};
  static const int size[] = {3, 3, 4, 3, 3, 3, 1};
  char text[2][2000];
  (void)snprintf(text[0], sizeof text[0], "%s\n%s", points, watched);
  (void)snprintf(text[1], sizeof text[1], "%s\n%s", other, watched);
  for (int i = 0; i < 7; i++) {
    for (int k = 0; k < 2; k++) {
      double a[4] = {0}, b[4] = {0};
      numbers(text[0], k ? "ep" : "ed", k ? 0 : 1, 50, 0.5, names[i], a);
      numbers(text[1], k ? "ep" : "ed", k ? 0 : 1, 50, 0.5, names[i], b);
      CHECK_BELOW(most_apart(a, b, size[i]), limit);
    }
  }
}

#define FOUR \
  "mass = 2, inertia = { 0.2, 0.35, 0.45, 0.02, 0.01, 0.03 }, center = { 0.1, -0.2, 0.05 }, at = { 0.1, 0.2, 0.3 }"
#define FLAT "mass = 2, inertia = { 0.2, 0.25, 0.45 }, at = { 0.2, 0.1, 0.3 }, center = { 0.1, 0.2, -0.3 }"

static void test_free(void)
{
  same("body { name = 'b', points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, " FOUR
       ", angular_velocity = { 0.3, 4, 0.5 } }",
       "body { name = 'b', " FOUR ", angular_velocity = { 0.3, 4, 0.5 } }", 1e-10);
  same("body { name = 'b', points = { {0, 0, 0}, {1, 0, 0}, {0.2, 1, 0} }, " FLAT
       ", angular_velocity = { 0.3, 4, 0.5 } }",
       "body { name = 'b', " FLAT ", angular_velocity = { 0.3, 4, 0.5 } }", 1e-10);
}

/* moments, and forces that turn or feel a velocity, of a body that has no node of its own; free, and on two points of the ground */
#define LOADS                                                                                                         \
  "moment { b, value = function(t) return 0.3, 2*sin(9*t), 0.1 end } moment { b, value = {0.3, 0.2, 0.1}, follows = " \
  "true } "                                                                                                           \
  "force { b, at = { 0.5, 0, 0 }, value = function(t, vx, vy, vz) return 1 - vx, -3*abs(vy)*vy, -vz end } "           \
  "force { b, at = { 0, 0.5, 0 }, value = { 1, 2, 3 }, follows = true } force { b, value = { 0, 0, 2 } } "
static void test_loads(void)
{
  same("gravity { 0, 0, -9.81 } local b = body { name = 'b', points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} "
       "}, " FOUR ", angular_velocity = { 0.3, 4, 0.5 } } " LOADS,
       "gravity { 0, 0, -9.81 } local b = body { name = 'b', " FOUR ", angular_velocity = { 0.3, 4, 0.5 } } " LOADS,
       1e-9);
  same(
      "gravity { 0, 0, -9.81 } local b = body { name = 'b', points = { ground:point {0, 0, 0}, ground:point {1, 0, 0}, "
      "{0, 1, 0}, {0, 0, 1} }, " FOUR ", velocity = { 0, -0.9, 0.6 }, angular_velocity = { 3, 0, 0 } } " LOADS,
      "gravity { 0, 0, -9.81 } local b = body { name = 'b', " FOUR
      ", velocity = { 0, -0.9, 0.6 }, angular_velocity = { 3, 0, 0 } } revolute { ground, b, at = {0, 0, 0}, axis = "
      "'x' } " LOADS,
      1e-9);
}

/* two points of the ground are a hinge, one is a ball joint, without an equation */
static void test_held(void)
{
  same("gravity { 0, 0, -9.81 } body { name = 'b', points = { ground:point {0, 0, 0}, ground:point {1, 0, 0}, {0, 1, "
       "0}, {0, 0, 1} }, " FOUR ", velocity = { 0, -0.9, 0.6 }, angular_velocity = { 3, 0, 0 } }",
       "gravity { 0, 0, -9.81 } local b = body { name = 'b', " FOUR
       ", velocity = { 0, -0.9, 0.6 }, angular_velocity = { 3, 0, 0 } } revolute { ground, b, at = {0, 0, 0}, axis = "
       "'x' }",
       1e-9);
  same("gravity { 0, 0, -9.81 } body { name = 'b', points = { ground:point {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} "
       "}, " FOUR " }",
       "gravity { 0, 0, -9.81 } local b = body { name = 'b', " FOUR " } spherical { ground, b, at = {0, 0, 0} }", 1e-9);
}

/* joints on a body by points: the same reaction, and the same as on a body by directors */
static void test_joints(void)
{
  static const char *const joints[] = {
      "revolute { name = 'j', ground, b, at = { 0.3, 0, 0 }, axis = { 1, 2, 0 } }",
      "spherical { name = 'j', ground, b, at = { 0.3, 0, 0 } }",
      "universal { name = 'j', ground, b, at = { 0.3, 0, 0 }, axis_a = 'x', axis_b = 'y' }",
      "cylindrical { name = 'j', ground, b, at = { 0.3, 0, 0 }, axis = 'x' }",
      "fixed { name = 'j', b, c, at = { 0.3, 0, 0 } }",
      "prismatic { name = 'j', c, b, at = { 0.3, 0, 0 }, axis = 'y' }"};
  for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
    double force[2][3] = {{0}}, moment[2][3] = {{0}}, x[2][3] = {{0}};
    for (int k = 0; k < 2; k++) {
      char text[2000];
      (void)snprintf(text, sizeof text,
                     "gravity { 0, 0, -9.81 }\n"
                     "local b = body { name = 'b', %s" FOUR " }\n"
                     "local c = body { name = 'c', at = { 0, 0, 1 }, mass = 1, inertia = { 1, 2, 2 }, angular_velocity "
                     "= { 0, 0, 0 } }\n"
                     "%s\nchannel('f', output('j', 'reaction')) channel('m', output('j', 'reaction_moment')) "
                     "channel('x', position(b, { 1, 1, 1 }))\n"
                     "run { dt = 1e-2, duration = 1 }\n",
                     k ? "points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, " : "", joints[i]);
      numbers(text, "ed", 1, 30, 0.3, "f", force[k]);
      numbers(text, "ed", 1, 30, 0.3, "m", moment[k]);
      numbers(text, "ed", 1, 30, 0.3, "x", x[k]);
    }
    CHECK_BELOW(most_apart(force[0], force[1], 3), 1e-7);
    CHECK_BELOW(most_apart(moment[0], moment[1], 3), 1e-7);
    CHECK_BELOW(most_apart(x[0], x[1], 3), 1e-9);
  }
}

/* a rod of two points is a link */
static void test_rod(void)
{
  double a[3] = {0}, b[3] = {0};
  numbers("gravity { 0, 0, -9.81 } local r = body { points = { ground:point {0, 0, 0}, {1, 0, 0} }, mass = 3,\n"
          "at = { 0.5, 0, 0 }, inertia = { 0, 0.25, 0.25 } } channel('x', position(r:node(1))) run { dt = 1e-2, "
          "duration = 1 }",
          "ed", 1, 50, 0.5, "x", a);
  numbers("gravity { 0, 0, -9.81 } local r = link { ground, from = {0, 0, 0}, to = {1, 0, 0}, mass = 3 }\n"
          "channel('x', position(r.last)) run { dt = 1e-2, duration = 1 }",
          "ed", 1, 50, 0.5, "x", b);
  CHECK_BELOW(most_apart(a, b, 3), 1e-12);
}

/* the free body of the findings (A1): energy and order against itself */
static void test_order(void)
{
  static const char text[] =
      "local b = body { points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, mass = 2,\n"
      "inertia = { 0.2, 0.35, 0.45 }, center = { 0.1, -0.2, 0.05 }, angular_velocity = { 0.3, 4, 0.5 }, penalty = 1e8 "
      "}\n"
      "channel('x', position(b:node(1))) channel('k', output(b, 'kinetic_energy')) run { dt = 1e-2, duration = 1 }";
  double exact[3] = {0}, one[3] = {0}, half[3] = {0}, k = 0;
  numbers(text, "ed", 0, 2000, 1, "x", exact);
  numbers(text, "ep", 0, 100, 1, "x", one);
  numbers(text, "ep", 0, 200, 1, "x", half);
  numbers(text, "ep", 0, 1, 1e-9, "k", &k);
  CHECK_NEAR(k, 2.86525 + 0.302825, 1e-6);
  CHECK_NEAR(most_apart(one, exact, 3) / most_apart(half, exact, 3), 4, 0.3);
}

/* ---- the swing */

enum { MOST_TEXT = 1 << 14 };
static char model[MOST_TEXT];

static int read_swing(void)
{
  FILE *f = fopen(SN_TEST_SOURCE "/examples/swing/gog.lua", "r");
  const size_t n = f ? fread(model, 1, sizeof model - 1, f) : 0;
  model[n] = '\0';
  if (f) {
    (void)fclose(f);
  }
  return n > 0;
}

static int swing(simulated *s, const char *reading, const char *scheme, double alpha)
{
  const sn_override set[] = {{"reading", reading}};
  const sn_language_options o = {.n_override = 1, .override = set};
  return simulate_with(s, "gog", model, &o, scheme, alpha);
}

/* steps of h until it fails or the time is over; where it ended, and what the energy changed by */
static double last(const char *reading, const char *scheme, double alpha, double h, double t, double *change,
                   double *per)
{
  simulated s;
  double end = 0, iterations = 0;
  *change = *per = 0;
  if (swing(&s, reading, scheme, alpha)) {
    double K, V, U, E0;
    const long n = lround(t / h);
    sn_energies(s.session.frozen.system, s.state, &K, &V, &U);
    E0 = K + V + U;
    for (long i = 0; i < n; i++) {
      sn_step_report r = {0};
      sn_error unused = {0};
      if (s.scheme->step(s.stepper, s.state, h, &r, &unused) != SN_OK) {
        break;
      }
      iterations += r.iterations;
      end = (double)(i + 1) * h;
    }
    sn_energies(s.session.frozen.system, s.state, &K, &V, &U);
    *change = K + V + U - E0;
    *per = iterations * h / end;
  }
  printf("  %s, %s %g, %g s: ends at %.4g s, %+.2e J, %.2f iterations per step\n", reading, scheme, alpha, h, end,
         *change, *per);
  simulated_free(&s);
  return end;
}

static void test_start(void)
{
  static const struct {
    const char *reading;
    double C[3], tension[4], energy, half[3], one[3];
  } known[] = {{"Y",
                {0.7896, -0.6843, -0.8196},
                {643.8, 626.3, 58.6, 19.3},
                -123.3368,
                {0.5447, -0.1450, -1.3304},
                {-1.0676, 0.7747, -0.8971}},
               {"Z",
                {0.7145, -1.2104, -0.3864},
                {3632, 3595, 71.9, 15.1},
                -184.4111,
                {0.2057, -1.4436, 0.1241},
                {-0.9530, -1.1162, 0.5419}}};
  static const char *const forces[] = {"T_B", "T_D", "T_A", "T_C"};
  for (int i = 0; i < 2; i++) {
    simulated s;
    double x[3], f;
    if (swing(&s, known[i].reading, "ep", 0) && observe(&s)) {
      CHECK(channel(&s, "C", x) == 3);
      CHECK_BELOW(most_apart(x, known[i].C, 3), 6e-5);
      for (int k = 0; k < 4; k++) {
        CHECK(channel(&s, forces[k], &f) == 1);
        CHECK_NEAR(f, known[i].tension[k], 6e-4 * known[i].tension[k] + 0.05);
      }
      CHECK(advance_to(&s, 0.5, 250) && observe(&s) && channel(&s, "D", x) == 3);
      CHECK_BELOW(most_apart(x, known[i].half, 3), 1e-4);
      CHECK(advance_to(&s, 1, 250) && observe(&s) && channel(&s, "D", x) == 3);
      CHECK_BELOW(most_apart(x, known[i].one, 3), 1e-4);
      CHECK_BELOW(s.defect, 1e-12 * s.scale);
    }
    simulated_free(&s);
  }
}

static void test_survival(void)
{
  double change, per;
  for (int i = 0; i < 2; i++) {
    const char *reading = i ? "Z" : "Y";
    CHECK_NEAR(last(reading, "ep", 0, 0.002, 10, &change, &per), 10, 1e-9);
    CHECK_BELOW(fabs(change), 1e-9);
    CHECK_BELOW(per, 4); /* B5 of the findings */
    CHECK_NEAR(last(reading, "hht", -0.2, 0.002, 10, &change, &per), 10, 1e-9);
    CHECK(change < -1);
    CHECK_BELOW(last(reading, "midpoint", 0, 0.002, 10, &change, &per), 3);
    CHECK_BELOW(last(reading, "trapezoidal", 0, 0.002, 10, &change, &per), 3);
  }
  CHECK_NEAR(last("Z", "hht", -0.2, 0.001, 10, &change, &per), 10, 1e-9);
  CHECK_NEAR(change, -0.68, 0.02);
}

int main(void)
{
  RUN(test_free);
  RUN(test_loads);
  RUN(test_held);
  RUN(test_joints);
  RUN(test_rod);
  RUN(test_order);
  CHECK(read_swing());
  RUN(test_start);
  RUN(test_survival);
  return REPORT();
}
