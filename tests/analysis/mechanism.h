/* tests/analysis/mechanism.h -- small mechanisms built by hand on the builder: joints of a few rows each. */
#ifndef SN_TESTS_ANALYSIS_MECHANISM_H
#define SN_TESTS_ANALYSIS_MECHANISM_H
#include "harness.h"
#include "instant/instant.h"
#include "math/rotation.h"
#include "system/builder.h"
#include "system/kernel.h"

typedef struct {
  sn_arena *arena;
  sn_builder *b;
  const sn_system *s;
  sn_state x;
  sn_instant *m;
  sn_observation o;
  sn_error error;
} mechanism;

static inline mechanism mechanism_begin(sn_v3 gravity)
{
  mechanism k = {0};
  k.arena = sn_arena_new(NULL);
  k.b = sn_builder_new(k.arena);
  sn_set_gravity(k.b, gravity);
  return k;
}

static inline void mechanism_finish(mechanism *k)
{
  CHECK_OK(sn_builder_finish(k->b, &k->s, &k->x, &k->error), k->error);
  CHECK_OK(sn_instant_new(k->s, k->arena, &k->m, &k->error), k->error);
}

static inline void mechanism_end(mechanism *k)
{
  sn_instant_free(k->m);
  sn_arena_free(k->arena);
}

static inline int add_body(mechanism *k, const char *name, sn_v3 x, sn_m3 r, double mass, const double J[3])
{
  const double inertia[3][3] = {{J[0], 0, 0}, {0, J[1], 0}, {0, 0, J[2]}};
  sn_item_begin(k->b, "body", name, "here.lua:1");
  const int node = sn_add_triad(k->b, x, v3(0, 0, 0), r, v3(0, 0, 0));
  const sn_frame f = sn_node_frame(k->b, node);
  sn_add_rigid_mass(k->b, &f, mass, v3(0, 0, 0), inertia);
  return node;
}

/* Frame of a node, or of the ground for node < 0, at a point with given axes of space. */
static inline sn_frame frame_at(mechanism *k, int node, sn_v3 x, sn_m3 axes)
{
  const sn_frame of = node < 0 ? sn_ground_frame(k->b) : sn_node_frame(k->b, node);
  sn_frame f = {.node = -1};
  CHECK_OK(sn_frame_at(k->b, &of, x, axes, &f, &k->error), k->error);
  return f;
}

/* rows (point B - point A) . axis of B */
static inline int coincide(mechanism *k, const sn_frame *a, const sn_frame *b)
{
  const int block = sn_block_meet(k->b);
  const int gap = sn_between(k->b, a, b);
  for (int j = 0; j < 3; j++) {
    sn_form(k->b, 1, gap, sn_axis_of(k->b, b, j), 0);
  }
  return block;
}

/* first n rows of: third axis of A . first, second axis of B */
static inline int align(mechanism *k, const sn_frame *a, const sn_frame *b, int n)
{
  const int block = sn_block_begin(k->b, &sn_law_constraint, "axis");
  const int axis = sn_axis_of(k->b, a, 2);
  for (int j = 0; j < n; j++) {
    sn_form(k->b, 1, axis, sn_axis_of(k->b, b, j), 0);
  }
  return block;
}

/* angle of B about the third axis, from the first axis of A */
static inline void angle_forms(mechanism *k, const sn_frame *a, const sn_frame *b, double coefficient)
{
  const int d = sn_axis_of(k->b, b, 0);
  const int c = sn_form(k->b, 1, sn_axis_of(k->b, a, 0), d, 0);
  sn_form(k->b, 1, sn_axis_of(k->b, a, 1), d, 0);
  sn_coordinate_angle(k->b, c, coefficient);
}

static inline int revolute(mechanism *k, const char *name, int a, int b, sn_v3 x, sn_v3 axis)
{
  const sn_m3 r = sn_rotation_along(axis);
  const sn_frame A = frame_at(k, a, x, r), B = frame_at(k, b, x, r);
  sn_item_begin(k->b, "revolute", name, "here.lua:2");
  const int block = coincide(k, &A, &B);
  sn_item_begin(k->b, "axis rows of", name, "here.lua:2");
  align(k, &A, &B, 2);
  return block;
}

static inline int spherical(mechanism *k, const char *name, int a, int b, sn_v3 x)
{
  const sn_frame A = frame_at(k, a, x, m3_identity()), B = frame_at(k, b, x, m3_identity());
  sn_item_begin(k->b, "spherical", name, "here.lua:3");
  return coincide(k, &A, &B);
}

/* amplitude (1 - cos(w t)) */
static inline const sn_expr *swing(mechanism *k, double amplitude, double w)
{
  static const char *const names[] = {"t"};
  sn_expr_builder *e = sn_expr_begin(k->arena, 1, names);
  const int t = sn_expr_variable(e, 0);
  const int c = sn_expr_op(e, SN_OP_COS, sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, w), t, -1), -1, -1);
  const int d = sn_expr_op(e, SN_OP_SUB, sn_expr_constant(e, 1), c, -1);
  const sn_expr *out = NULL;
  CHECK_OK(sn_expr_end(e, sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, amplitude), d, -1), &out, &k->error), k->error);
  return out;
}

static inline double distance(sn_v3 a, sn_v3 b)
{
  return v3_norm(v3_sub(a, b));
}

static inline int position_of(const mechanism *k, int node)
{
  return k->s->node[node].vector[0];
}

/* Angular velocity, and acceleration from director accelerations without omega x (omega x d). */
static inline sn_v3 node_spin(const mechanism *k, int node)
{
  const int *d = k->s->node[node].vector + 1;
  sn_v3 w = v3(0, 0, 0);
  for (int i = 0; i < 3; i++) {
    w = v3_axpy(w, 0.5, v3_cross(k->o.q[d[i]], k->o.v[d[i]]));
  }
  return w;
}
static inline sn_v3 node_spin_rate(const mechanism *k, int node)
{
  const int *d = k->s->node[node].vector + 1;
  const sn_v3 w = node_spin(k, node);
  sn_v3 r = v3(0, 0, 0);
  for (int i = 0; i < 3; i++) {
    const sn_v3 a = v3_sub(k->o.a[d[i]], v3_cross(w, v3_cross(w, k->o.q[d[i]])));
    r = v3_axpy(r, 0.5, v3_cross(k->o.q[d[i]], a));
  }
  return r;
}

/* gives a node the velocity of a rigid motion: x' = v, d' = omega x d */
static inline void set_velocity(mechanism *k, int node, sn_v3 v, sn_v3 omega)
{
  const sn_node *n = k->s->node + node;
  for (int a = 0; a < n->n_vec; a++) {
    k->x.v[n->vector[a]] = a < n->has_x ? v : v3_cross(omega, k->x.q[n->vector[a]]);
  }
}

#endif
