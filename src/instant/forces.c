/* instant/forces.c -- forces that need no multiplier (gravity, loads, springs, dampers), and friction, which does.
 * Theory:  a block acts by -B^T s. Elastic: s = K e. Composite: s = tau grad eps, tau = V'(eps), or -T(t) for a given
 *          force along eps. Rate laws: s = C e', or tau(eps, eps', t, N). The points of the block at hand are in m->point.
 */
#include "instant/inside.h"
#include "system/finite.h"
#include <string.h>

static void times(const sn_block *b, const double *x, double *out)
{
  for (int k = 0; k < b->n_form; k++) {
    out[k] = 0;
    for (int l = 0; l < b->n_form; l++) {
      out[k] += b->matrix[k * b->n_form + l] * x[l];
    }
  }
}

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

static void elastic(sn_motion *m, const sn_block *b, double *s)
{
  double e[SN_MAX_FORMS];
  sn_motion_forms(b, m->point, e);
  times(b, e, s);
  memcpy(m->stress + b->stress, s, (size_t)b->n_form * sizeof(double));
}

static void rate_matrix(sn_motion *m, const sn_block *b, double *s)
{
  double rate[SN_MAX_FORMS];
  form_velocities(m, b, rate);
  times(b, rate, s);
}

/* Composite laws: s = tau grad eps. */
static void composite(sn_motion *m, const sn_block *b, double normal, double *s)
{
  double rate, unused[3], tau;
  const double eps = scalar_strain(m, b, s, &rate);
  if (b->law == SN_COMPOSITE_POTENTIAL) {
    tau = b->potential->force(b->potential, eps, unused);
  } else if (b->law == SN_COMPOSITE_GIVEN) {
    tau = b->given ? -m->load * sn_expr_value(b->given, &m->t) : 0;
  } else {
    tau = b->rate->stress(b->rate, m->t, eps, rate, normal, unused);
  }
  if (b->n_stress == 1) {
    m->stress[b->stress] = tau;
  }
  for (int k = 0; k < b->n_form; k++) {
    s[k] *= tau;
  }
}

static int needs_normal(const sn_block *b)
{
  return b->law == SN_RATE_SCALAR && b->rate->normal_block >= 0;
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
    if (sn_is_constraint(b->law) || needs_normal(b)) {
      continue;
    }
    if (b->law == SN_COMPOSITE_GIVEN && !b->given) { /* a joint whose angle is only counted */
      memset(m->stress + b->stress, 0, (size_t)b->n_stress * sizeof(double));
      continue;
    }
    sn_motion_points(b, m->q, m->point);
    if (b->law == SN_LINEAR_ELASTIC) {
      elastic(m, b, stress);
    } else if (b->law == SN_RATE_MATRIX) {
      rate_matrix(m, b, stress);
    } else {
      composite(m, b, 0, stress);
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
    if (!needs_normal(b)) {
      continue;
    }
    const sn_block *from = s->block + b->rate->normal_block;
    double sum = 0;
    for (int k = 0; k < b->rate->n_normal; k++) {
      const double x = m->stress[from->stress + b->rate->normal_form[k]];
      sum += b->rate->normal_weight[k] * x * x;
    }
    sn_motion_points(b, m->q, m->point);
    composite(m, b, sqrt(sum), stress);
    sn_motion_act(b, m->point, stress, m->point_v, m->force);
    any = 1;
  }
  return any;
}
