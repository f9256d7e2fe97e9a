/* tests/beams/test_statics.c -- beams at rest against answers from outside: elastica, roll-up, Princeton, 45-degree bend,
 *          shallow arch, lateral buckling; offsets; orders of convergence; section forces in equilibrium.
 * Data:    closed forms and shooting of the exact rod, given here.
 * ctest:   timeout=300
 */
#include "support/parameters.h"

#define SOLVE(s, text, ...)                                                                          \
  do {                                                                                               \
    const char *const set_[] = {__VA_ARGS__};                                                        \
    if (!simulate_set(s, text, (int)(sizeof set_ / sizeof set_[0]), set_, "ed", 1) || !observe(s)) { \
      return; /* the check has failed already */                                                     \
    }                                                                                                \
  } while (0)

/* ---- A11: cantilever, 2 m, square 0.05 m, E = 210 GPa, nu = 0.3, ks = 5/6 */
static const char elastica[] =
    "param { alpha = 1, elements = 16, order = 2, measure = 'reissner', mass = 'lumped' }\n"
    "local A, E, G, EI = 0.05^2, 2.1e11, 2.1e11/2.6, 109375\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {2, 0, 0}, elements = elements, order = order,\n"
    "  measure = measure, mass_matrix = mass, stiffness = { E*A, G*A*5/6, G*A*5/6, EI, EI, G*8.8e-7 },\n"
    "  mass_per_length = 7850*A }\n"
    "force { b.last, value = {0, 0, alpha*EI/4} }\n"
    "channel('tip', position(b.last)) channel('turn', euler(b.last, 'yxz'))\n"
    "channel('root_force', output(b, 'force_first')) channel('root_moment', output(b, 'moment_first'))\n"
    "channel('N', output(b:at(1), 'N'))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_elastica(void)
{
  static const struct {
    const char *set;
    double alpha, x, y, angle, moment;
  } rows[] = {{"alpha=1", 1, 1.887079372, 0.6037230533, 0.4613356345, 51599.82658},
              {"alpha=5", 5, 1.224543670, 1.428426118, 1.215187176, 167418.0798},
              {"alpha=10", 10, 0.8897515665, 1.622703330, 1.430063957, 243291.444}};
  for (int k = 0; k < 3; k++) {
    simulated s;
    SOLVE(&s, elastica, rows[k].set, "elements=48");
    CHECK_NEAR(value(&s, "tip", 0), rows[k].x, 1e-6 * 2);
    CHECK_NEAR(value(&s, "tip", 2), rows[k].y, 1e-6 * 2);
    CHECK_NEAR(value(&s, "turn", 0), -rows[k].angle, 1e-6 * rows[k].angle);
    const double P = rows[k].alpha * 109375 / 4;
    /* the end force of the clamp is the load, its moment the load times the arm, to round-off */
    CHECK_NEAR(value(&s, "root_force", 0), 0, 1e-9 * P);
    CHECK_NEAR(value(&s, "root_force", 2), P, 1e-9 * P);
    CHECK_NEAR(value(&s, "root_moment", 2), -P * value(&s, "tip", 0), 1e-8 * rows[k].moment);
    CHECK_NEAR(value(&s, "root_moment", 2), -rows[k].moment, 1e-6 * rows[k].moment);
    simulated_free(&s);
  }
}

/* The order of the mesh: 2, 4, 4 with errors of the tip over the length against the finest. */
static void test_mesh_orders(void)
{
  static const char *const order[] = {"order=1", "order=2", "order=3"};
  static const char *const mesh[3][3] = {{"elements=8", "elements=16", "elements=128"},
                                         {"elements=4", "elements=8", "elements=64"},
                                         {"elements=4", "elements=8", "elements=64"}};
  static const double least[] = {1.8, 3.6, 3.6};
  for (int measure = 0; measure < 2; measure++) {
    for (int p = 0; p < 3; p++) {
      double x[3][2], error[2];
      for (int k = 0; k < 3; k++) {
        simulated s;
        SOLVE(&s, elastica, order[p], mesh[p][k], "alpha=4", measure ? "measure=small_strain" : "measure=reissner");
        x[k][0] = value(&s, "tip", 0);
        x[k][1] = value(&s, "tip", 2);
        simulated_free(&s);
      }
      for (int k = 0; k < 2; k++) {
        error[k] = hypot(x[k][0] - x[2][0], x[k][1] - x[2][1]) / 2;
      }
      const double rate = log(error[0] / error[1]) / log(2);
      printf("  %s, order %d: errors %.2e %.2e, rate %.2f\n", measure ? "small strain" : "Reissner", p + 1, error[0],
             error[1], rate);
      CHECK(rate > least[p]);
    }
  }
}

/* Orders 1..3, both measures, EA and GA 1e4 times larger: the error of the mesh does not grow (no locking). */
static const char thin[] =
    "param { factor = 1, elements = 8, order = 2, measure = 'reissner' }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = elements, order = order,\n"
    "  measure = measure, stiffness = { 1e4*factor, 5e3*factor, 5e3*factor, 1, 1, 1 }, mass_per_length = 1,\n"
    "  rotary_inertia = { 0.01, 0.01 } }\n"
    "force { b.last, value = {0, 0, 4} }\n"
    "channel('tip', position(b.last))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_no_locking(void)
{
  static const char *const order[] = {"order=1", "order=2", "order=3"};
  /* inextensible elastica, alpha = 4 */
  for (int p = 0; p < 3; p++) {
    double error[2];
    for (int k = 0; k < 2; k++) {
      simulated s;
      SOLVE(&s, thin, order[p], k ? "factor=1e6" : "factor=1e3", p ? "elements=16" : "elements=32");
      error[k] = hypot(value(&s, "tip", 0) - (1 - 0.328941242247), value(&s, "tip", 2) - 0.669964181278);
      simulated_free(&s);
    }
    printf("  order %d: %.2e %.2e\n", p + 1, error[0], error[1]);
    CHECK_BELOW(error[1], 1.05 * error[0] + 1e-7);
    CHECK_BELOW(error[1], p ? 2e-5 : 2e-3);
  }
}

/* ---- A11 b: a tip moment rolls it up to a circle */
static const char roll_up[] =
    "param { part = 1, elements = 16, order = 2, measure = 'reissner' }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = elements, order = order,\n"
    "  measure = measure, stiffness = { 1e5, 5e4, 5e4, 1, 1, 1 }, mass_per_length = 1, rotary_inertia = { 0.01, 0.01 } "
    "}\n"
    "moment { b.last, value = {0, 2*pi*part, 0} }\n"
    "channel('tip', position(b.last)) channel('mid', position(b:at(0.5))) channel('turn', output(b, 'largest_turn'))\n"
    "channel('M3', output(b, 'M3', 0.3)) channel('middle', output(b, 'moment_middle'))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_roll_up(void)
{
  simulated s;
  const double pi = 4 * atan(1);
  SOLVE(&s, roll_up, "part=0.5", "elements=32");
  CHECK_NEAR(value(&s, "tip", 0), 0, 2e-5); /* half a circle: diameter 2/(2 pi) */
  CHECK_NEAR(value(&s, "tip", 2), -2 / pi, 2e-5);
  CHECK_NEAR(value(&s, "M3", 0), pi, 2e-4 * pi);
  simulated_free(&s);
  SOLVE(&s, roll_up, "part=1", "elements=32");
  CHECK_NEAR(value(&s, "tip", 0), 0, 1e-4);
  CHECK_NEAR(value(&s, "tip", 2), 0, 1e-4);
  CHECK_NEAR(value(&s, "mid", 2), -1 / pi, 1e-4);
  CHECK_NEAR(value(&s, "turn", 0), 2 * pi / 32, 1e-4);
  CHECK_NEAR(value(&s, "middle", 2), 2 * pi, 1e-3);
  simulated_free(&s);
  double gap[2]; /* linear elements close it to second order */
  for (int k = 0; k < 2; k++) {
    SOLVE(&s, roll_up, "part=1", k ? "elements=128" : "elements=64", "order=1");
    gap[k] = hypot(value(&s, "tip", 0), value(&s, "tip", 2));
    simulated_free(&s);
  }
  printf("  linear elements: gap %.2e with 64, %.2e with 128\n", gap[0], gap[1]);
  CHECK(gap[0] / gap[1] > 3.8);
}

/* ---- A12: Princeton beam; y edgewise, z flapwise, load at the angle beta from the edgewise direction, down */
static const char princeton[] =
    "param { P = 4.448, beta = 0 }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {0.508, 0, 0}, elements = 10, order = 2,\n"
    "  stiffness = { 2842069.4, 1084759.3*5/6, 1084759.3*5/6, 36.285519, 2.4288718, 3.103548 }, mass_per_length = 0.11 "
    "}\n"
    "force { b.last, value = {0, -P*cos(deg(beta)), P*sin(deg(beta))} }\n"
    "channel('tip', position(b.last)) channel('twist', euler(b.last, 'zyx'))\n"
    "channel('axes', orientation(b.last))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_princeton(void)
{
  static const struct {
    const char *P, *beta;
    double x, y, z, twist;
  } rows[] = {{"P=4.448", "beta=30", -0.0019166, -0.0047503, 0.0399472, 0.38218},
              {"P=8.896", "beta=45", -0.0143878, -0.0088874, 0.1090359, 1.66482},
              {"P=13.345", "beta=0", -0.0003047, -0.0160624, 0, 0},
              {"P=13.345", "beta=45", -0.0303581, -0.0153398, 0.1565804, 3.48429},
              {"P=13.345", "beta=75", -0.0480704, -0.0063275, 0.1961167, 1.51854},
              {"P=13.345", "beta=90", -0.0504014, 0, 0.2006848, 0}};
  for (int k = 0; k < 6; k++) {
    simulated s;
    SOLVE(&s, princeton, rows[k].P, rows[k].beta);
    CHECK_NEAR(value(&s, "tip", 0) - 0.508, rows[k].x, 1e-4 * fabs(rows[k].x) + 1e-7);
    CHECK_NEAR(value(&s, "tip", 1), rows[k].y, 1e-4 * fabs(rows[k].y) + 1e-7);
    CHECK_NEAR(value(&s, "tip", 2), rows[k].z, 1e-4 * fabs(rows[k].z) + 1e-7);
    double q[4];
    channel(&s, "axes", q);
    const double R32 = 2 * (q[2] * q[3] + q[0] * q[1]), R22 = 1 - 2 * (q[1] * q[1] + q[3] * q[3]);
    CHECK_NEAR(atan2(R32, R22) * 45 / atan(1), rows[k].twist, 1e-4 * rows[k].twist + 1e-5);
    simulated_free(&s);
  }
}

/* ---- A13: 45-degree bend; t = x, n = y, out of plane z */
static const char bend[] =
    "param { P = 600, elements = 16, order = 2, measure = 'reissner' }\n"
    "local c, m = deg(45), deg(22.5)\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, through = {100*sin(m), 100*(1 - cos(m)), 0},\n"
    "  to = {100*sin(c), 100*(1 - cos(c)), 0}, elements = elements, order = order, measure = measure,\n"
    "  stiffness = { 1e7, 5e6, 5e6, 1e7/12, 1e7/12, 5e6/6 }, mass_per_length = 1 }\n"
    "force { b.last, value = {0, 0, P} }\n"
    "channel('tip', position(b.last)) channel('force', output(b, 'force_first'))\n"
    "channel('moment', output(b, 'moment_first')) channel('f_mid', output(b, 'force_middle'))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_bend(void)
{
  static const struct {
    const char *P;
    double load, n, t, out;
  } rows[] = {{"P=300", 300, 22.244781, 58.779122, 40.191892},
              {"P=450", 450, 18.508179, 52.238558, 48.502927},
              {"P=600", 600, 15.684801, 47.150439, 53.474859}};
  for (int k = 0; k < 3; k++) {
    for (int measure = 0; measure < 2; measure++) {
      simulated s;
      const double limit = measure ? 5e-3 : 1e-3; /* 1e-4 of the value; the small-strain form stops at its own error */
      SOLVE(&s, bend, rows[k].P, measure ? "measure=small_strain" : "measure=reissner");
      CHECK_NEAR(value(&s, "tip", 1), rows[k].n, limit);
      CHECK_NEAR(value(&s, "tip", 0), rows[k].t, limit);
      CHECK_NEAR(value(&s, "tip", 2), rows[k].out, limit);
      /* the clamp carries the load and its moment: (T, M2, M3) with m = T d1 + M3 d2 - M2 d3 */
      const double P = rows[k].load, x = value(&s, "tip", 0), y = value(&s, "tip", 1);
      CHECK_NEAR(value(&s, "force", 2), P, 1e-8 * P);
      CHECK_NEAR(value(&s, "moment", 0), y * P, 1e-7 * 100 * P);
      CHECK_NEAR(value(&s, "moment", 2), -x * P, 1e-7 * 100 * P);
      CHECK_NEAR(value(&s, "moment", 1), 0, 1e-7 * 100 * P);
      double f = 0;
      for (int i = 0; i < 3; i++) {
        f += pow(value(&s, "f_mid", i), 2);
      }
      CHECK_NEAR(sqrt(f), P, 1e-8 * P);
      simulated_free(&s);
    }
  }
}

/* ---- A16 c: shallow arch, hinged; a spring of 2e5 N/m at the crown makes every point stable */
static const char arch[] =
    "param { total = 1000, order = 2, elements = 10, measure = 'reissner' }\n"
    "local A, I, E = 0.01, 0.1^4/12, 7e10\n"
    "local G = E/2.6\n"
    "local b = beam { name = 'b', from = {-5, 0, 0}, through = {0, 0, 0.12}, to = {5, 0, 0}, elements = elements,\n"
    "  order = order, measure = measure, stiffness = { E*A, G*A*5/6, G*A*5/6, E*I, E*I, G*I*1.7 },\n"
    "  mass_per_length = 27 }\n"
    "local mid = b:node(elements*order//2)\n"
    "revolute { ground, b.first, at = {-5, 0, 0}, axis = 'y' } revolute { ground, b.last, at = {5, 0, 0}, axis = 'y' "
    "}\n"
    "bushing { ground, mid, at = {0, 0, 0.12}, stiffness = {0, 0, 2e5, 0, 0, 0} }\n"
    "force { mid, value = {0, 0, -total} }\n"
    "channel('crown', position(mid))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_arch(void)
{
  static const double points[][2] = {{0.02, 3840.2}, {0.05, 6799.4}, {0.10, 6192.1}, {0.12, 4599.0},
                                     {0.15, 1600.2}, {0.20, -460.2}, {0.24, 4555.7}};
  double worst = 0;
  for (int k = 0; k < 7; k++) {
    simulated s;
    char total[64];
    const double all = points[k][1] + 2e5 * points[k][0];
    snprintf(total, sizeof total, "total=%.17g", all);
    SOLVE(&s, arch, total, "elements=20");
    const double v = 0.12 - value(&s, "crown", 2), P = all - 2e5 * v;
    worst = fmax(worst, fabs(P - points[k][1]));
    simulated_free(&s);
  }
  printf("  largest error of the load %.2e of the limit load\n", worst / 7259.25);
  CHECK_BELOW(worst, 1e-3 * 7259.25);
}

/* ---- A20: lateral buckling, 1 x 0.005 x 0.05 m: stable just below the load of the exact rod, unstable just above */
static const char lateral[] =
    "param { P = 500 }\n"
    "local t, h, E = 0.005, 0.05, 2.1e11\n"
    "local A, G = t*h, E/2.6\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 20, stiffness =\n"
    "  { E*A, G*A*5/6, G*A*5/6, E*h*t^3/12, E*t*h^3/12, G*1.952031485e-9 }, mass_per_length = 7850*A }\n"
    "force { b.last, value = {0, 0, -P} }\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_lateral(void)
{
  for (int above = 0; above < 2; above++) {
    simulated s;
    char P[32];
    snprintf(P, sizeof P, "P=%.9g", 534.68055 * (above ? 1.001 : 0.999));
    SOLVE(&s, lateral, P);
    CHECK(s.session.equilibrium.unstable == above);
    simulated_free(&s);
  }
}

/* ---- offsets: the element on the centroid line, and beside it with offsets, are the same beam */
static const char offset[] =
    "param { beside = 0, shear = 0, EA = 1e6, measure = 'reissner', scale = 1 }\n"
    "local y, z = 0.03*beside, -0.02*beside\n"
    "local ys, zs = y + 0.01*shear, z + 0.015*shear\n"
    "local b = beam { name = 'b', ground, from = {0, -y, -z}, to = {1, -y, -z}, up = 'z', elements = 8, measure = "
    "measure,\n"
    "  stiffness = { EA, EA/2, EA/2, 2, 5, 1 }, centroid = {y, z}, shear_center = {ys, zs}, mass_per_length = 1 }\n"
    "force { b.last, at = {1, 0, 0}, value = {0.2*scale, 0.5*scale, 0.3*scale} }\n"
    "channel('tip', position(b.last, {1, 0, 0}))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_offsets(void)
{
  for (int measure = 0; measure < 2; measure++) {
    for (int soft = 0; soft < 2; soft++) {
      for (int shear = 0; shear < 2; shear++) {
        double tip[2][3];
        for (int beside = 0; beside < 2; beside++) {
          simulated s;
          SOLVE(&s, offset, measure ? "measure=small_strain" : "measure=reissner", soft ? "EA=5e3" : "EA=1e6",
                beside ? "beside=1" : "beside=0", shear ? "shear=1" : "shear=0");
          channel(&s, "tip", tip[beside]);
          simulated_free(&s);
        }
        for (int i = 0; i < 3; i++) {
          CHECK_NEAR(tip[1][i], tip[0][i], 1e-9);
        }
        if (measure && !shear) { /* the findings' table of the small-strain form */
          CHECK_NEAR(tip[1][1], soft ? 0.079802086 : 0.079616174, 2e-8);
        }
      }
    }
  }
}

/* ---- curved and twisted reference: the small-strain form with its constant transformation tends to Reissner's beam */
static const char twisted[] = "param { measure = 'reissner', P = 100 }\n"
                              "local a, m = 1.2, 0.6\n"
                              "local E, G = 2.1e11, 8e10\n"
                              "local b = beam { name = 'b', ground, from = {0, 0, 0}, through = {sin(m), 1 - cos(m), "
                              "0}, to = {sin(a), 1 - cos(a), 0},\n"
                              "  twist = 1.5, elements = 32, measure = measure, section = rectangle { width = 0.04, "
                              "height = 0.02 }, E = E, G = G,\n"
                              "  density = 7850 }\n"
                              "force { b.last, value = {0.3*P, -0.5*P, P} }\n"
                              "channel('tip', position(b.last))\n"
                              "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_twisted(void)
{
  double tip[3][3] = {{sin(1.2), 1 - cos(1.2), 0}}, apart = 0, moved = 0;
  for (int k = 0; k < 2; k++) {
    simulated s;
    SOLVE(&s, twisted, k ? "measure=small_strain" : "measure=reissner");
    channel(&s, "tip", tip[k + 1]);
    simulated_free(&s);
  }
  for (int i = 0; i < 3; i++) {
    apart += pow(tip[2][i] - tip[1][i], 2);
    moved += pow(tip[1][i] - tip[0][i], 2);
  }
  printf("  measures apart by %.2e of the displacement %.3f m\n", sqrt(apart / moved), sqrt(moved));
  CHECK_BELOW(sqrt(apart / moved), 1e-5); /* 1.2e-4 without the transformation */
}

/* ---- a corner: one node, two triads; the same as two beams that share a node, and as closed form for small loads */
static const char corner[] =
    "param { split = 0 }\n"
    "local function leg(t) t.stiffness = {1e6, 4e5, 4e5, 10, 10, 8} t.mass_per_length = 1 t.rotary_inertia = {0.01, "
    "0.01}\n"
    "  return beam(t) end\n"
    "local tip\n"
    "if split == 1 then\n"
    "  local a = leg { ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 4 }\n"
    "  tip = leg { a.last, to = {1, 1, 0}, elements = 4 }.last\n"
    "else tip = leg { ground, points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, elements = 8 }.last end\n"
    "force { tip, value = {0, 0, 1e-4} }\n"
    "channel('tip', position(tip))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_corner(void)
{
  double tip[2][3];
  for (int k = 0; k < 2; k++) {
    simulated s;
    SOLVE(&s, corner, k ? "split=1" : "split=0");
    channel(&s, "tip", tip[k]);
    simulated_free(&s);
  }
  const double exact =
      1e-4 * (2 * (1 / 30.0 + 1 / 4e5) + 1 / 8.0); /* bending and shear of two legs, twist of the first */
  CHECK_NEAR(tip[0][2], exact, 1e-7 * exact);
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(tip[1][i], tip[0][i], 1e-12);
  }
}

/* ---- loads per length: w L^4/(8 EI) + w L^2/(2 GA); follower: total force turns with it; moment per length */
static const char loads[] =
    "param { dead = 0, follower = 0, turn = 0, g = 0, mass = 'lumped' }\n"
    "gravity { 0, 0, g }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {2, 0, 0}, elements = 8,\n"
    "  stiffness = {1e7, 1e5, 1e5, 50, 50, 40}, mass_per_length = 1, rotary_inertia = {0.01, 0.01},\n"
    "  mass_matrix = mass,\n"
    "  load = {0, 0, dead}, follower_load = {0, 0, follower}, moment_load = {0, turn, 0} }\n"
    "channel('tip', position(b.last)) channel('root', output(b, 'force_first'))\n"
    "channel('moment', output(b, 'moment_first'))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_loads(void)
{
  simulated s;
  SOLVE(&s, loads, "dead=0.001");
  CHECK_NEAR(value(&s, "tip", 2), 1e-3 * (16.0 / 400 + 4.0 / 2e5), 4e-9);
  simulated_free(&s);
  SOLVE(&s, loads, "follower=0.001");
  CHECK_NEAR(value(&s, "tip", 2), 1e-3 * (16.0 / 400 + 4.0 / 2e5), 4e-9);
  simulated_free(&s);
  SOLVE(&s, loads, "turn=0.001"); /* M(x) = m (L - x): theta' = M/EI, tip = m L^3/(3 EI) */
  CHECK_NEAR(value(&s, "tip", 2), -1e-3 * 8 / 150, 4e-9);
  simulated_free(&s);
  for (int k = 0; k < 2; k++) { /* weight, with mass on the clamp too */
    SOLVE(&s, loads, "g=0.001", k ? "mass=consistent" : "mass=lumped");
    CHECK_NEAR(value(&s, "tip", 2), 1e-3 * (16.0 / 400 + 4.0 / 2e5), 4e-9);
    simulated_free(&s);
  }
  SOLVE(&s, loads, "dead=20");
  CHECK_NEAR(value(&s, "root", 2), 20.0 * 2 * 15.0 / 16, 20.0 * 2 / 16); /* but for the share on the clamp itself */
  simulated_free(&s);
}

/* ---- places along a beam: what is refused, and the words for it */
static void test_places(void)
{
  static const struct {
    const char *line, *part;
  } wrong[] = {{"channel('x', output(b, 'N'))", "needs a place"},
               {"channel('x', output(b, 'N', 1.2))", "no place at the length 1.2"},
               {"channel('x', output(b, 'N', -0.1))", "no place at the length -0.1"},
               {"channel('x', output(b, 'N', 0/0))", "no place"},
               {"channel('x', output(b, 'largest_turn', 0.5))", "takes no length"},
               {"channel('x', output(b, 'N', 'a'))", "a length along it"},
               {"channel('x', output(b.first, 'M4'))", "no output"},
               {"channel('x', position(b:at(0.3)))", "no node at the length 0.3"},
               {"channel('x', position(b:at('a')))", "a length along it"},
               {"channel('x', position(b:node(5)))", "no node 5"},
               {"channel('x', position(b))", "held at a node"},
               {"channel('x', position(b.last:at(1)))", "no `at`"}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2,\n"
             "  stiffness = {1, 1, 1, 1, 1, 1}, mass_per_length = 1 }\n%s\nrun { dt = 1e-3, duration = 1 }\n",
             wrong[k].line);
    sn_arena *arena = sn_arena_new(NULL);
    sn_model *model = NULL;
    sn_session session = {0};
    sn_error error = {0};
    sn_status status =
        sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), NULL}, NULL, arena, &model, &error);
    if (status == SN_OK) {
      status = sn_session_open(&session, model, "m", arena, &error);
    }
    CHECK(status == SN_EINPUT);
    CHECK_TEXT(error.what, wrong[k].part);
    CHECK_TEXT(error.where, "m.lua:3");
    CHECK(error.fix[0] != '\0');
    sn_session_close(&session);
    sn_arena_free(arena);
  }
}

int main(void)
{
  RUN(test_elastica);
  RUN(test_mesh_orders);
  RUN(test_no_locking);
  RUN(test_roll_up);
  RUN(test_princeton);
  RUN(test_bend);
  RUN(test_arch);
  RUN(test_lateral);
  RUN(test_offsets);
  RUN(test_twisted);
  RUN(test_corner);
  RUN(test_loads);
  RUN(test_places);
  return REPORT();
}
