/* parts/shell_mass.c -- mass of a shell on the vectors of its nodes.
 * What:    mass per area with its first and second moments through the thickness on x and d: consistent with the shape functions, or by
 *          row sums (each node its own).
 * Theory:  docs/theory-shells.md, (S12): a particle at z moves with x + z d; z is counted from the reference surface.
 * Tests:   tests/shells/test_shell.c
 */
#include <string.h>

#include "parts/shell.h"

/* int N_a N_b (1, z, z^2) rho of an element */
typedef double pairs[SN_SHELL_NODES][SN_SHELL_NODES][3];

static sn_status integrate(const sn_shell_frozen *f, int e, pairs out, sn_error *error)
{
  SN_REQUIRE(e >= 0 && e < sn_shell_elements(&f->grid), error);
  const int p = f->grid.order, n = (p + 1) * (p + 1);
  memset(out, 0, sizeof(pairs));
  for (int g = 0; g < n; g++) {
    const double xi = sn_line_gauss[p][g % (p + 1)], eta = sn_line_gauss[p][g / (p + 1)];
    sn_shell_metric m;
    sn_shell_section s;
    sn_shell_shape h;
    double uv[2];
    SN_TRY(sn_shell_metric_at(f, e, xi, eta, &m, error));
    sn_shell_at(&f->grid, e, xi, eta, uv);
    SN_TRY(sn_shell_section_at(f->item, uv, &s, error));
    sn_shell_shape_at(p, xi, eta, &h);
    const double w = sn_line_weight[p][g % (p + 1)] * sn_line_weight[p][g / (p + 1)] * m.J;
    for (int i = 0; i < n * n; i++) {
      for (int k = 0; k < 3; k++) {
        out[i / n][i % n][k] += w * s.inertia[k] * h.N[i / n] * h.N[i % n];
      }
    }
  }
  return SN_OK;
}

/* m (x.x), m (x.d) both ways, m (d.d) between two nodes */
static void add_pair(sn_builder *b, const sn_frame *fa, const sn_frame *fb, const double m[3])
{
  sn_add_frame_mass(b, fa, 0, fb, 0, m[0]);
  if (m[1] != 0) {
    sn_add_frame_mass(b, fa, 0, fb, 3, m[1]);
    if (fa != fb) {
      sn_add_frame_mass(b, fa, 3, fb, 0, m[1]);
    }
  }
  sn_add_frame_mass(b, fa, 3, fb, 3, m[2]);
}

sn_status sn_shell_add_mass(const sn_shell_frozen *f, int lumped, sn_builder *b, sn_error *error)
{
  SN_ASSERT(f->node && f->X && f->thickness);
  const int n = (f->grid.order + 1) * (f->grid.order + 1);
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    pairs m;
    SN_TRY(integrate(f, e, m, error));
    for (int i = 0; i < n; i++) {
      const sn_frame *at = f->node + sn_shell_node_of(&f->grid, e, i);
      for (int j = lumped ? n : i; j < n; j++) {
        add_pair(b, at, f->node + sn_shell_node_of(&f->grid, e, j), m[i][j]);
      }
      double row[3] = {0};
      for (int j = 0; lumped && j < n; j++) {
        for (int k = 0; k < 3; k++) {
          row[k] += m[i][j][k];
        }
      }
      if (lumped) {
        add_pair(b, at, at, row);
      }
    }
  }
  return SN_OK;
}

/* Particles x + z d: the moments of every pair of nodes. */
void sn_shell_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  SN_ASSERT(item->frozen);
  const sn_shell_frozen *f = item->frozen;
  const int n = (f->grid.order + 1) * (f->grid.order + 1);
  sn_mass_sum sum = {0};
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    pairs m;
    (void)integrate(f, e, m, NULL); /* it was good when it was frozen */
    for (int i = 0; i < n * n; i++) {
      const sn_frame *a = f->node + sn_shell_node_of(&f->grid, e, i / n),
                     *b = f->node + sn_shell_node_of(&f->grid, e, i % n);
      const double *w = m[i / n][i % n];
      const sn_v3 x = sn_point_in(a, q), y = sn_point_in(b, q), d = sn_axis_in(a, 2, q), c = sn_axis_in(b, 2, q);
      sum.mass += w[0];
      sum.first = v3_axpy(v3_axpy(sum.first, w[0], x), w[1], d);
      sn_mass_second(&sum, w[0], x, y);
      sn_mass_second(&sum, 2 * w[1], x, c);
      sn_mass_second(&sum, w[2], d, c);
    }
  }
  *out = sn_mass_of(&sum);
}
