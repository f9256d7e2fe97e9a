/* steps/paper/tangent.c -- rows of the vectors of a block in the matrix of a plain scheme.
 * Theory:  element.c: d(h^2 B_s^T s) = h^2 ( Ks(s) dq_s + B_s^T ds ); rows mix the stages. The product B_s^T ds is most of what a block
 *          with many forms costs (a shell of nine nodes: 54 rows, 44 forms, 108 columns), so it is made once for all rows it goes to.
 * Tests:   tests/steps/test_paper.c
 */
#include <string.h>

#include "math/lane.h"
#include "steps/paper/element.h"

/* to += the rows of `slope` (nc numbers each) with these factors, four at a time */
SN_CLONES static void add_rows(int n, const double *factor, const double *const *slope, int nc, double *to)
{
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    const double f0 = factor[k], f1 = factor[k + 1], f2 = factor[k + 2], f3 = factor[k + 3];
    const double *s0 = slope[k], *s1 = slope[k + 1], *s2 = slope[k + 2], *s3 = slope[k + 3];
    for (int c = 0; c < nc; c++) {
      to[c] += f0 * s0[c] + f1 * s1[c] + (f2 * s2[c] + f3 * s3[c]);
    }
  }
  for (; k < n; k++) {
    for (int c = 0; c < nc; c++) {
      to[c] += factor[k] * slope[k][c];
    }
  }
}

/* one row of d(h^2 B_s^T s): component i of local vector a */
static void force_row(const sn_paper_view *v, const sn_paper_block *x, int s, int a, int i, const sn_paper_work *w,
                      double *to)
{
  const sn_paper_table *t = v->table;
  const int nv = x->b->n_vec, nc = x->n_column;
  double factor[SN_MAX_FORMS];
  const double *slope[SN_MAX_FORMS];
  int n = 0;
  for (int k = 0; k < x->b->n_form; k++) {
    const double f = w->mean[s][k * nv + a].x[i];
    if (f != 0) { /* most forms see few of the vectors */
      factor[n] = v->h * v->h * f;
      slope[n++] = w->slope[s] + k * nc;
    }
  }
  memset(to, 0, sizeof(double) * (size_t)nc);
  add_rows(n, factor, slope, nc, to);
  for (int c = 0; c < nv; c++) {
    const double g = w->geometric[a * nv + c];
    if (t->from[s] > 0) {
      to[sn_paper_column(v, c, t->from[s]) + i] += g;
    }
    to[sn_paper_column(v, c, t->to[s]) + i] += g;
  }
}

void sn_paper_force_rows(const sn_paper_view *v, const sn_paper_block *x, int s, sn_paper_work *w)
{
  const sn_paper_table *t = v->table;
  const int nv = x->b->n_vec, nc = x->n_column;
  double row[SN_PLAIN_FIELDS * (3 * SN_MAX_BLOCK_VECTORS + SN_MAX_FORMS)];
  SN_ASSERT(t->mix[s][s] == 1 && nc >= 3 * nv * t->n);
  memset(w->geometric, 0, sizeof(double) * (size_t)(nv * nv));
  sn_geometric(x->b, w->stress[s], 0.5 * v->h * v->h, w->geometric); /* dq_s = (dq_A + dq_B)/2 */
  for (int k = 0; k < 3 * nv; k++) {
    force_row(v, x, s, k / 3, k % 3, w, row);
    for (int r = 0; r < t->n; r++) {
      const double mix = t->mix[r][s];
      double *to = w->matrix + (sn_paper_column(v, k / 3, r + 1) + k % 3) * nc;
      for (int c = 0; c < nc && mix != 0; c++) {
        to[c] += mix * row[c];
      }
    }
  }
}
