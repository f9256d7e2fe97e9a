/* session/scene_attachments.c -- how things hang together, for pictures: arms from parts to what is held beside them, and symbols of
 *          what is held in the ground.
 * What:    every joint, spring, load and end of a line is attached somewhere. On the ground it gets a support, under it or, where
 *          what it holds hangs, above it; or a clamp where a beam begins. On a part it gets an arm if its point is outside of what is drawn of the part; a part that
 *          says nothing about its shape has a rod to everything it carries, and a mark.
 * Limits:  shapes count with the boxes around them.
 * Tests:   tests/session/test_scene.c.
 */
#include <math.h>
#include <stdio.h>

#include "math/rotation.h"
#include "session/scene.h"

#define COPY(to, from) (void)snprintf(to, sizeof to, "%s", from)

static const double visible = 0.01; /* of the model's extent: a shorter arm is hidden in what it joins */
static const double hanging = 0.5;  /* depth over distance: what lies farther down hangs */

typedef struct {
  const sn_session *s;
  const sn_viewer_rows *places;
  sn_scene *out;
  int *first, *next;     /* drawables of an item: first[item], then next[drawable]; -1 ends */
  int *ground, n_ground; /* shapes of the ground */
  sn_v3 *middle;         /* of every item: the mean of its nodes that have a place, */
  int *n_node;           /* and how many those are */
} attaching;

/* A frame without a place of its own (no node) is ground. */
static int is_ground(const sn_frame *f)
{
  return f->moves == 0;
}

/* Point of the box around a shape that is nearest to p, both in the axes of its row. */
static sn_v3 on_shape(const sn_drawable *d, const sn_spot *at, sn_v3 p)
{
  sn_v3 low, high;
  d->shape->kind->bounds(d->shape, &low, &high);
  const sn_m3 turn = sn_rotation_quaternion(at->quaternion);
  const sn_v3 origin = v3(at->position[0], at->position[1], at->position[2]);
  sn_v3 q = m3_tmul(turn, v3_sub(p, origin));
  for (int k = 0; k < 3; k++) {
    q.x[k] = fmin(fmax(q.x[k], low.x[k]), high.x[k]);
  }
  return v3_add(origin, m3_mul(turn, q));
}

/* Is the point on something that is drawn of the ground itself? Then that is what holds it. */
static int on_drawn_ground(const attaching *a, const sn_frame *f)
{
  const sn_v3 p = sn_point_in(f, a->s->frozen.start.q);
  for (int i = 0; i < a->n_ground; i++) {
    const sn_drawable *d = &a->s->frozen.drawable[a->ground[i]];
    const sn_spot shape = sn_scene_spot(&d->a, a->places);
    if (v3_norm(v3_sub(p, on_shape(d, &shape, p))) < visible * a->out->extent) {
      return 1;
    }
  }
  return 0;
}

/* The frames by which a drawable is attached: how many of a and b. */
static int ends_of(const sn_drawable *d)
{
  static const int ends[] = {[SN_DRAW_BETWEEN] = 2, [SN_DRAW_JOINT] = 2, [SN_DRAW_END] = 1,
                             [SN_DRAW_ARROW] = 1,   [SN_DRAW_EDGE] = 0,  [SN_DRAW_SHAPE] = 0};
  return ends[d->type];
}

/* Does an item hang from a point? */
static int hangs(const attaching *a, int item, sn_v3 from, sn_v3 up)
{
  if (item < 0 || item >= a->out->n_item || a->n_node[item] == 0) {
    return 0;
  }
  const sn_v3 way = v3_sub(a->middle[item], from);
  return v3_dot(way, up) < -hanging * v3_norm(way);
}

/* The item that is held at end k of a drawable in the ground: the line itself, or what is at the other end; -1: none that is known. */
static int held_item(const attaching *a, const sn_drawable *d, int k)
{
  const int node = k ? d->a.node : d->b.node;
  return ends_of(d) == 1 ? d->item : node >= 0 ? a->s->frozen.system->node[node].item : -1;
}

static void add_symbol(attaching *a, const sn_drawable *d, int k)
{
  const sn_frame *f = k ? &d->b : &d->a;
  const int clamped = d->type == SN_DRAW_END && d->clamped;
  sn_scene_joint *j = &a->out->joint[a->out->n_joint++];
  *j = (sn_scene_joint){.item = d->item, .a = sn_scene_spot(f, a->places)};
  COPY(j->glyph, clamped ? "clamp" : "support");
  if (!clamped) {
    const sn_v3 up = v3(a->out->up[0], a->out->up[1], a->out->up[2]);
    const int below = hangs(a, held_item(a, d, k), sn_point_in(f, a->s->frozen.start.q), up);
    sn_quaternion_of(sn_rotation_along(v3_scale(below ? -1 : 1, up)), j->a.quaternion); /* third column */
  }
  j->b = j->a;
}

/* Half the thickness of a line, as drawn. */
static double half_thickness(const sn_drawable *d)
{
  double most = d->radius > 0 ? d->radius : 0;
  for (int k = 0; d->outline && k < d->outline->n_point; k++) {
    most = fmax(most, hypot(d->outline->point[k][0], d->outline->point[k][1]));
  }
  return most;
}

/* Where drawable d comes nearest to the point p of a row, and how far it stays away; 0: it is not fixed in that row. */
static int nearest(const attaching *a, const sn_drawable *d, int row, sn_v3 p, sn_v3 *on, double *gap)
{
  if (d->type == SN_DRAW_SHAPE || d->type == SN_DRAW_POINT) {
    const sn_spot at = sn_scene_spot(&d->a, a->places);
    *on = d->shape ? on_shape(d, &at, p) : v3(at.position[0], at.position[1], at.position[2]);
    *gap = v3_norm(v3_sub(p, *on));
    return at.row == row;
  }
  if (d->type == SN_DRAW_LINE || d->type == SN_DRAW_ELEMENTS) { /* its nodes are on it */
    *on = v3(0, 0, 0);
    *gap = v3_norm(p) - half_thickness(d);
    return 1;
  }
  return 0;
}

static int same_spot(const sn_spot *a, const sn_spot *b)
{
  int same = a->row == b->row;
  for (int k = 0; k < 3; k++) {
    same = same && a->position[k] == b->position[k];
  }
  return same;
}

static void add_arm(attaching *a, int part, const char *shape, const sn_spot *to, sn_v3 from)
{
  SN_ASSERT(part >= 0);
  sn_scene *out = a->out;
  for (int i = out->n_between - 1; i >= 0 && out->between[i].item == part; i--) {
    if (same_spot(&out->between[i].b, to)) {
      return; /* another joint at the same point */
    }
  }
  sn_scene_between *x = &out->between[out->n_between++];
  *x = (sn_scene_between){.item = part, .a = {.row = to->row, .quaternion = {1, 0, 0, 0}}, .b = *to};
  v3_put(from, x->a.position);
  COPY(x->shape, shape);
}

static void attach(attaching *a, int item, const sn_frame *f)
{
  SN_ASSERT(item >= 0);
  const sn_spot at = sn_scene_spot(f, a->places);
  const int part = a->out->place_item[at.row];
  const sn_v3 p = v3(at.position[0], at.position[1], at.position[2]);
  if (part < 0 || part == item) {
    return;
  }
  const sn_drawable *drawable = a->s->frozen.drawable;
  sn_v3 from = v3(0, 0, 0);
  double least = INFINITY;
  int bare = 1;
  for (int i = a->first[part]; i >= 0; i = a->next[i]) {
    sn_v3 on;
    double gap;
    bare = bare && (drawable[i].type == SN_DRAW_END || drawable[i].type == SN_DRAW_ARROW);
    if (nearest(a, drawable + i, at.row, p, &on, &gap) && gap < least) {
      least = gap;
      from = on;
    }
  }
  if (bare && v3_norm(p) > 0) {
    add_arm(a, part, "rod", &at, v3(0, 0, 0));
  } else if (least > visible * a->out->extent && isfinite(least)) {
    add_arm(a, part, "arm", &at, from);
  }
}

static void find_middles(attaching *a)
{
  const sn_system *s = a->s->frozen.system;
  for (int i = 0; i < s->n_node; i++) {
    const int item = s->node[i].item;
    if (sn_has_place(s, s->node + i) && item >= 0 && item < a->out->n_item) {
      a->middle[item] = v3_add(a->middle[item], a->s->frozen.start.q[s->node[i].vector[0]]);
      a->n_node[item]++;
    }
  }
  for (int i = 0; i < a->out->n_item; i++) {
    a->middle[i] = a->n_node[i] > 0 ? v3_scale(1.0 / a->n_node[i], a->middle[i]) : a->middle[i];
  }
}

static sn_status make_chains(attaching *a, sn_error *error)
{
  const int n_item = a->out->n_item, n = a->s->frozen.n_drawable;
  a->first = SN_NEW(a->s->arena, int, n_item);
  a->next = SN_NEW(a->s->arena, int, n);
  a->ground = SN_NEW(a->s->arena, int, n);
  a->middle = SN_NEW(a->s->arena, sn_v3, n_item);
  a->n_node = SN_NEW(a->s->arena, int, n_item);
  if (!a->first || !a->next || !a->ground || !a->middle || !a->n_node) {
    return sn_no_memory(error, "the picture");
  }
  find_middles(a);
  for (int i = 0; i < n_item; i++) {
    a->first[i] = -1;
  }
  for (int i = n - 1; i >= 0; i--) {
    const int item = a->s->frozen.drawable[i].item;
    a->next[i] = a->first[item];
    a->first[item] = i;
    if (a->s->frozen.drawable[i].type == SN_DRAW_SHAPE && is_ground(&a->s->frozen.drawable[i].a)) {
      a->ground[a->n_ground++] = i;
    }
  }
  return SN_OK;
}

/* Parts without a shape: one mark. */
static void mark_bare(attaching *a)
{
  sn_scene *out = a->out;
  int last = -1;
  for (int i = 0; i < out->n_place; i++) { /* places of an item follow each other */
    const int item = out->place_item[i];
    if (item >= 0 && item != last && a->first[item] < 0 &&
        sn_model_item(a->s->model, item)->kind->class == SN_CLASS_PART) {
      sn_scene_solid *x = &out->solid[out->n_solid++];
      *x =
          (sn_scene_solid){.item = item, .shape = "point", .surface = -1, .at = {.row = i, .quaternion = {1, 0, 0, 0}}};
    }
    last = item;
  }
}

sn_status sn_scene_attach(const sn_session *s, const sn_viewer_rows *places, sn_scene *out, sn_error *error)
{
  attaching a = {.s = s, .places = places, .out = out};
  SN_TRY(make_chains(&a, error));
  for (int i = 0; i < s->frozen.n_drawable; i++) {
    const sn_drawable *d = &s->frozen.drawable[i];
    const int n = ends_of(d);
    for (int k = 0; k < n; k++) {
      const sn_frame *f = k ? &d->b : &d->a;
      if (!is_ground(f)) {
        attach(&a, d->item, f);
      } else if (d->type != SN_DRAW_ARROW && !on_drawn_ground(&a, f)) {
        add_symbol(&a, d, k);
      }
    }
  }
  mark_bare(&a);
  return SN_OK;
}
