/* tests/solids/test_rubber.c -- rubber that hardly changes its volume, by elements with a pressure of their own.
 * What:    a block that is pressed with free sides and a thick sphere that is inflated (closed forms), Cook's membrane at large strains
 *          against CalculiX, a bonded pad (Hooke's law at small loads; elements of every type among each other at large ones), motion.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "rubber_answers"
#include "tests/support/answers.h"

/* ---- a block whose sides are free: every point strains alike, whatever the mesh */

/* Nominal stress along x of a block with stretches x and y = z, of a shear modulus of 1; share: Mooney-Rivlin's c2/(c1 + c2). */
static double along(double x, double y, double lame, double share)
{
  const double c2 = share / 2, c1 = 0.5 - c2;
  return 2 * c1 * x + 4 * c2 * x * y * y + ((lame - 4 * c2) * log(x * y * y) - 2 * c1 - 4 * c2) / x;
}
static double across(double x, double y, double lame, double share)
{
  const double c2 = share / 2, c1 = 0.5 - c2;
  return 2 * c1 * y + 2 * c2 * (x * x * y + y * y * y) + ((lame - 4 * c2) * log(x * y * y) - 2 * c1 - 4 * c2) / y;
}

/* The stretch y across at which the sides are free. */
static double free_sides(double x, double lame, double share)
{
  double low = 0.5 / sqrt(x), high = 2 / sqrt(x);
  for (int i = 0; i < 200; i++) {
    const double y = 0.5 * (low + high);
    if (across(x, y, lame, share) < 0) {
      low = y;
    } else {
      high = y;
    }
  }
  return 0.5 * (low + high);
}

static void test_pressed_block(void)
{
  static const char *const element[] = {"hex20", "tet10", "hex27", "hex8"};
  static const double stretch[] = {0.8, 1.5}, nu = 0.4999; /* below 0.76 it falls over, as its dead load has it */
  const double lame = 2 * nu / (1 - 2 * nu);
  write_text(
      ANSWERS ".lua",
      "param { el = 'hex20', P = 0, share = 0 }\n"
      "local s = solid { name = 's', box = { size = {1, 1, 1}, elements = {2, 2, 2} }, element = el,\n"
      "  E = 2e6*1.4999, nu = 0.4999, density = 1000, law = 'mooney_rivlin', share = share, surfaces = {\n"
      "  x0 = { held = 'x' }, y0 = { held = 'y' }, z0 = { held = 'z' }, x1 = { traction = {P, 0, 0} } } }\n"
      "channel('u', output(s:nearest(1, 1, 1), 'displacement'))\n"
      "channel('S', output(s:nearest(0.5, 0.5, 0.5), 'S11')) channel('S2', output(s:nearest(0.5, 0.5, 0.5), 'S22'))\n"
      "channel('jump', output(s, 'mesh_error'))\n");
  for (size_t i = 0; i < sizeof element / sizeof *element; i++) {
    for (int k = 0; k < 2; k++) {
      const double share = i % 2 ? 0.3 : 0, x = stretch[k], y = free_sides(x, lame, share),
                   P = 1e6 * along(x, y, lame, share);
      char set[120];
      snprintf(set, sizeof set, "--set el=%s --set P=%.16g --set share=%g", element[i], P, share);
      if (at_rest(set)) {
        CHECK_NEAR(value("u_x"), x - 1, 1e-7);
        CHECK_NEAR(value("u_z"), y - 1, 1e-7);
        CHECK_NEAR(value("S"), P / (y * y), 1e-6 * fabs(P)); /* true stress */
        CHECK_BELOW(fabs(value("S2")), 1e-6 * fabs(P));
        CHECK_BELOW(value("jump"), 1e-4);
      }
    }
  }
}

/* ---- a thick sphere, inner radius 1, outer 2: an eighth of it, three patches of n x n x layers bricks */

enum { N = 4, LAYERS = 8, MOST_NODES = 4000 };
static double node[MOST_NODES][3];
static int n_node;

/* Patch p: its third axis is p; u, v, r from 0 to 1. */
static int node_at(int p, double u, double v, double r)
{
  const double away = 1 + r, length = sqrt(1 + u * u + v * v);
  double x[3];
  x[p] = away / length;
  x[(p + 1) % 3] = away * u / length;
  x[(p + 2) % 3] = away * v / length;
  for (int k = 0; k < n_node; k++) {
    if (fabs(node[k][0] - x[0]) + fabs(node[k][1] - x[1]) + fabs(node[k][2] - x[2]) < 1e-9) {
      return k + 1;
    }
  }
  CHECK(n_node < MOST_NODES);
  for (int i = 0; i < 3; i++) {
    node[n_node][i] = fabs(x[i]) < 1e-15 ? 0 : x[i];
  }
  return ++n_node;
}

static void write_sphere(const char *name)
{
  static const int at[20][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
                                {0, 2, 2}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2},
                                {1, 2, 2}, {0, 1, 2}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
  static int element[3 * N * N * LAYERS][20];
  int n = 0;
  for (int k = 0; k < 3 * N * N * LAYERS; k++) {
    const int p = k % 3, i = k / 3 % N, j = k / 3 / N % N, l = k / 3 / (N * N);
    for (int a = 0; a < 20; a++) {
      element[n][a] = node_at(p, (i + 0.5 * at[a][0]) / N, (j + 0.5 * at[a][1]) / N, (l + 0.5 * at[a][2]) / LAYERS);
    }
    n++;
  }
  FILE *f = fopen(name, "w");
  CHECK(f != NULL);
  if (!f) {
    return;
  }
  fprintf(f, "*NODE\n");
  for (int k = 0; k < n_node; k++) {
    fprintf(f, "%d, %.16g, %.16g, %.16g\n", k + 1, node[k][0], node[k][1], node[k][2]);
  }
  fprintf(f, "*ELEMENT, TYPE=C3D20R, ELSET=all\n");
  for (int k = 0; k < n; k++) {
    fprintf(f, "%d", k + 1);
    for (int a = 0; a < 20; a++) {
      fprintf(f, ",%s%d", a == 9 ? "\n" : " ", element[k][a]);
    }
    fprintf(f, "\n");
  }
  fclose(f);
}

/* Incompressible neo-Hooke: p = mu (2/b + 1/(2 b^4) - 2/a - 1/(2 a^4)), a and b the stretches of the inner and outer face. */
static void test_sphere(void)
{
  static const double stretch[] = {1.05, 1.2};
  write_sphere(ANSWERS ".inp");
  write_text(
      ANSWERS ".lua",
      "param { p = 1 }\n"
      "local s = solid { name = 's', file = '" ANSWERS ".inp', E = 2e6*1.4999, nu = 0.4999, density = 1000,\n"
      "  law = 'neo_hooke', surfaces = {\n"
      "  x0 = { plane = { point = {0, 0, 0}, normal = {1, 0, 0} }, held = 'x' },\n"
      "  y0 = { plane = { point = {0, 0, 0}, normal = {0, 1, 0} }, held = 'y' },\n"
      "  z0 = { plane = { point = {0, 0, 0}, normal = {0, 0, 1} }, held = 'z' },\n"
      "  inner = { nearest = {0.577, 0.577, 0.577}, pressure = p, follows = true } } }\n"
      "channel('a', output(s:nearest(1, 0, 0), 'displacement')) channel('b', output(s:nearest(0, 0, 2), "
      "'displacement'))\n"
      "channel('hoop', output(s:nearest(0, 1.5, 0), 'S11')) channel('radial', output(s:nearest(0, 1.5, 0), 'S22'))\n");
  for (int k = 0; k < 2; k++) {
    const double a = stretch[k], outer = cbrt(a * a * a - 1 + 8), b = outer / 2, mu = 1e6;
    const double p = mu * (2 / b + 0.5 / pow(b, 4) - 2 / a - 0.5 / pow(a, 4));
    char set[60];
    snprintf(set, sizeof set, "--set p=%.16g", p);
    if (at_rest(set)) {
      CHECK_NEAR(value("a_x"), a - 1, 6e-3 * (a - 1)); /* nu = 0.4999: 1e-3 of it */
      CHECK_NEAR(value("b_z"), outer - 2, 6e-3 * (outer - 2));
      const double l = cbrt(a * a * a - 1 + 3.375) / 1.5; /* stretch at radius 1.5: hoop - radial = mu (l^2 - l^-4) */
      CHECK_NEAR(value("hoop") - value("radial"), mu * (l * l - 1 / pow(l, 4)), 0.03 * mu * (l * l - 1 / pow(l, 4)));
      const double radial = mu * (2 / l + 0.5 / pow(l, 4) - 2 / b - 0.5 / pow(b, 4));
      CHECK_NEAR(value("radial"), radial, 0.02 * p);
    }
  }
  remove(ANSWERS ".inp");
}

/* ---- */

/* Plane strain, E = 240.565, nu = 0.4999, 100 up: bricks of CalculiX without a pressure of their own come from below, 6.39, 6.71, 6.83, 6.88
   with 4, 8, 16, 32 elements along a side (W = mu/2 (I1' - 3) + K/2 (J - 1)^2, the same where J is 1). */
static void test_cook(void)
{
  write_text(
      ANSWERS ".lua",
      "param { size = 8, el = 'tet10' }\n"
      "local s = solid { name = 'cook', extrusion = { outline = { {0, 0}, {48, 44}, {48, 60}, {0, 44} }, size = size,\n"
      "  height = 1 }, element = el, E = 240.565e6, nu = 0.4999, density = 1, law = 'neo_hooke', surfaces = {\n"
      "  left = { plane = { point = {0, 0, 0}, normal = {1, 0, 0} }, clamped = true },\n"
      "  z0 = { held = 'z' }, z1 = { held = 'z' },\n"
      "  right = { plane = { point = {48, 0, 0}, normal = {1, 0, 0} }, traction = {0, 6.25e6, 0} } } }\n"
      "channel('u', output(s:nearest(48, 60, 0.5), 'displacement'))\n");
  if (at_rest("")) {
    CHECK_NEAR(value("u_y"), 6.93, 0.09);
  }
}

static void test_pad(void)
{
  static const char *const element[] = {"hex20", "tet10", "hex27"};
  write_text(ANSWERS ".lua",
             "param { el = 'hex20', F = 0.01, law = 'neo_hooke' }\n"
             "local s = solid { name = 'pad', cylinder = { radius = 0.02, length = 0.03, elements = {12, 2, 4} },\n"
             "  element = el, E = 2e6, nu = 0.4999, density = 1000, law = law,\n"
             "  surfaces = { z0 = { clamped = true }, z1 = { rigid = true, force = {0, 0, -F} } } }\n"
             "prismatic { ground, s:surface('z1'), at = {0, 0, 0.03}, axis = 'z' }\n"
             "channel('u', output(s:surface('z1'), 'displacement')) channel('V', output(s, 'volume'))\n");
  double small[3] = {0}, large[3] = {0};
  for (int i = 0; i < 3; i++) {
    char set[80];
    snprintf(set, sizeof set, "--set el=%s --set law=hooke", element[i]);
    const double linear = at_rest(set) ? value("u_z") : NAN;
    snprintf(set, sizeof set, "--set el=%s", element[i]);
    small[i] = at_rest(set) ? value("u_z") : NAN;
    CHECK_NEAR(small[i] / linear, 1, i == 2 ? 5e-3 : 3e-5); /* bricks of 27 nodes look at the volume at other points */
    snprintf(set, sizeof set, "--set el=%s --set F=1500", element[i]);
    large[i] = at_rest(set) ? value("u_z") : NAN;
    CHECK_NEAR(value("V") / 3.7699e-5, 1, 4e-3); /* of pi 0.02^2 0.03, by integration at the points */
    CHECK_NEAR(large[i] / large[0], 1, 0.08);    /* the mesh is coarse */
    CHECK_NEAR(small[i] / small[0], 1, 0.06);
  }
  CHECK_BELOW(large[0], -0.3 * 0.03); /* a third of its height */
}

/* In motion: exact balances, and the volume stays. */
static void test_motion(void)
{
  static const char *const scheme[] = {"ep", "ed"};
  write_text(
      ANSWERS ".lua",
      "param { scheme = 'ep' }\n"
      "local s = solid { name = 's', box = { size = {0.2, 0.1, 0.1}, elements = {2, 1, 1} }, element = 'tet10',\n"
      "  E = 1e5, nu = 0.4999, density = 1000, law = 'neo_hooke', angular_velocity = {20, 0, 5},\n"
      "  velocity = function(x, y, z) return 10*(x - 0.1), 0, 20*(x - 0.1) end }\n"
      "channel('V', output(s, 'volume')) channel('J', angular_momentum(s))\n"
      "run { scheme = scheme, dt = 1e-3, duration = 0.02 }\n");
  for (int i = 0; i < 2; i++) {
    char set[40];
    snprintf(set, sizeof set, "--set scheme=%s", scheme[i]);
    if (moved(set)) {
      CHECK_NEAR(value("V"), 2e-3, 4e-6);
    }
  }
}

int main(void)
{
  RUN(test_pressed_block);
  RUN(test_sphere);
  RUN(test_cook);
  RUN(test_pad);
  RUN(test_motion);
  forget();
  return REPORT();
}
