/* analysis/modes_round.c -- what the searches with and without damping share: rounds of shifts and counts; the order of modes.
 * What:    see analysis/modes_private.h. ARPACK is asked for a few more modes than wanted, again with a better shift, and for
 *          all of them where many are alike.
 * Tests:   tests/analysis/test_modes.c
 */
#include "analysis/modes_private.h"

enum { MORE = 4, MOST_ZEROS = 1500, MOST_WHOLE = 1500 };

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes");
}

static double rank(const sn_mode *m)
{
  SN_ASSERT(m->frequency >= 0);
  const double size = hypot(m->growth, m->frequency);
  return m->zero ? 0 : m->frequency == 0 && m->growth > 0 ? -size : size;
}

sn_status sn_modes_order(sn_mode *list, int n, int count, sn_arena *arena, sn_modes *out, sn_error *error)
{
  sn_mode *kept = SN_NEW(arena, sn_mode, n + 1);
  if (!kept) {
    return no_memory(error);
  }
  for (int i = 1; i < n; i++) {
    const sn_mode x = list[i];
    int k = i;
    for (; k > 0 && rank(&x) < rank(&list[k - 1]); k--) {
      list[k] = list[k - 1];
    }
    list[k] = x;
    SN_ASSERT(k == 0 || !(rank(&list[k]) < rank(&list[k - 1])));
  }
  int used = 0;
  out->n = out->n_zero = out->n_growing = 0;
  for (int i = 0; i < n; i++) {
    out->n_zero += list[i].zero;
    if (list[i].zero ? out->n_zero <= SN_MODES_ZEROS : used < count) {
      used += !list[i].zero;
      out->n_growing += !list[i].zero && list[i].growth > 0;
      kept[out->n++] = list[i];
    }
  }
  SN_ASSERT(used <= count && out->n <= n && out->n_zero <= n && out->n_growing <= used);
  out->mode = kept;
  return SN_OK;
}

/* The next shift (1/s^2) from the lowest frequency found and the presence of zero modes; 0: the present shift is good. */
double sn_better_shift(const sn_linear *l, double tau, double lowest, int zeros)
{
  if (!(lowest > 0) || !isfinite(lowest)) {
    return 0;
  }
  const double next = fmax(0.1 * lowest, 1e-14 * l->typical);
  SN_ASSERT(next > 0);
  const int too_high = lowest<0.01 * tau, too_low = zeros> 0 && lowest > 100 * tau;
  return (too_high && next < 0.5 * tau) || too_low ? next : 0;
}

sn_status sn_found_new(const sn_linear *l, int room, sn_found *f, sn_error *error)
{
  *f = (sn_found){.list = SN_NEW(l->arena, sn_mode, room + 1), .lowest = INFINITY};
  return f->list ? SN_OK : no_memory(error);
}

/* Motions without stiffness come first, however many there are; modes with stiffness follow them. */
int sn_wants_more(const sn_modes_options *o, const sn_modes *out, const sn_found *f, int ask, int all)
{
  return !out->complete && f->zeros > 0 && f->n - f->zeros < o->count && ask < all && f->zeros < MOST_ZEROS;
}

/* So many equal eigenvalues are hard for ARPACK: a model that is not too large is solved with dense matrices. */
int sn_ask_for_more(const sn_found *f, int ask, int all)
{
  SN_ASSERT(f->zeros <= f->n && ask < all);
  return f->zeros == f->n && all <= MOST_WHOLE ? all : MORE * ask;
}

/* ARPACK fails where almost all eigenvalues are equal: the same then. */
int sn_wants_all(sn_status status, int ask, int all)
{
  return status == SN_ENOCONV && ask < all && all <= MOST_WHOLE;
}
