/* instant/indeterminate.c -- which joints carry forces that the motion does not determine.
 * Theory:  a dependent row r means a combination n of rows with G^T n = 0: forces along n do nothing, so any multiple of it
 *          may be added. A unit gap in row r of the soft system is answered by the multipliers of that combination,
 *          stretched by 1/softness: one solve per dependent row finds n (docs/theory.md, dependent rows). Only which joints take
 *          part is asked for, so where there are many such rows several share a solve: the combinations add up with factors that
 *          have nothing to do with each other, and what takes part in one of them takes part in the sum.
 * Tests:   tests/session/test_indeterminate.c
 */
#include "instant/unknowns.h"

#include <string.h>

static const double taking_part = 1e-6; /* of the largest force of the combination */

/* A multiplier as a force: those of angles and directions are moments, over the size of the model. */
static double force_of(const sn_instant *m, const sn_constraint_rows *c, int r)
{
  const sn_block *b = sn_instant_block(m, c);
  SN_ASSERT(c->first >= 0 && r >= 0 && r < c->n_row);
  return fabs(m->xi[c->first + r]) * pow(m->s->extent, sn_row_dimension(b, r) - 1);
}

enum { SOLVES = 64 }; /* at most; as many dependent rows have one of their own */

/* Factor of the k-th dependent row of a solve: 1 for the first, then parts of the golden section, between 1 and 2. */
static double factor_of(int k)
{
  return 1 + fmod(k * 0.6180339887498949, 1.0);
}

/* Unit gaps, times their factors, in the dependent rows of solve `group` of `n`. */
static void open_rows(sn_instant *m, int group, int n)
{
  memset(m->xi, 0, (size_t)m->n_unknown * sizeof(double));
  for (int i = 0, at = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      if (m->softness[c->row + r] > 0) {
        if (at % n == group) {
          m->xi[c->first + r] = factor_of(at / n);
        }
        at++;
      }
    }
  }
}

/* Marks the items of the combinations that are in m->xi. */
static void mark(const sn_instant *m, unsigned char *item)
{
  double largest = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < m->n_constraint; i++) {
      const sn_constraint_rows *c = m->constraint + i;
      const int owner = sn_instant_block(m, c)->item;
      for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
        const double f = force_of(m, c, r);
        largest = fmax(largest, f);
        if (pass && owner >= 0 && f > taking_part * largest) {
          item[owner] = 1;
        }
      }
    }
  }
}

sn_status sn_instant_indeterminate(sn_instant *m, const sn_state *x, unsigned char *item, sn_error *error)
{
  memset(item, 0, (size_t)m->s->n_item);
  sn_instant_read(m, x);
  SN_TRY(sn_rank_find_dependent(m, error));
  if (m->n_dependent == 0) {
    return SN_OK;
  }
  SN_TRY(sn_instant_prepare(m, error));
  const int n = m->n_dependent < SOLVES ? m->n_dependent : SOLVES;
  for (int k = 0; k < n; k++) {
    open_rows(m, k, n);
    if (sn_lin_solve(m->lin, m->xi) != SN_OK) {
      return sn_fail(error, SN_ESINGULAR, "", "the equations of motion cannot be solved", "the linear solver failed",
                     "check masses and stiffnesses that are very small or very large");
    }
    mark(m, item);
  }
  return SN_OK;
}
