/* show/stage/geometry.c -- the forms of parts: box, cylinder, sphere, tube, cone, rod, spring, arrows; and given surfaces.
 * What:    one row per form. All but tube and cone have no parameter: who draws them scales them along their axes.
 * Theory:  a spring is a wire along a helix whose radius grows from the axis and returns to it; it is made 16 times as
 *          long as its radius and then scaled to length 1 (normals by the inverse), so that it looks right at usual
 *          stretches.
 * Limits:  ratios are taken as given by who checked them (model/shape.c): 0 <= inner < 1, top >= 0.
 * Tests:   tests/show/test_geometry.c (closed, areas and volumes against closed formulas).
 */
#include "show/stage/geometry.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { AROUND = 16 };

static void box(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  (void)fineness;
  sn_tess_box(t, 0.5, 0.5, 0.5);
}

static void cylinder(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  const double p[][2] = {{-0.5, 0}, {-0.5, 1}, {0.5, 1}, {0.5, 0}};
  sn_tess_revolve(t, p, 4, 0, AROUND * fineness);
}

static void rod(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  const double p[][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  sn_tess_revolve(t, p, 4, 0, AROUND * fineness);
}

/* half circle in n pieces; n is limited by the array here */
enum { MOST_PIECES = 256 };
static void ball(sn_tessellation *t, int pieces, int around)
{
  double p[MOST_PIECES + 1][2];
  const int n = pieces < MOST_PIECES ? pieces : MOST_PIECES;
  for (int i = 0; i <= n; i++) {
    const double angle = pi * i / n;
    p[i][0] = -cos(angle);
    p[i][1] = i == 0 || i == n ? 0 : sin(angle);
  }
  sn_tess_revolve(t, (const double(*)[2])p, n + 1, 0, around);
}

static void sphere(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  ball(t, 6 * fineness, 12 * fineness);
}

static void mark(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  ball(t, 10 * fineness, 20 * fineness);
}

static void tube(sn_tessellation *t, double ratio, int fineness)
{
  const double p[][2] = {{-0.5, 1}, {0.5, 1}, {0.5, ratio}, {-0.5, ratio}};
  if (ratio > 0) {
    sn_tess_revolve(t, p, 4, 1, AROUND * fineness);
  } else {
    cylinder(t, 0, fineness);
  }
}

static void cone(sn_tessellation *t, double ratio, int fineness)
{
  const double p[][2] = {{-0.5, 0}, {-0.5, 1}, {0.5, ratio}, {0.5, 0}};
  sn_tess_revolve(t, p, ratio > 0 ? 4 : 3, 0, AROUND * fineness);
}

enum { TURNS = 10, PER_TURN = 16, END_POINTS = 3, MOST_FINENESS = 4 };
static void spring(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  const double length = 16, wire = 0.11, radius = 1 - wire, end = 0.09 * length;
  const int steps = TURNS * PER_TURN * (fineness < MOST_FINENESS ? fineness : MOST_FINENESS);
  sn_v3 p[TURNS * PER_TURN * MOST_FINENESS + 1 + 2 * END_POINTS];
  int n = 0;
  for (int i = 0; i < END_POINTS; i++) {
    p[n++] = v3(end * i / END_POINTS, 0, 0);
  }
  for (int i = 0; i <= steps; i++) {
    const double u = (double)i / steps, angle = 2 * pi * TURNS * u;
    /* from the axis to the full radius within a turn, without a corner: u^2 (3 - 2 u) */
    const double w = fmin(1, fmin(u, 1 - u) * TURNS), r = radius * w * w * (3 - 2 * w);
    p[n++] = v3(end + (length - 2 * end) * u, r * sin(angle), -r * cos(angle));
  }
  for (int i = 1; i <= END_POINTS; i++) {
    p[n++] = v3(length - end + end * i / END_POINTS, 0, 0);
  }
  const int first = t->n_vertex;
  sn_tess_pipe(t, p, n, wire, 8 * fineness);
  for (int i = first; i < t->n_vertex; i++) {
    t->vertex[i][0] /= (float)length;
    const sn_v3 m = v3_unit(v3(t->normal[i][0] * length, t->normal[i][1], t->normal[i][2]));
    for (int k = 0; k < 3; k++) {
      t->normal[i][k] = (float)m.x[k];
    }
  }
}

static void arrow(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  const double p[][2] = {{0, 0}, {0, 0.025}, {0.76, 0.025}, {0.76, 0.075}, {1, 0}};
  sn_tess_revolve(t, p, 5, 0, 20 * fineness);
}

static void moment(sn_tessellation *t, double ratio, int fineness)
{
  (void)ratio;
  const double p[][2] = {{0, 0},        {0, 0.025},    {0.55, 0.025}, {0.55, 0.075},
                         {0.71, 0.025}, {0.76, 0.025}, {0.76, 0.075}, {1, 0}};
  sn_tess_revolve(t, p, 8, 0, 20 * fineness);
}

static const struct {
  const char *name;
  void (*make)(sn_tessellation *t, double ratio, int fineness);
} forms[] = {{"box", box}, {"cylinder", cylinder}, {"sphere", sphere}, {"tube", tube},     {"cone", cone},
             {"rod", rod}, {"spring", spring},     {"arrow", arrow},   {"moment", moment}, {"mark", mark}};
enum { FORMS = sizeof forms / sizeof *forms };
const char *const sn_geometry_forms[] = {"box",    "cylinder", "sphere", "tube", "cone", "rod",
                                         "spring", "arrow",    "moment", "mark", NULL};

sn_status sn_geometry_form(const char *form, double ratio, int fineness, sn_arena *arena, sn_geometry *out,
                           sn_error *error)
{
  for (int i = 0; i < FORMS; i++) {
    if (strcmp(forms[i].name, form) == 0) {
      sn_tessellation t;
      sn_tess_begin(&t, arena);
      forms[i].make(&t, ratio, fineness);
      return sn_tess_end(&t, forms[i].name, out, error);
    }
  }
  return sn_failf(error, SN_EBUG, "There is no form '%s' to draw.", form);
}
