/* parts/solid_support.c -- nodes of a solid: points of their own, or points of the ground, of a part or of a rigid surface.
 * What:    clamped surfaces rest in the ground or in a part; rigid ones move with a triad of their own; held ones keep components of their
 *          places.
 * Theory:  docs/theory-solids.md, section 3. What is clamped or rigid is no unknown: no rows are needed.
 * Tests:   tests/solids/test_solid.c
 */
#include <string.h>

#include "model/model.h"
#include "parts/solid.h"

static const double round_off = 1e-12; /* of the distance from the mean */

/* What is asked of a node. */
typedef struct {
  int clamped, rigid; /* by this surface + 1; 0: by none */
  unsigned char held[3];
} wanted;

static sn_status check_face(const sn_item *item, const sn_solid_surface *s, sn_error *error)
{
  const sn_solid_face *p = sn_solid_face_of(item, s);
  const char *what = NULL, *fix = "Leave one of them out.";
  if (!p) {
    return SN_OK;
  }
  if (sn_axis_letters(p->held) < 0) {
    what = "has a `held` that is no list of axes";
    fix = "Write held = \"xyz\", or some of these letters, each once.";
  } else if (p->clamped && (p->held || p->rigid)) {
    what = "is clamped, and held or rigid as well";
  } else if (p->on.given && !p->clamped) {
    what = "names a part, but does not say that it is clamped there";
    fix = "Add clamped = true.";
  } else if (p->on.given && p->on.item == item) {
    what = "is clamped on its own solid";
    fix = "Name another part.";
  } else if (p->follows && !p->force.e[0] && !p->torque.e[0] && !p->pressure) {
    what = "has `follows`, but no force, torque or pressure that would";
    fix = "Give one of them (a traction stays as drawn), or leave out `follows`.";
  }
  if (!what) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Surface \"%.60s\" of solid '%s' %s.", s->name, item->name, what);
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

static sn_status gather(const sn_solid_frozen *f, wanted *w, sn_error *error)
{
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_surface *s = f->mesh->surface + k;
    const sn_solid_face *p = sn_solid_face_of(f->item, s);
    SN_TRY(check_face(f->item, s, error));
    for (int a = 0; a < s->n_node && p; a++) {
      wanted *x = w + s->node[a];
      x->clamped = p->clamped && !x->clamped ? k + 1 : x->clamped;
      x->rigid = p->rigid && !x->rigid ? k + 1 : x->rigid;
      for (int i = 0; i < 3; i++) {
        x->held[i] = x->held[i] || ((sn_axis_letters(p->held) >> i) & 1);
      }
    }
  }
  return SN_OK;
}

sn_v3 sn_solid_velocity(const sn_item *item, sn_v3 x)
{
  const sn_solid *p = item->param;
  const sn_v3 origin = sn_vector_or(p->at, v3(0, 0, 0)), omega = sn_vector_or(p->angular_velocity, v3(0, 0, 0));
  sn_v3 v = v3_cross(omega, v3_sub(x, origin));
  for (int k = 0; k < 3 && p->velocity.e[0]; k++) {
    v.x[k] += sn_expr_value(p->velocity.e[k], x.x);
  }
  return sn_drawn_direction(item, v);
}

/* A rigid surface moves with a triad at its mean. */
static sn_status add_rigid(sn_solid_frozen *f, int surface, sn_builder *b, sn_error *error)
{
  sn_solid_frame *out = f->surface + surface;
  const sn_solid *p = f->item->param;
  sn_solid_weights w;
  SN_TRY(sn_solid_weights_of(f->mesh, f->mesh->surface + surface, sn_builder_arena(b), &w, error));
  const sn_v3 x = sn_solid_drawn(f->item, w.mean), at = sn_start_point(f->item, sn_drawn_point(f->item, x));
  const sn_v3 omega = sn_drawn_direction(f->item, sn_vector_or(p->angular_velocity, v3(0, 0, 0)));
  out->mean = w.mean;
  out->area = w.area;
  const sn_v3 v = sn_start_velocity(f->item, at, sn_solid_velocity(f->item, x));
  const sn_m3 r = sn_start_axes(f->item, sn_solid_axes(f->item));
  out->frame = sn_node_frame(b, sn_add_triad(b, at, v, r, sn_start_spin(f->item, omega)));
  out->made = 1;
  return sn_builder_status(b, error);
}

static sn_status add_node(const sn_solid_frozen *f, const wanted *w, int node, sn_builder *b, sn_frame *out,
                          sn_error *error)
{
  const sn_item *item = f->item;
  const sn_v3 x = sn_solid_drawn(item, f->mesh->x[node]), drawn = sn_drawn_point(item, x);
  const sn_v3 at = sn_start_point(item, drawn);
  const sn_solid_face *clamp = w->clamped ? sn_solid_face_of(item, f->mesh->surface + w->clamped - 1) : NULL;
  if (clamp && clamp->on.given && clamp->on.item) {
    return sn_frame_on(&clamp->on, b, drawn, sn_solid_axes(item), out, error);
  }
  if (clamp || (w->held[0] && w->held[1] && w->held[2])) {
    *out = sn_fixed_point_frame(b, at);
    return SN_OK;
  }
  if (w->rigid) {
    const sn_solid_frame *s = f->surface + w->rigid - 1;
    sn_v3 arm = v3_sub(f->mesh->x[node], s->mean);
    const double size = v3_norm(arm);
    for (int i = 0; i < 3;
         i++) { /* round-off is no arm: a director with masses and forces of round-off alone has no motion */
      arm.x[i] = fabs(arm.x[i]) > round_off * size ? arm.x[i] : 0;
    }
    *out = sn_frame_local(b, &s->frame, arm, m3_identity());
    return SN_OK;
  }
  *out = sn_node_frame(b, sn_add_point(b, at, sn_start_velocity(item, at, sn_solid_velocity(item, x))));
  return SN_OK;
}

/* Components that are held, along the axes of the drawing. */
static void hold(const sn_solid_frozen *f, const wanted *w, const sn_frame *node, sn_builder *b)
{
  const sn_frame on = sn_fixed_point_frame(b, sn_frame_point(b, node)), ground = sn_ground_frame(b);
  const sn_frame axes =
      sn_frame_local(b, &ground, v3(0, 0, 0), sn_start_axes(f->item, sn_drawn_axes(f->item, m3_identity())));
  sn_block_meet(b);
  const int gap = sn_between(b, &on, node);
  for (int k = 0; k < 3; k++) {
    if (w->held[k]) {
      sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &axes, k), 0));
    }
  }
}

sn_status sn_solid_hold_nodes(const sn_solid_frozen *f, unsigned char *held, sn_frame *node, sn_builder *b,
                              sn_error *error)
{
  wanted *w = SN_NEW(sn_builder_arena(b), wanted, f->mesh->n_node);
  if (!w) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(gather(f, w, error));
  for (int k = 0; k < f->mesh->n_node; k++) {
    held[k] = w[k].clamped > 0;
    if (held[k]) {
      SN_TRY(add_node(f, w + k, k, b, node + k, error));
    }
  }
  return sn_builder_status(b, error);
}

sn_status sn_solid_add_nodes(sn_solid_frozen *f, sn_frame *node, sn_builder *b, sn_error *error)
{
  wanted *w = SN_NEW(sn_builder_arena(b), wanted, f->mesh->n_node);
  if (!w) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(gather(f, w, error));
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_face *p = sn_solid_face_of(f->item, f->mesh->surface + k);
    if (p && p->rigid) {
      SN_TRY(add_rigid(f, k, b, error));
    }
  }
  for (int k = 0; k < f->mesh->n_node; k++) {
    SN_TRY(add_node(f, w + k, k, b, node + k, error));
  }
  for (int k = 0; k < f->mesh->n_node; k++) {
    const int some = w[k].held[0] || w[k].held[1] || w[k].held[2];
    if (some && node[k].moves == 2 && node[k].n == 1) {
      hold(f, w + k, node + k, b);
    }
  }
  return sn_builder_status(b, error);
}
