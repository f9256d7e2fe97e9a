/* instant/forces.c -- forces that need no multiplier (gravity, loads, springs, dampers), and friction, which does.
 * Theory:  a block acts by -B^T s. Elastic: s = K e. Composite: s = tau grad eps, tau = V'(eps), or -T(t) for a given
 *          force along eps. Rate laws: s = C e', or tau(eps, eps', t, N). The points of the block at hand are in m->point.
 */
#include "instant/inside.h"
#include "system/finite.h"
#include <string.h>

/* Rates of the forms at v, by the points at q in m->point. */
static void form_velocities(sn_motion *m, const sn_block *b, double *rate)
{
  sn_motion_points(b, m->v, m->point_v);
  sn_motion_form_rates(b, m->point, m->point_v, rate);
}

/* eps and its gradient; eps' in *rate */
static double scalar_strain(sn_motion *m, const sn_block *b, double *gradient, double *rate)
{
  double e[SN_MAX_FORMS], e_rate[SN_MAX_FORMS], u[3];
  sn_motion_forms(b, m->point, e);
  const double eps = sn_composite(b, m->own, e, gradient, NULL);
  form_velocities(m, b, e_rate);
  sn_motion_drive(m, b, u);
  *rate = -u[1];
  for (int k = 0; k < b->n_form; k++) {
    *rate += gradient[k] * e_rate[k];
  }
  return eps - u[0];
}

/* Stresses of the forms by a law on them. */
static void on_forms(sn_motion *m, const sn_block *b, double *s)
{
  double e[SN_MAX_FORMS];
  if (b->law->is_rate) {
    form_velocities(m, b, e);
  } else {
    sn_motion_forms(b, m->point, e);
  }
  b->law->stress(b, e, s);
  memcpy(m->stress + b->stress, s, (size_t)b->n_stress * sizeof(double));
}

/* And by a law on their composite strain: s = tau grad eps. */
static void on_composite(sn_motion *m, const sn_block *b, double normal, double *s)
{
  sn_scalar_point at = {.normal = normal, .t = m->t, .load = m->load};
  double unused[3];
  at.x = scalar_strain(m, b, s, &at.rate);
  const double tau = b->law->scalar_stress(b, &at, unused);
  if (b->n_stress == 1) {
    m->stress[b->stress] = tau;
  }
  for (int k = 0; k < b->n_form; k++) {
    s[k] *= tau;
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
  double stress[SN_MAX_FORMS];
  for (int i = 0; i < s->n_vector; i++) {
    m->given[i] = v3_scale(m->weight, s->gravity[i]);
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, m->q, m->t, F, NULL);
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
    sn_motion_points(b, m->q, m->point);
    if (b->law->is_scalar) {
      on_composite(m, b, 0, stress);
    } else {
      on_forms(m, b, stress);
    }
    if (!all_finite(stress, b->n_form)) {
      return sn_motion_not_a_number(m, b->item, "force", error);
    }
    sn_motion_act(b, m->point, stress, m->point_v, m->given);
  }
  return SN_OK;
}

int sn_motion_friction_forces(sn_motion *m)
{
  const sn_system *s = m->s;
  double stress[SN_MAX_FORMS];
  int any = 0;
  memcpy(m->force, m->given, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (sn_normal_block(b) < 0) {
      continue;
    }
    const sn_block *from = s->block + b->rate->normal_block;
    double sum = 0;
    for (int k = 0; k < b->rate->n_normal; k++) {
      const double x = m->stress[from->stress + b->rate->normal_form[k]];
      sum += b->rate->normal_weight[k] * x * x;
    }
    sn_motion_points(b, m->q, m->point);
    on_composite(m, b, sqrt(sum), stress);
    sn_motion_act(b, m->point, stress, m->point_v, m->force);
    any = 1;
  }
  return any;
}
