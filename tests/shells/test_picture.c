/* tests/shells/test_picture.c -- what shells and beams of varying section look like: closed surfaces with their volume, whoever holds
 *          their nodes.
 * How:     corners of the sheets that freezing makes, at the start.
 */
#include "support/parameters.h"
#include "tests/show/closed.h"

typedef struct {
  const sn_sheet *sheet;
  const sn_v3 *q;
} shown;

static void corner(const void *data, int triangle, int k, double x[3])
{
  const shown *s = data;
  const int c = s->sheet->triangle[triangle][k];
  const sn_frame *f = s->sheet->frame[c];
  const double *beside = s->sheet->beside[c];
  const sn_v3 up = v3_axpy(sn_point_in(f, s->q), beside[1], sn_axis_in(f, 2, s->q));
  v3_put(beside[0] == 0 ? up : v3_axpy(up, beside[0], sn_axis_in(f, 1, s->q)), x);
}

static void looks_of(const char *kind, const char *fields, double expected, double tolerance)
{
  char text[1024];
  simulated s;
  snprintf(
      text, sizeof text,
      "local hub = body { mass = 1, inertia = {1, 1, 1}, at = {0, 0, 0.3}, orientation = axis_angle({1, 2, 3}, 0.7) }\n"
      "%s E = 1e9, nu = 0.3, density = 1000, %s }\nrun { dt = 1e-3, duration = 1 }\n",
      kind, fields);
  if (!simulate(&s, "shell.lua", text, "ed", 1)) {
    return;
  }
  shown x = {NULL, s.state->q};
  for (int i = 0; i < s.session.frozen.n_drawable; i++) {
    x.sheet = s.session.frozen.drawable[i].sheet ? s.session.frozen.drawable[i].sheet : x.sheet;
  }
  CHECK(x.sheet != NULL);
  if (x.sheet) {
    CHECK(closed_open_edges(x.sheet->n_triangle, corner, &x) == 0);
    double area, volume;
    closed_measure(x.sheet->n_triangle, corner, &x, &area, &volume);
    CHECK_NEAR(volume, expected, tolerance * expected);
  }
  simulated_free(&s);
}

static void looks(const char *fields, double expected, double tolerance)
{
  looks_of("shell { name = 's', thickness = 0.1,", fields, expected, tolerance);
}

static void test_closed(void)
{
  const double pi = acos(-1);
  looks("corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, elements = {2, 3}", 0.2, 1e-12);
  looks("corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, order = 1, offset = 0.4, u_first = { clamped = true }",
        0.2, 1e-12);
  looks("corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, v_first = { held = 'xyz' }, u_last = { clamped = "
        "true, on = hub }",
        0.2, 1e-12);
  looks("cylinder = { radius = 1 }, u = {0, 2*pi}, v = {0, 3}, closed = 'u', elements = {16, 2}", 2 * pi * 0.1 * 3,
        0.01);
  looks("cylinder = { radius = 1 }, u = {0, pi}, v = {0, 3}, elements = {8, 2}", pi * 0.1 * 3, 0.01);
}

/* Beams: linear from node to node, so that pyramids and cones that are cut off have their volume (a circle is a polygon of 32 corners). */
static void test_tapered(void)
{
  static const char line[] = "beam { name = 's', hub, from = {0, 0, 0}, to = {3, 0, 0}, elements = 3,";
  const double pi = acos(-1), corners = 32 * sin(2 * pi / 32) / 2;
  looks_of(line, "section = function(s) return rectangle { width = 0.4 - 0.1*s, height = 0.2 - 0.05*s } end",
           3.0 / 3 * (0.08 + 0.005 + sqrt(0.08 * 0.005)), 1e-12);
  looks_of(line, "section = function(s) return circle { radius = 0.4 - 0.1*s } end", corners * (0.16 + 0.01 + 0.04),
           1e-12);
  looks_of(line, "order = 1, section = function(s) return tube { radius = 0.4 - 0.1*s, thickness = 0.05 } end",
           corners * ((0.16 + 0.01 + 0.04) - (0.1225 + 0.0025 + 0.0175)), 1e-12);
  /* both flanges keep their width, the web gets lower */
  looks_of(
      line,
      "section = function(s) return i_section { height = 0.4 - 0.1*s, width = 0.2, flange = 0.02, web = 0.01 } end",
      3 * (2 * 0.2 * 0.02 + 0.01 * (0.25 - 0.04)), 1e-12);
  looks_of(line,
           "twist = 0.5, section = function(s) return rectangle { width = 0.2, height = 0.1 + "
           "0.001*s } end",
           0.2 * (0.3 + 0.0045), 0.05); /* sides that are twisted are two flat triangles each */
}

int main(void)
{
  RUN(test_closed);
  RUN(test_tapered);
  return REPORT();
}
