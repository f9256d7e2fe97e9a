/* model/origin.c -- where the coordinates of the system count from, for models far from the origin of space.
 * What:    1e6 m from there a place has ten digits after which the numbers of the machine end: a pendulum of 1 m keeps its joints to 1e-10
 *          and no step converges. A box around the places that the user gives, in whatever direction it is more than ten thousand times
 *          as far away as it is large, is moved to the origin by a corner of it. Others keep all their bits.
 * Limits:  shells given as functions and meshes have no places that are looked at here.
 * Tests:   tests/promises/test_far.c
 */
#include "model/model_private.h"

static const double far_away = 1e4; /* of its size */

typedef struct {
  int n;
  sn_v3 low, high;
} box;

static void include(box *b, sn_v3 x)
{
  for (int k = 0; k < 3; k++) {
    b->low.x[k] = b->n > 0 ? fmin(b->low.x[k], x.x[k]) : x.x[k];
    b->high.x[k] = b->n > 0 ? fmax(b->high.x[k], x.x[k]) : x.x[k];
  }
  b->n++;
}

/* Places of a part that others may be tied to, and every place that a field gives. */
static void include_item(box *b, const sn_item *item)
{
  sn_v3 x;
  sn_m3 axes;
  for (int last = 0; last < 2 && item->kind->part.drawn; last++) {
    if (item->kind->part.drawn(item, last ? SN_STATION_LAST : SN_STATION_SELF, &x, &axes)) {
      include(b, x);
    }
  }
  for (const sn_input *in = item->kind->inputs; in && in->name; in++) {
    const void *field = (const char *)item->param + in->offset;
    const sn_points *list = in->type == SN_POINTS ? field : NULL;
    if (in->type == SN_PLACE && !isnan(((const sn_v3 *)field)->x[0])) {
      include(b, sn_drawn_point(item, *(const sn_v3 *)field));
    }
    for (int i = 0; list && i < list->n; i++) {
      include(b, sn_drawn_point(item, list->x[i]));
    }
  }
}

sn_v3 sn_model_origin(const sn_model *m)
{
  box b = {0};
  sn_v3 origin = {{0, 0, 0}};
  for (int i = 0; i < m->item.n; i++) {
    const sn_item *item = m->item.at[i];
    if (item->kind->class == SN_CLASS_PART || item->kind->class == SN_CLASS_JOINT) {
      include_item(&b, item);
    }
  }
  const double size = b.n > 0 ? v3_norm(v3_sub(b.high, b.low)) : 0;
  for (int k = 0; k < 3 && size > 0; k++) {
    const double nearest = b.low.x[k] > 0 ? b.low.x[k] : -b.high.x[k]; /* negative: the box is on both sides */
    origin.x[k] = nearest > far_away * size ? b.low.x[k] : 0;
  }
  return origin;
}
