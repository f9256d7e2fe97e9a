/* parts/beam_on_nodes.c -- a beam whose nodes are those of other parts: a stiffener along the edge of a shell.
 * What:    `nodes` is a list of places of parts, one per node of the beam. Their frames are shared: no node of its own, no rows. Where the
 *          part is a shell its nodes there are triads (shell_join.c), and directors and sections turn together.
 * Theory:  docs/theory-shells.md, section 6; an eccentric stiffener is a section with an offset.
 * Tests:   tests/beams/test_stiffener.c
 */
#include "model/model.h"
#include "parts/beam.h"

static sn_status refuse(const char *fix, sn_error *error)
{
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

/* Elements of the beam that bend otherwise than the edges of the shell they lie on: joined at the nodes only. */
static sn_status warn_of_order(const sn_item *item, sn_error *error)
{
  const sn_beam *p = item->param;
  const sn_item *on = p->nodes.x[0].item;
  int all = on && on->kind->surface.edge_order; /* on one part? */
  for (int k = 1; k < p->nodes.n; k++) {
    all = all && p->nodes.x[k].item == on;
  }
  return all && on->kind->surface.edge_order(on) != p->order
             ? sn_model_warn(
                   item->model, item->where, error,
                   "Beam '%s' has elements of order %d on nodes of '%s', whose elements have order %d: they are "
                   "joined at nodes only. Write order = %d.",
                   item->name, p->order, on->name, on->kind->surface.edge_order(on), on->kind->surface.edge_order(on))
             : SN_OK;
}

sn_status sn_beam_take_nodes(sn_item *item, sn_arena *arena, sn_error *error)
{
  sn_beam *p = item->param;
  const int n = p->nodes.n;
  if (n == 0) {
    return SN_OK;
  }
  if (p->points.n || !isnan(p->from.x[0]) || !isnan(p->to.x[0]) || !isnan(p->through.x[0]) || item->ref[0].given) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has nodes of other parts, and a line of its own as well.",
                 item->name);
    return refuse("Leave out from, to, through, points and what it is attached to.", error);
  }
  if (n < 2 || (n - 1) % p->order != 0) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has %d nodes, which elements of order %d do not take.", item->name,
                 n, p->order);
    sn_error_why(error, "An element of order %d has %d, the last of them shared with the next.", p->order,
                 p->order + 1);
    return refuse("Give `order` that of the shell, and all nodes of its edge.", error);
  }
  sn_v3 *x = SN_NEW(arena, sn_v3, n);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  int own = 0;
  for (int k = 0; k < n; k++) {
    const sn_ref *r = p->nodes.x + k;
    if (!r->given) {
      own++;
      x[k] = r->point;
    } else if ((!r->item && !r->has_point) || !sn_drawn_station(r, x + k)) {
      sn_item_fail(item, SN_EINPUT, error, "Node %d of beam '%s' is on '%s', which does not say where.", k, item->name,
                   sn_ref_name(r));
      return refuse("Give a node or a point of it: s:at(0, 0.5), s:node(3), hub:point {0, 0, 1}.", error);
    } else {
      x[k] = m3_tmul(item->group->turn, v3_sub(x[k], item->group->shift));
    }
  }
  if (own == 0 && (!isnan(p->velocity.x[0]) || !isnan(p->angular_velocity.x[0]))) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has a velocity, but no node of its own.", item->name);
    sn_error_why(error, "Its nodes are those of other parts, and move as these do.");
    return refuse("Give the velocity to the part that it stiffens.", error);
  }
  p->elements = (n - 1) / p->order;
  p->points = (sn_points){.n = n, .x = x};
  p->smooth = 1;
  return warn_of_order(item, error);
}

/* d1 as it is, d3 as near a direction as it can be. */
static int turn_up(sn_v3 up, sn_m3 *axes)
{
  const sn_v3 across = v3_cross(up, axes->c[0]);
  if (!(v3_norm(across) > 1e-3)) {
    return 0;
  }
  axes->c[1] = v3_unit(across);
  axes->c[2] = v3_cross(axes->c[0], axes->c[1]);
  return 1;
}

sn_status sn_beam_shared_node(const sn_beam_curve *c, int k, double s, sn_v3 x, sn_m3 *axes, sn_builder *b,
                              sn_frame *out, int *made, sn_error *error)
{
  SN_ASSERT(k >= 0 && k < sn_beam_nodes(c->item->param));
  const sn_item *item = c->item;
  const sn_beam *p = item->param;
  *made = p->nodes.n > 0 && p->nodes.x[k].given;
  if (!*made) {
    return SN_OK;
  }
  const sn_ref *r = p->nodes.x + k;
  sn_frame there;
  SN_TRY(sn_frame_of(r, b, &there, error));
  if (there.n_dir < 3) {
    sn_item_fail(item, SN_EINPUT, error, "Node %d of beam '%s' is on '%s', which has no axes there.", k, item->name,
                 sn_ref_name(r));
    sn_error_why(error, "It is at (%.6g, %.6g, %.6g); a beam is clamped to its nodes.", x.x[0], x.x[1], x.x[2]);
    return refuse("An edge that is held in place by all components has directors alone: hold two of them, or clamp it.",
                  error);
  }
  if (isnan(p->up.x[0]) && r->item) {
    const sn_v3 third = sn_frame_axes(b, &there).c[2];
    if (!turn_up(m3_tmul(r->item->start->turn, third), axes)) {
      sn_item_fail(item, SN_EINPUT, error, "Beam '%s' runs along the third axis of '%s' at node %d.", item->name,
                   sn_ref_name(r), k);
      return refuse("Give `up`, the direction of the third axis of its sections.", error);
    }
    sn_beam_twist(c, s, axes);
  }
  return sn_frame_on(r, b, x, *axes, out, error);
}
