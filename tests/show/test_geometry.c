/* tests/show/test_geometry.c -- forms and symbols: closed, oriented, with true areas and volumes; normals of given surfaces. */
#include "show/stage/geometry.h"

#include "tests/harness.h"
#include "tests/show/closed.h"

static const double pi = 3.14159265358979323846;
static sn_arena *arena;
static sn_error error;

static void corner(const void *data, int triangle, int k, double x[3])
{
  const sn_geometry *g = data;
  for (int i = 0; i < 3; i++) {
    x[i] = (double)g->vertex[g->triangle[triangle][k]][i];
  }
}

static double dot(const double *a, const float *b)
{
  return a[0] * (double)b[0] + a[1] * (double)b[1] + a[2] * (double)b[2];
}

/* closed, no empty triangles, unit normals on the outer side */
static void check_good(const sn_geometry *g)
{
  int flat = 0, inward = 0, long_or_short = 0;
  double area, volume;
  for (int i = 0; i < g->n_triangle; i++) {
    double p[3][3], u[3], v[3], n[3];
    for (int k = 0; k < 3; k++) {
      corner(g, i, k, p[k]);
    }
    for (int k = 0; k < 3; k++) {
      u[k] = p[1][k] - p[0][k];
      v[k] = p[2][k] - p[0][k];
    }
    for (int k = 0; k < 3; k++) {
      n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    }
    const double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    flat += !(size > 0);
    for (int k = 0; k < 3; k++) {
      const float *m = g->normal[g->triangle[i][k]];
      const double length = sqrt((double)(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]));
      long_or_short += fabs(length - 1) > 1e-5;
      inward += !(dot(n, m) > 0.5 * size);
    }
  }
  closed_measure(g->n_triangle, corner, g, &area, &volume);
  CHECK(closed_open_edges(g->n_triangle, corner, g) == 0);
  CHECK(flat == 0);
  CHECK(inward == 0);
  CHECK(long_or_short == 0);
  CHECK(volume > 0);
  if (harness_bad_here) {
    printf("  in %s\n", g->name);
  }
}

static void test_forms_are_closed(void)
{
  static const double ratios[] = {0, 0.5, 1.7};
  for (int i = 0; sn_geometry_forms[i]; i++) {
    for (int r = 0; r < 3; r++) {
      const int tube = strcmp(sn_geometry_forms[i], "tube") == 0;
      for (int fineness = 1; fineness <= 3; fineness++) {
        sn_geometry g;
        CHECK_OK(sn_geometry_form(sn_geometry_forms[i], tube ? ratios[r] / 2 : ratios[r], fineness, arena, &g, &error),
                 error);
        if (strcmp(g.name, "spring") != 0) { /* scaled along x: its normals lean there */
          check_good(&g);
        } else {
          CHECK(closed_open_edges(g.n_triangle, corner, &g) == 0);
        }
      }
    }
  }
  sn_geometry g;
  CHECK(sn_geometry_form("banana", 0, 1, arena, &g, &error) == SN_EBUG);
}

static void test_spring(void)
{
  sn_geometry g;
  CHECK_OK(sn_geometry_form("spring", 0, 1, arena, &g, &error), error);
  double low = 1, high = 0, out = 0;
  for (int i = 0; i < g.n_vertex; i++) {
    low = fmin(low, (double)g.vertex[i][0]);
    high = fmax(high, (double)g.vertex[i][0]);
    out = fmax(out, hypot((double)g.vertex[i][1], (double)g.vertex[i][2]));
  }
  CHECK_NEAR(low, 0, 1e-6);
  CHECK_NEAR(high, 1, 1e-6);
  CHECK_BELOW(out, 1 + 1e-6);
  CHECK(out > 0.95);
  CHECK(g.n_triangle < 4000);
}

static void test_glyphs(void)
{
  for (int i = 0; sn_geometry_glyph_name(i); i++) {
    sn_geometry g;
    CHECK_OK(sn_geometry_glyph(sn_geometry_glyph_name(i), arena, &g, &error), error);
    CHECK(strcmp(g.name, sn_geometry_glyph_name(i)) == 0);
    check_good(&g);
    double out = 0;
    for (int k = 0; k < g.n_vertex; k++) {
      out = fmax(out, sqrt((double)(g.vertex[k][0] * g.vertex[k][0] + g.vertex[k][1] * g.vertex[k][1] +
                                    g.vertex[k][2] * g.vertex[k][2])));
    }
    CHECK(out > 0.4 && out < 1.7);
    CHECK(g.n_triangle < 2000);
  }
  sn_geometry g;
  CHECK_OK(sn_geometry_glyph("of a later version", arena, &g, &error), error);
  CHECK(g.n_triangle == 8);
  check_good(&g);
}

/* areas and volumes converge to closed formulas with the square of the number of pieces */
static void test_measures(void)
{
  const double q = 0.4, slant = sqrt(1 + (1 - q) * (1 - q));
  const struct {
    const char *form;
    double ratio, area, volume;
  } exact[] = {{"cylinder", 0, 2 * pi + 2 * pi, pi},
               {"rod", 0, 2 * pi + 2 * pi, pi},
               {"sphere", 0, 4 * pi, 4 * pi / 3},
               {"mark", 0, 4 * pi, 4 * pi / 3},
               {"tube", q, 2 * pi * (1 + q) + 2 * pi * (1 - q * q), pi * (1 - q * q)},
               {"cone", q, pi * (1 + q) * slant + pi * (1 + q * q), pi * (1 + q + q * q) / 3},
               {"cone", 0, pi * sqrt(2) + pi, pi / 3}};
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
    double before[2] = {0, 0};
    for (int fineness = 2; fineness <= 8; fineness *= 2) {
      sn_geometry g;
      double area, volume;
      CHECK_OK(sn_geometry_form(exact[i].form, exact[i].ratio, fineness, arena, &g, &error), error);
      closed_measure(g.n_triangle, corner, &g, &area, &volume);
      const double now[2] = {exact[i].area - area, exact[i].volume - volume};
      for (int k = 0; k < 2; k++) {
        CHECK(now[k] > 0);
        if (fineness > 2) {
          CHECK_NEAR(log2(before[k] / now[k]), 2, 0.05);
        }
        before[k] = now[k];
      }
    }
  }
  sn_geometry g;
  double area, volume;
  CHECK_OK(sn_geometry_form("box", 0, 1, arena, &g, &error), error);
  closed_measure(g.n_triangle, corner, &g, &area, &volume);
  CHECK_NEAR(area, 6, 0);
  CHECK_NEAR(volume, 1, 0);
}

/* the usual sphere has about 500 triangles */
static void test_sizes(void)
{
  sn_geometry g;
  CHECK_OK(sn_geometry_form("sphere", 0, 2, arena, &g, &error), error);
  CHECK(g.n_triangle > 400 && g.n_triangle < 600);
}

static const float cube_corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                        {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const int cube_triangle[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

/* a cube keeps its edges, given as 8 corners or as triangles that share nothing (STL) */
static void test_surface_sharp(void)
{
  float soup[36][3];
  int apart[12][3];
  sn_geometry g;
  for (int i = 0; i < 36; i++) {
    memcpy(soup[i], cube_corner[cube_triangle[i / 3][i % 3]], sizeof soup[i]);
    apart[i / 3][i % 3] = i;
  }
  soup[0][0] = -0.0F; /* the same place as 0 */
  for (int pass = 0; pass < 2; pass++) {
    CHECK_OK(
        pass ? sn_geometry_surface((const float(*)[3])soup, 36, (const int(*)[3])apart, 12, pi / 6, arena, &g, &error)
             : sn_geometry_surface(cube_corner, 8, cube_triangle, 12, pi / 6, arena, &g, &error),
        error);
    CHECK(g.n_vertex == 24);
    CHECK(g.n_triangle == 12);
    check_good(&g);
    double area, volume;
    closed_measure(g.n_triangle, corner, &g, &area, &volume);
    CHECK_NEAR(area, 6, 0);
    CHECK_NEAR(volume, 1, 1e-15);
  }
}

/* a fine sphere becomes smooth: normals along the radius */
static void test_surface_smooth(void)
{
  sn_geometry s, g;
  CHECK_OK(sn_geometry_form("sphere", 0, 4, arena, &s, &error), error);
  CHECK_OK(sn_geometry_surface(s.vertex, s.n_vertex, s.triangle, s.n_triangle, pi / 6, arena, &g, &error), error);
  double worst = 0;
  for (int i = 0; i < g.n_vertex; i++) {
    const double x[3] = {(double)g.vertex[i][0], (double)g.vertex[i][1], (double)g.vertex[i][2]};
    worst = fmax(worst, 1 - dot(x, g.normal[i]));
  }
  CHECK_BELOW(worst, 0.001);
  CHECK(g.n_vertex == 2 + 23 * 48);
}

/* triangles without area, and a corner where very many meet */
static void test_surface_odd(void)
{
  enum { FAN = 500 };
  static float x[FAN + 1][3];
  static int t[FAN][3];
  for (int i = 0; i < FAN; i++) {
    x[i + 1][0] = (float)cos(2 * pi * i / FAN);
    x[i + 1][1] = (float)sin(2 * pi * i / FAN);
    t[i][1] = i + 1;
    t[i][2] = 1 + (i + 1) % FAN;
  }
  t[7][2] = t[7][1]; /* no area */
  sn_geometry g;
  CHECK_OK(sn_geometry_surface((const float(*)[3])x, FAN + 1, (const int(*)[3])t, FAN, pi / 6, arena, &g, &error),
           error);
  CHECK(g.n_triangle == FAN);
  for (int i = 0; i < g.n_vertex; i++) {
    CHECK(g.normal[i][2] == 1);
  }
  CHECK_OK(sn_geometry_surface(NULL, 0, NULL, 0, 1, arena, &g, &error), error);
  CHECK(g.n_vertex == 0);
}

static void test_transport(void)
{
  const sn_v3 a = v3_unit(v3(1, 2, -1)), b = v3_unit(v3(-0.3, 1, 0.5)), v = sn_across(a);
  CHECK_NEAR(v3_dot(v, a), 0, 1e-15);
  CHECK_NEAR(v3_norm(v), 1, 1e-15);
  const sn_v3 w = sn_transport(v, a, b);
  CHECK_NEAR(v3_dot(w, b), 0, 1e-15);
  CHECK_NEAR(v3_norm(w), 1, 1e-15);
  const sn_v3 normal = v3_cross(a, b); /* what is across both stays */
  CHECK_NEAR(v3_dot(v, normal), v3_dot(w, normal), 1e-15);
  CHECK_NEAR(v3_norm(v3_sub(sn_transport(v, a, v3_scale(-1, a)), v)), 0, 0);
}

static void *fails_at(void *data, size_t size)
{
  int *left = data;
  return (*left)-- > 0 ? malloc(size) : NULL;
}

static void gives_back(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_no_memory(void)
{
  for (int k = 1; k < 4; k++) {
    int left = k;
    sn_arena *small = sn_arena_new(&(sn_allocator){fails_at, gives_back, &left});
    sn_geometry g;
    sn_status status = SN_OK;
    for (int i = 0; small && status == SN_OK && i < 400; i++) {
      status = sn_geometry_form("sphere", 0, 8, small, &g, &error);
    }
    CHECK(!small || status == SN_ENOMEM);
    sn_arena_free(small);
  }
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_forms_are_closed);
  RUN(test_spring);
  RUN(test_glyphs);
  RUN(test_measures);
  RUN(test_sizes);
  RUN(test_surface_sharp);
  RUN(test_surface_smooth);
  RUN(test_surface_odd);
  RUN(test_transport);
  RUN(test_no_memory);
  sn_arena_free(arena);
  return REPORT();
}
