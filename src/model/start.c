/* model/start.c -- initial joint coordinates: the parts behind a joint move rigidly from drawn to initial configuration.
 * What:    for each joint with `initial` or `initial_rate`, the connected parts behind it (without that joint; springs and
 *          gears do not connect) turn about its axis and slide along it; their velocities get the same screw's field.
 * Theory:  the motion of coordinates c_1..c_n is M_1 M_2 .. M_n, axes as drawn, carried along by what has already moved
 *          the first part; the rate of c_k acts along the axis of M_k carried by M_1..M_{k-1}.
 * Limits:  a joint in a closed loop cannot be moved this way; it is an error.
 * Tests:   tests/model/test_start.c.
 */
#include <string.h>

#include "base/text.h"
#include "math/rotation.h"
#include "model/model_private.h"

enum { MAX_COORDINATES = 6 };

typedef struct {
  sn_m3 turn;
  sn_v3 shift;
} rigid;

static rigid product(rigid a, rigid b)
{
  return (rigid){m3_mul3(a.turn, b.turn), v3_add(a.shift, m3_mul(a.turn, b.shift))};
}

static rigid inverse(rigid a)
{
  rigid r;
  for (int j = 0; j < 3; j++) {
    r.turn.c[j] = v3(a.turn.c[0].x[j], a.turn.c[1].x[j], a.turn.c[2].x[j]);
  }
  r.shift = v3_scale(-1, m3_mul(r.turn, a.shift));
  return r;
}

/* A coordinate of a joint: its screw as drawn, and the start that the user gives. */
typedef struct {
  sn_v3 point, axis;
  double rotation, translation, value, rate;
} screw;

static rigid screw_motion(const screw *s)
{
  rigid m = {sn_rotation_axis_angle(s->axis, s->rotation * s->value), v3(0, 0, 0)};
  m.shift = v3_axpy(v3_sub(s->point, m3_mul(m.turn, s->point)), s->translation * s->value, s->axis);
  return m;
}

typedef struct {
  sn_model *model;
  int n;       /* items; the ground is number n */
  char *reach; /* n + 1: in the component being looked at */
  int *stack;
  int *first, *tied; /* parts tied by item i: tied[first[i]] .. */
  int *begin, *item; /* items that tie part k: item[begin[k]] .. */
  sn_start **start;  /* of items that a joint has moved; NULL: as drawn */
} graph;

static int number(const graph *g, const sn_ref *ref)
{
  return ref->item && !ref->item->kind->part.prescribed ? ref->item->index : g->n;
}

static void visit(graph *g, int *depth, int k)
{
  SN_ASSERT(k >= 0 && k <= g->n);
  if (!g->reach[k]) {
    g->reach[k] = 1;
    if (k < g->n) { /* the search ends at the ground: everything may be joined to it */
      g->stack[(*depth)++] = k;
    }
  }
}

/* The parts an item ties together: itself, its positional parts, and parts named in fields of its table. */
static int ties(const graph *g, const sn_item *item, int *part, int room)
{
  int n = 0;
  if (item->kind->class == SN_CLASS_PART) {
    part[n++] = item->kind->part.prescribed ? g->n : item->index;
  } else if (item->kind->class != SN_CLASS_JOINT) {
    return 0;
  }
  for (int k = 0; k < item->kind->n_refs && n < room; k++) {
    if (item->ref[k].given && (!item->ref[k].item || item->ref[k].item->kind->class == SN_CLASS_PART)) {
      part[n++] = number(g, item->ref + k);
    }
  }
  for (const sn_input *in = item->kind->inputs; in && in->name && n < room; in++) {
    const sn_ref *ref = (const sn_ref *)(const void *)((const char *)item->param + in->offset);
    if (in->type == SN_PART && ref->given) {
      part[n++] = number(g, ref);
    }
    const sn_refs *nodes = (const sn_refs *)(const void *)((const char *)item->param + in->offset);
    for (int k = 0; in->type == SN_NODES && k < nodes->n && n < room; k++) {
      if (nodes->x[k].given) {
        part[n++] = number(g, nodes->x + k);
      }
    }
  }
  return n;
}

enum { MAX_TIES = 8 };

/* Both lists, by counting first. */
static sn_status connect(graph *g, sn_arena *scratch, sn_error *error)
{
  const int n = g->n;
  g->reach = SN_NEW(scratch, char, n + 1);
  g->stack = SN_NEW(scratch, int, n + 1);
  g->first = SN_NEW(scratch, int, n + 1);
  g->tied = SN_NEW(scratch, int, MAX_TIES *n + 1);
  g->begin = SN_NEW(scratch, int, n + 2);
  g->item = SN_NEW(scratch, int, MAX_TIES *n + 1);
  g->start = SN_NEW(scratch, sn_start *, n + 1);
  int *next = SN_NEW(scratch, int, n + 1);
  if (!g->start || !g->reach || !g->stack || !g->first || !g->tied || !g->begin || !g->item || !next) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < n; i++) {
    g->first[i + 1] = g->first[i] + ties(g, g->model->item.at[i], g->tied + g->first[i], MAX_TIES);
    for (int j = g->first[i]; j < g->first[i + 1]; j++) {
      g->begin[g->tied[j] + 1]++;
    }
  }
  for (int k = 0; k <= n; k++) {
    g->begin[k + 1] += g->begin[k];
    next[k] = g->begin[k];
  }
  for (int i = 0; i < n; i++) {
    for (int j = g->first[i]; j < g->first[i + 1]; j++) {
      g->item[next[g->tied[j]]++] = i;
    }
  }
  return SN_OK;
}

/* Marks everything connected to `from` when the joint `without` is taken away. */
static void component(graph *g, int from, const sn_item *without)
{
  SN_ASSERT(from >= 0);
  int depth = 0;
  memset(g->reach, 0, (size_t)g->n + 1);
  visit(g, &depth, from);
  while (depth > 0) {
    const int k = g->stack[--depth];
    for (int e = g->begin[k]; e < g->begin[k + 1]; e++) {
      const int i = g->item[e];
      for (int j = g->first[i]; i != without->index && j < g->first[i + 1]; j++) {
        visit(g, &depth, g->tied[j]);
      }
    }
  }
}

static sn_status closed_loop(const sn_item *joint, sn_error *error)
{
  sn_failf(
      error, SN_EMODEL,
      "The joint is part of a closed loop, so `initial`, `initial_rate` and a drive that does not begin at 0 cannot "
      "move what is behind it.");
  sn_error_why(error, "Without this joint, '%s' and '%s' are still connected%s.", sn_ref_name(&joint->ref[0]),
               sn_ref_name(&joint->ref[1]),
               joint->ref[0].item && joint->ref[1].item ? " or both stand on the ground" : "");
  sn_error_fix(
      error,
      "Draw the loop in its initial configuration, where drives begin at 0; for its speed give the bodies velocity and "
      "angular_velocity.");
  sn_error_at_item(error, joint);
  return SN_EMODEL;
}

/* Which side moves: +1 the second part's, -1 the first part's (backwards); marks it in g->reach. */
static sn_status moving_side(graph *g, const sn_item *joint, int *side, sn_error *error)
{
  SN_REQUIRE(joint->kind->n_refs >= 2 && joint->ref[0].given && joint->ref[1].given, error);
  for (int k = 1; k >= 0; k--) {
    const int from = number(g, joint->ref + k), other = number(g, joint->ref + 1 - k);
    component(g, from, joint);
    if (!g->reach[g->n] && !g->reach[other]) {
      *side = k == 1 ? 1 : -1;
      return SN_OK;
    }
  }
  return closed_loop(joint, error);
}

static sn_status coordinates_of(const sn_item *joint, sn_arena *scratch, screw *s, int *n, int *wanted, sn_error *error)
{
  *n = *wanted = 0;
  const sn_kind *kind = joint->kind;
  const char *names = kind->joint.starts ? kind->joint.starts : kind->joint.coordinates;
  if (!names || !kind->joint.initial || !kind->joint.motion) {
    return SN_OK;
  }
  const char **name = sn_split(scratch, names, '|', n);
  if (!name) {
    return sn_no_memory(error, "the model");
  }
  SN_REQUIRE(*n <= MAX_COORDINATES, error);
  for (int k = 0; k < *n; k++) {
    s[k].value = s[k].rate = NAN;
    kind->joint.initial(joint, name[k], &s[k].value, &s[k].rate);
    *wanted |= (!isnan(s[k].value) && s[k].value != 0) || (!isnan(s[k].rate) && s[k].rate != 0);
  }
  for (int k = 0; *wanted && k < *n; k++) {
    if (kind->joint.motion(joint, name[k], &s[k].point, &s[k].axis, &s[k].rotation, &s[k].translation, error) !=
        SN_OK) {
      sn_error_at_item(error, joint);
      return error ? error->status : SN_EINPUT;
    }
    s[k].value = isnan(s[k].value) ? 0 : s[k].value;
    s[k].rate = isnan(s[k].rate) ? 0 : s[k].rate;
  }
  return SN_OK;
}

const sn_start sn_start_as_drawn = {.turn = {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}}};

/* The start of item i, to be changed: its own from the first time on. NULL: no memory. */
static sn_start *own_start(const graph *g, int i)
{
  SN_ASSERT(i >= 0 && i < g->n);
  if (!g->start[i]) {
    g->start[i] = SN_NEW(g->model->arena, sn_start, 1);
    if (!g->start[i]) {
      return NULL;
    }
    *g->start[i] = sn_start_as_drawn;
    g->model->item.at[i]->start = g->start[i];
  }
  return g->start[i];
}

static rigid first_part(const sn_item *joint)
{
  const sn_item *a = joint->ref[0].item;
  return a ? (rigid){a->start->turn, a->start->shift} : (rigid){m3_identity(), v3(0, 0, 0)};
}

/* M = T M_1..M_n T^-1 with T what has moved the first part so far. */
static sn_status move(graph *g, const sn_item *joint, const screw *s, int n, int side, sn_error *error)
{
  SN_REQUIRE(n > 0 && n <= MAX_COORDINATES && (side == 1 || side == -1), error);
  rigid m = {m3_identity(), v3(0, 0, 0)};
  for (int k = 0; k < n; k++) {
    m = product(m, screw_motion(s + k));
  }
  const rigid T = first_part(joint);
  m = product(T, product(m, inverse(T)));
  m = side > 0 ? m : inverse(m);
  for (int i = 0; i < g->n; i++) {
    const sn_item *item = g->model->item.at[i];
    if (g->reach[i] && item->kind->class == SN_CLASS_PART) {
      const rigid now = product(m, (rigid){item->start->turn, item->start->shift});
      sn_start *start = own_start(g, i);
      if (!start) {
        return sn_no_memory(error, "the model");
      }
      start->turn = now.turn;
      start->shift = now.shift;
    }
  }
  return SN_OK;
}

static sn_status set_going(graph *g, const sn_item *joint, const screw *s, int n, int side, sn_error *error)
{
  SN_REQUIRE(n > 0 && n <= MAX_COORDINATES && (side == 1 || side == -1), error);
  rigid carried = first_part(joint);
  sn_v3 spin = v3(0, 0, 0), drift = v3(0, 0, 0);
  for (int k = 0; k < n; k++) {
    const sn_v3 axis = m3_mul(carried.turn, s[k].axis);
    const sn_v3 point = v3_add(carried.shift, m3_mul(carried.turn, s[k].point));
    const sn_v3 w = v3_scale(side * s[k].rotation * s[k].rate, axis);
    spin = v3_add(spin, w);
    drift = v3_add(drift, v3_axpy(v3_cross(point, w), side * s[k].translation * s[k].rate, axis));
    carried = product(carried, screw_motion(s + k));
  }
  for (int i = 0; i < g->n; i++) {
    const sn_item *item = g->model->item.at[i];
    if (g->reach[i] && item->kind->class == SN_CLASS_PART) {
      sn_start *start = own_start(g, i);
      if (!start) {
        return sn_no_memory(error, "the model");
      }
      start->spin = v3_add(start->spin, spin);
      start->drift = v3_add(start->drift, drift);
    }
  }
  return SN_OK;
}

sn_status sn_model_start(sn_model *m, sn_arena *scratch, sn_error *error)
{
  graph g = {.model = m, .n = m->item.n};
  SN_TRY(connect(&g, scratch, error));
  for (int i = 0; i < g.n; i++) {
    m->item.at[i]->start = &sn_start_as_drawn;
  }
  for (int velocity = 0; velocity < 2; velocity++) { /* all places first: rates act at the initial places */
    for (int i = 0; i < g.n; i++) {
      const sn_item *joint = m->item.at[i];
      screw s[MAX_COORDINATES];
      int n, wanted, side = 0;
      if (joint->kind->class != SN_CLASS_JOINT) {
        continue;
      }
      SN_TRY(coordinates_of(joint, scratch, s, &n, &wanted, error));
      if (wanted) {
        SN_TRY(moving_side(&g, joint, &side, error));
        SN_TRY((velocity ? set_going : move)(&g, joint, s, n, side, error));
      }
    }
  }
  return SN_OK;
}
