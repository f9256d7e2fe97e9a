/* laws/matrix.h -- laws that are a matrix: stresses M by of strains or rates, at one instant and at the stages of a step.
 * Who:     elastic.c, viscous.c.
 */
#ifndef SN_LAWS_MATRIX_H
#define SN_LAWS_MATRIX_H
#include "laws/stages.h"

/* s = M e, M the matrix of the block */
static inline void sn_times_matrix(const sn_block *b, const double *e, double *s)
{
  SN_ASSERT(b->matrix && e != s);
  for (int k = 0; k < b->n_form; k++) {
    s[k] = 0;
    for (int l = 0; l < b->n_form; l++) {
      s[k] += b->matrix[k * b->n_form + l] * e[l];
    }
  }
}

/* stresses at the stages of what `by` is there */
SN_LANE_INLINE void sn_matrix_stresses(sn_law_pack *p, sn_lane *const *by, int n)
{
  SN_ASSERT(p->is->matrix);
  for (int f = 0; f < p->type->n_form; f++) {
    sn_lane at[SN_STAGES] = {lane(0), lane(0)};
    for (int s = 0; s < n; s++) {
      at[s] = sn_pack_matrix_row(p->is, f, by[s]);
    }
    sn_keep_stages(p, f, at, n);
  }
}

/* One row of their columns; the matrix has `many` entries from `first` on (1: a constant where it is diagonal). */
SN_LANE_INLINE void sn_matrix_row_columns(const sn_stages *x, const sn_law_pack *p, const sn_lane *X, int f, int first,
                                          int many, sn_lane *S)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh), *M = p->is->matrix + f * nf + first;
  SN_ASSERT(many >= 1 && first >= 0 && first + many <= nf);
  for (int j = 0; j < nc; j++) {
    sn_lane sum = M[0] * X[first * nc + j];
    for (int l = 1; l < many; l++) {
      sum += M[l] * X[(first + l) * nc + j];
    }
    S[f * nc + j] = hh * sum;
  }
}
SN_LANE_INLINE void sn_matrix_columns(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, sn_lane *const *by,
                                      int n)
{
  SN_ASSERT(p->is->matrix && p->n_mult == 0);
  for (int f = 0; f < p->type->n_form; f++) {
    const int first = p->type->column[2 * f], many = p->type->column[2 * f + 1] - first;
    for (int s = 0; s < n; s++) {
      if (many == 1) {
        sn_matrix_row_columns(x, p, by[s], f, first, 1, k->S[s]);
      } else {
        sn_matrix_row_columns(x, p, by[s], f, first, many, k->S[s]);
      }
    }
  }
}

#endif
