/* instant/forces.c -- forces that need no multiplier (gravity, loads, springs, dampers), and friction, which does.
 * Theory:  a block acts by -B^T s (block.c); its points are in m->point.
 */
#include "instant/inside.h"
#include "system/finite.h"
#include <string.h>

/* Stresses of the forms of a block with the velocities of m; those of its law go into m->stress. */
static void stress_of(sn_motion *m, const sn_block *b, double normal, sn_block_stress *out)
{
  SN_ASSERT(!b->law->is_constraint && !(normal < 0));
  sn_motion_stress(m, b, m->v, normal, out);
  if (b->n_stress > 0) {
    SN_ASSERT(b->n_stress == (b->law->is_scalar ? 1 : b->n_form) && b->stress + b->n_stress <= m->s->n_stress);
    memcpy(m->stress + b->stress, b->law->is_scalar ? &out->tau : out->s, (size_t)b->n_stress * sizeof(double));
  }
}

sn_status sn_motion_not_a_number(const sn_motion *m, int item, const char *what, sn_error *error)
{
  sn_bad_law bad;
  if (sn_find_bad_law(m->s, &(sn_instant){m->q, m->v, m->own, m->t}, &bad)) {
    return sn_bad_law_error(m->s, &bad, SN_ESINGULAR, error);
  }
  sn_failf(error, SN_ESINGULAR, "its %s is not a number at t = %.9g s", what, m->t);
  sn_motion_name_item(m->s, item, error);
  sn_error_why(error, "a division by zero, a root or logarithm of a negative number or an overflow made it so");
  sn_error_fix(error, "check the function behind it at this time, and where the motion has taken its arguments");
  return SN_ESINGULAR;
}

static int all_finite(const double *x, int n)
{
  int good = 1;
  for (int k = 0; k < n; k++) {
    good = good && isfinite(x[k]);
  }
  return good;
}

sn_status sn_motion_given_forces(sn_motion *m, sn_error *error)
{
  const sn_system *s = m->s;
  sn_block_stress stress;
  for (int i = 0; i < s->n_vector; i++) {
    m->given[i] = v3_scale(m->weight, s->gravity[i]);
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, m->q, m->v, m->t, F, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      m->given[l->vector[a]] = v3_axpy(m->given[l->vector[a]], m->load, F[a]);
      if (!all_finite(F[a].x, 3)) {
        return sn_motion_not_a_number(m, l->item, "value", error);
      }
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (b->law->is_constraint || sn_normal_block(b) >= 0) {
      continue;
    }
    if (sn_is_idle(b)) { /* a joint whose angle is only counted */
      memset(m->stress + b->stress, 0, (size_t)b->n_stress * sizeof(double));
      continue;
    }
    stress_of(m, b, 0, &stress);
    if (!all_finite(stress.s, b->n_form)) {
      return sn_motion_not_a_number(m, b->item, "force", error);
    }
    sn_motion_act(b, m->point, stress.s, m->point_v, m->given);
  }
  return SN_OK;
}

int sn_motion_friction_forces(sn_motion *m)
{
  const sn_system *s = m->s;
  sn_block_stress stress;
  int any = 0;
  memcpy(m->force, m->given, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (sn_normal_block(b) < 0) {
      continue;
    }
    const sn_block *from = s->block + b->rate->normal_block;
    SN_ASSERT(from->law->is_constraint && b->rate->n_normal <= 6);
    double sum = 0;
    for (int k = 0; k < b->rate->n_normal; k++) {
      const double x = m->stress[from->stress + b->rate->normal_form[k]];
      SN_ASSERT(b->rate->normal_form[k] < from->n_stress && b->rate->normal_weight[k] >= 0);
      sum += b->rate->normal_weight[k] * x * x;
    }
    stress_of(m, b, sqrt(sum), &stress);
    sn_motion_act(b, m->point, stress.s, m->point_v, m->force);
    any = 1;
  }
  return any;
}
