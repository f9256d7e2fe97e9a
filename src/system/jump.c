/* system/jump.c -- given motions that jump, and drives whose speed jumps.
 * Theory:  between two samples a smooth function changes like its neighbours. Where it changes much more, the interval is halved
 *          towards the larger change: what is left of it within a thousandth of a sample is a jump (or a rise that no step
 *          of this size can see).
 * Limits:  at most 20000 samples; a pulse shorter than a sample is not seen.
 * Tests:   tests/promises/test_slips.c
 */
#include "system/jump.h"

#include <math.h>

#include "system/kernel.h"

enum { MOST_SAMPLES = 20000, HALVINGS = 12 };
static const double steeper = 3;     /* than its neighbours: worth a look */
static const double smallest = 1e-9; /* of the largest value: round-off */

/* What jumps: a function of time, or its rate. */
typedef struct {
  const sn_expr *function;
  int is_rate;
} curve;

static double value(curve c, double t)
{
  double out[3];
  if (!c.is_rate) {
    return sn_expr_value(c.function, &t);
  }
  sn_expr_taylor(c.function, &t, 0, out);
  return out[1];
}

static double change(curve e, double a, double b)
{
  return value(e, b) - value(e, a);
}

/* What is left of the change between a and b in a small part of it; *t: where. */
static double left_of(curve e, double a, double b, double *t)
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

/* Where sample i begins, and the one before ends: beside round numbers of steps, since a jump on such a place would be cut in two. */
static double edge(double from, double to, double h, int i)
{
  return i == 0 ? from : fmin(from + (i - 0.382) * h, to);
}

static int jump_of(curve e, double from, double to, double step, sn_jump *out)
{
  if (!e.function || !(to > from) || !(step > 0)) {
    return 0;
  }
  const double wanted = ceil((to - from) / step - 1e-9);
  const int n = wanted > MOST_SAMPLES ? MOST_SAMPLES : wanted < 4 ? 4 : (int)wanted;
  const double h = (to - from) / n;
  SN_ASSERT(n >= 4 && n <= MOST_SAMPLES && h > 0);
  double before = 0, now = change(e, from, edge(from, to, h, 1));
  for (int i = 0; i <= n; i++) {
    const double a = edge(from, to, h, i), b = edge(from, to, h, i + 1);
    const double after = i < n ? change(e, b, edge(from, to, h, i + 2)) : 0;
    const double beside = fmax(fabs(before), fabs(after));
    if (fabs(now) > smallest * fabs(value(e, a)) && fabs(now) > steeper * beside) {
      const double left = left_of(e, a, b, &out->t);
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
   moving frame; behind those the speed of the drive of every block. Bases may have kinks: what moves with them on springs follows. */
static curve given_motion(const sn_system *s, int i, sn_jump *out)
{
  const int moving = s->n_block + 6 * s->n_frame;
  SN_ASSERT(i >= 0 && i < moving + s->n_block);
  if (i < s->n_block || i >= moving) {
    const sn_block *b = s->block + (i < moving ? i : i - moving);
    const int is_length = sn_composite_dimension(b), is_speed = i >= moving;
    *out = (sn_jump){.item = b->item,
                     .what = is_speed ? "speed" : "drive",
                     .unit = is_speed    ? is_length ? "m/s" : "rad/s"
                             : is_length ? "m"
                                         : "rad"};
    return (curve){b->drive_is_rate && !is_speed ? NULL : b->drive, is_speed && !b->drive_is_rate};
  }
  const int k = (i - s->n_block) % 6;
  const sn_moving_frame *f = s->frame + (i - s->n_block) / 6;
  *out = (sn_jump){.item = f->item, .what = k < 3 ? "position" : "turn", .unit = k < 3 ? "m" : "rad"};
  return (curve){k < 3 ? f->position[k] : f->turn[k - 3], 0};
}

int sn_find_jump(const sn_system *s, int i, double a, double b, double step, sn_jump *out)
{
  const int of_speed = i - s->n_block - 6 * s->n_frame;
  if (of_speed >= s->n_block) {
    return -1;
  }
  if (of_speed >= 0 && jump_of(given_motion(s, of_speed, out), a, b, step, out)) {
    return 0; /* what jumps has no speed there */
  }
  return jump_of(given_motion(s, i, out), a, b, step, out);
}
