/* model/node_at.c -- a part with nodes (beam, cable, shell, link) named without a node: the node at the place that the item gives.
 * What:    fixed { ground, "jib", at = p } holds the node of the jib at p. Fields `at`, `at_a` ..., `from` and `to` give places.
 * Rule:    a node must be there, to a millionth of the size of the part: an arm that nobody asked for would be a silent mistake.
 * Tests:   tests/language/test_node_at.c
 */
#include <string.h>

#include "model/model_private.h"

static const double there = 1e-6; /* of the size of the part */

/* The place that the item gives for its k-th part; NULL: none. */
static const sn_v3 *place_of(const sn_item *item, int k)
{
  static const char *const names[][3] = {{"at", "at_a", "from"}, {"at", "at_b", "to"}, {"at", "at_c", ""}};
  if (k >= (int)(sizeof names / sizeof *names)) {
    return NULL;
  }
  for (const sn_input *in = item->kind->inputs; in && in->name; in++) {
    for (int i = 0; i < 3; i++) {
      const sn_v3 *at = (const sn_v3 *)(const void *)((const char *)item->param + in->offset);
      if (in->type == SN_PLACE && strcmp(in->name, names[k][i]) == 0 && !isnan(at->x[0])) {
        return at;
      }
    }
  }
  return NULL;
}

typedef struct {
  int node;
  double distance, size; /* size: of the part, from its first node to the farthest */
  sn_v3 place;
} nearest;

static nearest find(const sn_item *part, sn_v3 x)
{
  nearest best = {.node = -1};
  sn_v3 first = {{0, 0, 0}};
  const int n = part->kind->part.stations(part);
  for (int k = 0; k < n; k++) {
    sn_v3 place;
    sn_m3 axes;
    if (!part->kind->part.drawn(part, k, &place, &axes)) {
      continue;
    }
    const sn_v3 bow = part->kind->part.imperfection ? part->kind->part.imperfection(part, k) : v3(0, 0, 0);
    /* of an imperfect part the place on the perfect one counts, too: it is what people know */
    const double distance = fmin(v3_norm(v3_sub(place, x)), v3_norm(v3_sub(v3_sub(place, bow), x)));
    first = k == 0 ? place : first;
    best.size = fmax(best.size, v3_norm(v3_sub(place, first)));
    if (best.node < 0 || distance < best.distance) {
      best.node = k;
      best.distance = distance;
      best.place = place;
    }
  }
  return best;
}

sn_status sn_node_at(const sn_item *item, int k, sn_ref *ref, sn_error *error)
{
  const sn_item *part = ref->item;
  const sn_v3 *at = place_of(item, k);
  if (k == 1 && item->kind->joint.second_whole) {
    return SN_OK;
  }
  if (!part || !part->kind->part.by_node || ref->station != SN_STATION_SELF || ref->has_point || !at) {
    return SN_OK;
  }
  const sn_v3 x = sn_drawn_point(item, *at);
  const nearest best = find(part, x);
  if (best.node < 0) {
    return SN_OK; /* freezing says what is wrong with the part */
  }
  if (best.distance > there * best.size) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no node at {%.6g, %.6g, %.6g}.", part->kind->name, part->name,
                 x.x[0], x.x[1], x.x[2]);
    sn_error_why(error, "The nearest is node %d at {%.6g, %.6g, %.6g}, %.3g m away.", best.node, best.place.x[0],
                 best.place.x[1], best.place.x[2], best.distance);
    sn_error_fix(error, "Give the place of a node, or write %s:node(%d) in place of the part, for a rigid arm to it.",
                 part->name, best.node);
    return SN_EINPUT;
  }
  ref->station = best.node;
  return SN_OK;
}
