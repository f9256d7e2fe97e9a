/* pack/rows.c -- which constraints can have their force or moment in ground axes as unknown.
 * Theory:  docs/theory.md, translation at the nodes. What cannot is general: multipliers along the axes of its forms.
 * Tests:   tests/steps/test_tangent.c.
 */
#include <math.h>

#include "pack/pack.h"
#include "system/kernel.h"

/* 1: a direction fixed in a node, or in a frame or the ground */
static int is_direction(const sn_system *s, const sn_block *b, int point)
{
  for (int k = b->w_first[point]; k < b->w_first[point + 1]; k++) {
    if (!sn_is_director(s->vector + b->vector[b->w_vector[k]])) {
      return 0;
    }
  }
  return b->w_first[point] < b->w_first[point + 1];
}

/* the node whose vectors a point is made of; -1: none, -2: of several, or of others too */
static int node_of_point(const sn_block *b, int point)
{
  const int first = b->w_first[point];
  for (int k = first + 1; k < b->w_first[point + 1]; k++) {
    if (b->node_of[b->w_vector[k]] != b->node_of[b->w_vector[first]]) {
      return -2;
    }
  }
  return first < b->w_first[point + 1] ? b->node_of[b->w_vector[first]] : -1;
}

/* Product of the weights of two points. */
static double weights_dot(const sn_block *b, int k, int l)
{
  double dot = 0;
  SN_ASSERT(k >= 0 && k < b->n_point && l >= 0 && l < b->n_point);
  for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
    for (int j = b->w_first[l]; j < b->w_first[l + 1]; j++) {
      dot += b->w_vector[i] == b->w_vector[j] ? b->w_value[i] * b->w_value[j] : 0;
    }
  }
  return dot;
}

/* 1: three directions of one triad (of a node, a frame, the ground) that stay orthonormal. Only then is gap - sum (gap.axis) axis
   nothing, and a force in ground axes as good as one along them. */
static int is_triad(const sn_system *s, const sn_block *b, const int axis[3])
{
  SN_ASSERT(b->w_first[axis[0]] < b->w_first[axis[0] + 1]); /* is_direction has seen to it */
  const sn_vector *first = s->vector + b->vector[b->w_vector[b->w_first[axis[0]]]];
  for (int k = 0; k < 3; k++) {
    for (int w = b->w_first[axis[k]]; w < b->w_first[axis[k] + 1]; w++) {
      const sn_vector *v = s->vector + b->vector[b->w_vector[w]];
      if (!sn_is_director(v) || v->node != first->node || v->frame != first->frame) {
        return 0;
      }
    }
    for (int l = 0; l <= k; l++) {
      if (!(fabs(weights_dot(b, axis[k], axis[l]) - (k == l)) < 1e-9)) {
        return 0;
      }
    }
  }
  return 1;
}

/* The rows that can be written with forces or moments in ground axes, theory 11. */
sn_rows sn_rows_of(const sn_system *s, const sn_block *b, int light, int *gap, int axis[3])
{
  if (b->law != &sn_law_constraint || b->n_term != b->n_form || b->n_form > 3) {
    return SN_ROWS_GENERAL;
  }
  for (int r = 0; r < b->n_node; r++) {
    if (s->node[b->node[r]].n_x == 1) { /* a scalar feels one of three components */
      return SN_ROWS_GENERAL;
    }
  }
  int all_axes = 1;
  for (int k = 0; k < b->n_term; k++) {
    const sn_term m = b->term[k];
    const int p = node_of_point(b, m.i), q = node_of_point(b, m.j);
    all_axes =
        all_axes && m.form == k && is_direction(s, b, m.i) && is_direction(s, b, m.j) && p != -2 && q != -2 && p != q;
  }
  if (all_axes) {
    return light ? SN_ROWS_GENERAL : SN_ROWS_AXES;
  }
  if (b->n_form != 3) {
    return SN_ROWS_GENERAL;
  }
  *gap = b->term[0].i;
  for (int k = 0; k < 3; k++) { /* a constant is a gap that turns with the axes; those of joints take off round-off */
    const sn_term m = b->term[k];
    if (m.form != k || m.i != *gap || m.c != 1 || !(fabs(b->c0[k]) < 1e-9 * s->extent) || is_direction(s, b, *gap) ||
        !is_direction(s, b, m.j)) {
      return SN_ROWS_GENERAL;
    }
    axis[k] = m.j;
  }
  return is_triad(s, b, axis) ? SN_ROWS_POINT : SN_ROWS_GENERAL;
}

/* Does an axis of the node turn easily? The moment of a pair of axes leaves their plane as they turn, by what the short form of
   its tangent leaves out (ed/rows.c, one_stage/rows.c): that is little for a body, and too much for the section of a beam. */
static int turns_easily(const sn_node *c)
{
  double mass[3] = {0}, most = 0, least = INFINITY;
  for (int k = 0; k < c->n_dir; k++) {
    mass[c->member[k]] = c->mass[c->has_x + k][c->has_x + k];
  }
  for (int k = 0; k < 3; k++) {
    const double inertia = mass[(k + 1) % 3] + mass[(k + 2) % 3];
    most = fmax(most, inertia);
    least = fmin(least, inertia);
  }
  return !(least > 1e-2 * most);
}

void sn_mark_light(const sn_system *s, unsigned char *elastic, unsigned char *light)
{
  for (int i = 0; i < s->n_block; i++) {
    for (int r = 0; r < s->block[i].n_node && sn_is_material(s->block[i].law); r++) {
      elastic[s->block[i].node[r]] = 1;
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    for (int r = 0; r < c->n_node && c->law == &sn_law_constraint; r++) {
      light[i] |= elastic[c->node[r]] || turns_easily(s->node + c->node[r]);
    }
  }
}

void sn_pack_categories(const sn_system *s, const int *multipliers, int own, int *category)
{
  SN_ASSERT(own > 0 && (own & (own - 1)) == 0);
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    if (sn_normal_block(c) >= 0) {
      SN_ASSERT(s->block[c->rate->normal_block].law->is_constraint && multipliers[i] == 0);
      category[c->rate->normal_block] |= own;
      category[i] |= 2 * own * (1 + multipliers[c->rate->normal_block]);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    category[i] = sn_only_counts(s->block + i) ? -1 : category[i];
  }
}

void sn_packs_follow(sn_packs *packs, int own)
{
  SN_ASSERT(own > 0 && (own & (own - 1)) == 0);
  for (int t = 0; t < packs->n_type; t++) {
    if (packs->type[t].category & own) {
      packs->type[t].rows = SN_ROWS_GENERAL;
    }
  }
}
