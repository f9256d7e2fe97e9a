/* tests/mesh/test_section.c -- sections between curves: areas, regions, quality of triangles, curved edges; sections of meshes; the crank of the
 * slider-crank as a stack of layers; curves that cannot be.
 */
#include <stdlib.h>

#include "harness.h"
#include "mesh/generate.h"
#include "mesh/measure.h"

static const double pi = 3.14159265358979323846;
static const sn_mesh_frame plain = {{{0, 0, 0}}, {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}}};
static sn_arena *arena;
static sn_error error;

/* The area of a disk of radius 1 whose circle is n parabolas. */
static double disk(int n)
{
  const double half = pi / n;
  return n * (sin(2 * half) / 2 + 4 * (1 - cos(half)) * sin(half) / 3);
}

typedef struct {
  double angle, shortest, longest; /* the least angle; edges */
  int n;
} quality;

static quality look(const sn_plane_section *s)
{
  quality q = {pi, INFINITY, 0, 0};
  for (int c = 0; c < s->n_cell; c++) {
    for (int k = 0; k < 3; k++) {
      const double *a = s->x[s->cell[c][k]], *b = s->x[s->cell[c][(k + 1) % 3]], *d = s->x[s->cell[c][(k + 2) % 3]];
      const double ux = b[0] - a[0], uy = b[1] - a[1], vx = d[0] - a[0], vy = d[1] - a[1];
      CHECK(ux * vy - uy * vx > 0);
      q.angle = fmin(q.angle, atan2(ux * vy - uy * vx, ux * vx + uy * vy));
      q.shortest = fmin(q.shortest, hypot(ux, uy));
      q.longest = fmax(q.longest, hypot(ux, uy));
    }
    q.n++;
  }
  return q;
}

/* The volume of one layer of height 1 that has these regions. */
static double volume(const sn_plane_section *s, unsigned long long regions, sn_mesh_type type)
{
  const sn_mesh_layer layer = {1, 1, regions};
  const sn_mesh *m = NULL;
  sn_mesh_measures w = {0};
  CHECK_OK(sn_mesh_extrude(s, &layer, 1, type, &plain, arena, &m, &error), error);
  if (m) {
    CHECK_OK(sn_mesh_check_volumes(m, &error), error);
    sn_mesh_measure(m, NULL, &w);
  }
  return w.volume;
}

static void test_plate(void)
{
  static const double outline[4][2] = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}};
  static const double sizes[] = {0.9, 0.3, 0.1, 0.04};
  for (int k = 0; k < 4; k++) {
    const double h = sizes[k];
    const sn_section_curve curves[3] = {
        {4, outline, {0, 0}, 0, NULL}, {0, NULL, {-1, 0}, 0.5, NULL}, {0, NULL, {1, 0.2}, 0.4, "pin"}};
    const sn_plane_section *s = NULL;
    CHECK_OK(sn_section_fill(curves, 3, h, arena, &s, &error), error);
    if (!s) {
      continue;
    }
    const quality q = look(s);
    const int around = (int)fmax(12, 4 * ceil(ceil(2 * pi * 0.5 / h) / 4)),
              fewer = (int)fmax(12, 4 * ceil(ceil(2 * pi * 0.4 / h) / 4));
    CHECK(s->n_region == 3 && strcmp(s->name[1], "hole1") == 0 && strcmp(s->name[2], "pin") == 0);
    CHECK_NEAR(volume(s, 7, SN_MESH_TET10), 8, 1e-12);
    CHECK_NEAR(volume(s, 2, SN_MESH_TET10), 0.25 * disk(around), 1e-12);
    CHECK_NEAR(volume(s, 1, SN_MESH_TET10), 8 - 0.25 * disk(around) - 0.16 * disk(fewer), 1e-12);
    CHECK(q.angle > (h < 0.5 ? 0.5 : 0.25) && q.longest < 1.6 * h && q.shortest > 0.2 * h);
    CHECK(q.n < 2.6 * 8 / (h * h) + 100);
  }
}

/* An L, a comb; edges and gaps far below the size are sound, but thin. */
static void test_shapes(void)
{
  static const double ell[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
  static const double notch[7][2] = {{0, 0}, {2, 0}, {2, 1}, {1.001, 1}, {1, 0.999}, {0.999, 1}, {0, 1}};
  double comb[44][2];
  int n = 0;
  for (int k = 0; k < 11; k++) {
    comb[n][0] = k, comb[n++][1] = 1;
    comb[n][0] = k, comb[n++][1] = 3;
    comb[n][0] = k + 0.3, comb[n++][1] = 3;
    comb[n][0] = k + 0.3, comb[n++][1] = 1;
  }
  comb[0][1] = comb[43][1] = 0; /* clockwise, and that is all right */
  const struct {
    sn_section_curve curve[2];
    int n;
    double area, least;
  } cases[] = {{{{6, ell, {0, 0}, 0, NULL}}, 1, 5, 0.5},
               {{{7, notch, {0, 0}, 0, NULL}}, 1, 2 - 1e-6, 0},
               {{{44, (const double(*)[2])comb, {0, 0}, 0, NULL}}, 1, -1, 0.4},
               {{{0, NULL, {0, 0}, 1, NULL}, {0, NULL, {0.04, 0}, 0.95, NULL}}, 2, -1, 0}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    for (double size = 0.8; size > 0.05; size /= 3) {
      const sn_plane_section *s = NULL;
      CHECK_OK(sn_section_fill(cases[c].curve, cases[c].n, size, arena, &s, &error), error);
      if (s) {
        CHECK(look(s).angle > cases[c].least);
        if (cases[c].area > 0) {
          CHECK_NEAR(volume(s, 1, SN_MESH_TET4), cases[c].area, 1e-12);
        }
      }
    }
  }
}

/* The crankshaft of a slider-crank: journals, webs, pin, out of one section. mm. */
static void test_crank(void)
{
  static const double web[4][2] = {{-10, -10}, {30, -10}, {30, 10}, {-10, 10}};
  const sn_section_curve curves[3] = {
      {4, web, {0, 0}, 0, "web"}, {0, NULL, {0, 0}, 5, "journal"}, {0, NULL, {20, 0}, 5, "pin"}};
  const sn_mesh_layer layers[5] = {{20, 5, 2}, {10, 3, 7}, {14, 4, 4}, {10, 3, 7}, {20, 5, 2}};
  const sn_plane_section *s = NULL;
  const sn_mesh *m = NULL;
  sn_mesh_measures w;
  sn_mesh_area a;
  CHECK_OK(sn_section_fill(curves, 3, 2.5, arena, &s, &error), error);
  CHECK_OK(sn_mesh_extrude(s, layers, 5, SN_MESH_TET10, &plain, arena, &m, &error), error);
  CHECK_OK(sn_mesh_check_volumes(m, &error), error);
  sn_mesh_measure(m, NULL, &w);
  CHECK_NEAR(w.volume * 7850e-9, 0.1589, 1e-4);
  CHECK_NEAR(w.centre.x[0], 8.99, 0.01);
  CHECK_NEAR(w.centre.x[2], 37, 1e-9);
  const double about_shaft = 7850e-9 * (w.inertia[2][2] + w.volume * w.centre.x[0] * w.centre.x[0]) * 1e-6;
  CHECK_NEAR(about_shaft / 3.736e-5, 1, 5e-4);
  const sn_mesh_group *pin = sn_mesh_find_group(m, 2, "pin"), *journal = sn_mesh_find_group(m, 2, "journal");
  sn_mesh_measure_area(m, pin->place, pin->n, &a);
  CHECK_NEAR(a.area / (2 * pi * 5 * 14), 1, 1e-3);
  sn_mesh_measure_area(m, journal->place, journal->n, &a);
  CHECK_NEAR(a.area / (2 * pi * 5 * 40), 1, 1e-3);
}

/* A mesh of a plane, of either orientation and order, in place of curves. */
static void test_of_mesh(void)
{
  static const sn_v3 x[6] = {{{0, 0, 0}}, {{1, 0, 0}}, {{2, 0, 0}}, {{0, 1, 0}}, {{1, 1, 0}}, {{2, 1, 0}}};
  static const int quads[8] = {0, 1, 4, 3, 1, 4, 5, 2}, triangles[12] = {0, 1, 4, 4, 3, 0, 2, 1, 4, 2, 4, 5},
                   line[2] = {0, 3};
  static const sn_mesh_place right = {0, 1, -1}, left = {1, 0, -1};
  for (int t = 0; t < 2; t++) {
    const sn_mesh_block blocks[2] = {{t ? SN_MESH_TRI3 : SN_MESH_QUAD4, t ? 4 : 2, t ? triangles : quads, NULL},
                                     {SN_MESH_LINE2, 1, line, NULL}};
    const sn_mesh_group groups[2] = {{"right", SN_MESH_ELEMENTS, 2, 1, &right, NULL},
                                     {"left", SN_MESH_ELEMENTS, 1, 1, &left, NULL}};
    const sn_mesh m = {.n_node = 6, .x = x, .n_block = 2, .block = blocks, .n_group = 2, .group = groups};
    const sn_plane_section *s = NULL;
    CHECK_OK(sn_section_of_mesh(&m, arena, &s, &error), error);
    if (s) {
      const sn_mesh *solid = NULL;
      const sn_mesh_layer layer = {1, 1, 3};
      CHECK_NEAR(volume(s, 3, t ? SN_MESH_TET10 : SN_MESH_HEX20), 2, 1e-14);
      CHECK_NEAR(volume(s, 2, SN_MESH_TET4), t ? 0.5 : 1, 1e-14);
      CHECK_OK(sn_mesh_extrude(s, &layer, 1, SN_MESH_TET10, &plain, arena, &solid, &error), error);
      const sn_mesh_group *side = sn_mesh_find_group(solid, 2, "left");
      sn_mesh_area a = {0};
      if (side) {
        sn_mesh_measure_area(solid, side->place, side->n, &a);
      }
      CHECK_NEAR(a.area, 1, 1e-14);
    }
  }
}

static void bad(const sn_section_curve *curve, int n, double size, const char *text)
{
  const sn_plane_section *s;
  CHECK(sn_section_fill(curve, n, size, arena, &s, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, text);
}

static void test_mistakes(void)
{
  static const double bow[4][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, twice[3][2] = {{0, 0}, {0, 0}, {1, 1}};
  static const double square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const sn_section_curve crossing[2] = {{4, square, {0, 0}, 0, NULL}, {0, NULL, {1, 1}, 0.2, NULL}};
  const sn_section_curve touching[2] = {{4, square, {0, 0}, 0, NULL}, {4, square, {0, 0}, 0, NULL}};
  bad(&(sn_section_curve){4, bow, {0, 0}, 0, NULL}, 1, 0.1, "cuts or touches itself");
  bad(&(sn_section_curve){3, twice, {0, 0}, 0, NULL}, 1, 0.1, "Curve 1 of the section is none");
  bad(&(sn_section_curve){0, NULL, {0, NAN}, 1, NULL}, 1, 0.1, "Curve 1 of the section is none");
  bad(crossing, 2, 0.1, "cuts or touches another one");
  bad(touching, 2, 0.1, "cuts or touches another one");
  bad(crossing, 1, 1e-9, "more than 20000 elements");
  bad(crossing, 1, 0, "size 0");
  bad(crossing, 0, 1, "0 curves");
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_plate);
  RUN(test_shapes);
  RUN(test_crank);
  RUN(test_of_mesh);
  RUN(test_mistakes);
  sn_arena_free(arena);
  return REPORT();
}
