/* tests/beams/test_cable_answers.c -- cables against closed forms and independent integrations, through the built command.
 * What:    inextensible and elastic catenary with both measures of strain, forces at ends and nodes; frequencies of
 *          a sagged cable (A21 e, Irvine); cables of tension only between points above each other; winches: work and motion; laws by
 *          a potential; drag.
 * Limits:  the closed form of (b) has T = EA times the engineering strain: the Green strain parts from it by 1.5 times the strain,
 *          0.07 % of H at EA = 1e4. (e) is a theory of small sag: 1/200 of the span here.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "cable_answers"
#include "tests/support/answers.h"

/* 12 m over a span of 10 m, 2 kg/m; drawn as two straight pieces. */
static const char hanging[] =
    "param { EA = 1e7, rise = 0, measure = 'green', n = 40 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local c = cable { name = 'c', ground, ground, points = { {0, 0, 0}, {5, 0, rise/2 - 3}, {10, 0, rise} }, length = "
    "12,\n"
    "  elements = n, stiffness = EA, mass_per_length = 2, measure = measure }\n"
    "channel('T', output(c, 'tension_middle')) channel('l', output(c, 'length'))\n"
    "channel('first', output(c, 'tension_first')) channel('last', output(c, 'tension_last'))\n"
    "channel('F', output(c, 'force_first')) channel('G', output(c, 'force_last')) channel('N', output(c.first, "
    "'tension'))\n"
    "channel('half', output(c, 'tension', 6)) channel('node', output(c:node(n/2), 'tension')) channel('cut', output(c, "
    "'force', 3))\n"
    "channel('mid', position(c:node(n))) channel('quarter', position(c:node(n/2)))\n";

static void test_elastic_catenary(void)
{
  static const struct {
    const char *set;
    double H, sag, length;
  } row[] = {{"--set EA=1e4", 88.4971476335, 3.03109755874, 12.1321432982},
             {"--set EA=1e5", 91.7361173808, 2.93457230246, 12.0135363447},
             {"--set EA=1e7", 92.1201369626, 2.92354975958, 12.0001357473},
             {"--set EA=1e9", 92.124046837425, 2.9234379760093, 12}}; /* the inextensible one */
  write_text("cable_answers.lua", hanging);
  for (int i = 0; i < 4; i++) {
    if (at_rest(row[i].set)) {
      printf("  %s: H %.6f (%.6f), sag %.6f (%.6f), length %.6f (%.6f)\n", row[i].set, value("T"), row[i].H,
             -value("mid_z"), row[i].sag, value("l"), row[i].length);
      CHECK_NEAR(value("T"), row[i].H, 1e-3 * row[i].H);
      CHECK_NEAR(-value("mid_z"), row[i].sag, 1e-3 * row[i].sag);
      CHECK_NEAR(value("l"), row[i].length, 1e-3 * row[i].length);
    }
  }
}

/* With the engineering strain the closed form is met to the error of the mesh; forces at ends and nodes with it. */
static void test_engineering_catenary(void)
{
  static const struct {
    const char *set;
    double H, sag, length;
  } row[] = {{"--set EA=1e4 --set measure=engineering --set n=160", 88.4971476335, 3.03109755874, 12.1321432982},
             {"--set EA=1e5 --set measure=engineering --set n=160", 91.7361173808, 2.93457230246, 12.0135363447}};
  write_text("cable_answers.lua", hanging);
  for (int i = 0; i < 2 && at_rest(row[i].set); i++) {
    const double w = 2 * 9.81;
    printf("  %s: H %.8f (%.8f), sag %.8f (%.8f)\n", row[i].set, value("T"), row[i].H, -value("mid_z"), row[i].sag);
    CHECK_NEAR(value("T"), row[i].H, 2e-5 * row[i].H);
    CHECK_NEAR(-value("mid_z"), row[i].sag, 2e-5 * row[i].sag);
    CHECK_NEAR(value("l"), row[i].length, 2e-5 * row[i].length);
    CHECK_NEAR(value("F_x"), row[i].H, 2e-5 * row[i].H);
    CHECK_NEAR(value("G_x"), -value("F_x"), 1e-7); /* equilibrium of the whole, to the residual */
    CHECK_NEAR(value("F_z"), -6 * w, 1e-6);        /* half of all weight at either end, on any mesh */
    CHECK_NEAR(value("G_z"), -6 * w, 1e-6);
    CHECK_NEAR(value("N"), hypot(value("F_x"), value("F_z")), 1e-9);
    CHECK_NEAR(value("half"), row[i].H, 1e-4 * row[i].H);
    CHECK_NEAR(value("node"), hypot(row[i].H, 3 * w), 1e-4 * row[i].H); /* at a quarter: n elements of two, n/2 nodes */
    CHECK_NEAR(value("cut_z"), -3 * w, 1e-3 * w);
  }
}

/* Tension only, between points above each other: two strands and a bend. The top carries what hangs below it. */
static void test_one_above_the_other(void)
{
  write_text(
      "cable_answers.lua",
      "param { order = 2, length = 12, EA = 1e7 }\n"
      "gravity { 0, 0, -9.81 }\n"
      "local c = cable { name = 'c', ground, ground, from = {0, 0, 10}, to = {0, 0, 0}, elements = 20, order = order,\n"
      "  stiffness = EA, mass_per_length = 2, length = length, tension_only = true }\n"
      "channel('F', output(c, 'force_first')) channel('G', output(c, 'force_last'))\n");
  for (int i = 0; i < 12; i++) {
    static const double length[2] = {10.5, 15};
    char set[160];
    const double L = length[i / 6], w = 2 * 9.81;
    const int order = 1 + i % 3;
    snprintf(set, sizeof set, "--set order=%d --set length=%g --set EA=%s", order, L, i / 3 % 2 ? "1e9" : "1e7");
    if (at_rest(set)) {
      CHECK_NEAR(value("F_z") + value("G_z"), -w * L, 2e-4);
      CHECK_NEAR(value("F_z"), -w * (L + 10) / 2, w * L / 20); /* the bend is somewhere in an element */
      CHECK_BELOW(fabs(value("F_x")) + fabs(value("F_y")), 0.02 * w);
    }
  }
}

/* ---- a winch: m z'' = EA (l/L - 1) - m g, l = -z */

static double given_length(double t) /* 5 m to 3 m in 2 s: the quintic of the language */
{
  const double x = t < 0 ? 0 : t > 2 ? 1 : t / 2;
  return 5 - 2 * x * x * x * (10 - 15 * x + 6 * x * x);
}
static double lift(double t, double l, double hardening) /* acceleration of l */
{
  const double e = l / given_length(t) - 1;
  return 9.81 - 1e4 * (e + hardening * e * e) / 10;
}
/* Classical Runge-Kutta, 2e5 steps. */
static double length_at(double end, double l, double hardening)
{
  const int n = 200000;
  const double h = end / n;
  double v = 0;
  for (int i = 0; i < n; i++) {
    const double t = i * h, a1 = lift(t, l, hardening), a2 = lift(t + h / 2, l + h / 2 * v, hardening);
    const double a3 = lift(t + h / 2, l + h / 2 * v + h * h / 4 * a1, hardening);
    const double a4 = lift(t + h, l + h * v + h * h / 2 * a2, hardening);
    l += h * v + h * h / 6 * (a1 + a2 + a3);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return l;
}

static void test_winch(void)
{
  write_text("cable_answers.lua",
             "param { scheme = 'ed', alpha = 0, dt = 0.01, T = 1.3, b = 0 }\n"
             "gravity { 0, 0, -9.81 }\n"
             "local e0 = (sqrt(1 + 4*b*98.1/1e4) - 1)/(2*b + 1e-300)\n"
             "if b == 0 then e0 = 98.1/1e4 end\n"
             "local load = point { name = 'load', at = {0, 0, -5*(1 + e0)}, mass = 10 - 1e-9 }\n"
             "local c = cable { name = 'c', ground, load, from = {0, 0, 0}, elements = 1, order = 1, mass_per_length = "
             "4e-10,\n"
             "  potential = function(e) return 1e4*(e^2/2 + b*e^3/3) end, measure = 'engineering',\n"
             "  length = function(t) return 5 - 2*step(t/2) end }\n"
             "channel('z', position(load)) channel('W', energy('work')) channel('L', output(c, 'unstretched'))\n"
             "run { scheme = scheme, alpha = alpha, dt = dt, duration = T }\n");
  for (int b = 0; b < 2; b++) {
    const double e0 = b ? (sqrt(1 + 4 * 20 * 98.1 / 1e4) - 1) / 40 : 98.1 / 1e4,
                 l = length_at(1.3, 5 * (1 + e0), b ? 20 : 0);
    double error[2] = {NAN, NAN};
    for (int i = 0; i < 2; i++) {
      char set[80];
      snprintf(set, sizeof set, "--set b=%d --set dt=%g", b ? 20 : 0, i ? 0.005 : 0.01);
      if (moved(set)) {
        error[i] = fabs(value("z_z") + l);
        CHECK_NEAR(value("L"), given_length(1.3), 1e-12);
      }
    }
    printf("  %s: errors %.2e %.2e of %.6f m, order %.2f\n", b ? "hardening" : "linear", error[0], error[1], l,
           log2(error[0] / error[1]));
    CHECK_BELOW(error[1], 1e-7);
    CHECK(log2(error[0] / error[1]) > 3.5);
  }
  /* from rest to rest: the work is the weight's and the change of the strain energy, (T + T^2/(2 EA)) for every metre hauled in */
  if (moved("--set T=2 --set dt=0.002 --set alpha=1")) {
    const double T = 98.1, work = 2 * (T + T * T / 2e4);
    printf("  work of the winch %.6f J (%.6f)\n", value("W"), work);
    CHECK_NEAR(value("W"), work, 2e-4 * work);
  }
  CHECK(moved("--set scheme=ep --set b=20"));
}

/* A length that is hauled in to nothing ends the run: never a negative one in silence. */
static void test_nothing_left(void)
{
  write_text("cable_answers.lua", "local p = point { name = 'p', at = {0, 0, -1}, mass = 1 }\n"
                                  "cable { name = 'c', ground, p, from = {0, 0, 0}, elements = 1, order = 1, stiffness "
                                  "= 1e3, mass_per_length = 1e-3,\n"
                                  "  length = function(t) return 1 - 2*t end }\n"
                                  "run { dt = 0.01, duration = 1 }\n");
  CHECK(system("'" SN_TEST_SINEW "' run cable_answers.lua -o cable_answers.h5 --quiet > cable_answers.txt 2>&1") != 0);
  slurp("cable_answers.txt", said, sizeof said);
  CHECK(strstr(said, "cable_answers.lua:2, cable 'c'") && strstr(said, "Keep a given length above 0"));
}

/* ---- a potential: the linear law as a special case */
static void test_potential(void)
{
  double z[2] = {NAN, NAN};
  for (int k = 0; k < 2; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "gravity { 0, 0, -9.81 }\n"
             "local c = cable { name = 'c', ground, from = {0, 0, 0}, to = {2, 0, 0}, elements = 6, mass_per_length = "
             "0.3, %s }\n"
             "channel('tip', position(c.last))\n"
             "run { dt = 2e-3, duration = 0.4 }\n",
             k ? "potential = function(e) return 2000*e^2/2 end" : "stiffness = 2000");
    write_text("cable_answers.lua", text);
    z[k] = moved("") ? value("tip_z") : NAN;
  }
  printf("  tip at %.12f and %.12f m\n", z[0], z[1]);
  CHECK_NEAR(z[1], z[0], 1e-10); /* the same law in other blocks */
}

/* A line falls flat: v = vt tanh(g t/vt), and drag takes what gravity gives beyond the motion. */
static void test_drag(void)
{
  write_text("cable_answers.lua",
             "param { scheme = 'ed', T = 0.3 }\n"
             "gravity { 0, 0, -9.81 }\n"
             "local c = cable { name = 'c', from = {0, 0, 0}, to = {2, 0, 0}, elements = 4, stiffness = 1e4, "
             "mass_per_length = "
             "0.3,\n"
             "  load = function(t, s, vx, vy, vz) local v = sqrt(vx^2 + vy^2 + vz^2) return -0.5*v*vx, -0.5*v*vy, "
             "-0.5*v*vz end }\n"
             "channel('v', velocity(c:node(3))) channel('x', position(c:node(3))) channel('W', energy('work'))\n"
             "run { scheme = scheme, dt = 0.01, duration = T }\n");
  const double vt = sqrt(0.3 * 9.81 / 0.5);
  if (moved("")) {
    const double v = -vt * tanh(9.81 * 0.3 / vt), x = -vt * vt / 9.81 * log(cosh(9.81 * 0.3 / vt));
    CHECK_NEAR(value("v_z"), v, 1e-7);
    CHECK_NEAR(value("x_z"), x, 1e-7);
    CHECK_NEAR(value("W"), 0.6 * (v * v / 2 + 9.81 * x), 1e-6);
  }
  if (moved("--set T=20 --set scheme=ep")) {
    CHECK_NEAR(value("v_z"), -vt, 1e-12);
  }
}

/* The right support 3 m higher: places of nodes and tensions along the catenary. */
static void test_uneven_catenary(void)
{
  write_text("cable_answers.lua", hanging);
  if (!at_rest("--set EA=1e8 --set rise=3")) {
    return;
  }
  const double a = 5.1920094890319, w = 2 * 9.81, H = 101.86722617481, x0 = 3.6738942570832, z0 = -1.354983326288;
  const double low = a * sinh(x0 / a); /* length from the first end to the lowest point */
  static const char *const name[2][2] = {{"mid_x", "mid_z"}, {"quarter_x", "quarter_z"}};
  for (int k = 0; k < 2; k++) {
    const double s = (k ? 3 : 6) - low;
    CHECK_NEAR(value(name[k][0]), x0 + a * asinh(s / a), 1e-3);
    CHECK_NEAR(value(name[k][1]), z0 + sqrt(a * a + s * s) - a, 1e-3);
  }
  CHECK_NEAR(value("T"), hypot(H, w * (6 - low)), 1e-3 * H);
  CHECK_NEAR(value("first"), 128.45199903658, 1e-4 * 128.45199903658);
  CHECK_NEAR(value("last"), 187.31199903658, 1e-4 * 187.31199903658);
  CHECK_NEAR(hypot(H, w * low), 128.45199903658, 1e-8); /* the benchmark agrees with itself */
}

/* (e) span 10 m, w l/H = 0.04: first symmetric frequency in the plane, over sqrt(H/m)/l. */
static void test_sagged_cable(void)
{
  static const double lambda2[] = {1, 10, 39.47841760435743, 100, 1000};
  static const double known[] = {3.2678862076, 4.2258332831, 6.283185307179586, 8.1592958854, 8.9480841220};
  for (int i = 0; i < 5; i++) {
    char text[800];
    const double l = 10, u = 0.04, H = 9.81 * l / u, EA = lambda2[i] / (u * u) * H * (1 + u * u / 8);
    double stretch = 1; /* that carries H: EA (stretch^2 - 1)/2 stretch = H */
    for (int k = 0; k < 20; k++) {
      stretch -= (EA * (stretch * stretch - 1) * stretch / 2 - H) / (EA * (3 * stretch * stretch - 1) / 2);
    }
    snprintf(text, sizeof text,
             "gravity { 0, 0, -9.81 }\n"
             "cable { name = 'c', ground, ground, points = { {0, 0, 0}, {5, 0, -0.05}, {10, 0, 0} }, elements = 40,\n"
             "  length = %.17g, stiffness = %.17g, mass_per_length = %.17g }\n"
             "modes { count = 10 }\n",
             l * (1 + u * u / 24) / stretch, EA, stretch);
    write_text("cable_answers.lua", text);
    if (command("modes cable_answers.lua -o cable_answers.h5 --quiet --csv")) {
      return;
    }
    double best = INFINITY;
    for (const char *p = strchr(said, '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
      const char *comma = strchr(p + 1, ',');
      const double f = comma ? strtod(comma + 1, NULL) * 2 * 3.14159265358979323846 * l / sqrt(H) : NAN;
      best = fabs(f - known[i]) < fabs(best - known[i]) ? f : best;
    }
    printf("  lambda^2 = %g: %.6f (%.6f)\n", lambda2[i], best, known[i]);
    CHECK_NEAR(best, known[i], 1e-3 * known[i]);
  }
}

int main(void)
{
  RUN(test_elastic_catenary);
  RUN(test_engineering_catenary);
  RUN(test_one_above_the_other);
  RUN(test_winch);
  RUN(test_nothing_left);
  RUN(test_potential);
  RUN(test_drag);
  RUN(test_uneven_catenary);
  RUN(test_sagged_cable);
  forget();
  return REPORT();
}
