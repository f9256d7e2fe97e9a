/* parts/shell_join.c -- which nodes of a shell carry axes, and where shells meet.
 * What:    a node has three axes where a joint, a beam or a fold needs them, else a director alone (a director has no drilling stiffness: a
 *          triad that nothing holds about it would turn freely). Edges on other shells find the nodes that are at their places.
 * Theory:  docs/theory-shells.md, section 6.
 * Tests:   tests/shells/test_joints.c
 */
#include "model/model.h"
#include "parts/shell.h"

static const double same_place = 1e-8; /* of the size of what is compared */

static int nearest(int n, const sn_v3 *x, sn_v3 at, double *distance)
{
  int best = -1;
  for (int k = 0; k < n; k++) {
    const double d = v3_norm(v3_sub(x[k], at));
    if (best < 0 || d < *distance) {
      best = k;
      *distance = d;
    }
  }
  return best;
}

static double size_of(int n, const sn_v3 *x)
{
  double size = 0;
  for (int k = 1; k < n; k++) {
    size = fmax(size, v3_norm(v3_sub(x[k], x[0])));
  }
  return size;
}

int sn_shell_is_smooth(sn_v3 a, sn_v3 b)
{
  return v3_dot(a, b) > cos(SN_SHELL_FOLD);
}

/* An edge of another shell that is clamped on this one, at an angle: a fold. */
static void mark_fold(const sn_item *other, int edge, int n, const sn_v3 *x, const sn_v3 *d, unsigned char *triad)
{
  sn_shell_grid g;
  if (sn_shell_grid_of(other, &g, NULL) != SN_OK) {
    return; /* the error is reported when that shell is frozen */
  }
  const double size = size_of(n, x);
  for (int k = 0; k < sn_shell_nodes(&g); k++) {
    sn_v3 at, director;
    double distance = 0;
    if (!sn_shell_on_edge(&g, edge, k)) {
      continue;
    }
    if (!sn_shell_station(&g, k, &at, &director)) {
      return;
    }
    const sn_v3 start = sn_start_point(other, at), turned = m3_mul(other->start->turn, director);
    const int here = nearest(n, x, start, &distance);
    if (here >= 0 && distance <= same_place * size && !sn_shell_is_smooth(d[here], turned)) {
      triad[here] = 1;
    }
  }
}

void sn_shell_mark_triads(const sn_item *item, int n, const sn_v3 *x, const sn_v3 *d, unsigned char *triad)
{
  for (int i = 0; i < sn_model_items(item->model); i++) {
    const sn_item *other = sn_model_item(item->model, i);
    for (int k = 0; k < other->kind->n_refs && other != item; k++) {
      const sn_ref *r = other->ref + k;
      const int node = r->station == SN_STATION_LAST ? n - 1 : r->station;
      if (r->given && r->item == item && node >= 0 && node < n && other->kind->holds.axes &&
          other->kind->holds.axes(other, k)) {
        triad[node] = 1;
      }
    }
    const sn_refs held = other != item && other->kind->holds.places ? other->kind->holds.places(other) : (sn_refs){0};
    for (int k = 0; k < held.n; k++) {
      const int node = held.x[k].station == SN_STATION_LAST ? n - 1 : held.x[k].station;
      if (held.x[k].item == item && node >= 0 && node < n) {
        triad[node] = 1;
      }
    }
    const int edges = other != item && other->kind == item->kind ? sn_shell_edges(other) : 0;
    for (int edge = 0; edge < edges; edge++) {
      const sn_shell_edge *e = sn_shell_edge_at(other, edge);
      if (e->given && e->clamped && e->on.item == item) {
        mark_fold(other, edge, n, x, d, triad);
      }
    }
  }
}

sn_status sn_shell_meet(const sn_item *item, const sn_ref *on, sn_v3 start, int *node, sn_error *error)
{
  const sn_shell_frozen *f = on->item->frozen;
  const int n = f ? sn_shell_nodes(&f->grid) : 0;
  double distance = 0;
  *node = nearest(n, f ? f->X : NULL, start, &distance);
  if (*node < 0 || distance > same_place * size_of(n, f->X)) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has no node of '%s' at (%.6g, %.6g, %.6g), where its edge is.",
                 item->name, on->item->name, start.x[0], start.x[1], start.x[2]);
    if (*node >= 0) {
      sn_error_why(error, "The nearest is %.3g m away, at (%.6g, %.6g, %.6g).", distance, f->X[*node].x[0],
                   f->X[*node].x[1], f->X[*node].x[2]);
    } else {
      sn_error_why(error, "'%s' comes after it in the model.", on->item->name);
    }
    sn_error_fix(
        error,
        "Meshes of shells that meet have the same nodes there: choose elements, order and lines alike, and make "
        "'%s' first.",
        on->item->name);
    return SN_EINPUT;
  }
  return SN_OK;
}
