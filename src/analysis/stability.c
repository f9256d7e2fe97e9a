/* analysis/stability.c -- does an equilibrium stand, or does it fall away from where it is?
 * Theory:  inverse iteration with the matrix of statics.c, shifted by the metric W: a Rayleigh quotient below zero is a direction in which
 *          the potential falls.
 * Limits:  four shifts, from one start: what it says is certain, silence is not.
 * Tests:   tests/analysis/test_statics.c, tests/whole/test_start.c
 */
#include "analysis/statics_private.h"

/* out = W x, numbering of m */
static void times_metric(const sn_still *w, const double *x, double *out)
{
  SN_ASSERT(x != out);
  for (int i = 0; i < w->m->s->n_node; i++) {
    const sn_motion_node *k = w->m->node + i;
    SN_ASSERT(k->first >= 0 && k->first + k->size <= w->m->n_unknown && k->size <= 6);
    for (int j = 0; j < k->size; j++) {
      out[k->first + j] = 0;
      for (int l = 0; l < k->size; l++) {
        out[k->first + j] += w->W[36 * i + j * k->size + l] * x[k->first + l];
      }
    }
  }
}

/* x of unit size in W, made of numbers that are the same every time */
static void stir(const sn_motion *m, double *x)
{
  SN_ASSERT(m->s->extent > 0);
  unsigned long long state = 88172645463325252ull;
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_motion_node *k = m->node + i;
    for (int j = 0; j < k->size; j++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      x[k->first + j] =
          ((double)(state >> 11) / 9007199254740992.0 - 0.5) / (j < 3 * m->s->node[i].has_x ? 1 : m->s->extent);
    }
  }
}

/* The direction that moves most, as the item of its node. */
static int item_of_most(const sn_motion *m, const double *xi)
{
  double most = 0;
  int item = -1;
  for (int i = 0; i < m->s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++) {
      const double x = fabs(xi[m->node[i].first + j]) * (j < 3 * m->s->node[i].has_x ? 1 : m->s->extent);
      if (x > most) {
        most = x;
        item = m->s->node[i].item;
      }
    }
  }
  SN_ASSERT(item >= -1 && item < m->s->n_item);
  return item;
}

void sn_still_look(sn_still *w, double reference, sn_equilibrium *out)
{
  static const double shift[] = {1e-3, 0.1, 1, 10};
  enum { ROUNDS = 12 };
  sn_motion *m = w->m;
  double lowest = 0;
  int freedom = m->n_dependent - m->n_row;
  SN_ASSERT(m->dependence_known && m->n_dependent <= m->n_row && !(reference < 0));
  for (int i = 0; i < m->s->n_node; i++) {
    freedom += m->node[i].size;
  }
  if (freedom <= 0) { /* nothing can move: what the iteration would find is round-off */
    return;
  }
  for (size_t k = 0; k < sizeof shift / sizeof shift[0]; k++) {
    const double damping = shift[k] * reference;
    stir(m, m->xi);
    sn_still_tangent(w, damping);
    if (sn_lin_factor(w->lin) != SN_OK) {
      continue;
    }
    for (int i = 0; i < ROUNDS; i++) {
      double *p = w->rhs;
      times_metric(w, m->xi, p);
      sn_still_put(w, p, w->x);
      if (sn_lin_solve(w->lin, w->x) != SN_OK) {
        break;
      }
      sn_still_get(w, w->x, m->xi);
      const double top = sn_still_dot(w, m->xi, p);
      times_metric(w, m->xi, p);
      const double bottom = sn_still_dot(w, m->xi, p), rate2 = bottom > 0 ? top / bottom - damping : 0;
      if (i > 2 && isfinite(rate2) && rate2 < lowest && rate2 > -1e8 * reference) {
        lowest = rate2;
        out->unstable_item = item_of_most(m, m->xi);
      }
      const double scale = 1 / sqrt(bottom > 0 ? bottom : 1);
      SN_ASSERT(!(scale < 0));
      for (int j = 0; j < m->n_unknown; j++) {
        m->xi[j] *= scale;
      }
    }
  }
  out->unstable = lowest < -1e-6 * reference;
  out->unstable_rate = out->unstable ? sqrt(-lowest) : 0;
  SN_ASSERT(out->unstable_rate >= 0 && lowest <= 0);
}

int sn_still_falls(sn_still *w)
{
  sn_equilibrium found = {.unstable_item = -1};
  sn_still_look(w, sn_still_force_rate(w), &found);
  return found.unstable;
}
