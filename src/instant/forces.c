/* instant/forces.c -- forces that need no multiplier (gravity, loads, springs, dampers), and friction, which does.
 * Theory:  a block acts by -B^T s. Four like ones at a time (batch.h).
 */
#include "instant/batch.h"
#include "system/finite.h"
#include <string.h>

/* Stresses of a pack with the velocities of m; those of its law go into m->stress. */
static void take_stresses(sn_instant *m, int pack, const double *normal)
{
  sn_batch *x = m->batch;
  const sn_law *law = x->packs.pack[pack].type->of->law;
  sn_batch_at at = {.v = law->is_rate ? m->v : NULL, .bare = 1};
  SN_ASSERT(!law->is_constraint);
  for (int l = 0; l < SN_LANES && normal; l++) {
    SN_ASSERT(!(normal[l] < 0));
    at.normal[l] = normal[l];
  }
  sn_batch_take(x, pack);
  sn_batch_stress(x, &at);
  for (int l = 0; l < x->is->n; l++) {
    const sn_block *b = m->s->block + x->is->block[l];
    SN_ASSERT(b->n_stress == 0 || b->n_stress == (law->is_scalar ? 1 : b->n_form));
    for (int k = 0; k < b->n_stress; k++) {
      m->stress[b->stress + k] = law->is_scalar ? x->law[l].tau : x->s[k][l];
    }
  }
}

/* The block of the pack at hand whose force is not a number; -1: none. */
static int bad_block(const sn_batch *x)
{
  for (int l = 0; l < x->is->n; l++) {
    for (int k = 0; k < x->is->type->n_form; k++) {
      if (!isfinite(x->s[k][l])) {
        return x->is->block[l];
      }
    }
  }
  return -1;
}

sn_status sn_instant_not_a_number(const sn_instant *m, int item, const char *what, sn_error *error)
{
  sn_bad_law bad;
  if (sn_find_bad_law(m->s, &(sn_configuration){m->q, m->v, m->internal, m->t}, &bad)) {
    return sn_bad_law_error(m->s, &bad, SN_ESINGULAR, error);
  }
  sn_failf(error, SN_ESINGULAR, "its %s is not a number at t = %.9g s", what, m->t);
  sn_instant_name_item(m->s, item, error);
  sn_error_why(error, "a division by zero, a root or logarithm of a negative number or an overflow made it so");
  sn_error_fix(error, "check the function behind it at this time, and where the motion has taken its arguments");
  return SN_ESINGULAR;
}

static sn_status add_loads(sn_instant *m, sn_error *error)
{
  const sn_system *s = m->s;
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, m->q, m->v, m->t, F, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      m->given[l->vector[a]] = v3_axpy(m->given[l->vector[a]], m->load, F[a]);
      if (!isfinite(F[a].x[0]) || !isfinite(F[a].x[1]) || !isfinite(F[a].x[2])) {
        return sn_instant_not_a_number(m, l->item, "value", error);
      }
    }
  }
  return SN_OK;
}

sn_status sn_instant_given_forces(sn_instant *m, sn_error *error)
{
  const sn_system *s = m->s;
  sn_batch *x = m->batch;
  for (int i = 0; i < s->n_vector; i++) {
    m->given[i] = v3_scale(m->weight, s->gravity[i]);
  }
  SN_TRY(add_loads(m, error));
  for (int i = 0; i < s->n_block; i++) {
    if (x->packs.pack_of[i] < 0) { /* a joint whose angle is only counted */
      memset(m->stress + s->block[i].stress, 0, (size_t)s->block[i].n_stress * sizeof(double));
    }
  }
  for (int i = 0; i < x->packs.n; i++) {
    const sn_block *b = x->packs.pack[i].type->of;
    if (b->law->is_constraint || sn_normal_block(b) >= 0) {
      continue;
    }
    take_stresses(m, i, NULL);
    const int bad = bad_block(x);
    if (bad >= 0) {
      return sn_instant_not_a_number(m, s->block[bad].item, "force", error);
    }
    sn_batch_forces(x);
    sn_batch_act(x, m->given);
  }
  return SN_OK;
}

/* What the friction of a block follows: the force of the joint that it belongs to. */
static double normal_of(const sn_instant *m, const sn_block *b)
{
  const sn_block *from = m->s->block + b->rate->normal_block;
  SN_ASSERT(from->law->is_constraint && b->rate->n_normal <= 6);
  double sum = 0;
  for (int k = 0; k < b->rate->n_normal; k++) {
    const double x = m->stress[from->stress + b->rate->normal_form[k]];
    SN_ASSERT(b->rate->normal_form[k] < from->n_stress && b->rate->normal_weight[k] >= 0);
    sum += b->rate->normal_weight[k] * x * x;
  }
  return sqrt(sum);
}

int sn_instant_friction_forces(sn_instant *m)
{
  sn_batch *x = m->batch;
  int any = 0;
  memcpy(m->force, m->given, (size_t)m->s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    double normal[SN_LANES];
    if (sn_normal_block(p->type->of) < 0) {
      continue;
    }
    for (int l = 0; l < SN_LANES; l++) {
      normal[l] = normal_of(m, m->s->block + p->block[l]);
    }
    take_stresses(m, i, normal);
    sn_batch_forces(x);
    sn_batch_act(x, m->force);
    any = 1;
  }
  return any;
}
