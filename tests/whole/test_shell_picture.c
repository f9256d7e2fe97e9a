/* tests/whole/test_shell_picture.c -- what shells look like: closed surfaces with their volume, whoever holds their nodes.
 * How:     corners of the sheets that freezing makes, at the start.
 */
#include "tests/show/closed.h"
#include "whole/parameters.h"

typedef struct {
  const sn_sheet *sheet;
  const sn_v3 *q;
} shown;

static void corner(const void *data, int triangle, int k, double x[3])
{
  const shown *s = data;
  const int c = s->sheet->triangle[triangle][k];
  const sn_frame *f = s->sheet->frame[c];
  v3_put(v3_axpy(sn_point_in(f, s->q), s->sheet->height[c], sn_axis_in(f, 2, s->q)), x);
}

static void looks(const char *fields, double expected, double tolerance)
{
  char text[1024];
  simulated s;
  snprintf(
      text, sizeof text,
      "local hub = body { mass = 1, inertia = {1, 1, 1}, at = {0, 0, 0.3}, orientation = axis_angle({1, 2, 3}, 0.7) }\n"
      "shell { name = 's', thickness = 0.1, E = 1e9, nu = 0.3, density = 1000, %s }\nrun { dt = 1e-3, duration = 1 }\n",
      fields);
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

int main(void)
{
  RUN(test_closed);
  return REPORT();
}
