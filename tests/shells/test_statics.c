/* tests/shells/test_statics.c -- shells at rest against answers from outside: patch tests, strip of any thickness, curved strip with its
 *          order of convergence, Scordelis-Lo roof, pinched cylinder, roll-up, slit annular plate, hemisphere, tube under pressure;
 *          frequencies of a cantilever plate.
 * Data:    closed forms; Scordelis-Lo 0.3024 (deep shell 0.3009 with shear), pinched cylinder 1.8248e-5, slit plate and hemisphere
 *          of Sze, Liu and Lo (2004), whose meshes are finite; frequencies of Barton (1951), upper bounds: findings, shells, section 5.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "analysis/modes.h"
#include "support/parameters.h"

#define SOLVE(s, text, ...)                                                                          \
  do {                                                                                               \
    const char *const set_[] = {__VA_ARGS__};                                                        \
    if (!simulate_set(s, text, (int)(sizeof set_ / sizeof set_[0]), set_, "ed", 1) || !observe(s)) { \
      return; /* the check has failed already */                                                     \
    }                                                                                                \
  } while (0)

/* ---- patch tests: 0.24 x 0.12, nine straight-sided quadrilaterals, inner corners moved; two planes of symmetry, loads along the edges */
#define PATCH                                                                                                     \
  "param { order = 2 }\n"                                                                                         \
  "local X, p, h, nu, E = {}, {}, 1e-3, 0.25, 1e6\n"                                                              \
  "local dx = { [5] = 0.015, [6] = -0.01, [9] = 0.012, [10] = 0.008 }\n"                                          \
  "local dy = { [5] = -0.011, [6] = 0.009, [9] = 0.007, [10] = -0.012 }\n"                                        \
  "for k = 0, 15 do X[k] = { 0.08*(k % 4) + (dx[k] or 0), 0.04*(k // 4) + (dy[k] or 0) } end\n"                   \
  "local m = 3*order + 1\n"                                                                                       \
  "for j = 0, m - 1 do for i = 0, m - 1 do\n"                                                                     \
  "  local ei, ej = min(i // order, 2), min(j // order, 2)\n"                                                     \
  "  local a, b, k = (i - ei*order)/order, (j - ej*order)/order, ei + 4*ej\n"                                     \
  "  local q = {}\n"                                                                                              \
  "  for c = 1, 2 do q[c] = (1 - a)*(1 - b)*X[k][c] + a*(1 - b)*X[k + 1][c] + (1 - a)*b*X[k + 4][c] + a*b*X[k + " \
  "5][c] end\n"                                                                                                   \
  "  p[#p + 1] = { q[1], q[2], 0 } end end\n"                                                                     \
  "local function patch(f) f.name, f.points, f.elements, f.order = 'p', p, {3, 3}, order\n"                       \
  "  f.thickness, f.E, f.nu, f.density, f.along = h, E, nu, 1, 'x'\n"                                             \
  "  f.u_first, f.v_first = { symmetry = 'x' }, { symmetry = 'y' } return shell(f) end\n"

/* Channel c of node k. */
static double numbered(const simulated *s, char c, int k)
{
  char name[16];
  snprintf(name, sizeof name, "%c%d", c, k);
  return value(s, name, 0);
}

/* Dead pull N along x: x = l1 X, y = l2 Y, N = l1 E h e1, e2 = -nu e1 (Green); also for finite strains. */
static void test_membrane_patch(void)
{
  static const char text[] =
      PATCH "local s = patch { u_last = { load = {10, 0, 0} } }\n"
            "local error, force = 0, 0\n"
            "point_on_plane { ground, s:node(0), at = {0, 0, 0}, axis = 'z' }\n"
            "point_on_plane { ground, s:node(m - 1), at = s:node(m - 1), axis = 'z' }\n"
            "point_on_plane { ground, s:node(m*(m - 1)), at = s:node(m*(m - 1)), axis = 'z' }\n"
            "for k = 0, m*m - 1 do local x = position(s:node(k))\n"
            "  channel('x' .. k, x.x) channel('y' .. k, x.y) channel('z' .. k, x.z)\n"
            "  channel('X' .. k, 0*x.x + p[k + 1][1]) channel('Y' .. k, 0*x.x + p[k + 1][2])\n"
            "  channel('n' .. k, output(s:node(k), 'N11')) channel('o' .. k, output(s:node(k), 'N22'))\n"
            "  channel('q' .. k, output(s:node(k), 'N12')) end\n"
            "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  for (int order = 1; order <= 2; order++) {
    simulated s;
    SOLVE(&s, text, order == 1 ? "order=1" : "order=2");
    const double Eh = 1e3, N = 10;
    double l = 1; /* N = l Eh (l^2 - 1)/2 */
    for (int i = 0; i < 50; i++) {
      l -= (Eh * (l * l * l - l) / 2 - N) / (Eh * (3 * l * l - 1) / 2);
    }
    const double e1 = (l * l - 1) / 2, across = sqrt(1 - 2 * 0.25 * e1);
    double worst = 0, force = 0;
    for (int k = 0; k < (3 * order + 1) * (3 * order + 1); k++) {
      worst = fmax(worst, fabs(numbered(&s, 'x', k) - l * numbered(&s, 'X', k)));
      worst = fmax(worst, fabs(numbered(&s, 'y', k) - across * numbered(&s, 'Y', k)));
      worst = fmax(worst, fabs(numbered(&s, 'z', k)));
      force = fmax(force, fabs(numbered(&s, 'n', k) - N / l) + fabs(numbered(&s, 'o', k)) + fabs(numbered(&s, 'q', k)));
    }
    printf("  order %d: stretch %.6f, places %.1e, forces %.1e\n", order, l, worst, force / N);
    CHECK_BELOW(worst, 1e-9 * 0.24);
    CHECK_BELOW(force, 1e-9 * N);
    simulated_free(&s);
  }
}

/* A small moment M along the edge x = 0.24: curvatures M/(D (1 - nu^2)) and -nu times it, M22 = M12 = 0. */
static void test_bending_patch(void)
{
  static const char text[] =
      PATCH "local M = 1e-10\n"
            "local s = patch { u_last = { moment = {0, -M, 0} } }\n"
            "point_on_plane { ground, s:node(0), at = {0, 0, 0}, axis = 'z' }\n"
            "for k = 0, m*m - 1 do local x = position(s:node(k))\n"
            "  channel('x' .. k, x.x) channel('y' .. k, x.y) channel('z' .. k, x.z/M)\n"
            "  channel('n' .. k, output(s:node(k), 'M11')/M) channel('o' .. k, output(s:node(k), 'M22')/M)\n"
            "  channel('q' .. k, output(s:node(k), 'M12')/M) end\n"
            "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  for (int order = 1; order <= 2; order++) {
    simulated s;
    SOLVE(&s, text, order == 1 ? "order=1" : "order=2");
    const double k1 = 12 / (1e6 * 1e-9);
    double worst = 0, moment = 0, largest = 0;
    for (int k = 0; k < (3 * order + 1) * (3 * order + 1); k++) {
      const double X = numbered(&s, 'x', k), Y = numbered(&s, 'y', k), w = k1 * (X * X - 0.25 * Y * Y) / 2;
      largest = fmax(largest, fabs(w));
      worst = fmax(worst, fabs(numbered(&s, 'z', k) - w));
      moment =
          fmax(moment, fabs(fabs(numbered(&s, 'n', k)) - 1) + fabs(numbered(&s, 'o', k)) + fabs(numbered(&s, 'q', k)));
    }
    printf("  order %d: places %.1e, moments %.1e\n", order, worst / largest, moment);
    CHECK_BELOW(worst, 1e-8 * largest);
    CHECK_BELOW(moment, 1e-8);
    simulated_free(&s);
  }
}

/* ---- strip of any thickness, load at its end: Timoshenko */
static void test_strip(void)
{
  static const char text[] =
      "param { ratio = 10, order = 2, n = 4 }\n"
      "local L, h, E = 1, 1/ratio, 1e6\n"
      "local P = 1e-5*E*h^3\n"
      "local s = shell { name = 's', corners = {{0, 0, 0}, {L, 0, 0}, {L, 0.2, 0}, {0, 0.2, 0}}, elements = {n, 1}, "
      "order = order,\n"
      "  thickness = h, E = E, nu = 0, density = 1, u_first = { clamped = true }, u_last = { load = {0, 0, P} } }\n"
      "local w = P*L^3/(3*E*h^3/12) + P*L/(5/6*E/2*h)\n"
      "channel('ratio', position(s:at(1, 0.5)).z/w) channel('Q', output(s:at(0.5, 0.5), 'Q1')/P)\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  static const char *const ratio[] = {"ratio=10", "ratio=100", "ratio=1000", "ratio=10000"};
  for (int k = 0; k < 4; k++) {
    simulated s;
    SOLVE(&s, text, ratio[k]);
    printf("  %s: %.7f, shear force %.7f\n", ratio[k], value(&s, "ratio", 0), value(&s, "Q", 0));
    CHECK_NEAR(value(&s, "ratio", 0), 1, 1e-5);
    simulated_free(&s);
  }
}

/* ---- quarter of a circle, clamped, radial load at its end: pi P R^3/(4 E I) and small terms; order of convergence */
static void test_curved_strip(void)
{
  static const char text[] = "param { order = 2, n = 2, tying = 'covariant' }\n"
                             "local R, h, E = 1, 2e-3, 1e9\n"
                             "local P = 1e-7*E*h^3\n"
                             "local s = shell { name = 's', cylinder = { radius = R }, u = {0, pi/2}, v = {0, 0.1}, "
                             "elements = {n, 1}, order = order,\n"
                             "  tying = tying, thickness = h, E = E, nu = 0, density = 1, u_first = { clamped = true "
                             "}, u_last = { load = {0, -P, 0} } }\n"
                             "local EI, GA = E*h^3/12, 5/6*E/2*h\n"
                             "local w = pi*P*R/4*(R^2/EI + 1/(E*h) + 1/GA)\n"
                             "channel('error', (R - position(s:at(pi/2, 0)).y)/w - 1)\n"
                             "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  static const char *const mesh[2][3] = {{"n=8", "n=16", "n=32"}, {"n=2", "n=4", "n=8"}};
  static const double least[2] = {1.9, 3.7};
  for (int order = 1; order <= 2; order++) {
    double e[3];
    for (int k = 0; k < 3; k++) {
      simulated s;
      SOLVE(&s, text, order == 1 ? "order=1" : "order=2", mesh[order - 1][k]);
      e[k] = value(&s, "error", 0);
      simulated_free(&s);
    }
    const double rate = log2(fabs(e[0] / e[1]));
    printf("  order %d: errors %.2e %.2e %.2e, rate %.2f\n", order, e[0], e[1], e[2], rate);
    CHECK(rate > least[order - 1]);
    CHECK_BELOW(fabs(e[2]), order == 1 ? 1e-3 : 5e-5);
  }
}

/* ---- the examples: static equilibria of their models */
static const char *model_of(const char *name)
{
  static char text[4096];
  char path[512];
  snprintf(path, sizeof path, "%s/examples/%s/model.lua", SN_TEST_SOURCE, name);
  FILE *f = fopen(path, "r");
  const size_t n = f ? fread(text, 1, sizeof text - 128, f) : 0;
  CHECK(n > 0);
  if (f) {
    fclose(f);
  }
  snprintf(text + n, 128, "\nrun { dt = 1e-3, duration = 1e-3, start = 'static' }\n");
  return text;
}

static void test_scordelis_lo(void)
{
  static const struct {
    const char *set[3];
    double w, tolerance;
  } row[] = {{{"elements=4", "order=2", "tying=centre"}, 0.3001, 1e-4},
             {{"elements=8", "order=2", "tying=centre"}, 0.3009, 2e-4},
             {{"elements=8", "order=2", "tying=covariant"}, 0.3009, 2e-4},
             {{"elements=16", "order=1", "tying=centre"}, 0.2991, 2e-4}};
  for (int k = 0; k < 4; k++) {
    simulated s;
    SOLVE(&s, model_of("scordelis_lo"), row[k].set[0], row[k].set[1], row[k].set[2]);
    CHECK_NEAR(value(&s, "edge_z", 0), -row[k].w, row[k].tolerance);
    simulated_free(&s);
  }
}

static void test_pinched_cylinder(void)
{
  static const struct {
    const char *set[3];
    double ratio;
  } row[] = {{{"elements=4", "order=2", "tying=covariant"}, 0.965},
             {{"elements=4", "order=2", "tying=centre"}, 0.948},
             {{"elements=16", "order=2", "tying=centre"}, 1.010},
             {{"elements=16", "order=1", "tying=centre"}, 0.930}};
  for (int k = 0; k < 4; k++) {
    simulated s;
    SOLVE(&s, model_of("pinched_cylinder"), row[k].set[0], row[k].set[1], row[k].set[2]);
    CHECK_NEAR(value(&s, "ratio", 0), row[k].ratio, 1e-3);
    simulated_free(&s);
  }
}

static void test_slit_plate(void)
{
  simulated s;
  SOLVE(&s, model_of("slit_plate"), "along=5", "around=40", "path=false");
  CHECK_NEAR(value(&s, "inner", 0), 13.827, 0.005); /* Sze: 13.891, 17.528 with 800 elements of four nodes */
  CHECK_NEAR(value(&s, "outer", 0), 17.465, 0.005);
  simulated_free(&s);
}

static void test_hemisphere(void)
{
  simulated s;
  SOLVE(&s, model_of("hemisphere"), "elements=16", "path=false");
  CHECK_NEAR(value(&s, "outward", 0), 4.069, 0.003); /* Sze: 4.067, 8.178 */
  CHECK_NEAR(value(&s, "inward", 0), 8.131, 0.003);
  simulated_free(&s);
}

static void test_roll_up(void)
{
  simulated s;
  SOLVE(&s, model_of("roll_up_plate"), "elements=16", "turns=0.25");
  CHECK_NEAR(value(&s, "tip_u", 0), -4.3609, 2e-4);
  CHECK_NEAR(value(&s, "tip_w", 0), 7.6395, 2e-4);
  simulated_free(&s);
  SOLVE(&s, model_of("roll_up_plate"), "elements=16", "turns=0.5"); /* the full circle: test_shell_examples.c */
  CHECK_NEAR(value(&s, "tip_u", 0), -12, 0.005);
  CHECK_NEAR(value(&s, "tip_w", 0), 24 / acos(-1), 0.005);
  CHECK_NEAR(fabs(value(&s, "M11", 0)), 26.18, 0.03); /* the moment that was put on */
  simulated_free(&s);
}

/* ---- closed tube under a pressure that follows: hoop force p R, growth p R^2/(E h) */
static void test_pressure(void)
{
  static const char text[] =
      "param { order = 2 }\n"
      "local R, p = 0.5, 1e3\n"
      "local s = shell { name = 's', cylinder = { radius = R }, u = {0, 2*pi}, v = {0, 0.4}, closed = 'u', elements = "
      "{24, 2}, order = order,\n"
      "  thickness = 0.01, E = 1e9, nu = 0, density = 1, pressure = p, follows = true }\n"
      "hold { s:at(0, 0) } hold { s:at(pi, 0), along = 'y' } hold { s:at(pi, 0), along = 'z' } hold { s:at(pi/2, 0), "
      "along = 'z' }\n"
      "channel('N', output(s:at(pi/4, 0.2), 'N11')/(p*R))\n"
      "channel('r', (norm(position(s:at(pi/2, 0)) - position(s:at(3*pi/2, 0)))/2 - R)/(p*R^2/1e7))\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  for (int order = 1; order <= 2; order++) {
    simulated s;
    SOLVE(&s, text, order == 1 ? "order=1" : "order=2");
    printf("  order %d: hoop force %.6f, growth %.6f\n", order, value(&s, "N", 0), value(&s, "r", 0));
    CHECK_NEAR(value(&s, "r", 0), 1, 3e-4);
    CHECK_NEAR(value(&s, "N", 0), 1,
               0.015); /* at nodes it goes up and down by 1 % about the mean of an element of 15 degrees */
    simulated_free(&s);
  }
}

/* ---- square cantilever plate, nu = 0.3: omega a^2 sqrt(rho h/D) */
static void test_frequencies(void)
{
  static const char text[] = "param { order = 2, n = 4, h = 0.01 }\n"
                             "shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = "
                             "{n, n}, order = order, thickness = h,\n"
                             "  E = 1e9, nu = 0.3, density = 1000, u_first = { clamped = true } }\n"
                             "run { dt = 1e-3, duration = 1e-3 }\n";
  static const struct {
    const char *set[2];
    double omega[6], tolerance;
  } row[] = {{{"order=2", "n=4"}, {3.472, 8.506, 21.353, 27.289, 31.039, 54.440}, 2e-4},
             {{"order=2", "n=8"}, {3.471, 8.500, 21.277, 27.183, 30.925, 54.108}, 2e-4},
             {{"order=1", "n=16"}, {3.473, 8.513, 21.465, 27.349, 31.169, 54.623}, 2e-4}};
  static const double barton[6] = {3.492, 8.525, 21.43, 27.33, 31.11, 54.44};
  for (int k = 0; k < 3; k++) {
    simulated s;
    SOLVE(&s, text, row[k].set[0], row[k].set[1]);
    const sn_modes_options o = {.count = 6, .shift = NAN};
    sn_instant *motion = NULL;
    sn_modes found = {0};
    CHECK_OK(sn_instant_new(s.session.frozen.system, s.arena, &motion, &s.error), s.error);
    CHECK_OK(sn_modes_find(motion, s.state, &o, s.arena, &found, &s.error), s.error);
    const double unit = sqrt(1000 * 0.01 / (1e9 * 1e-6 / 12 / (1 - 0.09)));
    for (int i = 0; i < 6 && i < found.n; i++) {
      const double omega = found.mode[i].frequency * unit;
      CHECK_NEAR(omega, row[k].omega[i], row[k].tolerance * row[k].omega[i]);
      CHECK_NEAR(omega, barton[i], 0.01 * barton[i]);
    }
    sn_instant_free(motion);
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_membrane_patch);
  RUN(test_bending_patch);
  RUN(test_strip);
  RUN(test_curved_strip);
  RUN(test_scordelis_lo);
  RUN_LONG(test_pinched_cylinder);
  RUN_LONG(test_slit_plate);
  RUN(test_hemisphere);
  RUN(test_roll_up);
  RUN(test_pressure);
  RUN(test_frequencies);
  return REPORT();
}
