/* tests/mechanisms/test_contact_solids.c -- surfaces of solids against rigid shapes: pressure, friction, impacts, what is kept, messages.
 * What:    patch test on a flat face (uniform stress, all elements); a press fit (Lame) and a roller (Hertz); a block that sticks and one that slides to rest (closed forms); a soft
 *          cube that falls (balance; what the schemes without one do); a free solid hit by a free body (momenta).
 * ctest:   timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "contact_solids"
#include "support/answers.h"
#include "support/refused.h"

static double read(simulated *s, const char *name, int k)
{
  double x[4] = {0};
  CHECK(observe(s) && channel(s, name, x) > k);
  return x[k];
}

/* ---- pressure */

/* A block between a pressure and a floor at rest: its stress is the same everywhere, and the floor goes in by the pressure over the pressure per
   depth. */
static void test_patch(void)
{
  static const char *const elements[] = {"hex20", "hex27", "tet10", "hex8", "tet4"};
  write_text(ANSWERS ".lua",
             "param { element = 'hex20', formulation = 'green' } "
             "local block = solid { name = 'block', box = { size = {0.1, 0.12, 0.08}, elements = {3, 2, 2} }, "
             "element = element, formulation = formulation, E = 1e9, nu = 0.3, density = 1000, "
             "surfaces = { x0 = { held = 'x' }, y0 = { held = 'y' }, z1 = { pressure = 1e6 } } } "
             "contact { name = 'c', plane {}, block:surface('z0'), pressure_per_depth = 1e11 } "
             "channel('s', output(block:nearest(0.1, 0.12, 0), 'S33')) "
             "channel('u', output(block:nearest(0, 0, 0.08), 'S33')) "
             "channel('m', output(block:nearest(0.05, 0.06, 0.04), 'S33')) "
             "channel('n', output('c', 'normal')) channel('p', output('c', 'pressure')) "
             "channel('c', output('c', 'centre')) channel('a', output('c', 'area')) channel('g', output('c', 'gap')) "
             "run { dt = 1e-3, duration = 0 }");
  for (int i = 0; i < 10; i++) {
    char set[100];
    (void)snprintf(set, sizeof set, "--set element=%s --set formulation=%s", elements[i / 2],
                   i % 2 ? "floating" : "green");
    if (at_rest(set)) {
      const double all = value("s");
      CHECK_NEAR(value("u"), all, 1e-9 * fabs(all));
      CHECK_NEAR(value("m"), all, 1e-9 * fabs(all));
      CHECK_NEAR(all, -1e6, i % 2 ? 1e-3 : 1e-3 * 1e6); /* Green's: a stress of Piola and Kirchhoff */
      CHECK_NEAR(value("n"), 12000, 1e-9 * 12000);
      CHECK_NEAR(value("p"), 1e6, 1e-8 * 1e6);
      CHECK_NEAR(value("a"), 0.012, 1e-14);
      CHECK_NEAR(value("g"), -1e-5, 1e-13);
      CHECK_NEAR(value("c_x"), 0.05 * (1 + 3e-4), 1e-7); /* it widens */
      CHECK_NEAR(value("c_y"), 0.06 * (1 + 3e-4), 1e-7);
    }
  }
  forget();
}

/* A ring on a rigid shaft that is too thick: Lame's thick cylinder. */
static void test_press_fit(void)
{
  write_text(
      ANSWERS ".lua",
      "param { formulation = 'green', element = 'hex20' } local inner, outer, length, E, nu = 0.02, 0.04, 0.01, "
      "2.1e11, 0.3 "
      "local ring = solid { name = 'ring', ring = { inner = inner, outer = outer, length = length, elements = "
      "{24, 3, 1} }, element = element, E = E, nu = nu, density = 7850, formulation = formulation, "
      "surfaces = { z0 = { held = 'z' } } } "
      "local shaft = base { name = 'shaft', at = {0, 0, 0.005}, shape = cylinder { length = 0.04, radius = inner + "
      "2e-5, axis = 'z' } } contact { name = 'fit', shaft, ring:surface('inner'), friction = 0.1, "
      "pressure_per_depth = 1e4*E } channel('p', output('fit', 'normal')/(2*pi*inner*length)) "
      "channel('ratio', output('fit', 'normal')/(2*pi*inner*length)/(E*2e-5/inner/((outer^2 + "
      "inner^2)/(outer^2 - inner^2) + nu))) run { dt = 1e-3, duration = 0.01 }");
  for (int i = 0; i < 3; i++) {
    if (at_rest(i == 0 ? "" : i == 1 ? "--set formulation=floating" : "--set element=hex27")) {
      printf("  press fit: pressure over Lame's %.4f\n", value("ratio"));
      CHECK_NEAR(value("ratio"), 1, 0.01);
    }
  }
  forget();
}

/* Half of a plane model for Hertz: x from 0, z down, one element thick. Lines are `fine` times the radius at even distances, then farther
   and farther apart. */
enum { MOST = 60 };
static int lines(double h, int n, double *x)
{
  int k = 0;
  x[0] = 0;
  for (; k < n; k++) {
    x[k + 1] = x[k] + h;
  }
  for (; x[k] < 20e-3 && k + 1 < MOST; k++) {
    h *= 1.5;
    x[k + 1] = x[k] + h;
  }
  return k;
}

static int node_at(int i, int j, int k, int nx)
{
  return 1 + i + (2 * nx + 1) * (j + 3 * k);
}

static void write_half(double h)
{
  static const int corner[8][3] = {{0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2},
                                   {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  static const int edge[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                  {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  double x[MOST], z[MOST];
  const int nx = lines(h, 10, x), nz = lines(h, 8, z);
  FILE *f = fopen(ANSWERS ".inp", "w");
  CHECK(f != NULL);
  if (!f) {
    return;
  }
  fprintf(f, "*NODE\n");
  for (int k = 0; k <= 2 * nz; k++) {
    for (int j = 0; j < 3; j++) {
      for (int i = 0; i <= 2 * nx; i++) {
        if (i % 2 + j % 2 + k % 2 < 2) {
          fprintf(f, "%d, %.17g, %.17g, %.17g\n", node_at(i, j, k, nx), 0.5 * (x[i / 2] + x[(i + 1) / 2]), h * j,
                  -0.5 * (z[k / 2] + z[(k + 1) / 2]));
        }
      }
    }
  }
  fprintf(f, "*ELEMENT, TYPE=C3D20, ELSET=all\n");
  for (int e = 0; e < nx * nz; e++) {
    const int i = 2 * (e % nx), k = 2 * (e / nx);
    fprintf(f, "%d", e + 1);
    for (int c = 0; c < 20; c++) {
      const int *a = c < 8 ? corner[c] : corner[edge[c - 8][0]], *b = c < 8 ? a : corner[edge[c - 8][1]];
      fprintf(f, ",%s %d", c == 10 ? "\n" : "",
              node_at(i + (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, k + (a[2] + b[2]) / 2, nx));
    }
    fprintf(f, "\n");
  }
  fclose(f);
}

/* A rigid roller on an elastic half space, eight elements over half the width of the contact: pressure and width by Hertz. The width follows
   from the centre of the pressure on one side of the middle, 4 a/(3 pi). */
static void test_hertz(void)
{
  write_half(1e-3 / 8);
  write_text(
      ANSWERS ".lua",
      "local R, a, E, nu = 0.05, 1e-3, 2e11, 0.3 local Es, t = E/(1 - nu^2), a/4 local load = pi*Es*a^2/(4*R) "
      "local half = solid { name = 'half', file = '" ANSWERS ".inp', E = E, nu = nu, density = 7850, "
      "formulation = 'floating', surfaces = { x0 = { plane = { point = {0, 0, 0}, normal = 'x' }, held = 'x' }, "
      "y0 = { plane = { point = {0, 0, 0}, normal = 'y' }, held = 'y' }, y1 = { plane = { point = {0, t, 0}, "
      "normal = 'y' }, held = 'y' }, bottom = { normal = '-z', clamped = true }, top = { plane = { point = {0, 0, "
      "0}, normal = 'z' } } } } "
      "local roller = body { name = 'roller', at = {0, t/2, R}, shape = cylinder { length = 10*t, radius = R, "
      "axis = 'y', mass = 1 } } prismatic { ground, roller, at = {0, t/2, R}, axis = 'z' } "
      "force { roller, at = {0, t/2, R}, value = {0, 0, -load*t/2} } "
      "contact { name = 'c', roller, half:surface('top'), pressure_per_depth = 240*E/a } "
      "channel('p', output('c', 'pressure')/sqrt(load*Es/(pi*R))) "
      "channel('a', output('c', 'centre').x*3*pi/4/a) run { dt = 1e-3, duration = 0.01 }");
  if (at_rest("")) {
    printf("  Hertz: pressure %.4f, width %.4f of the exact ones\n", value("p"), value("a"));
    CHECK_NEAR(value("p"), 1, 0.02);
    CHECK_NEAR(value("a"), 1, 0.02);
  }
  remove(ANSWERS ".inp");
  forget();
}

/* ---- friction */

#define BLOCK                                                                                                      \
  "local block = solid { name = 'b', box = { size = {0.2, 0.1, 0.05}, elements = {2, 1, 1} }, E = 1e8, nu = 0.3, " \
  "density = 1000, damping = 1e-4, formulation = '%s', velocity = {%g, 0, 0} } "                                   \
  "contact { name = 'c', plane {}, block:surface('z0'), friction = 0.3 } "                                         \
  "channel('x', position(block:surface('z0'))) channel('v', velocity(block:surface('z0'))) "                       \
  "channel('n', output('c', 'normal')) channel('f', output('c', 'friction'))"

/* At 0.99 of the critical slope it does not creep; at 1.01 it slides. */
static void test_slope(void)
{
  static const char *const formulations[] = {"green", "floating"};
  for (int i = 0; i < 4; i++) {
    simulated s;
    char text[1200];
    const double at = atan(i < 2 ? 0.297 : 0.303), h = 0.002;
    (void)snprintf(text, sizeof text, "gravity {%.17g, 0, %.17g} " BLOCK, 9.81 * sin(at), -9.81 * cos(at),
                   formulations[i % 2], 0.0);
    if (simulate(&s, "slope.lua", text, "ed", 1)) {
      advance_to(&s, 60 * h, 60);
      printf("  slope %s: v %.1e m/s, n %.10g, f %.10g, %.1f iterations\n", formulations[i % 2], read(&s, "v", 0),
             read(&s, "n", 0), read(&s, "f", 0), (double)s.iterations / (double)s.steps);
      CHECK_BELOW(i < 2 ? fabs(read(&s, "v", 0)) : 0, 1e-12);
      CHECK_NEAR(read(&s, "f", 0), fmin(9.81 * sin(at), 0.3 * read(&s, "n", 0)), 1e-6 * 9.81);
      CHECK_NEAR(read(&s, "n", 0), 9.81 * cos(at), 1e-6 * 9.81);
      CHECK(i < 2 || read(&s, "v", 0) > 2e-3);
      CHECK_BELOW(
          s.defect,
          1e-14); /* J: its energies are a few microjoules, its round-off is that of places times the stiffness */
    }
    simulated_free(&s);
  }
}

static void test_slides(void)
{
  simulated s;
  char text[1200];
  (void)snprintf(text, sizeof text, "gravity {0, 0, -9.81} " BLOCK, "green", 0.5);
  if (simulate(&s, "slides.lua", text, "ed", 1)) {
    advance_to(&s, 0.2, 100);
    const double off = read(&s, "x", 0) - 0.1 - 0.25 / (2 * 0.3 * 9.81);
    printf("  stops %.1e m off, at %.1e m/s\n", off, read(&s, "v", 0));
    CHECK_NEAR(off, 0, 2e-6);
    CHECK_NEAR(read(&s, "v", 0), 0, 1e-12);
    check_laws(&s);
  }
  simulated_free(&s);
}

/* ---- tubes */

/* A ball without friction swings in a lying tube like a pendulum as long as the difference of the radii. */
static void test_tube(void)
{
  simulated s;
  if (simulate(
          &s, "tube.lua",
          "gravity {0, 0, -9.81} local pipe = base { name = 'pipe', shape = tube { length = 1, radius = 0.12, inner = "
          "0.1 } } "
          "local ball = body { name = 'ball', at = {0, 8e-4, -0.079996}, shape = sphere { radius = 0.02, mass = 1 } } "
          "contact { name = 'c', pipe, ball, stiffness = 1e7 } channel('y', position(ball).y) channel('g', output('c', "
          "'gap'))",
          "ed", 1)) {
    const double period = 2 * 3.14159265358979 * sqrt(0.08 / 9.81);
    advance_to(&s, 3 * period, 600);
    printf("  ball in a tube: y %.6e m after three periods, defect %.1e\n", read(&s, "y", 0), s.defect / s.scale);
    CHECK_NEAR(read(&s, "y", 0), 8e-4, 2e-6);
    CHECK_BELOW(s.defect, 1e-15); /* J: of 4e-5 J, at 10 N on a spring of 1e7 N/m */
  }
  simulated_free(&s);
}

/* A soft journal with a clearance of 1 mm turns in a bush that is fixed, rubs, climbs and comes to rest: no step gains, it stays inside. */
static void test_journal(void)
{
  for (int i = 0; i < 2; i++) {
    simulated s;
    char text[1200];
    (void)snprintf(
        text, sizeof text,
        "gravity {0, 0, -9.81} local bush = base { name = 'bush', shape = tube { length = 0.1, radius = 0.08, "
        "inner = 0.051 } } "
        "local journal = solid { name = 'j', cylinder = { radius = 0.05, length = 0.04, axis = 'x', elements = "
        "{8, 1, 1} }, at = {-0.02, 0, -0.0009}, E = 1e7, nu = 0.3, density = 1000, damping = 1e-4, formulation "
        "= '%s', angular_velocity = {20, 0, 0} } "
        "contact { name = 'c', bush, journal:surface('side'), friction = 0.2 } "
        "channel('g', output('c', 'gap')) channel('n', output('c', 'normal')) channel('l', output('c', "
        "'friction_loss')) channel('x', position(journal:surface('side')))",
        i ? "floating" : "green");
    if (simulate(&s, "journal.lua", text, "ed", 1)) {
      double last = INFINITY;
      for (int k = 0; k < 10 && advance(&s, 1e-3); k++) {
        const double now = s.total.kinetic + s.total.strain + s.total.potential;
        CHECK(now <= last + 1e-12 * s.scale);
        last = now;
      }
      printf("  journal: gap %.2e m, normal %.3f N, lost %.2e J of %.2e, defect %.1e, %.1f iterations\n",
             read(&s, "g", 0), read(&s, "n", 0), read(&s, "l", 0), s.scale, s.defect / s.scale,
             (double)s.iterations / (double)s.steps);
      CHECK(read(&s, "l", 0) > 0 && read(&s, "g", 0) > -2e-4);
      CHECK(hypot(read(&s, "x", 1), read(&s, "x", 2)) < 1.2e-3);
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* ---- impacts */

#define CUBE                                                                                                         \
  "local cube = solid { name = 'cube', box = { size = {0.1, 0.1, 0.1}, elements = {2, 2, 2} }, at = {-0.05, -0.05, " \
  "0.0005}, element = 'tet10', E = 1e6, nu = 0.3, density = 1000, velocity = {0, 0, -1}, law = '%s', "               \
  "formulation = '%s' } contact { name = 'c', plane {}, cube, pressure_per_depth = %g } "

/* A cube falls at 1 m/s, and rebounds with vibrations: pressures from soft to a hundred times as stiff as its elements. */
static void test_fall(void)
{
  static const struct {
    const char *scheme, *law, *formulation;
    double c, h;
  } of[] = {{"ed", "neo_hooke", "green", 1, 5e-4}, {"ed", "neo_hooke", "green", 100, 5e-4},
            {"ed", "neo_hooke", "green", 1, 2e-3}, {"ep", "neo_hooke", "green", 10, 5e-4},
            {"ed", "hooke", "floating", 1, 5e-4},  {"newmark", "neo_hooke", "green", 1, 2e-3}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    simulated s;
    char text[1200];
    (void)snprintf(text, sizeof text, CUBE, of[i].law, of[i].formulation, of[i].c * 2e6 / 0.05);
    if (simulate(&s, "fall.lua", text, of[i].scheme, 0)) {
      sn_v3 p, j;
      advance_to(&s, 0.012, (int)(0.012 / of[i].h + 0.5));
      sn_momenta(s.session.frozen.system, s.state, &p, &j);
      const double off = (s.total.kinetic + s.total.strain - 0.5) / 0.5;
      printf("  %s, %g of E over the mesh, %g ms: energy %.1e, rebound %.3f m/s, %.1f iterations\n", of[i].scheme,
             of[i].c, 1e3 * of[i].h, off, p.x[2], (double)s.iterations / (double)s.steps);
      CHECK(s.scheme->has_identity ? fabs(off) < 1e-12 : fabs(off) > 0.1);
      CHECK(p.x[2] > 0.6 && (!s.scheme->has_identity || p.x[2] < 1));
      CHECK(s.iterations <= 8 * s.steps);
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* Free parts: both momenta stay. */
static void test_momenta(void)
{
  static const char *const shapes[] = {"sphere { radius = 0.05, mass = 1 }", "box { size = {0.1, 0.2, 0.1}, mass = 1 }",
                                       "cylinder { length = 0.1, radius = 0.05, mass = 1 }"};
  for (int i = 0; i < 6; i++) {
    simulated s;
    char text[1600];
    (void)snprintf(text, sizeof text,
                   "local cube = solid { name = 'cube', box = { size = {0.1, 0.1, 0.1}, elements = {1, 1, 1} }, "
                   "E = 1e6, nu = 0.3, density = 1000, formulation = '%s', angular_velocity = {3, 1, -2} } "
                   "local hit = body { name = 'hit', at = {0.16, 0.07, 0.04}, velocity = {-2, 0.2, 0}, "
                   "angular_velocity = {0, 5, 4}, shape = %s } "
                   "contact { name = 'c', hit, cube, friction = 0.3, restitution = 0.8%s } channel('i', output('c', "
                   "'touches'))",
                   i % 2 ? "floating" : "green", shapes[i / 2], i / 2 == 1 ? ", round = 0.01" : "");
    if (simulate(&s, "hit.lua", text, "ed", 1)) {
      sn_v3 p, j, p0, j0;
      sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
      advance_to(&s, 0.03, 120);
      sn_momenta(s.session.frozen.system, s.state, &p, &j);
      printf("  momenta %.1e %.1e, %.1f iterations\n", v3_norm(v3_sub(p, p0)) / v3_norm(p0),
             v3_norm(v3_sub(j, j0)) / v3_norm(j0), (double)s.iterations / (double)s.steps);
      CHECK(read(&s, "i", 0) > 0);
      CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-11 * v3_norm(p0));
      CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-11 * v3_norm(j0));
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* ---- messages */

#define PART(more) "local b = solid { name = 'b', box = { size = {1, 1, 1} }, E = 1e9, density = 1000" more " } "

static void test_messages(void)
{
  refused_text(
      PART("") "contact { name = 'c', plane {}, b:surface('z0'), stiffness = 1e5 }", NULL,
      "Contact 'c' has `stiffness`, but touches the surface of a solid.",
      "A surface touches at many points, each a piece of it: it resists by a pressure per depth, and its points "
      "do not turn.",
      "bad.lua:1");
  refused_text(PART("") "contact { name = 'c', plane {}, b, rolling = 1e-3, friction = 0.1 }", NULL,
               "Contact 'c' has `rolling`, but touches the surface of a solid.", NULL, "bad.lua:1");
  refused_text(PART(", formulation = 'modal'") "contact { name = 'c', plane {}, b }", NULL,
               "Solid 'b' has formulation = \"modal\": its surface cannot touch.",
               "The shapes that it keeps are too few for a contact, whose place changes.", "bad.lua:1");
  refused_text(PART("") "contact { name = 'c', plane { at = {0, 0, 0.5} }, b }", NULL,
               "Contact 'c': 'b' starts 0.5 m inside 'plane1'.", NULL, "bad.lua:1");
  refused_text(PART(", surfaces = { z0 = { clamped = true } }") "contact { name = 'c', plane {}, b:surface('z0') }",
               NULL, "Contact 'c': neither 'plane1' nor 'b' is free to move.", NULL, "bad.lua:1");
  refused_text(PART("") "contact { name = 'c', plane {}, b:surface('bottom') }", NULL,
               "Solid 'b' has no surface \"bottom\".", NULL, "bad.lua:1");
  refused_text("local b = body { name = 'b', shape = sphere { radius = 1, mass = 1 } } "
               "contact { name = 'c', plane {}, b, pressure_per_depth = 1e9 }",
               NULL, "Contact 'c' has `pressure_per_depth`, but neither part is a solid.", NULL, "bad.lua:1");
}

int main(void)
{
  RUN(test_patch);
  RUN(test_press_fit);
  RUN(test_hertz);
  RUN(test_slope);
  RUN(test_slides);
  RUN(test_tube);
  RUN(test_journal);
  RUN(test_fall);
  RUN(test_momenta);
  RUN(test_messages);
  return REPORT();
}
