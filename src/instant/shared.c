/* instant/shared.c -- which joints carry forces that the motion does not determine.
 * Theory:  a dependent row r means a combination n of rows with G^T n = 0: forces along n do nothing, so any multiple of it
 *          may be added. A unit gap in row r of the soft system is answered by the multipliers of that combination,
 *          stretched by 1/softness: one solve per dependent row finds n (docs/theory.md, dependent rows).
 * Tests:   tests/api/test_shared.c
 */
#include "instant/inside.h"

#include <string.h>

static const double taking_part = 1e-6; /* of the largest force of the combination */

/* A multiplier as a force: those of angles and directions are moments, over the size of the model. */
static double force_of(const sn_motion *m, const sn_constraint_rows *c, int r)
{
  const sn_block *b = sn_motion_block(m, c);
  SN_ASSERT(c->first >= 0 && r >= 0 && r < c->n_row);
  return fabs(m->xi[c->first + r]) * pow(m->s->extent, sn_row_dimension(b, r) - 1);
}

/* Marks the items of the combination that row `row` of a constraint completes. */
static sn_status mark(sn_motion *m, const sn_constraint_rows *of, int row, unsigned char *item)
{
  double largest = 0;
  SN_ASSERT(m->factored && of->first >= 0 && of->first + of->n_row <= m->n_solved);
  memset(m->xi, 0, (size_t)m->n_unknown * sizeof(double));
  m->xi[of->first + row] = 1;
  SN_TRY(sn_lin_solve(m->lin, m->xi));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < m->n_constraint; i++) {
      const sn_constraint_rows *c = m->constraint + i;
      const int owner = sn_motion_block(m, c)->item;
      for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
        const double f = force_of(m, c, r);
        largest = fmax(largest, f);
        if (pass && owner >= 0 && f > taking_part * largest) {
          item[owner] = 1;
        }
      }
    }
  }
  return SN_OK;
}

sn_status sn_motion_shared_forces(sn_motion *m, const sn_state *x, unsigned char *item, sn_error *error)
{
  memset(item, 0, (size_t)m->s->n_item);
  sn_motion_read(m, x);
  SN_TRY(sn_rank_find_dependent(m, error));
  if (m->n_dependent == 0) {
    return SN_OK;
  }
  SN_TRY(sn_motion_prepare(m, error));
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      if (m->softness[c->row + r] > 0 && mark(m, c, r, item) != SN_OK) {
        return sn_fail(error, SN_ESINGULAR, "", "the equations of motion cannot be solved", "the linear solver failed",
                       "check masses and stiffnesses that are very small or very large");
      }
    }
  }
  return SN_OK;
}
