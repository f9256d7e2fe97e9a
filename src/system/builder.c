/* system/builder.c -- vectors, nodes, masses, loads, outputs of a system in the making.
 * Rule:    after a failure every call does nothing; the first error is kept (sn_builder_finish returns it).
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "system/builder_private.h"
#include "system/kernel.h"

int sn_builder_full(sn_builder *b)
{
  sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
  return 0;
}

sn_builder *sn_builder_new(sn_arena *arena)
{
  sn_builder *b = SN_NEW(arena, sn_builder, 1);
  if (b) {
    b->arena = arena;
    b->scratch = sn_arena_child(arena);
    b->lists = b->scratch ? sn_lists_new(b->scratch, arena) : NULL;
    b->item = b->ground = -1;
    b->alpha = NAN;
  }
  return b && b->lists ? b : NULL;
}

sn_arena *sn_builder_arena(sn_builder *b)
{
  return b->arena;
}

void sn_builder_fail(sn_builder *b, sn_status status, const char *format, ...)
{
  if (b->error.status != SN_OK) {
    return;
  }
  va_list list;
  va_start(list, format);
  b->error.status = status;
  vsnprintf(b->error.what, sizeof b->error.what, format, list);
  va_end(list);
  if (status == SN_ENOMEM) {
    sn_error_fix(&b->error, "Use a smaller model, or a machine with more memory.");
  }
  if (b->item >= 0) {
    snprintf(b->error.where, sizeof b->error.where, "%s, %s", b->item_where.at[b->item], b->item_text.at[b->item]);
  }
}

int sn_item_begin(sn_builder *b, const char *kind, const char *name, const char *where)
{
  if (!SN_PUSH(b, b->item_text) || !SN_PUSH(b, b->item_name) || !SN_PUSH(b, b->item_where)) {
    return -1;
  }
  const char *text = sn_arena_format(b->arena, "%s '%s'", kind, name);
  if (!text) {
    (void)sn_builder_full(b);
    return -1;
  }
  b->item_text.at[b->item_text.n++] = text;
  b->item_name.at[b->item_name.n++] = name;
  b->item_where.at[b->item_where.n++] = where ? where : "";
  b->alpha = NAN;
  b->penalty = b->augmented = 0;
  return b->item = b->item_text.n - 1;
}

void sn_items_end(sn_builder *b)
{
  b->item = -1;
}

void sn_item_alpha(sn_builder *b, double alpha)
{
  SN_ASSERT(isnan(alpha) || (alpha >= 0 && alpha <= 1));
  b->alpha = alpha;
}

void sn_item_penalty(sn_builder *b, double stiffness)
{
  SN_ASSERT(stiffness >= 0);
  b->penalty = stiffness;
}

void sn_item_augmented(sn_builder *b, double stiffness)
{
  SN_ASSERT(stiffness >= 0);
  b->augmented = stiffness;
}

void sn_builder_extent(sn_builder *b, sn_v3 x)
{
  for (int k = 0; k < 3; k++) {
    b->lowest.x[k] = b->has_extent ? fmin(b->lowest.x[k], x.x[k]) : x.x[k];
    b->highest.x[k] = b->has_extent ? fmax(b->highest.x[k], x.x[k]) : x.x[k];
  }
  b->has_extent = 1;
  if (SN_PUSH(b, b->place)) {
    b->place.at[b->place.n++] = x;
  }
}

void sn_builder_origin(sn_builder *b, sn_v3 x)
{
  SN_ASSERT(b->vector.n == 0 && b->place.n == 0);
  b->origin = x;
}

sn_v3 sn_builder_origin_of(const sn_builder *b)
{
  return b->origin;
}

int sn_new_vector(sn_builder *b, sn_freedom freedom, int role, sn_v3 q, sn_v3 v)
{
  SN_ASSERT(role >= 0 && role <= SN_ROLE_COORDINATE && b->q.n == b->vector.n && b->v.n == b->vector.n);
  if (!SN_PUSH(b, b->vector) || !SN_PUSH(b, b->q) || !SN_PUSH(b, b->v)) {
    return 0;
  }
  b->vector.at[b->vector.n++] = (sn_vector){.freedom = freedom,
                                            .node = -1,
                                            .slot = 0,
                                            .role = role,
                                            .is_length = role == SN_ROLE_POSITION,
                                            .frame = -1,
                                            .place = role == SN_ROLE_POSITION,
                                            .length = 1};
  b->q.at[b->q.n++] = role == SN_ROLE_POSITION ? v3_sub(q, b->origin) : q;
  b->v.at[b->v.n++] = v;
  return b->vector.n - 1;
}

int sn_new_internal(sn_builder *b, double value)
{
  if (!SN_PUSH(b, b->internal)) {
    return 0;
  }
  b->internal.at[b->internal.n++] = value;
  return b->internal.n - 1;
}

int sn_add_node(sn_builder *b, int has_x, sn_v3 x, sn_v3 v, int n_dir, const sn_v3 *d, sn_v3 omega)
{
  SN_ASSERT(n_dir >= 0 && n_dir <= 3 && has_x + n_dir >= 1);
  for (int k = 0; k < n_dir; k++) {
    for (int l = k; l < n_dir; l++) {
      SN_ASSERT(!(fabs(v3_dot(d[k], d[l]) - (k == l)) > 1e-6));
    }
  }
  if (!SN_PUSH(b, b->node)) {
    return 0;
  }
  const int id = b->node.n++;
  sn_node n = {
      .has_x = has_x, .n_x = 3 * has_x, .is_length = has_x, .n_dir = n_dir, .alpha = b->alpha, .item = b->item};
  if (has_x) {
    n.vector[n.n_vec++] = sn_new_vector(b, SN_FREE, 0, x, v);
    sn_builder_extent(b, x);
  }
  for (int k = 0; k < n_dir; k++) {
    n.member[k] = 3 - n_dir + k; /* pair: d2, d3; fibre: d3 */
    n.vector[n.n_vec++] = sn_new_vector(b, SN_FREE, 1 + n.member[k], d[k], v3_cross(omega, d[k]));
  }
  if (b->error.status == SN_OK) {
    for (int s = 0; s < n.n_vec; s++) {
      b->vector.at[n.vector[s]].node = id;
      b->vector.at[n.vector[s]].slot = s;
    }
  }
  b->node.at[id] = n;
  return id;
}

int sn_add_point(sn_builder *b, sn_v3 x, sn_v3 v)
{
  return sn_add_node(b, 1, x, v, 0, NULL, v3(0, 0, 0));
}

int sn_add_triad(sn_builder *b, sn_v3 x, sn_v3 v, sn_m3 r, sn_v3 omega)
{
  return sn_add_node(b, 1, x, v, 3, r.c, omega);
}

int sn_add_fibre(sn_builder *b, sn_v3 x, sn_v3 v, sn_v3 d, sn_v3 omega)
{
  return sn_add_node(b, 1, x, v, 1, &d, omega);
}

static int add_coordinate(sn_builder *b, int n_x, sn_v3 value, sn_v3 rate, int is_length)
{
  if (!SN_PUSH(b, b->node)) {
    return 0;
  }
  const int v = sn_new_vector(b, SN_FREE, SN_ROLE_COORDINATE, value, rate);
  if (b->error.status == SN_OK) {
    b->vector.at[v].node = b->node.n;
    b->vector.at[v].is_length = is_length;
  }
  b->node.at[b->node.n] = (sn_node){
      .has_x = 1, .n_x = n_x, .is_length = is_length, .n_vec = 1, .vector = {v}, .alpha = b->alpha, .item = b->item};
  return b->node.n++;
}

int sn_add_vector(sn_builder *b, sn_v3 value, sn_v3 rate, int is_length)
{
  return add_coordinate(b, 3, value, rate, is_length);
}

int sn_add_scalar(sn_builder *b, double value, double rate, int is_length)
{
  return add_coordinate(b, 1, v3(value, 0, 0), v3(rate, 0, 0), is_length);
}

int sn_scalar_axis(sn_builder *b)
{
  const sn_frame ground = sn_ground_frame(b);
  return b->error.status == SN_OK ? ground.vector[1] : -1;
}

int sn_add_moving_frame(sn_builder *b, const sn_expr *const position[3], sn_v3 axis, const sn_expr *angle, sn_m3 r0)
{
  const sn_v3 axes[3] = {axis, axis, axis};
  const sn_expr *const turn[3] = {angle, NULL, NULL};
  return sn_add_turning_frame(b, position, axes, turn, r0);
}

int sn_add_turning_frame(sn_builder *b, const sn_expr *const position[3], const sn_v3 *axis,
                         const sn_expr *const turn[3], sn_m3 r0)
{
  if (!SN_PUSH(b, b->frame)) {
    return 0;
  }
  const int id = b->frame.n++;
  sn_moving_frame f = {.by_vector = !axis, .r0 = r0, .origin = b->origin, .item = b->item};
  for (int k = 0; k < 3; k++) {
    f.position[k] = position ? position[k] : NULL;
    f.turn[k] = turn[k];
    f.axis[k] = axis && v3_norm(axis[k]) > 0 ? v3_unit(axis[k]) : v3(0, 0, 1);
  }
  for (int k = 0; k < 4; k++) { /* the place at t = 0 is set at freeze */
    f.vector[k] = sn_new_vector(b, SN_PRESCRIBED, k, v3(0, 0, 0), v3(0, 0, 0));
    if (b->error.status == SN_OK) {
      b->vector.at[f.vector[k]].frame = id;
      b->vector.at[f.vector[k]].slot = k;
    }
  }
  b->frame.at[id] = f;
  if (b->error.status == SN_OK) {
    sn_v3 q[4], v[4];
    sn_frame_motion(&f, 0, q, v, NULL);
    for (int k = 0; k < 4; k++) {
      b->q.at[f.vector[k]] = q[k];
      b->v.at[f.vector[k]] = v[k];
    }
    sn_builder_extent(b, v3_add(q[0], b->origin));
  }
  return id;
}

int sn_vector_of(const sn_builder *b, int node, int role)
{
  if (b->error.status != SN_OK || node < 0 || node >= b->node.n) {
    return -1;
  }
  const sn_node *n = b->node.at + node;
  for (int s = 0; s < n->n_vec; s++) {
    if (b->vector.at[n->vector[s]].role == role) {
      return n->vector[s];
    }
  }
  return -1;
}

int sn_vector_rests(const sn_builder *b, int vector)
{
  return vector >= 0 && vector < b->vector.n && b->vector.at[vector].freedom == SN_FIXED;
}

void sn_add_sampler(sn_builder *b, sn_sampler *c, const double *states)
{
  const int n = sn_sampler_numbers(c), held = n - c->n_output * (c->delay + 1);
  for (int k = 0; k < n; k++) {
    const double value = k < 2 ? 0 : k < held ? states[k - 2] : *c->held[(k - held) % c->n_output];
    const int internal = sn_new_internal(b, value);
    c->internal = k == 0 ? internal : c->internal;
  }
  if (SN_PUSH(b, b->sampler)) {
    b->sampler.at[b->sampler.n++] = *c;
  }
}

void sn_set_gravity(sn_builder *b, sn_v3 g)
{
  b->gravity = g;
}

int sn_takes_velocity(const sn_expr *const f[3])
{
  int any = 0;
  for (int j = 0; j < 3; j++) {
    for (int i = 1; i < 4 && f[j]; i++) {
      any = any || sn_expr_depends(f[j], i);
    }
  }
  return any;
}

/* The part of a load that acts on vectors of one node. */
static void load_node(sn_builder *b, sn_load_type type, const sn_frame *at, int node, const sn_expr *const f[3],
                      int follows)
{
  if (!SN_PUSH(b, b->load)) {
    return;
  }
  sn_load l = {.type = type, .follows = follows, .item = b->item};
  for (int k = 0; k < at->n; k++) {
    const sn_vector *v = b->vector.at + at->vector[k];
    SN_ASSERT(at->vector[k] >= 0 && at->vector[k] < b->vector.n);
    if (v->node != node || (type == SN_LOAD_MOMENT && !sn_is_director(v))) {
      continue;
    }
    const int n = l.n_vec++;
    SN_ASSERT(n < 4); /* vectors of one node, each once */
    l.vector[n] = at->vector[k];
    l.weight[n] = sn_point_row(at)[k];
    for (int j = 0; j < 3; j++) {
      l.axes[j][n] = sn_axis_row(at, j)[k];
    }
  }
  for (int j = 0; j < 3; j++) {
    l.component[j] = f[j];
  }
  l.of_velocity = sn_takes_velocity(f);
  if (type == SN_LOAD_MOMENT && l.n_vec < 1) {
    sn_builder_fail(b, SN_EINPUT, "a moment needs a part with axes; this one is only a point");
    return;
  }
  b->load.at[b->load.n++] = l;
}

/* 1: no vector before number k is of its node. */
static int is_first_of_node(const sn_builder *b, const sn_frame *at, int k)
{
  for (int i = 0; i < k; i++) {
    if (b->vector.at[at->vector[i]].node == b->vector.at[at->vector[k]].node) {
      return 0;
    }
  }
  return 1;
}

int sn_frame_turns_with(const sn_builder *b, const sn_frame *f)
{
  int node = -1;
  for (int k = 0; k < f->n && b->error.status == SN_OK; k++) {
    const sn_vector *v = b->vector.at + f->vector[k];
    if (!sn_is_director(v) && sn_axis_row(f, 0)[k] == 0 && sn_axis_row(f, 1)[k] == 0 && sn_axis_row(f, 2)[k] == 0) {
      continue;
    }
    if (!sn_is_director(v) || v->node < 0 || (node >= 0 && node != v->node)) {
      return -1;
    }
    node = v->node;
  }
  return node;
}

static void add_load(sn_builder *b, sn_load_type type, const sn_frame *at, const sn_expr *const f[3], int follows)
{
  if (at->moves < 2 || b->error.status != SN_OK) {
    return; /* a load on the ground does nothing */
  }
  const int turns_with = type == SN_LOAD_MOMENT && at->node < 0 ? sn_frame_turns_with(b, at) : -1;
  if (turns_with >= 0) {
    load_node(b, type, at, turns_with, f, follows);
    return;
  }
  if (at->node < 0 && (follows || type == SN_LOAD_MOMENT || sn_takes_velocity(f))) {
    sn_builder_fail(b, SN_EINPUT,
                    "a moment, or a force that follows or takes a velocity, needs a place on one node; this one is "
                    "between several");
    return;
  }
  for (int k = 0; k < at->n; k++) { /* f at sum w q: w f on every vector */
    const int node = b->vector.at[at->vector[k]].node;
    if (node >= 0 && is_first_of_node(b, at, k)) {
      load_node(b, type, at, node, f, follows);
    }
  }
}

void sn_add_force(sn_builder *b, const sn_frame *at, const sn_expr *const f[3], int follows)
{
  add_load(b, SN_LOAD_FORCE, at, f, follows);
}

void sn_add_moment(sn_builder *b, const sn_frame *on, const sn_expr *const m[3], int follows)
{
  add_load(b, SN_LOAD_MOMENT, on, m, follows);
}

int sn_builder_rows(const sn_builder *b)
{
  return b->output.n;
}

int sn_builder_blocks(const sn_builder *b)
{
  return b->block.n;
}

int sn_builder_stores_energy(const sn_builder *b, int block)
{
  SN_ASSERT(block >= 0 && block < b->block.n);
  return b->block.at[block].law->stores_energy;
}

double sn_builder_penalty(const sn_builder *b, int block)
{
  return b->error.status == SN_OK && block >= 0 && block < b->block.n ? b->block.at[block].penalty : 0;
}

int sn_add_observable(sn_builder *b, const sn_quantity *what, int n, const void *data)
{
  if (!SN_PUSH(b, b->output)) {
    return -1;
  }
  SN_ASSERT(what->name && what->evaluate && n >= 0);
  const sn_quantity *kept = sn_lists_keep_bits(b->lists, what, 1, sizeof *what);
  if (!kept) {
    (void)sn_builder_full(b);
    return -1;
  }
  b->output.at[b->output.n] = (sn_observable){
      .what = kept, .item = b->item >= 0 ? b->item_name.at[b->item] : "", .data = data, .owner = b->item, .n = n};
  return b->output.n++;
}

int sn_add_formula(sn_builder *b, const sn_formula *f)
{
  if (!SN_PUSH(b, b->output)) {
    return -1;
  }
  sn_error error = {0};
  const sn_status status = sn_formula_observable(f, b->output.at, b->arena, &b->output.at[b->output.n], &error);
  if (status != SN_OK) {
    sn_builder_fail(b, status, "%s", error.what);
    return -1;
  }
  const int needs = sn_formula_scratch(&b->output.at[b->output.n]);
  b->formula_scratch = needs > b->formula_scratch ? needs : b->formula_scratch;
  return b->output.n++;
}

void sn_need_scratch(sn_builder *b, int n)
{
  SN_ASSERT(n >= 0);
  b->row_scratch = n > b->row_scratch ? n : b->row_scratch;
}
