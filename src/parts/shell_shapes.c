/* parts/shell_shapes.c -- elements whose shape is none: turned inside out, without area, bent too much, thicker than their radius.
 * Tests:   tests/shells/test_shell.c
 */
#include "parts/shell.h"

static sn_status check_element(const sn_shell_frozen *f, int e, sn_error *error)
{
  const int p = f->grid.order;
  sn_shell_shape s;
  sn_v3 G[2], D[2];
  sn_shell_shape_at(p, 0.5, 0.5, &s);
  sn_shell_slopes(f, e, &s, f->X, G);
  sn_shell_slopes(f, e, &s, f->D, D);
  const sn_v3 x = sn_shell_value(f, e, &s, f->X), normal = v3_cross(G[0], G[1]);
  const double size = fmax(v3_dot(G[0], G[0]), v3_dot(G[1], G[1]));
  double h = 0;
  for (int a = 0; a < (p + 1) * (p + 1); a++) {
    h = fmax(h, f->thickness[sn_shell_node_of(&f->grid, e, a)]);
  }
  for (int k = 0; k < (p + 1) * (p + 1); k++) { /* at its nodes */
    sn_v3 H[2];
    const int row = k / (p + 1);
    sn_shell_shape_at(p, (double)(k % (p + 1)) / p, (double)row / p, &s);
    sn_shell_slopes(f, e, &s, f->X, H);
    const double J = v3_dot(v3_cross(H[0], H[1]), normal) / v3_norm(normal);
    if (!(J > 1e-6 * size)) {
      return sn_shell_bad_element(
          f, e, sn_shell_value(f, e, &s, f->X),
          v3_norm(normal) > 1e-6 * size && J < -1e-6 * size ? "is turned inside out" : "is degenerate",
          "Its corners must go around it, no two of them at one place, all angles below 180 degrees. Leave a "
          "small hole at a pole.",
          error);
    }
    if (p == 1 && !(J > SN_SHELL_WARPED * v3_norm(v3_cross(H[0], H[1])))) {
      return sn_shell_bad_element(f, e, sn_shell_value(f, e, &s, f->X),
                                  "is not flat: a corner is turned by more than 30 degrees against its middle",
                                  "Use smaller elements there, or order = 2.", error);
    }
    const sn_v3 d = f->D[sn_shell_node_of(&f->grid, e, k)];
    if (!(v3_dot(v3_unit(v3_cross(H[0], H[1])), d) > 0.5)) {
      return sn_shell_bad_element(f, e, sn_shell_value(f, e, &s, f->X),
                                  "has a normal far from the directors of its nodes",
                                  "Use more elements where the surface bends, and give points without kinks.", error);
    }
  }
  for (int c = 0; c < 2; c++) {
    if (h * v3_norm(D[c]) > v3_norm(G[c])) {
      return sn_shell_bad_element(f, e, x, "is thicker than its radius of curvature",
                                  "Lengths are in m: check thickness and surface.", error);
    }
  }
  return SN_OK;
}

sn_status sn_shell_check_shapes(const sn_shell_frozen *f, sn_error *error)
{
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    SN_TRY(check_element(f, e, error));
  }
  return SN_OK;
}
