/* tests/mechanisms/test_wheels.c -- wheels and obstacles against answers from outside.
 * What:    a ball that bounces on a plane (closed form), a ball that rolls over an edge and a prism, and a torus that tumbles on a plane
 *          (independent integration: Runge-Kutta of the equations of motion with the contact force at the contact point); the balance of
 *          energy over bumps for every step size; random wheels on random prisms, with momenta where both fly; messages.
 * ctest:   timeout=120
 */
#include <math.h>
#include <string.h>

#include "harness.h"
#include "sinew.h"

typedef struct {
  sinew_model *model;
  sinew_simulation *x;
  sinew_error error;
} run;

static int begin(run *r, const char *text)
{
  *r = (run){0};
  const int good =
      sinew_model_load_text("wheels.lua", text, NULL, NULL, NULL, 0, NULL, &r->model, &r->error) == SINEW_OK &&
      sinew_freeze(r->model, &r->x, &r->error) == SINEW_OK;
  return good;
}

static void end(run *r)
{
  sinew_simulation_free(r->x);
  sinew_model_free(r->model);
}

static int steps(run *r, int n, double h)
{
  for (int i = 0; i < n; i++) {
    if (sinew_step(r->x, h, &r->error) != SINEW_OK) {
      printf("  %s %s\n", r->error.what, r->error.why);
      return 0;
    }
  }
  return 1;
}

static void read(run *r, const char *item, const char *name, double *out)
{
  int n = 0;
  CHECK(sinew_output(r->x, item, name, out, 4, &n, &r->error) == SINEW_OK);
}

/* ---- bouncing */

static const double g = 9.81, pi = 3.14159265358979323846;

/* height of the gap at time t: free fall from H, k x against the fall while x < 0 */
static double bounce(double m, double k, double H, double t)
{
  const double fall = sqrt(2 * H / g), v = g * fall, w = sqrt(k / m);
  const double touch = (2 * pi - 2 * atan(v * w / g)) / w, period = 2 * fall + touch;
  const double s = fmod(t, period);
  if (s > fall && s < fall + touch) {
    const double u = w * (s - fall);
    return g / (w * w) * (cos(u) - 1) - v / w * sin(u);
  }
  const double d = s <= fall ? s : period - s;
  return H - g * d * d / 2;
}

static void test_bouncing(void)
{
  static const char *const scheme[] = {"ed", "ep", "generalized_alpha"};
  for (int i = 0; i < 3; i++) {
    double error[2] = {0}, balance = 0;
    for (int fine = 0; fine < 2; fine++) {
      const int n = fine ? 8000 : 4000;
      char text[512];
      run r;
      (void)snprintf(
          text, sizeof text,
          "gravity {0, 0, -9.81}\nlocal b = body { name = 'b', at = {0, 0, 0.4}, mass = 2, inertia = {1, 1, 1} }\n"
          "wheel { name = 'w', b, on = { plane {} }, radius = 0.3, stiffness = 1e4 }\n"
          "run { scheme = '%s', dt = 1e-3, duration = 1 %s }\n",
          scheme[i],
          i == 0   ? ", alpha = 0"
          : i == 2 ? ", rho_inf = 1"
                   : "");
      CHECK(begin(&r, text));
      for (int k = 1; k <= n; k++) {
        double gap, defect;
        if (!steps(&r, 1, 2.0 / n)) {
          break;
        }
        read(&r, "w", "gap", &gap);
        error[fine] = fmax(error[fine], fabs(gap - bounce(2, 1e4, 0.1, 2.0 * k / n)));
        CHECK(sinew_energy(r.x, "defect", &defect, &r.error) == SINEW_OK);
        balance = fmax(balance, fabs(defect));
      }
      end(&r);
    }
    printf("  %-17s gap within %.1e m at 0.5 ms, %.1e at 0.25 ms (6 bounces); defect %.1e J\n", scheme[i], error[0],
           error[1], balance);
    CHECK_BELOW(error[1], 5e-5);
    CHECK_BELOW(error[1], 0.5 * error[0]);
    CHECK_BELOW(i < 2 ? balance : 0, 1e-12);
  }
}

/* ---- a ball over an edge, and over a prism */

typedef struct {
  double radius, k, m;
  int prism;
} ball;

/* distance from the profile {0, 0}, {0.24, 0.08}, {0.44, 0.08}, {0.68, 0} seen from above, by the three sides that look up; n: away */
static double from_prism(const double *x, double *n)
{
  static const double p[4][2] = {{0, 0}, {0.24, 0.08}, {0.44, 0.08}, {0.68, 0}};
  double best = 1e9;
  for (int i = 0; i < 3; i++) {
    const double l[2] = {p[i + 1][0] - p[i][0], p[i + 1][1] - p[i][1]}, w[2] = {x[0] - p[i][0], x[1] - p[i][1]};
    const double t = fmin(fmax((w[0] * l[0] + w[1] * l[1]) / (l[0] * l[0] + l[1] * l[1]), 0), 1);
    const double d[2] = {w[0] - t * l[0], w[1] - t * l[1]}, far = hypot(d[0], d[1]);
    if (far < best) {
      best = far;
      n[0] = d[0] / far;
      n[1] = d[1] / far;
    }
  }
  return best;
}

static void ball_rates(const ball *b, const double *x, double *rate)
{
  double n[2] = {0}, depth;
  rate[0] = x[2];
  rate[1] = x[3];
  rate[2] = 0;
  rate[3] = -g;
  if (b->prism) {
    depth = b->radius - from_prism(x, n);
  } else {
    const double far = hypot(x[0] - 0.3, x[1]);
    n[0] = (x[0] - 0.3) / far;
    n[1] = x[1] / far;
    depth = b->radius - far;
  }
  for (int k = 0; k < 2 && depth > 0; k++) {
    rate[2 + k] += b->k * depth * n[k] / b->m;
  }
}

static void integrate(void (*rates)(const void *, const double *, double *), const void *data, int n, int steps_,
                      double h, double *x)
{
  for (int i = 0; i < steps_; i++) {
    double k[4][16], y[16];
    for (int s = 0; s < 4; s++) {
      for (int j = 0; j < n; j++) {
        y[j] = x[j] + (s == 0 ? 0 : (s == 3 ? h : h / 2) * k[s - 1][j]);
      }
      rates(data, y, k[s]);
    }
    for (int j = 0; j < n; j++) {
      x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
  }
}

static void of_ball(const void *data, const double *x, double *rate)
{
  ball_rates(data, x, rate);
}

static void test_over_an_edge(void)
{
  for (int prism = 0; prism < 2; prism++) {
    for (int torus = 0; torus < 2; torus++) {
      const ball b = {.radius = 0.25, .k = 2e4, .m = 5, .prism = prism};
      double x[4] = {-0.1, prism ? 0.3 : 0.2, 3, prism ? 0 : 0.5}, out[3];
      char text[768];
      run r;
      integrate(of_ball, &b, 4, 300000, 1e-6, x);
      (void)snprintf(
          text, sizeof text,
          "gravity {0, 0, -9.81}\nlocal b = body { name = 'b', at = {-0.1, 0, %g}, mass = 5, inertia = {1, 1, 1},"
          " velocity = {3, 0, %g}, angular_velocity = {0, 7, 0} }\n"
          "local o = obstacle { profile = %s, width = 1 }\n"
          "wheel { name = 'w', b, on = { o }, radius = 0.25, stiffness = 2e4 %s }\n"
          "run { alpha = 0, dt = 1e-3, duration = 1 }\n",
          prism ? 0.3 : 0.2, prism ? 0.0 : 0.5,
          prism ? "{{0, 0}, {0.24, 0.08}, {0.44, 0.08}, {0.68, 0}}" : "{{0.3, 0}}",
          torus ? ", tube = 0.07, axis = 'y'" : "");
      CHECK(begin(&r, text));
      CHECK(steps(&r, 6000, 5e-5));
      read(&r, "b", "position", out);
      end(&r);
      printf("  %s over %s: {%.6f, %.6f}, by Runge-Kutta {%.6f, %.6f}\n", torus ? "torus" : "ball",
             prism ? "prism" : "edge", out[0], out[2], x[0], x[1]);
      CHECK_NEAR(out[0], x[0], 1e-7);
      CHECK_NEAR(out[2], x[1], 1e-7);
    }
  }
}

/* ---- a torus that tumbles on a plane: x = place, velocity, axis with two more directors as columns, angular velocity in the body */

static void of_torus(const void *data, const double *x, double *rate)
{
  static const double J[3] = {0.03, 0.03, 0.05}, ring = 0.2, tube = 0.05, k = 5e3, m = 1; /* axle: third axis */
  (void)data;
  /* columns of the rotation from a quaternion */
  const double *q = x + 6, *w = x + 10;
  const double a[3] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                       1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  const double s = sqrt(1 - a[2] * a[2]);
  const double low[3] = {ring * a[2] * a[0] / s, ring * a[2] * a[1] / s,
                         ring * (a[2] * a[2] - 1) / s}; /* from the centre */
  const double depth = tube - (x[2] + low[2]), force = depth > 0 ? k * depth : 0;
  const double M[3] = {low[1] * force, -low[0] * force, 0}; /* about the centre, in space */
  const double R[3][3] = {{1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]), a[0]},
                          {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), a[1]},
                          {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]), a[2]}};
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    const double own = R[0][i] * M[0] + R[1][i] * M[1] + R[2][i] * M[2];
    rate[i] = x[3 + i];
    rate[3 + i] = (i == 2 ? force / m - g : 0);
    rate[10 + i] = (own - (J[l] - J[j]) * w[j] * w[l]) / J[i];
  }
  rate[6] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
  rate[7] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  rate[8] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  rate[9] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

static void test_tumbling(void)
{
  const double tilt = 0.5;
  double x[16] = {0, 0, 0.3, 0.2, 0.1, 0, cos(tilt / 2), sin(tilt / 2), 0, 0, 1, 0.5, 3}, out[3], force[3], point[3],
         gap;
  char text[768];
  run r;
  integrate(of_torus, NULL, 13, 400000, 1e-6, x);
  (void)snprintf(
      text, sizeof text,
      "gravity {0, 0, -9.81}\nlocal b = body { name = 'b', at = {0, 0, 0.3}, mass = 1, inertia = {0.03, 0.03, 0.05},"
      " orientation = axis_angle('x', %.17g), velocity = {0.2, 0.1, 0},"
      " angular_velocity = {1, %.17g, %.17g} }\n"
      "wheel { name = 'w', b, on = { plane {} }, radius = 0.25, tube = 0.05, stiffness = 5e3,"
      " axis = {0, %.17g, %.17g} }\n"
      "run { alpha = 0, dt = 1e-3, duration = 1 }\n",
      tilt, 0.5 * cos(tilt) - 3 * sin(tilt), 0.5 * sin(tilt) + 3 * cos(tilt), -sin(tilt), cos(tilt));
  CHECK(begin(&r, text));
  CHECK(steps(&r, 4000, 1e-4));
  read(&r, "b", "position", out);
  read(&r, "w", "gap", &gap);
  read(&r, "w", "force", force);
  read(&r, "w", "point", point);
  printf("  torus on a plane: {%.7f, %.7f, %.7f}, by Runge-Kutta {%.7f, %.7f, %.7f}; gap %.2e\n", out[0], out[1],
         out[2], x[0], x[1], x[2], gap);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(out[k], x[k], 1e-7);
  }
  const double *q = x + 6, a3 = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
  CHECK_NEAR(gap, x[2] - 0.2 * sqrt(1 - a3 * a3) - 0.05, 1e-6);
  CHECK_NEAR(force[2], gap < 0 ? -5e3 * gap : 0, 1e-9);
  CHECK_NEAR(point[2], 0, 1e-14);
  end(&r);
}

/* ---- bumps: the balance for every step size, and what comparators make of it */

#define BUMPS                                                                                                          \
  "gravity {0, 0, -9.81}\nlocal b = body { name = 'b', at = {0, 0, 0.249}, mass = 20, inertia = {0.5, 0.5, 0.5},"      \
  " velocity = {3, 0, 0} }\nlocal on = { plane {} }\nfor k = 1, 4 do on[k + 1] = obstacle { at = {1.5*k - 0.5, 0, 0}," \
  " profile = {{0, 0}, {0.24, 0.08}, {0.44, 0.08}, {0.68, 0}}, width = 1 } end\n"                                      \
  "wheel { name = 'w', b, on = on, radius = 0.25, tube = 0.05, axis = 'y', stiffness = 2e5 }\n"

static double open_energy(const char *scheme, double h)
{
  char text[1024];
  double worst = 0;
  run r;
  (void)snprintf(text, sizeof text, BUMPS "run { scheme = '%s', dt = %g, duration = 4 }\n", scheme, h);
  CHECK(begin(&r, text));
  for (int i = 0; i < (int)(4 / h + 0.5); i++) {
    double defect;
    if (!steps(&r, 1, h)) {
      CHECK(0);
      break;
    }
    CHECK(sinew_energy(r.x, "defect", &defect, &r.error) == SINEW_OK);
    worst = fmax(worst, fabs(defect));
  }
  end(&r);
  return worst;
}

static void test_bumps(void)
{
  static const double h[] = {1e-2, 5e-3, 2e-3, 5e-4};
  for (size_t i = 0; i < sizeof h / sizeof *h - SANITIZED; i++) {
    const double ep = open_energy("ep", h[i]), ed = open_energy("ed", h[i]), mid = open_energy("midpoint", h[i]);
    printf("  h = %g: defect ep %.1e, ed %.1e, midpoint %.1e J\n", h[i], ep, ed, mid);
    CHECK_BELOW(ep, 1e-8);
    CHECK_BELOW(ed, 1e-8);
    CHECK(mid > 1e-3);
  }
}

/* ---- random wheels that tumble over random prisms, on the ground and on a body: identity in every step, and momenta of the two bodies */

static double dice(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 16777216;
}

static void random_model(unsigned *seed, int flies, char *text, size_t room)
{
  static const char *const scheme[] = {"'ed', alpha = 1", "'ed', alpha = 0", "'ep'"};
  const int n = 3 + (int)(3 * dice(seed));
  char profile[256] = "";
  for (int k = 0; k < n; k++) {
    const double turn = 2 * pi * (k + 0.6 * dice(seed)) / n;
    const size_t used = strlen(profile);
    (void)snprintf(profile + used, sizeof profile - used, "{%.4f, %.4f}, ", 1 + 0.4 * cos(turn), 0.1 + 0.3 * sin(turn));
  }
  const int used = snprintf(
      text, room,
      "%slocal on = { %s }\n"
      "local b = body { name = 'b', at = {0, %.4f, %.4f}, mass = %.4f, inertia = {0.3, 0.5, 0.4},"
      " velocity = {%.4f, 0, %.4f}, angular_velocity = {%.4f, %.4f, %.4f} }\n",
      flies ? "local c = body { name = 'c', mass = 9, center = {1, 0, 0.1}, inertia = {1, 2, 1.5} }\n"
            : "gravity {0, 0, -9.81}\n",
      flies ? "" : "plane {}", 0.3 * dice(seed), flies ? 0.1 + 0.2 * dice(seed) : 0.3 + 0.4 * dice(seed),
      1 + 9 * dice(seed), 2 + 3 * dice(seed), dice(seed), 6 * dice(seed) - 3, 6 * dice(seed) - 3, 6 * dice(seed) - 3);
  (void)snprintf(text + used, room - (size_t)used,
                 "on[#on + 1] = obstacle { %sprofile = {%s}, width = %.4f }\n"
                 "wheel { name = 'w', b, on = on, radius = 0.25, tube = %s, axis = {%.4f, 1, %.4f}, stiffness = 1e6 }\n"
                 "channel('P', momentum())\nchannel('L', angular_momentum())\n"
                 "run { scheme = %s, dt = 1e-3, duration = 1 }\n",
                 flies ? "c, " : "", profile, 0.1 + 0.8 * dice(seed), dice(seed) < 0.3 ? "0.25" : "0.1",
                 dice(seed) - 0.5, dice(seed) - 0.5, scheme[(int)(3 * dice(seed))]);
}

static double change_of(run *r, const char *channel, double *from, int first)
{
  double now[3], sum = 0;
  int n = 0;
  CHECK(sinew_channel_value(r->x, channel, now, 3, &n, &r->error) == SINEW_OK);
  for (int k = 0; k < 3; k++) {
    from[k] = first ? now[k] : from[k];
    sum += (now[k] - from[k]) * (now[k] - from[k]);
  }
  return sqrt(sum);
}

static void test_random(void)
{
  unsigned seed = 11;
  double worst[2] = {0}, momenta = 0, deepest = 0;
  int touched = 0;
  for (int i = 0; i < 40; i++) {
    const int flies = i % 2;
    char text[2048];
    double P[3], L[3], least = 1;
    run r;
    random_model(&seed, flies, text, sizeof text);
    if (!begin(&r, text)) {
      printf("  %s %s\n%s", r.error.what, r.error.why, text);
      CHECK(0);
      continue;
    }
    (void)change_of(&r, "P", P, 1);
    (void)change_of(&r, "L", L, 1);
    for (int k = 0; k < 400 && steps(&r, 1, k % 3 ? 1e-3 : 3e-3); k++) {
      double defect, kinetic, gap;
      CHECK(sinew_energy(r.x, "defect", &defect, &r.error) == SINEW_OK);
      CHECK(sinew_energy(r.x, "kinetic", &kinetic, &r.error) == SINEW_OK);
      read(&r, "w", "gap", &gap);
      worst[flies] = fmax(worst[flies], fabs(defect) / (10 + kinetic));
      momenta = flies ? fmax(momenta, change_of(&r, "P", P, 0) + change_of(&r, "L", L, 0)) : momenta;
      least = fmin(least, gap);
    }
    touched += least < 0;
    deepest = fmin(deepest, least);
    end(&r);
  }
  printf("  %d of 40 touched, up to %.3f m deep; defect %.1e on the ground, %.1e in flight; momenta %.1e\n", touched,
         -deepest, worst[0], worst[1], momenta);
  CHECK(touched >= 30);
  CHECK_BELOW(worst[0], 1e-10);
  CHECK_BELOW(worst[1], 1e-10);
  CHECK_BELOW(momenta, 1e-9);
}

/* ---- messages */

static void refuse(const char *line, const char *what)
{
  char text[1024];
  run r;
  (void)snprintf(text, sizeof text,
                 "local b = body { name = 'b', mass = 1, inertia = {1, 1, 1} }\nlocal p = point { name = 'p', at = {2, "
                 "0, 0}, mass = 1 }\n"
                 "local road = plane { name = 'road', at = {0, 0, -1} }\n%s\nrun { dt = 1, duration = 1 }\n",
                 line);
  CHECK(!begin(&r, text));
  CHECK_TEXT(r.error.what, what);
  CHECK_TEXT(r.error.where, "wheels.lua:4");
  CHECK(r.error.fix[0]);
  end(&r);
}

static void test_messages(void)
{
  refuse("wheel { b, on = {road}, radius = 0.2, tube = 0.3, stiffness = 1 }", "larger than its radius");
  refuse("wheel { b, on = {road}, radius = 0.2, tube = 0.1, stiffness = 1 }", "no axis");
  refuse("wheel { p, on = {road}, radius = 0.2, tube = 0.1, axis = 'y', stiffness = 1 }", "only a point");
  refuse("wheel { b, on = {road}, radius = -0.2, stiffness = 1 }", "radius");
  refuse("wheel { b, on = {road}, radius = 0.2 }", "stiffness");
  refuse("wheel { b, on = {road}, radius = 0.2, stiffness = 0 }", "stiffness");
  refuse("wheel { b, on = {road, p}, radius = 0.2, stiffness = 1 }", "cannot run on 'p', which is a point");
  refuse("wheel { b, on = {ground}, radius = 0.2, stiffness = 1 }", "cannot run on 'ground'");
  refuse("wheel { b, on = {road, road}, radius = 0.2, stiffness = 1 }", "twice");
  refuse("wheel { b, on = {}, radius = 0.2, stiffness = 1 }", "list of parts");
  refuse("wheel { ground, at = {0, 0, 0}, on = {road}, radius = 0.2, stiffness = 1 }", "free to move");
  refuse("wheel { b, on = {plane {b, at = {0, 0, -1}}}, radius = 0.2, stiffness = 1 }", "both are on 'b'");
  refuse("wheel { b, at = {0, 0, -1.3}, on = {road}, radius = 0.2, stiffness = 1 }", "inside 'road'");
  refuse("plane { p }", "only a point");
  refuse("plane { normal = {0, 0, 0} }", "normal");
  refuse("plane { size = {1, 2, 3} }", "two lengths");
  refuse("obstacle { profile = {{0, 0}, {1, 0}, {0.2, 0.2}, {0, 1}}, width = 1 }", "not convex: corner 3 {0.2, 0.2}");
  refuse("obstacle { profile = {{0, 0}, {1, 0}}, width = 1 }", "two corners");
  refuse("obstacle { profile = {{0, 0}, {1, 1}, {2, 2}}, width = 1 }", "no area");
  refuse("obstacle { profile = {{0, 0}, {1, 0}, {1, 0}, {0, 1}}, width = 1 }", "corner 3");
  refuse("obstacle { profile = {0, 0, 1, 0, 0, 1}, width = 1 }", "no list of corners");
  refuse("obstacle { profile = {{0, 0}, {1, 0}, {0, 1}} }", "width");
}

/* A wheel that is far too soft names itself where the run must end. */
static void test_too_deep(void)
{
  run r;
  CHECK(begin(
      &r, "local b = body { name = 'b', at = {0, 0, 0.5}, mass = 50, inertia = {0.3, 0.5, 0.4}, velocity = {2, 0, -3},"
          " angular_velocity = {1, 2, 1} }\nlocal o = obstacle { profile = {{0.3, 0}}, width = 0.3 }\n"
          "wheel { name = 'w', b, on = {o}, radius = 0.25, tube = 0.02, axis = {0.4, 1, 0.3}, stiffness = 1e4 }\n"
          "run { dt = 5e-3, duration = 1 }\n"));
  CHECK(sinew_run(r.model, "deep.h5", NULL, NULL, NULL, &r.error) != SINEW_OK);
  CHECK_TEXT(r.error.where, "wheels.lua:3, wheel 'w'");
  CHECK_TEXT(r.error.what, "as deep as its tube is thick");
  CHECK_TEXT(r.error.fix, "stiffness");
  end(&r);
}

int main(void)
{
  RUN(test_bouncing);
  RUN(test_over_an_edge);
  RUN(test_tumbling);
  RUN(test_bumps);
  RUN(test_random);
  RUN(test_messages);
  RUN(test_too_deep);
  return REPORT();
}
