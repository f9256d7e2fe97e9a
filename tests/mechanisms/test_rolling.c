/* tests/mechanisms/test_rolling.c -- constraints on rates: blades, wheels and balls that roll.
 * Against: closed forms (a knife edge on a slope; a ball on a turntable, which goes round with 2/7 of its speed; the steady disc of Routh),
 *          and an integration of its own (Newton and Euler about the contact point, Runge and Kutta): Chaplygin's sleigh, a disc, a ball
 *          in a bowl.
 * Laws:    order four (ep: two), the balance of whole runs closed to 1e-13, the reaction does no work, the rates stay zero at every end.
 */
#include "analysis/linearize.h"
#include "session/session_linearize.h"
#include "support/refused.h"
#include "support/simulated.h"

/* One run: a channel at the end, and the balance of the whole run over its scale. */
static int end_of(const char *text, const char *scheme, double alpha, double T, int n, const char *name, double *out)
{
  simulated s;
  int found = 0;
  if (simulate(&s, "rolling", text, scheme, alpha) && advance_to(&s, T, n) && observe(&s)) {
    check_laws(&s);
    CHECK_BELOW(s.scheme->has_identity ? fabs(s.total.defect) : 0, 1e-13 * s.scale);
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

/* errors with n and 2 n steps: the second below `below`, and their order */
static void check_order(const char *text, const char *scheme, double alpha, double T, int n, const char *name,
                        const double *exact, double below, double order)
{
  double x[SN_LINEARIZE_NUMBERS], y[SN_LINEARIZE_NUMBERS];
  const int m = end_of(text, scheme, alpha, T, n, name, x), k = end_of(text, scheme, alpha, T, 2 * n, name, y);
  if (m > 0 && k == m) {
    const double coarse = distance(x, exact, m), fine = distance(y, exact, m);
    CHECK_BELOW(fine, below);
    CHECK(log2(coarse / fine) > order);
    if (!(log2(coarse / fine) > order)) {
      fprintf(stderr, "  %s, alpha %g: %s: %.3g, %.3g, order %.2f\n", scheme, alpha, name, coarse, fine,
              log2(coarse / fine));
    }
  }
}

/* ---- blades */

#define SLOPE                                                                                          \
  "gravity { 9.81*sin(pi/6), 0, -9.81*cos(pi/6) }\n"                                                   \
  "local k = body { name = 'k', mass = 1, inertia = {0.1, 0.1, 0.1}, angular_velocity = {0, 0, 2} }\n" \
  "planar { name = 'p', ground, k, at = {0, 0, 0}, axis = 'z' }\n"                                     \
  "channel('x', position(k))\n"                                                                        \
  "run { dt = 0.01, duration = 3 }\n"

static void test_knife_edge(void)
{
  static const char blade[] = SLOPE "knife_edge { name = 'e', k, ground, at = {0, 0, 0}, across = 'y' }\n"
                                    "channel('error', output('e', 'error')) channel('f', output('e', 'force'))\n";
  static const char relation[] =
      SLOPE "rate_constraint { name = 'e', joints = {'p', 'p', 'p'}, coordinates = {'x', 'y', 'angle'},\n"
            "  factors = function(x, y, angle) return -sin(angle), cos(angle), 0 end }\n";
  const double w = 2, T = 3, g = 9.81 * 0.5,
               exact[3] = {g / (2 * w * w) * pow(sin(w * T), 2), g / (2 * w * w) * (w * T - 0.5 * sin(2 * w * T)), 0};
  for (int k = 0; k < 2; k++) {
    const char *text = k ? relation : blade;
    check_order(text, "ed", 1, T, 60, "x", exact, 1e-6, 3.9);
    check_order(text, "ed", 0, T, 60, "x", exact, 1e-6, 3.9);
    check_order(text, "ep", 0, T, 60, "x", exact, 5e-3, 1.9);
    check_order(text, "generalized_alpha", 0, T, 60, "x", exact, 2e-2, 1.8);
  }
  simulated s;
  if (simulate(&s, "blade", blade, "ed", 1)) {
    CHECK(s.session.freedom.freedom == 2 && s.session.freedom.places == 3);
    double x, f[3], most = 0, work = 0;
    for (int i = 0; i < 60 && advance(&s, 0.05) && observe(&s); i++) {
      channel(&s, "error", &x);
      most = fmax(most, fabs(x));
      channel(&s, "f", f);
      work = fmax(work, fabs(v3_dot(v3(f[0], f[1], f[2]), s.now.v[0])));
    }
    CHECK_BELOW(most, 1e-14);
    CHECK_BELOW(work, 1e-12); /* of 20 W */
    CHECK_NEAR(s.total.work_loads + s.total.work_drives + s.total.dissipation, 0, 0);
  }
  simulated_free(&s);
}

/* u' = a w^2, w' = -m a u w/(I + m a^2); the blade is a behind the centre */
static void sleigh_rates(const double *x, double *rate)
{
  const double a = 0.3, I = 0.2;
  rate[0] = a * x[1] * x[1];
  rate[1] = -a * x[0] * x[1] / (I + a * a);
  rate[2] = x[0] * cos(x[4]);
  rate[3] = x[0] * sin(x[4]);
  rate[4] = x[1];
}

static void runge_kutta(void (*f)(const double *, double *), int n, double T, int steps, double *x)
{
  enum { MOST = 32 };
  const double h = T / steps;
  double k[4][MOST], y[MOST];
  for (int i = 0; i < steps; i++) {
    for (int j = 0; j < 4; j++) {
      for (int l = 0; l < n; l++) {
        y[l] = x[l] + (j == 0 ? 0 : (j == 3 ? h : h / 2) * k[j - 1][l]);
      }
      f(y, k[j]);
    }
    for (int l = 0; l < n; l++) {
      x[l] += h / 6 * (k[0][l] + 2 * k[1][l] + 2 * k[2][l] + k[3][l]);
    }
  }
}

static void test_sleigh(void)
{
  static const char text[] = "local b = body { name = 'b', mass = 1, inertia = {0.1, 0.1, 0.2}, center = {0.3, 0, 0},\n"
                             "  velocity = {0.5, 0, 0}, angular_velocity = {0, 0, 3} }\n"
                             "planar { ground, b, at = {0, 0, 0}, axis = 'z' }\n"
                             "knife_edge { b, ground, at = {0, 0, 0}, across = 'y' }\n"
                             "channel('x', position(b)) run { dt = 0.01, duration = 2 }\n";
  double x[5] = {0.5, 3, 0, 0, 0};
  runge_kutta(sleigh_rates, 5, 2, 4000, x);
  const double exact[3] = {x[2], x[3], 0};
  check_order(text, "ed", 1, 2, 80, "x", exact, 3e-7, 3.9);
  check_order(text, "ep", 0, 2, 80, "x", exact, 3e-3, 1.9);
}

/* ---- bodies of revolution that roll: x, axis d, omega about the contact point, which is at p(x, d) from the centre */

typedef struct {
  double m, I1, I3; /* across the axis, along it */
  sn_v3 g;
  sn_v3 (*p)(sn_v3 x, sn_v3 d);
} roller;
static const roller *rolls;

static void roller_rates(const double *y, double *rate)
{
  const roller *r = rolls;
  const sn_v3 x = v3(y[0], y[1], y[2]), d = v3(y[3], y[4], y[5]), w = v3(y[6], y[7], y[8]);
  const sn_v3 p = r->p(x, d), v = v3_cross(p, w), dd = v3_cross(w, d);
  const double h = 1e-5;
  const sn_v3 up = r->p(v3_axpy(x, h, v), v3_axpy(d, h, dd)), down = r->p(v3_axpy(x, -h, v), v3_axpy(d, -h, dd));
  const sn_v3 dp = v3_scale(0.5 / h, v3_sub(up, down));
  const double spin = v3_dot(w, d);
  /* I w' - m p x (p x w')... = -w x I w + m p x (p' x w - g) */
  const sn_v3 Iw = v3_axpy(v3_scale(r->I1, w), (r->I3 - r->I1) * spin, d);
  const sn_v3 b = v3_sub(v3_scale(r->m, v3_cross(p, v3_sub(v3_cross(dp, w), r->g))), v3_cross(w, Iw));
  double A[3][4];
  for (int k = 0; k < 3; k++) {
    const sn_v3 e = v3(k == 0, k == 1, k == 2);
    const sn_v3 c =
        v3_sub(v3_axpy(v3_scale(r->I1, e), (r->I3 - r->I1) * d.x[k], d), v3_scale(r->m, v3_cross(p, v3_cross(p, e))));
    for (int i = 0; i < 3; i++) {
      A[i][k] = c.x[i];
    }
    A[k][3] = b.x[k];
  }
  for (int k = 0; k < 3; k++) { /* positive definite: no pivots */
    for (int i = k + 1; i < 3; i++) {
      const double f = A[i][k] / A[k][k];
      for (int j = k; j < 4; j++) {
        A[i][j] -= f * A[k][j];
      }
    }
  }
  for (int k = 2; k >= 0; k--) {
    double sum = A[k][3];
    for (int j = k + 1; j < 3; j++) {
      sum -= A[k][j] * rate[6 + j];
    }
    rate[6 + k] = sum / A[k][k];
  }
  v3_put(v, rate);
  v3_put(dd, rate + 3);
}

static sn_v3 below_disc(sn_v3 x, sn_v3 d)
{
  (void)x;
  const sn_v3 up = v3_axpy(v3(0, 0, 1), -d.x[2], d);
  return v3_scale(-0.5 / v3_norm(up), up);
}
static sn_v3 below_torus(sn_v3 x, sn_v3 d)
{
  (void)x;
  const sn_v3 up = v3_axpy(v3(0, 0, 1), -d.x[2], d);
  return v3_axpy(v3_scale(-0.4 / v3_norm(up), up), -0.1, v3(0, 0, 1));
}
static sn_v3 below_ball_in_bowl(sn_v3 x, sn_v3 d)
{
  (void)d;
  return v3_scale(0.1 / v3_norm(x), x);
}
static sn_v3 below_ball_in_drum(sn_v3 x, sn_v3 d)
{
  (void)d;
  const sn_v3 out = v3(x.x[0], 0, x.x[2]);
  return v3_scale(0.1 / v3_norm(out), out);
}

/* a body at x with the axis d, turning with w; its contact rolls by `how` */
static void check_roller(const roller *r, sn_v3 x, sn_v3 d, sn_v3 w, const char *how, double below)
{
  char text[2000];
  rolls = r;
  const sn_v3 v = v3_cross(r->p(x, d), w);
  double y[9];
  v3_put(x, y);
  v3_put(d, y + 3);
  v3_put(w, y + 6);
  runge_kutta(roller_rates, 9, 1, 2000, y);
  (void)snprintf(
      text, sizeof text,
      "gravity { %.17g, %.17g, %.17g }\n"
      "local b = body { name = 'b', at = {%.17g, %.17g, %.17g}, mass = %.17g, inertia = {%.17g, %.17g, %.17g},\n"
      "  orientation = axis_angle('x', %.17g), velocity = {%.17g, %.17g, %.17g},\n"
      "  angular_velocity = {%.17g, %.17g, %.17g} }\n"
      "rolling { name = 'r', b, ground, %s }\n"
      "channel('x', position(b)) run { dt = 0.01, duration = 1 }\n",
      r->g.x[0], r->g.x[1], r->g.x[2], x.x[0], x.x[1], x.x[2], r->m, r->I1, r->I3, r->I1, atan2(d.x[2], d.x[1]), v.x[0],
      v.x[1], v.x[2], w.x[0], w.x[1], w.x[2], how);
  check_order(text, "ed", 1, 1, 100, "x", y, below, 3.9);
  check_order(text, "ed", 0, 1, 100, "x", y, below, 3.9);
  check_order(text, "ep", 0, 1, 100, "x", y, 2e-2, 1.9);
}

static void test_disc(void)
{
  const double tilt = 0.4;
  const sn_v3 d = v3(0, cos(tilt), sin(tilt)), w = v3_add(v3_scale(4, d), v3(0.3, 0, 0.6)), g = v3(0, 0, -9.81);
  const roller disc = {1, 0.0625, 0.125, g, below_disc}, torus = {1, 0.0625, 0.125, g, below_torus};
  check_roller(&disc, v3(0, 0, 0.5 * cos(tilt)), d, w,
               "radius = 0.5, axis = {0, cos(0.4), sin(0.4)}, surface_axis = 'z'", 2e-6);
  check_roller(&torus, v3(0, 0, 0.4 * cos(tilt) + 0.1), d, w,
               "radius = 0.5, edge = 0.1, axis = {0, cos(0.4), sin(0.4)}, surface_axis = 'z'", 2e-6);
}

static void test_bowl(void)
{
  const sn_v3 up = v3(0, 1, 0), g = v3(0, 0, -9.81);
  const roller bowl = {2, 0.4 * 2 * 0.01, 0.4 * 2 * 0.01, g, below_ball_in_bowl},
               drum = {2, 0.4 * 2 * 0.01, 0.4 * 2 * 0.01, g, below_ball_in_drum};
  check_roller(&bowl, v3(0.54, 0, -0.72), up, v3(-6, 1, 9), "radius = 0.1, surface = 'bowl', surface_radius = 1", 3e-6);
  check_roller(&drum, v3(0.54, 0.2, -0.72), up, v3(4, -5, 8),
               "radius = 0.1, surface = 'drum', surface_axis = 'y', surface_radius = 1", 3e-6);
}

/* a ball on a turntable goes round a circle with 2/7 of its speed of turning, whatever its radius */
static void test_turntable(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local t = body { name = 't', mass = 5, inertia = {1, 1, 1}, angular_velocity = {0, 0, 7} }\n"
      "revolute { ground, t, at = {0, 0, 0}, axis = 'z', drive_rate = 7 }\n"
      "local b = body { name = 'b', at = {1, 0, 0.1}, shape = sphere { radius = 0.1, density = 100 },\n"
      "  velocity = {0, 2, 0}, angular_velocity = {50, 0, 0} }\n"
      "rolling { name = 'r', b, t, surface_axis = 'z' }\n"
      "channel('x', position(b)) run { dt = 0.01, duration = 1 }\n";
  /* v' = (2/7) W z x v: with v = (0, 2) at (1, 0) and W = 7 a circle about the middle of the table, at 2 rad/s */
  const double exact[3] = {cos(2.0), sin(2.0), 0.1};
  check_order(text, "ed", 1, 1, 100, "x", exact, 1e-4, 3.9);
  check_order(text, "ep", 0, 1, 200, "x", exact, 1e-2, 1.9);
}

/* ---- statics, modes and linearisation */

static void test_small_motion(void)
{
  /* upright, at 6 rad/s: leans like exp(i w t), w^2 = (12 W^2 - 4 g/R)/5; falls below W^2 = g/(3 R) */
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local b = body { name = 'b', at = {0, 0, 0.5}, mass = 1, inertia = {0.0625, 0.125, 0.0625},\n"
      "  velocity = {%g*0.5, 0, 0}, angular_velocity = {0, %g, 0} }\n"
      "rolling { b, ground, radius = 0.5, axis = 'y', surface_axis = 'z' }\n"
      "run { dt = 0.01, duration = 1 }\n";
  for (int k = 0; k < 2; k++) {
    const double W = k ? 2 : 6, square = (12 * W * W - 4 * 9.81 / 0.5) / 5;
    char model[1000];
    simulated s;
    sn_linearization A;
    const double *re, *im;
    double found = 0;
    (void)snprintf(model, sizeof model, text, W, W);
    if (simulate(&s, "disc", model, "ed", 1)) {
      const sn_linearize_options o = {0};
      s.status = sn_linearize(s.session.instant, s.state, &o, s.arena, &A, &s.error);
      CHECK_OK(s.status, s.error);
      CHECK_OK(sn_linear_eigenvalues(&A, s.arena, &re, &im, &s.error), s.error);
      for (int i = 0; i < 2 * A.n_freedom; i++) {
        found = fmax(found, fabs(k ? re[i] : im[i]));
      }
      CHECK_NEAR(found, sqrt(fabs(square)), 1e-6);
    }
    simulated_free(&s);
  }
}

static void test_edge_of_a_ball(void)
{
  refused_text("local b = body { name = 'b', at = {0, 0, 0.1}, shape = sphere { radius = 0.1, mass = 1 } } "
               "rolling { name = 'r', b, ground, surface_axis = 'z', edge = 0.01 }",
               NULL, "Rolling 'r': `edge` would do nothing: 'b' rolls as a ball.", NULL, "bad.lua:1");
}

int main(void)
{
  RUN(test_knife_edge);
  RUN(test_sleigh);
  RUN(test_disc);
  RUN(test_bowl);
  RUN(test_turntable);
  RUN(test_small_motion);
  RUN(test_edge_of_a_ball);
  return REPORT();
}
