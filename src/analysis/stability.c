/* analysis/stability.c -- does an equilibrium stand, or does it fall away from where it is?
 * Theory:  negative pivots of the matrix of statics.c, shifted by the metric W, count the directions in which the potential falls (Sylvester):
 *          where there are none, it stands. Where there are, or round-off says so, inverse iteration with that matrix finds one: a Rayleigh quotient
 *          below zero. Directions that fall faster than the largest shift are looked for by the count again.
 * Limits:  four shifts, from one start, and the count: what it says is certain, silence is not where pivots are not taken on the diagonal.
 * Tests:   tests/analysis/test_statics.c, tests/mechanisms/test_start.c
 */
#include "analysis/statics_private.h"
#include <float.h>
#include <string.h>

/* times the reference, squares of rates: what falls faster is round-off, what falls more slowly counts as still */
static const double far = 1e8, slow = SN_SLOW;
static const double noises = 4; /* round-off of a quotient that could be a direction in which nothing changes */

void sn_still_times_metric(const sn_still *w, const double *x, double *out)
{
  SN_ASSERT(x != out);
  for (int i = 0; i < w->m->s->n_node; i++) {
    const sn_instant_node *k = w->m->node + i;
    SN_ASSERT(k->first >= 0 && k->first + k->size <= w->m->n_unknown && k->size <= 6);
    for (int j = 0; j < k->size; j++) {
      out[k->first + j] = 0;
      for (int l = 0; l < k->size; l++) {
        out[k->first + j] += w->W[36 * i + j * k->size + l] * x[k->first + l];
      }
    }
  }
}

void sn_still_stir(const sn_instant *m, int seed, double *x)
{
  SN_ASSERT(m->s->extent > 0);
  unsigned long long state = 88172645463325252ull + (unsigned long long)seed;
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_instant_node *k = m->node + i;
    for (int j = 0; j < k->size; j++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      x[k->first + j] = ((double)(state >> 11) / 9007199254740992.0 - 0.5) /
                        (sn_unknown_is_length(m->s->node + i, j) ? 1 : m->s->extent);
    }
  }
}

/* The direction that moves most, as the item of its node. */
static int item_of_most(const sn_instant *m, const double *xi)
{
  double most = 0;
  int item = -1;
  for (int i = 0; i < m->s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++) {
      const double x = fabs(xi[m->node[i].first + j]) * (sn_unknown_is_length(m->s->node + i, j) ? 1 : m->s->extent);
      if (x > most) {
        most = x;
        item = m->s->node[i].item;
      }
    }
  }
  SN_ASSERT(item >= -1 && item < m->s->n_item);
  return item;
}

double sn_still_noise(const sn_still *w, const double *xi)
{
  double sum = 0;
  sn_still_put(w, xi, w->x);
  memset(w->work, 0, (size_t)w->n_unknown * sizeof(double));
  sn_lin_times(w->lin, 1, 1, w->x, w->work);
  for (int i = 0; i < w->n_unknown; i++) {
    sum += fabs(w->x[i]) * w->work[i];
  }
  return DBL_EPSILON * sum;
}

/* Inverse iteration with the matrix as it is factored, shifted by `damping`: a lower quotient than *lowest is kept, with what moves. */
static void iterate(sn_still *w, double damping, double reference, double *lowest, sn_equilibrium *out)
{
  enum { ROUNDS = 12 };
  sn_instant *m = w->m;
  sn_still_stir(m, 0, m->xi);
  for (int i = 0; i < ROUNDS; i++) {
    double *p = w->rhs;
    sn_still_times_metric(w, m->xi, p);
    sn_still_put(w, p, w->x);
    if (sn_lin_solve(w->lin, w->x) != SN_OK) {
      break;
    }
    sn_still_get(w, w->x, m->xi);
    const double top = sn_still_dot(w, m->xi, p);
    sn_still_times_metric(w, m->xi, p);
    const double bottom = sn_still_dot(w, m->xi, p), rate2 = bottom > 0 ? top / bottom - damping : 0;
    if (i > 2 && isfinite(rate2) && rate2 < *lowest && rate2 > -far * reference &&
        rate2 * bottom < -noises * sn_still_noise(w, m->xi)) {
      *lowest = rate2;
      out->unstable_item = item_of_most(m, m->xi);
    }
    const double scale = 1 / sqrt(bottom > 0 ? bottom : 1);
    SN_ASSERT(!(scale < 0));
    for (int j = 0; j < m->n_unknown; j++) {
      m->xi[j] *= scale;
    }
  }
}

/* Negative pivots of the matrix shifted by `damping`: those of the multipliers, and one for each direction that falls faster. -1: not known. */
static int count_negative(sn_still *w, double damping)
{
  sn_still_tangent(w, damping);
  return sn_lin_factor(w->lin) == SN_OK ? sn_lin_negative(w->lin) : -1;
}

/* Directions that fall far faster than forces alone let things fall (a light part on a spring that pushes it away, elements that zigzag): inverse
   iteration does not see them from shifts near zero, but pivots count them. Where there are some, the shift goes to just beyond the fastest. */
static void look_far(sn_still *w, double near, double reference, double *lowest, sn_equilibrium *out)
{
  enum { HALVINGS = 12 };
  double low = log(near), high = log(far * reference); /* of the shift */
  const int none = count_negative(w, far * reference);
  if (none < 0 || count_negative(w, near) <= none) {
    return;
  }
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (low + high) / 2;
    const int n = count_negative(w, exp(middle));
    *(n < 0 || n > none ? &low : &high) = middle;
  }
  if (count_negative(w, exp(high)) == none) {
    iterate(w, exp(high), reference, lowest, out);
  }
}

/* 1: nothing falls faster than `slow`, as the pivots say, for two factorisations; the last one is that of `slow`. 0: not known. */
static int stands(sn_still *w, double reference)
{
  if (!(reference > 0) || !sn_still_has_potential(w->m->s)) {
    return 0;
  }
  const int all = count_negative(w, far * reference);
  return all >= 0 && all == count_negative(w, slow * reference);
}

int sn_still_freedom(const sn_still *w)
{
  const sn_instant *m = w->m;
  int freedom = m->n_dependent - m->n_row;
  SN_ASSERT(m->dependence_known && m->n_dependent <= m->n_row);
  for (int i = 0; i < m->s->n_node; i++) {
    freedom += m->node[i].size;
  }
  return freedom;
}

int sn_still_look(sn_still *w, double reference, sn_equilibrium *out)
{
  static const double shift[] = {1e-3, 0.1, 1, 10};
  enum { SHIFTS = sizeof shift / sizeof shift[0] };
  double lowest = 0;
  SN_ASSERT(!(reference < 0));
  if (sn_still_freedom(w) <= 0) { /* nothing can move: what the iteration would find is round-off */
    return 0;
  }
  if (stands(w, reference)) {
    return 1;
  }
  for (int k = 0; k < SHIFTS; k++) {
    sn_still_tangent(w, shift[k] * reference);
    if (sn_lin_factor(w->lin) == SN_OK) {
      iterate(w, shift[k] * reference, reference, &lowest, out);
    }
  }
  if (reference > 0 && !(lowest < -slow * reference)) {
    look_far(w, shift[SHIFTS - 1] * reference, reference, &lowest, out);
  }
  out->unstable = lowest < -slow * reference;
  out->unstable_rate = out->unstable ? sqrt(-lowest) : 0;
  SN_ASSERT(out->unstable_rate >= 0 && lowest <= 0);
  return 0;
}

int sn_still_falls(sn_still *w)
{
  sn_equilibrium found = {.unstable_item = -1};
  (void)sn_still_look(w, sn_still_force_rate(w), &found);
  return found.unstable;
}
