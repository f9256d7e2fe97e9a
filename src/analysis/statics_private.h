/* analysis/statics_private.h -- what statics.c (iteration) and tangent.c (forces and matrix) share.
 * Theory:  C^T (F - B^T s) - (G C)^T lambda = 0 , g = 0. Unknowns are numbered as in motion_private.h, but with a pattern of
 *          their own: every block that stores energy couples its nodes.
 */
#ifndef SN_ANALYSIS_STATICS_PRIVATE_H
#define SN_ANALYSIS_STATICS_PRIVATE_H
#include "analysis/motion_private.h"
#include "analysis/statics.h"

typedef struct {
  sn_motion *m;
  int n_unknown;
  int *first;      /* of every node */
  int *row_first;  /* of every block: its multipliers, -1 */
  int *constraint; /* of every block: which of m->constraint, -1 */
  int *element;    /* of every block, -1: none */
  int *size;       /* of every block: unknowns of its element */
  sn_lin *lin;
  double *local;
  double *x, *rhs, *row; /* n_unknown; m->n_unknown; m->n_row */
  double *lambda;        /* m->n_row */
  double *W;             /* 36 per node: positive metric of increments, the mass where there is one */
  sn_v3 *f;              /* n_vector: forces without those of constraints */
  sn_v3 *total;          /* and with them */
  double load;           /* factor of gravity, loads and given forces */
  double force;          /* largest single force, N */
  double energy;         /* potential of all that has one */
} sn_still;

sn_status sn_still_new(sn_motion *m, sn_arena *arena, sn_still *out, sn_error *error);
/* f, force and energy at m->q; total and W need sn_still_tangent or sn_still_residual. */
sn_status sn_still_forces(sn_still *w, sn_error *error);
void sn_still_total(sn_still *w);                   /* total = f - G^T lambda */
double sn_still_residual(sn_still *w);              /* of total, over the largest force */
void sn_still_metric(sn_still *w);                  /* W */
void sn_still_tangent(sn_still *w, double damping); /* matrix K + damping W with the rows */
void sn_still_given(const sn_still *w, const sn_v3 *q, const sn_v3 *q_new,
                    double *work); /* of loads without potential */

#endif
