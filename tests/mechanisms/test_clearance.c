/* tests/mechanisms/test_clearance.c -- joints with play: where they come to rest, how far they tilt, and the first impact of a slider-crank.
 * What:    a shaft that hangs in its bearing; a shaft with a moment in a long bearing; a slider in a wide guide; the slider-crank with a worn bearing
 *          (B15: first touch and peak by an independent integration of its three equations); messages.
 */
#include "support/refused.h"

static sn_v3 read(simulated *s, const char *name)
{
  double x[4] = {0};
  CHECK(observe(s) && channel(s, name, x) > 0);
  return v3(x[0], x[1], x[2]);
}

#define FALL "gravity {0, 0, -9.81} "
#define SHAFT "local b = body { name = 'b', mass = 1, inertia = {1e-3, 1e-3, 1e-3} } "

/* one point carries a short journal, eight pairs of a corner and a wall a slider, of which the four lower ones touch */
static void test_rest(void)
{
  static const struct {
    const char *text;
    double depth;
  } rest[] = {
      {FALL SHAFT "clearance { ground, b, at = {0, 0, 0}, axis = 'y', radius = 0.01, gap = 1e-3, stiffness = 1e5, "
                  "restitution = 0.2, friction = 0.3 } channel('x', position(b)) channel('v', velocity(b))",
       1e-3 + 9.81 / 1e5},
      {FALL SHAFT "clearance { ground, b, at = {0, 0, 0}, axis = 'y', width = 0.04, height = 0.02, length = 0.06, "
                  "across = 'x', gap = 1e-3, stiffness = 1e5, restitution = 0.2, friction = 0.3 } "
                  "channel('x', position(b)) channel('v', velocity(b))",
       1e-3 + 9.81 / 4e5}};
  for (int i = 0; i < 2; i++) {
    simulated s;
    if (simulate(&s, "clearance.lua", rest[i].text, "ed", 1)) {
      CHECK(advance_to(&s, 0.5, 500));
      CHECK_NEAR(read(&s, "x").x[2], -rest[i].depth, 1e-9);
      CHECK_BELOW(v3_norm(read(&s, "v")), 1e-9);
      CHECK_BELOW(s.defect, 1e-10 * s.scale);
      CHECK(s.lowest > -1e-15);
    }
    simulated_free(&s);
  }
}

/* A moment M about z turns a journal in a bearing of length L until both ends touch: sin(angle) = 2 (gap + M/(k L))/L. */
static void test_tilt(void)
{
  simulated s;
  if (simulate(&s, "tilt.lua",
               SHAFT
               "clearance { ground, b, at = {0, 0, 0}, axis = 'x', radius = 0.01, gap = 1e-3, length = 0.05, stiffness "
               "= 1e5, restitution = 0.1 } moment { b, value = {0, 0, 0.2} } "
               "channel('a', orientation(b))",
               "ed", 1)) {
    const double L = 0.05, k = 1e5;
    CHECK(advance_to(&s, 3, 3000));
    double q[4] = {1, 0, 0, 0};
    CHECK(observe(&s) && channel(&s, "a", q) == 4);
    const double angle = 2 * asin(q[3]);
    CHECK_NEAR(sin(angle) * L / 2, 1e-3 + 0.2 / (k * L * cos(angle)), 1e-6);
  }
  simulated_free(&s);
}

/* ---- B15: crank of 50 mm at 5000 rpm, rod of 120 mm, play of 0.5 mm at the wrist pin: rod angle and slider are free until they touch */

typedef struct {
  double phi, x, w, v; /* angle of the rod, slider, and their rates */
} pin;

static double push(const double q[2], double t, double n[2])
{
  const double r = 0.05, l = 0.12, w = 5000 * 2 * 3.14159265358979323846 / 60, gap = 5e-4;
  const double E = 207e9 / (2 * (1 - 0.09)), R = 0.01 * (0.01 + gap) / gap, K = 4.0 / 3 * E * sqrt(R);
  const double e[2] = {q[1] - r * cos(w * t) - l * cos(q[0]), -r * sin(w * t) - l * sin(q[0])}, d = hypot(e[0], e[1]);
  n[0] = d > 0 ? e[0] / d : 1;
  n[1] = d > 0 ? e[1] / d : 0;
  return d > gap ? K * pow(d - gap, 1.5) : 0;
}

/* rates of the motion without loss; the pin pushes the rod along n, and the slider against it */
static pin rate(pin p, double t)
{
  const double r = 0.05, l = 0.12, m = 0.21, J = 2.5e-4, w = 5000 * 2 * 3.14159265358979323846 / 60;
  double n[2];
  const double f = push((const double[2]){p.phi, p.x}, t, n), c = l / 2;
  const double a[2] = {-r * w * w * cos(w * t), -r * w * w * sin(w * t)}; /* of the crank pin */
  const double turn = m * c * (sin(p.phi) * a[0] - cos(p.phi) * a[1]) + f * l * (n[1] * cos(p.phi) - n[0] * sin(p.phi));
  return (pin){p.w, p.v, turn / (J + m * c * c), -f * n[0] / 0.14};
}

static pin moved(pin p, double h, pin d)
{
  return (pin){p.phi + h * d.phi, p.x + h * d.x, p.w + h * d.w, p.v + h * d.v};
}

static void test_slider_crank(void)
{
  const double h = 1e-8, w = 5000 * 2 * 3.14159265358979323846 / 60;
  pin p = {0, 0.17, -0.05 * w / 0.12, 0};
  double n[2], first = 0, peak = 0;
  for (int i = 0; i < 26000; i++) { /* Runge-Kutta of order four, through the first impact */
    const double t = i * h;
    const pin a = rate(p, t), b = rate(moved(p, h / 2, a), t + h / 2), c = rate(moved(p, h / 2, b), t + h / 2),
              d = rate(moved(p, h, c), t + h);
    p = moved(moved(moved(moved(p, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
    const double f = push((const double[2]){p.phi, p.x}, t + h, n);
    first = f > 0 && first == 0 ? t + h : first;
    peak = fmax(peak, f);
  }
  simulated s;
  double touched = 0, most = 0;
  if (simulate(
          &s, "crank.lua",
          "local w = rpm(5000) local crank = base { name = 'crank', axis = {0, 0, 1}, angle = function(t) return w*t "
          "end } "
          "local rod = body { name = 'rod', at = {0.11, 0, 0}, mass = 0.21, inertia = {1e-5, 2.5e-4, 2.5e-4}, velocity "
          "= "
          "{0, 0.025*w, 0}, angular_velocity = {0, 0, -0.05*w/0.12} } "
          "local slider = body { name = 'slider', at = {0.17, 0, 0}, mass = 0.14, inertia = {2e-5, 2e-5, 2e-5} } "
          "revolute { crank, rod, at = {0.05, 0, 0}, axis = 'z' } prismatic { ground, slider, at = {0.17, 0, 0}, axis "
          "= "
          "'x' } clearance { name = 'it', rod, slider, at = {0.17, 0, 0}, axis = 'z', radius = 0.01, gap = 5e-4, E = "
          "207e9 } channel('force', output('it', 'normal'))",
          "ed", 0)) {
    for (int i = 0; i < 130 && advance(&s, 2e-6); i++) {
      const double f = read(&s, "force").x[0];
      touched = f > 0 && touched == 0 ? *s.state->t : touched;
      most = fmax(most, f);
    }
    printf("  first touch %.4f ms (%.4f), peak %.2f kN (%.2f)\n", 1e3 * touched, 1e3 * first, 1e-3 * most, 1e-3 * peak);
    CHECK_NEAR(touched, first, 2.1e-6);
    CHECK_NEAR(most, peak, 0.01 * peak);
  }
  simulated_free(&s);
}

static void test_messages(void)
{
  refused_text(SHAFT "clearance { name = 'c', ground, b, at = {0, 0, 0}, axis = 'x', gap = 1e-3 }", NULL,
               "Clearance 'c' has neither `radius` nor `width`.",
               "A journal has a `radius`; a slider has `width`, `height`, `length` and `across`.", "bad.lua:1");
  refused_text(SHAFT "clearance { name = 'c', ground, b, at = {0, 0, 0}, axis = 'x', gap = 1e-3, width = 1 }", NULL,
               "Clearance 'c' has no `height`, `length` or `across`.",
               "A journal has a `radius`; a slider has `width`, `height`, `length` and `across`.", "bad.lua:1");
  refused_text("local b = point { name = 'b', at = {0, 0, 0}, mass = 1 } clearance { name = 'c', ground, b, at = {0, "
               "0, 0}, axis = 'x', gap "
               "= 1e-3, radius = 0.1 }",
               NULL, "Clearance 'c': 'b' is a point, which does not turn.", NULL, "bad.lua:1");
}

int main(void)
{
  RUN(test_rest);
  RUN(test_tilt);
  RUN(test_slider_crank);
  RUN(test_messages);
  return REPORT();
}
