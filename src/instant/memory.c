/* instant/memory.c -- what a motion keeps from one call to the next: which rows depend on others, where that was last found.
 * Tests:   tests/run/test_checkpoint.c, tests/promises/test_resume.c.
 */
#include "instant/unknowns.h"

#include <string.h>

void sn_instant_renew(sn_instant *m)
{
  m->nothing = m->soft_row = 1e-8;
  m->load = m->weight = 1;
  m->rotation = m->centre = v3(0, 0, 0);
  m->held = NULL;
  m->n_dependent = m->dependence_known = m->factored = 0;
  memset(m->softness, 0, (size_t)m->n_row * sizeof(double));
}

int sn_instant_rows(const sn_instant *m)
{
  return m->n_row;
}

int sn_instant_unknowns(const sn_instant *m)
{
  return m->n_unknown;
}

/* 2: never looked; else 1: this row depends on others */
void sn_instant_keep(const sn_instant *m, unsigned char *flag)
{
  SN_ASSERT(!m->dependence_known || m->n_dependent <= m->n_row);
  for (int i = 0; i < m->n_row; i++) {
    flag[i] = (unsigned char)(!m->dependence_known ? 2 : m->softness[i] > 0);
  }
}

void sn_instant_recall(sn_instant *m, const unsigned char *flag)
{
  m->n_dependent = m->factored = 0;
  m->dependence_known = m->n_row > 0 && flag[0] < 2;
  for (int i = 0; i < m->n_row; i++) {
    m->softness[i] = flag[i] == 1;
    m->n_dependent += flag[i] == 1;
  }
}
