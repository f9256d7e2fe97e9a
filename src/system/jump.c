/* system/jump.c -- given motions that jump.
 * Theory:  between two samples a smooth function changes like its neighbours. Where it changes much more, the interval is halved
 *          towards the larger change: what is left of it within a thousandth of a sample is a jump (or a rise that no step
 *          of this size can see).
 * Limits:  at most 20000 samples; a pulse shorter than a sample is not seen.
 * Tests:   tests/whole/test_slips.c
 */
#include "system/jump.h"

#include <math.h>

#include "system/kernel.h"

enum { MOST_SAMPLES = 20000, HALVINGS = 12 };
static const double steeper = 3;     /* than its neighbours: worth a look */
static const double smallest = 1e-9; /* m, rad */

static double change(const sn_expr *e, double a, double b)
{
  return sn_expr_value(e, &b) - sn_expr_value(e, &a);
}

/* What is left of the change between a and b in a small part of it; *t: where. */
static double left_of(const sn_expr *e, double a, double b, double *t)
{
  SN_ASSERT(b > a);
  for (int i = 0; i < HALVINGS; i++) {
    const double c = 0.5 * (a + b);
    *(fabs(change(e, a, c)) > fabs(change(e, c, b)) ? &b : &a) = c;
  }
  const double size = change(e, a, b);
  for (int i = 0; i < 4 * HALVINGS; i++) { /* only to name its time well */
    const double c = 0.5 * (a + b);
    *(fabs(change(e, a, c)) > fabs(change(e, c, b)) ? &b : &a) = c;
  }
  *t = b;
  return size;
}

static int jump_of(const sn_expr *e, double from, double to, double step, sn_jump *out)
{
  if (!e || !(to > from) || !(step > 0)) {
    return 0;
  }
  const double wanted = ceil((to - from) / step - 1e-9);
  const int n = wanted > MOST_SAMPLES ? MOST_SAMPLES : wanted < 4 ? 4 : (int)wanted;
  const double h = (to - from) / n;
  SN_ASSERT(n >= 4 && n <= MOST_SAMPLES && h > 0);
  double before = 0, now = change(e, from, from + h);
  for (int i = 0; i < n; i++) {
    const double after = i + 1 < n ? change(e, from + (i + 1) * h, from + (i + 2) * h) : 0;
    const double beside = fmax(fabs(before), fabs(after));
    if (fabs(now) > smallest && fabs(now) > steeper * beside) {
      const double left = left_of(e, from + i * h, from + (i + 1) * h, &out->t);
      if (fabs(left) > 0.5 * fabs(now)) {
        out->size = left;
        return 1;
      }
    }
    before = now;
    now = after;
  }
  return 0;
}

/* Motion number i: the drive of block i, if it has one; behind the blocks three positions and three turns of every
   moving frame. */
static const sn_expr *given_motion(const sn_system *s, int i, sn_jump *out)
{
  SN_ASSERT(i >= 0 && i < s->n_block + 6 * s->n_frame);
  if (i < s->n_block) {
    const sn_block *b = s->block + i;
    *out = (sn_jump){.item = b->item, .what = "drive", .unit = sn_composite_dimension(b) ? "m" : "rad"};
    return !b->drive_is_rate ? b->drive : NULL;
  }
  const int k = (i - s->n_block) % 6;
  const sn_moving_frame *f = s->frame + (i - s->n_block) / 6;
  *out = (sn_jump){.item = f->item, .what = k < 3 ? "position" : "turn", .unit = k < 3 ? "m" : "rad"};
  return k < 3 ? f->position[k] : f->turn[k - 3];
}

int sn_find_jump(const sn_system *s, int i, double a, double b, double step, sn_jump *out)
{
  return i >= s->n_block + 6 * s->n_frame ? -1 : jump_of(given_motion(s, i, out), a, b, step, out);
}
