/* session/warnings_joined.c -- what is joined to what, and what is not: mechanisms that cannot move, beams and shells that nothing holds, ends
 *          that lie on each other without being joined.
 * What:    sets of nodes that blocks connect. Everything becomes a warning of the model; nothing here changes the run.
 * Tests:   tests/mechanisms/test_joined.c; no example has a warning: tests/promises/test_mistakes.c.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instant/instant.h"
#include "session/runner.h"
#include "session/warnings.h"

/* Sets of nodes as a forest; number n_node: what rests or moves as given. */
typedef struct {
  int *up;
  int ground;
} sets;

/* A session, and its items by their numbers in the system. */
typedef struct {
  sn_session *s;
  const sn_item **item;
} joined;

static int top_of(const sets *x, int i)
{
  while (x->up[i] != i) {
    x->up[i] = x->up[x->up[i]];
    i = x->up[i];
  }
  return i;
}
static void join(const sets *x, int a, int b)
{
  x->up[top_of(x, a)] = top_of(x, b);
}

static int number_of(const sn_system *s, int vector)
{
  const int node = s->vector[vector].node;
  return node < 0 ? s->n_node : node;
}

/* Connects the nodes of a block, and the ground if some of its vectors rest or move as given (with_ground). */
static void join_block(const sn_system *s, const sn_block *b, int with_ground, const sets *x)
{
  int first = -1;
  for (int a = 0; a < b->n_vec; a++) {
    const int i = number_of(s, b->vector[a]);
    if (i == x->ground && !with_ground) {
      continue;
    }
    if (first >= 0) {
      join(x, first, i);
    }
    first = first < 0 ? i : first;
  }
}

static int new_sets(const sn_session *s, sets *x)
{
  x->ground = s->frozen.system->n_node;
  x->up = SN_NEW(s->arena, int, x->ground + 1);
  for (int i = 0; x->up && i <= x->ground; i++) {
    x->up[i] = i;
  }
  return x->up != NULL;
}

/* The item of a block or node. */
static const sn_item *item_of(const joined *w, int index)
{
  return index >= 0 && index < w->s->frozen.system->n_item ? w->item[index] : NULL;
}

/* ---- mechanisms that cannot move */

/* Of one set of nodes that constraints connect. */
typedef struct {
  int freedom, driven, turns; /* turns: joints in it that have a coordinate of their own, or couple such */
} mechanism;

static int coupling(const sn_item *item)
{
  return item && item->kind->n_refs > 0 && item->kind->ref_class == SN_CLASS_JOINT;
}

/* Names of up to four items in the set, couplings first. */
static const sn_item *name_rows(const joined *w, const sets *x, int set, char *text, size_t size)
{
  const sn_system *system = w->s->frozen.system;
  const sn_item *named = NULL;
  int n = 0;
  text[0] = '\0';
  for (int pass = 0; pass < 2; pass++) {
    int last = -1;
    for (int i = 0; i < system->n_block; i++) {
      const sn_block *b = system->block + i;
      if (!b->law->is_constraint || b->n_node == 0 || b->item == last || top_of(x, b->node[0]) != set) {
        continue;
      }
      last = b->item;
      const sn_item *item = item_of(w, b->item);
      if (!item || coupling(item) != !pass || item->kind->class == SN_CLASS_PART || n > 4) {
        continue;
      }
      const size_t used = strlen(text);
      (void)snprintf(text + used, size - used, n == 4 ? ", ..." : n ? ", '%s'" : "'%s'", item->name);
      named = named ? named : item;
      n++;
    }
  }
  return named;
}

/* Sets of nodes that constraints connect, ground apart, with as many independent rows as coordinates. A part that is welded to the ground
   is none; nor is what a drive moves. */
static sn_status locked(const joined *w, sn_error *error)
{
  sn_session *s = w->s;
  const sn_system *system = s->frozen.system;
  sets x;
  mechanism *of = SN_NEW(s->arena, mechanism, system->n_node + 1);
  unsigned char *depends = SN_NEW(s->arena, unsigned char, system->n_stress + 1);
  int n = 0;
  if (!of || !depends || !new_sets(s, &x)) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < system->n_block; i++) {
    if (!system->block[i].law->is_rate || system->block[i].law->is_constraint) {
      join_block(system, system->block + i, 0, &x);
    }
  }
  SN_TRY(sn_instant_dependent(s->instant, &s->frozen.start, depends, &n, error));
  for (int i = 0; i < system->n_node; i++) {
    of[top_of(&x, i)].freedom += system->node[i].n_x + sn_node_rotations(system->node + i);
  }
  for (int i = 0; i < system->n_block; i++) {
    const sn_block *b = system->block + i;
    if (!b->law->is_constraint || b->n_node == 0) {
      continue;
    }
    mechanism *m = of + top_of(&x, b->node[0]);
    for (int r = 0; r < b->n_stress; r++) {
      m->freedom -= !depends[b->stress + r];
    }
    for (int a = 0; a < b->n_vec; a++) {
      m->driven |= system->vector[b->vector[a]].freedom == SN_PRESCRIBED;
    }
    m->driven |= b->drive != NULL;
    const sn_item *item = item_of(w, b->item);
    m->turns += item && (item->kind->joint.coordinates != NULL || coupling(item));
  }
  for (int i = 0; i < system->n_node; i++) {
    char names[240];
    const mechanism *m = of + i;
    const sn_item *item = NULL;
    if (top_of(&x, i) != i || m->freedom > 0 || m->driven || m->turns < 2 ||
        !(item = name_rows(w, &x, i, names, sizeof names))) {
      continue;
    }
    SN_TRY(
        sn_model_warn(s->model, item->where, error,
                      "the mechanism of %s is locked: its joints leave it no degree of freedom, and it does not move "
                      "whatever acts on it; check the ratios of gears that form a ring and the axes of joints, or "
                      "take one of them away",
                      names));
  }
  return SN_OK;
}

/* ---- beams and shells that nothing holds */

static int starts_moving(const sn_session *s, const sets *x, int set)
{
  const sn_system *system = s->frozen.system;
  for (int i = 0; i < system->n_vector; i++) {
    if (system->vector[i].node >= 0 && top_of(x, system->vector[i].node) == set && v3_norm(s->frozen.start.v[i]) > 0) {
      return 1;
    }
  }
  return 0;
}

static sn_status falling(const joined *w, sn_error *error)
{
  const sn_session *s = w->s;
  const sn_system *system = s->frozen.system;
  sets x;
  unsigned char *told = SN_NEW(s->arena, unsigned char, system->n_node + 1);
  if (!(v3_norm(sn_model_gravity_of(s->model)) > 0) || s->holding) { /* statics says itself what nothing holds */
    return SN_OK;
  }
  if (!told || !new_sets(s, &x)) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < system->n_block; i++) {
    join_block(system, system->block + i, 1, &x);
  }
  int grounded = 0;
  for (int i = 0; i < system->n_node; i++) {
    grounded |= top_of(&x, i) == top_of(&x, x.ground);
  }
  for (int i = 0; grounded && i < system->n_node; i++) {
    const sn_item *item = item_of(w, system->node[i].item);
    const int set = top_of(&x, i);
    if (!item || !item->kind->reports.shows_energy || !item->kind->part.stations || told[set] ||
        set == top_of(&x, x.ground) || starts_moving(s, &x, set)) {
      continue;
    }
    told[set] = 1;
    SN_TRY(sn_model_warn(
        s->model, item->where, error,
        "%s '%s' falls freely: nothing connects it to a part that the ground holds; put its end on ground, a "
        "part or a node (beam { ground, ... }), hold an edge, add a joint, or give it a velocity if it "
        "is meant to fly",
        item->kind->name, item->name));
  }
  return SN_OK;
}

/* ---- ends that lie on each other. One of them is loose, or they are meant to be apart, as those of folded arms are. */

typedef struct {
  const sn_item *item;
  int last, node;
  sn_v3 x;
  double length;
} line_end;

static int list_ends(const joined *w, line_end *out)
{
  const sn_session *s = w->s;
  const sn_system *system = s->frozen.system;
  int n = 0;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (!item->kind->reports.along || !item->kind->line.ends || !item->kind->part.attach || !item->frozen) {
      continue;
    }
    for (int last = 0; last < 2; last++) {
      sn_frame f;
      sn_v3 x[2];
      if (item->kind->part.attach(item, last ? SN_STATION_LAST : 0, NULL, &f, NULL) != SN_OK || f.n < 1) {
        continue;
      }
      const int node = number_of(system, f.vector[0]);
      const sn_item *owner = node < system->n_node ? item_of(w, system->node[node].item) : NULL;
      if (owner && owner->kind->reports.along && owner->kind->line.ends) {
        item->kind->line.ends(item, s->frozen.start.q, x);
        out[n++] = (line_end){item, last, node, v3_add(x[last], system->origin), v3_norm(v3_sub(x[1], x[0]))};
      }
    }
  }
  return n;
}

/* Ends that constraints, joints and springs connect, over any parts; and nodes that anything but their own part holds. */
static void join_ends(const joined *w, const sets *x, unsigned char *held)
{
  const sn_system *system = w->s->frozen.system;
  for (int i = 0; i < system->n_block; i++) {
    const sn_block *b = system->block + i;
    for (int k = 0; k < b->n_node; k++) {
      held[b->node[k]] |= b->law->is_constraint || b->item != system->node[b->node[k]].item;
    }
  }
  for (int i = 0; i < system->n_block; i++) {
    const sn_block *b = system->block + i;
    const sn_item *item = item_of(w, b->item);
    if (b->law->is_constraint || !item || item->kind->class != SN_CLASS_PART) {
      join_block(system, b, 1, x);
    }
  }
}

static int by_place(const void *a, const void *b)
{
  const double x = ((const line_end *)a)->x.x[0], y = ((const line_end *)b)->x.x[0];
  return (x > y) - (x < y);
}

static sn_status touching(const joined *w, sn_error *error)
{
  const sn_session *s = w->s;
  sets x;
  const int most = 2 * sn_model_items(s->model);
  line_end *end = SN_NEW(s->arena, line_end, most + 1);
  unsigned char *held = SN_NEW(s->arena, unsigned char, s->frozen.system->n_node + 1);
  if (!end || !held || !new_sets(s, &x)) {
    return sn_no_memory(error, "the model");
  }
  const int n = list_ends(w, end);
  if (n < 3) {
    return SN_OK;
  }
  join_ends(w, &x, held);
  qsort(end, (size_t)n, sizeof *end, by_place);
  for (int i = 0; i < n; i++) {
    for (int k = i - 1; k >= 0 && end[i].x.x[0] - end[k].x.x[0] <= 1e-6 * end[i].length; k--) {
      const int later = end[i].item->index > end[k].item->index;
      const line_end *a = end + (later ? k : i), *b = end + (later ? i : k);
      if (a->item == b->item || !(v3_norm(v3_sub(a->x, b->x)) < 1e-6 * fmin(a->length, b->length)) ||
          top_of(&x, a->node) == top_of(&x, b->node) || (held[a->node] && held[b->node])) {
        continue;
      }
      join(&x, a->node, b->node); /* once for all that meet there */
      SN_TRY(sn_model_warn(s->model, b->item->where, error,
                           "%s '%s' %s where %s '%s' %s, at (%.4g, %.4g, %.4g), but nothing joins them; to join them "
                           "share the node (beam { %s.%s, ... }) or add a joint",
                           b->item->kind->name, b->item->name, b->last ? "ends" : "begins", a->item->kind->name,
                           a->item->name, a->last ? "ends" : "begins", b->x.x[0], b->x.x[1], b->x.x[2], a->item->name,
                           a->last ? "last" : "first"));
    }
  }
  return SN_OK;
}

sn_status sn_warn_joined(sn_session *s, sn_error *error)
{
  const joined w = {s, SN_NEW(s->arena, const sn_item *, s->frozen.system->n_item + 1)};
  if (s->runner->apart) {
    return SN_OK;
  }
  if (!w.item) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (item->builder_item >= 0) {
      w.item[item->builder_item] = item;
    }
  }
  SN_TRY(touching(&w, error));
  SN_TRY(falling(&w, error));
  return locked(&w, error);
}
