/* steps/ed/follow.h -- what files of eta that follows share (follow.c, settle.c): eta of a node and its vectors.
 * Theory:  docs/theory.md, translation at the nodes, (11.15) to (11.18).
 */
#ifndef SN_STEPS_ED_FOLLOW_H
#define SN_STEPS_ED_FOLLOW_H
#include "steps/ed/ed_private.h"

static inline int ed_rates(const sn_node *c)
{
  return c->n_x + sn_node_rotations(c);
}

/* C_i eta */
static inline sn_v3 ed_y_of(const sn_stepper *x, int node, int slot, const double *eta)
{
  const sn_node *c = x->s->node + node;
  if (slot < c->has_x) {
    return c->n_x == 3 ? v3(eta[0], eta[1], eta[2]) : v3(eta[0], 0, 0);
  }
  sn_v3 turn = {{0, 0, 0}};
  for (int i = 0; i < sn_node_rotations(c); i++) {
    turn = v3_axpy(turn, eta[c->n_x + i], x->node[node].axis[i]);
  }
  return v3_cross(turn, ed_at(x, c->vector[slot], OF_I));
}

/* adds a moment, C_i^T f */
static inline void ed_add_moment(const sn_stepper *x, int node, sn_v3 m, double *to)
{
  const sn_node *c = x->s->node + node;
  for (int i = 0; i < sn_node_rotations(c); i++) {
    to[c->n_x + i] += v3_dot(x->node[node].axis[i], m);
  }
}
static inline void ed_add_force(const sn_stepper *x, int node, int slot, sn_v3 f, double *to)
{
  const sn_node *c = x->s->node + node;
  if (slot >= c->has_x) {
    ed_add_moment(x, node, v3_cross(ed_at(x, c->vector[slot], OF_I), f), to);
    return;
  }
  for (int i = 0; i < c->n_x; i++) {
    to[i] += f.x[i];
  }
}

/* (1 - A^2)^-1 z with A = turn x /(2 r3) */
static inline sn_v3 ed_turned_back(sn_v3 turn, sn_v3 z)
{
  return v3_scale(1 / (1 + v3_dot(turn, turn) / 12), v3_axpy(z, v3_dot(turn, z) / 12, turn));
}

#endif
