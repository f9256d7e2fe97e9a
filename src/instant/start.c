/* instant/start.c -- start of a run: stresses, multipliers and internal multipliers from the accelerations.
 * Theory:  docs/theory.md, start. The internal multipliers Sigma (symmetric, one matrix per node) carry what is left on the
 *          directors: sum_l Sigma_kl d_l = g_k = (F - B^T s - G^T lambda - M a)_k, hence Sigma_kl = sym(d_l . g_k).
 *          Light directors under load need them: from zero the first step of a thin spinning rod fails.
 * Tests:   tests/instant/test_instant.c
 */
#include "instant/unknowns.h"
#include <string.h>

/* v^T M v over the free vectors (the others do not change) */
static double norm2(const sn_instant *m, const sn_v3 *v, sn_v3 *scratch)
{
  double sum = 0;
  SN_ASSERT(v != scratch);
  memset(scratch, 0, (size_t)m->s->n_vector * sizeof(sn_v3));
  sn_instant_times_mass(m, v, 1, scratch);
  for (int i = 0; i < m->s->n_vector; i++) {
    if (m->s->vector[i].freedom == SN_FREE) {
      sum += v3_dot(v[i], scratch[i]);
    }
  }
  return fmax(sum, 0);
}

/* Relative change of the velocities of the free vectors in the mass norm. */
static double change(sn_instant *m, const sn_state *x)
{
  for (int i = 0; i < m->s->n_vector; i++) {
    const int is_free = m->s->vector[i].freedom == SN_FREE;
    m->given[i] = is_free ? v3_sub(m->v[i], x->v[i]) : v3(0, 0, 0);
    m->a[i] = is_free ? x->v[i] : v3(0, 0, 0);
  }
  const double moved = norm2(m, m->given, m->force), before = norm2(m, m->a, m->force);
  for (int i = 0; i < m->s->n_vector; i++) {
    m->a[i] = m->s->vector[i].freedom == SN_FREE ? m->v[i] : v3(0, 0, 0);
  }
  const double scale = fmax(before, norm2(m, m->a, m->force));
  return scale > 0 ? sqrt(moved / scale) : 0;
}

static void set_sigma(sn_instant *m, double *sigma)
{
  sn_instant_add_row_forces(m, m->force);
  sn_instant_times_mass(m, m->a, -1, m->force);
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    const int *d = n->vector + n->has_x;
    memset(sigma + 9 * (size_t)i, 0, 9 * sizeof(double));
    for (int k = 0; k < n->n_dir; k++) {
      for (int l = 0; l < n->n_dir; l++) {
        sigma[9 * i + 3 * k + l] = 0.5 * (v3_dot(m->q[d[l]], m->force[d[k]]) + v3_dot(m->q[d[k]], m->force[d[l]]));
      }
    }
  }
}

sn_status sn_instant_start(sn_instant *m, sn_state *x, int project, double *moved, sn_error *error)
{
  sn_instant_read(m, x);
  SN_TRY(sn_rank_find_dependent(m, error));
  SN_TRY(sn_instant_velocities(m, error));
  const double relative = change(m, x);
  SN_TRY(sn_instant_accelerations(m, error));
  set_sigma(m, x->sigma);
  memcpy(x->stress, m->stress, (size_t)m->s->n_stress * sizeof(double));
  if (project) {
    memcpy(x->v, m->v, (size_t)m->s->n_vector * sizeof(sn_v3));
  }
  if (moved) {
    *moved = relative;
  }
  return SN_OK;
}
