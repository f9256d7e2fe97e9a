/* tests/mechanisms/test_slide.c -- a point that slides along a line.
 * Against: closed forms (a trolley with heavy wheels on a straight slope, held by a drive, against a stop), the modal equations of a beam under
 *          a moving mass (Runge and Kutta), runs with small steps (a bead on a cable, a train on a closed spline).
 * Laws:    order four across the elements of a line and round a closed one, the balance of whole runs closed to 1e-13.
 */
#include "support/refused.h"

static const double PI = 3.14159265358979323846;

static int end_of(const char *text, double alpha, double T, int n, const char *name, double *out)
{
  simulated s;
  int found = 0;
  if (simulate(&s, "slide", text, "ed", alpha) && advance_to(&s, T, n) && observe(&s)) {
    check_laws(&s);
    CHECK_BELOW(fabs(s.total.defect), 1e-13 * fmax(s.scale, fabs(s.total.potential)));
    found = channel(&s, name, out);
    CHECK(found > 0);
  }
  simulated_free(&s);
  return found;
}

static double distance(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  }
  return sqrt(sum);
}

/* 0.2 kg at 1.5 m/s along a cable of ten elements (20 N, 0.18 kg), over six of its nodes */
static void test_bead(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local c = cable { name = 'c', ground, ground, from = {0, 0, 0}, to = {2, 0, 0}, elements = 10, order = 1,\n"
      "  stiffness = 2e3, mass_per_length = 0.1, length = 1.98 }\n"
      "local b = point { name = 'b', at = {0.23, 0, 0}, mass = 0.2, velocity = {1.5, 0, 0} }\n"
      "slide { name = 'on', b, c } channel('x', position(b)) run { dt = 1e-3, duration = 0.8 }\n";
  double exact[3], x[3], y[3];
  if (end_of(text, 0, 0.8, 3200, "x", exact) && end_of(text, 0, 0.8, 400, "x", x) &&
      end_of(text, 0, 0.8, 800, "x", y)) {
    const double coarse = distance(x, exact, 3), fine = distance(y, exact, 3);
    CHECK_BELOW(fine, 3e-9);
    CHECK(log2(coarse / fine) > 3.6);
    printf("  bead: %.2g m at 2 ms, %.2g m at 1 ms\n", coarse, fine);
  }
}

/* down a slope of 30 degrees, with wheels whose inertia counts as 0.5 kg; then held, and stopped */
static void test_slope(void)
{
#define SLOPE                                                  \
  "gravity { 0, 0, -9.81 }\n"                                  \
  "local b = point { name = 'b', at = {0, 0, 0}, mass = 2 }\n" \
  "slide { name = 'on', b, ground, curve = { {0, 0, 0}, {10*cos(pi/6), 0, -5} }, "
#define END                                                                                                            \
  "}\nchannel('s', output('on', 's')) channel('f', output('on', 'force')) channel('d', output('on', 'drive_force'))\n" \
  "run { dt = 1e-2, duration = 1 }\n"
  double x[3];
  if (end_of(SLOPE "mass = 0.5" END, 1, 1, 50, "s", x)) {
    CHECK_NEAR(x[0], 0.5 * 9.81 * 0.5 * 2 / 2.5, 1e-12);
  }
  if (end_of(SLOPE "mass = 0.5" END, 1, 1, 50, "f", x)) { /* across: m g cos; along: what turns the wheels */
    CHECK_NEAR(sqrt(x[0] * x[0] + x[2] * x[2]), 2 * 9.81 * hypot(cos(PI / 6), 0.5 * 0.5 / 2.5), 1e-9);
  }
  if (end_of(SLOPE "drive = function(t) return 0.5*t^2 end" END, 1, 1, 50, "d", x)) {
    CHECK_NEAR(x[0], 2 * (1 - 9.81 * 0.5), 1e-9);
  }
  if (end_of(SLOPE "upper = 0.5, stop_stiffness = 1e4, damping = 40" END, 1, 4, 800, "s", x)) {
    CHECK_NEAR(x[0], 0.5 + 2 * 9.81 * 0.5 / 1e4, 1e-6);
  }
}

/* ---- a mass that moves over a beam on two supports: modes 1 .. MODES, w downwards */

enum { MODES = 12 };
static const double LENGTH = 10, SPEED = 10, MASS = 200, DENSITY = 100, BENDING = 2.1e10 * 0.2 * 0.2 * 0.2 * 0.2 / 12;

static void beam_rates(double t, const double *y, double *rate)
{
  double phi[MODES], slope = 0, curve = 0, sum = 0, weight = 0, b[MODES];
  const double m = DENSITY * LENGTH / 2;
  for (int i = 0; i < MODES; i++) {
    const double k = (i + 1) * PI / LENGTH, x = SPEED * t;
    phi[i] = sin(k * x);
    slope += k * cos(k * x) * y[MODES + i];
    curve -= k * k * phi[i] * y[i];
    b[i] = (DENSITY * 9.81 * (i % 2 == 0 ? 2 : 0) / k - m * BENDING / DENSITY * k * k * k * k * y[i]) / m;
  }
  /* M = m (I + (MASS/m) phi phi^T) */
  const double force = MASS * (9.81 - 2 * SPEED * slope - SPEED * SPEED * curve);
  for (int i = 0; i < MODES; i++) {
    b[i] += phi[i] * force / m;
    sum += phi[i] * b[i];
    weight += phi[i] * phi[i];
  }
  for (int i = 0; i < MODES; i++) {
    rate[i] = y[MODES + i];
    rate[MODES + i] = b[i] - phi[i] * sum * (MASS / m) / (1 + weight * MASS / m);
  }
}

static double beam_middle(double T)
{
  enum { STEPS = 20000 };
  double y[2 * MODES] = {0}, k[4][2 * MODES], z[2 * MODES], w = 0;
  const double h = T / STEPS;
  for (int i = 0; i < STEPS; i++) {
    for (int j = 0; j < 4; j++) {
      const double c = j == 0 ? 0 : j == 3 ? h : h / 2;
      for (int l = 0; l < 2 * MODES; l++) {
        z[l] = y[l] + (j ? c * k[j - 1][l] : 0);
      }
      beam_rates(i * h + c, z, k[j]);
    }
    for (int l = 0; l < 2 * MODES; l++) {
      y[l] += h / 6 * (k[0][l] + 2 * k[1][l] + 2 * k[2][l] + k[3][l]);
    }
  }
  for (int i = 0; i < MODES; i += 2) {
    w += (i % 4 == 0 ? 1 : -1) * y[i];
  }
  return -w;
}

static void test_beam(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local b = beam { name = 'b', from = {0, 0, 0}, to = {10, 0, 0}, elements = 4, order = 3, E = 2.1e10, nu = 0,\n"
      "  section = rectangle { width = 0.2, height = 0.2 }, density = 2500 }\n"
      "revolute { ground, b.first, axis = 'y', at = {0, 0, 0} }\n"
      "point_on_line { ground, b.last, axis = 'x', at = {10, 0, 0} }\n"
      "local t = point { name = 't', at = {0, 0, 0}, mass = 200, velocity = {10, 0, 0} }\n"
      "slide { name = 'on', t, b, drive_rate = 10 }\n"
      "channel('mid', position(b:node(6)).z) run { dt = 2e-3, duration = 1 }\n";
  double mid;
  if (end_of(text, 1, 0.6, 150, "mid", &mid)) {
    const double exact = beam_middle(0.6);
    CHECK_NEAR(mid, exact, 0.015 * fabs(exact));
    printf("  beam under a moving mass: %.5f m in the middle, modes %.5f m\n", mid, exact);
  }
}

/* three wagons with rods between them on a closed track with a hill */
static void test_train(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local track = {} for i = 1, 16 do local a = 2*pi*i/16 track[i] = { 8*sin(a), 5*cos(a), 2*cos(2*a) } end\n"
      "local last\n"
      "for i = 1, 3 do local p = track[15 + i] or track[i - 1]\n"
      "  local w = point { name = 'w'..i, at = p, mass = 100*i }\n"
      "  slide { name = 's'..i, w, ground, curve = track, closed = true, mass = 10 }\n"
      "  if last then distance { last, w } end last = w end\n"
      "channel('x', position(last)) channel('s', output('s1', 's')) run { dt = 1e-2, duration = 8 }\n";
  double exact[3], x[3], y[3], s;
  if (end_of(text, 0, 8, 3200, "x", exact) && end_of(text, 1, 8, 400, "x", x) && end_of(text, 1, 8, 800, "x", y)) {
    const double coarse = distance(x, exact, 3), fine = distance(y, exact, 3);
    CHECK(log2(coarse / fine) > 3.6);
    CHECK_BELOW(fine, 1e-4);
    printf("  train: %.2g m at 20 ms, %.2g m at 10 ms\n", coarse, fine);
  }
  if (end_of(text, 0, 8, 800, "s", &s)) {
    CHECK(fabs(s) > 5); /* it has left where it stood */
  }
}

/* ---- parts that look along a curve */

#define CIRCLE                                                                           \
  "gravity { 0, 0, -9.81 } local R, n, round = 2, 128, {}\n"                             \
  "for i = 1, n do local a = 2*pi*(i - 1)/n round[i] = { R*sin(a), 0, -R*cos(a) } end\n" \
  "local a = 2*pi*24/n\n"                                                                \
  "local b = body { name = 'b', at = round[25], mass = 3, inertia = { 0.5, 0.8, 0.6 } }\n"

/* round a circle: a compound pendulum */
static void test_direction(void)
{
  static const char slides[] =
      CIRCLE "slide { name = 'on', b, ground, curve = round, closed = true, follow = 'direction' }\n"
             "channel('x', position(b)) channel('w', angular_velocity(b)) run { dt = 5e-3, duration = 2 }\n";
  static const char swings[] =
      CIRCLE "revolute { ground, b, at = {0, 0, 0}, axis = 'y' }\n"
             "channel('x', position(b)) channel('w', angular_velocity(b)) run { dt = 5e-3, duration = 2 }\n";
  double x[3], y[3], w[3], u[3];
  if (end_of(slides, 0, 2, 400, "x", x) && end_of(swings, 0, 2, 400, "x", y) && end_of(slides, 0, 2, 400, "w", w) &&
      end_of(swings, 0, 2, 400, "w", u)) {
    CHECK_BELOW(distance(x, y, 3), 2e-5);
    CHECK_BELOW(distance(w, u, 3), 2e-4);
    CHECK(fabs(w[1]) > 0.5);
    printf("  round a circle: %.1e m, %.1e rad/s from a compound pendulum\n", distance(x, y, 3), distance(w, u, 3));
  }
}

/* A straight track that turns by 90 degrees about itself: the part turns with it. Left free, it keeps its spin. */
static void test_roll(void)
{
#define STRAIGHT(more)                                                                                                \
  "local c, u = {}, {} for i = 0, 20 do c[i + 1] = { i, 0, 0 } local a = pi/2*i/20 u[i + 1] = { 0.3, sin(a), cos(a) " \
  "} "                                                                                                                \
  "end\n"                                                                                                             \
  "local b = body { name = 'b', at = c[1], mass = 3, inertia = { 0.5, 0.8, 0.6 }, velocity = { 2, 0, 0 }, " more
#define TURNED(more)                                                                                              \
  ", curve = c, follow = " more " }\nchannel('z', position(b, {0, 0, 1})) channel('w', angular_velocity(b))\n"    \
  "channel('m', output('on', 'moment')) channel('across', output('on', 'across')) channel('along', output('on', " \
  "'along'))\n"                                                                                                   \
  "run { dt = 2e-2, duration = 8 }\n"
  double z[3], w[3], m[3], n;
  if (end_of(STRAIGHT("} slide { name = 'on', b, ground") TURNED("'frame', up = u, drive_rate = 2"), 1, 7.5, 375, "z",
             z)) {
    CHECK_BELOW(distance(z, (double[]){15, sin(PI / 2 * 0.75), cos(PI / 2 * 0.75)}, 3), 1e-5);
  }
  if (end_of(STRAIGHT("angular_velocity = { 3, 0, 0 } } slide { name = 'on', b, ground") TURNED("'direction'"), 1, 7.5,
             375, "w", w)) {
    CHECK_BELOW(distance(w, (double[]){3, 0, 0}, 3), 1e-12);
  }
  if (end_of(STRAIGHT("} moment { b, value = { 4, 5, 6 } } slide { name = 'on', b, ground") TURNED("'frame'"), 1, 7.5,
             375, "m", m)) {
    CHECK_BELOW(distance(m, (double[]){-4, -5, -6}, 3), 1e-9);
  }
  if (end_of(STRAIGHT("} force { b, value = { 0, 3, 4 } } slide { name = 'on', b, ground, damping = 2")
                 TURNED("'frame'"),
             1, 0.5, 25, "across", &n)) {
    CHECK_NEAR(n, 5, 1e-9);
  }
  if (end_of(STRAIGHT("} slide { name = 'on', b, ground, drive = function(t) return t^2 end") TURNED("'frame'"), 1, 0.5,
             25, "along", &n)) {
    CHECK_NEAR(n, 6, 1e-9);
  }
}

/* three bogies, coupled, on the closed track: their angular velocity follows it */
static void test_bogies(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local track = {} for i = 1, 16 do local a = 2*pi*i/16 track[i] = { 8*sin(a), 5*cos(a), 2*cos(2*a) } end\n"
      "local last\n"
      "for i = 1, 3 do local p = track[15 + i] or track[i - 1]\n"
      "  local w = body { name = 'w'..i, at = p, mass = 100*i, inertia = { 20, 30, 40 } }\n"
      "  slide { name = 's'..i, w, ground, curve = track, closed = true, mass = 10, follow = 'frame' }\n"
      "  if last then distance { last, w } end last = w end\n"
      "channel('x', position(last)) run { dt = 1e-2, duration = 8 }\n";
  double exact[3], x[3], y[3];
  if (end_of(text, 0, 8, 3200, "x", exact) && end_of(text, 1, 8, 800, "x", x) && end_of(text, 1, 8, 1600, "x", y)) {
    const double coarse = distance(x, exact, 3), fine = distance(y, exact, 3);
    printf("  bogies: %.2g m at 10 ms, %.2g m at 5 ms\n", coarse, fine);
    CHECK(log2(coarse / fine) > 2.8); /* the third derivative of the curve jumps at its points */
    CHECK_BELOW(fine, 2e-6);
  }
}

/* ---- messages */

static void test_holds(void)
{
  refused_text("local b = body { name = 'b', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} } "
               "slide { name = 's', b, ground, curve = {{0, 0, 0}, {1, 0, 0}}, follow = 'frame', up = {{0, 0, 1}} }",
               NULL, "Slide 's': `up` has 1 directions, and the curve 2 points.", "", "bad.lua:1");
  refused_text("local p = point { name = 'p', at = {0, 0, 0}, mass = 1 } "
               "slide { name = 's', p, ground, curve = {{0, 0, 0}, {1, 0, 0}}, follow = 'frame' }",
               NULL, "Slide 's': follow = \"frame\", but 'p' is a point, which has no directions.", "", "bad.lua:1");
  refused_text(
      "local b = body { name = 'b', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} } "
      "slide { name = 's', b, ground, curve = {{0, 0, 0}, {1, 0, 0}}, follow = 'frame', up = {{0, 0, 1}, {1, 0, 0}} }",
      NULL, "Slide 's': direction 2 of `up` is along the curve, or no direction.", "", "bad.lua:1");
  refused_text("local b = body { name = 'b', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} } "
               "slide { name = 's', b, ground, curve = {{0, 0, 0}, {1, 0, 0}}, follow = 'direction', up = {{0, 0, 1}, "
               "{0, 0, 1}} }",
               NULL, "Slide 's' has `up`, but its roll is free.", "", "bad.lua:1");
  refused_text(
      "local c = cable { name = 'c', ground, ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 4, stiffness = 1e3, "
      "mass_per_length = 1, length = 1.01 } "
      "local b = body { name = 'b', at = {0.5, 0, 0}, mass = 1, inertia = {1, 1, 1} } "
      "slide { name = 's', b, c, follow = 'direction' }",
      NULL, "Slide 's': follow = \"direction\" needs a `curve`.",
      "The direction of a cable or beam has a corner in its rate at every node.", "bad.lua:1");
}

static void test_turns_back(void)
{
  refused_text("local p = point { name = 'p', at = {0, 0, 0}, mass = 1 } "
               "slide { name = 's', p, ground, curve = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, closed = true }",
               NULL, "Slide 's': its line turns back on itself at (0, 0, 0).",
               "There it has no direction, and nothing could slide past.", "bad.lua:1");
}

int main(void)
{
  RUN(test_bead);
  RUN(test_slope);
  RUN(test_beam);
  RUN(test_train);
  RUN(test_direction);
  RUN(test_roll);
  RUN(test_bogies);
  RUN(test_turns_back);
  RUN(test_holds);
  return REPORT();
}
