/* instant/node_lanes.h -- what kernels on four nodes inline: their vectors, axes and unknowns side by side.
 * Who:     node_lanes.c, node_vectors.c.
 */
#ifndef SN_INSTANT_NODE_LANES_H
#define SN_INSTANT_NODE_LANES_H
#include "instant/unknowns.h"
#include "math/lane.h"

SN_LANE_INLINE sn_lv3 sn_gather(const int v[SN_LANES], const sn_v3 *q)
{
  const double *a = q[v[0]].x, *b = q[v[1]].x, *c = q[v[2]].x, *d = q[v[3]].x;
  return (sn_lv3){{{a[0], b[0], c[0], d[0]}, {a[1], b[1], c[1], d[1]}, {a[2], b[2], c[2], d[2]}}};
}

/* to += of, or to = of: those of the n nodes */
SN_LANE_INLINE void sn_scatter(const int v[SN_LANES], int n, sn_lv3 of, int adds, sn_v3 *to)
{
  for (int l = 0; l < n; l++) {
    for (int i = 0; i < 3; i++) {
      to[v[l]].x[i] = adds ? to[v[l]].x[i] + of.x[i][l] : of.x[i][l];
    }
  }
}

/* Axes of the rotations of fibres; others turn about ground axes. */
SN_LANE_INLINE void sn_take_axes(const sn_instant *m, const sn_node_pack *p, sn_lv3 axis[2])
{
  for (int j = 0; j < 2 && p->shape.n_rot == 2; j++) {
    for (int l = 0; l < SN_LANES; l++) {
      for (int i = 0; i < 3; i++) {
        axis[j].x[i][l] = m->node[p->node[l]].axis[j].x[i];
      }
    }
  }
}

/* The numbers of four nodes in a vector of the motion. */
SN_LANE_INLINE void sn_take(const sn_instant *m, const sn_node_pack *p, int size, const double *x, sn_lane *out)
{
  const double *of[SN_LANES];
  for (int l = 0; l < SN_LANES; l++) {
    of[l] = x + m->node[p->node[l]].first;
  }
  for (int j = 0; j < size; j++) {
    out[j] = (sn_lane){of[0][j], of[1][j], of[2][j], of[3][j]};
  }
}

#endif
