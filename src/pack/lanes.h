/* pack/lanes.h -- kernels that schemes on packs inline: rows of a node, sums of forms and of forces, products of columns.
 * Theory:  docs/theory.md, translation at the nodes.
 */
#ifndef SN_PACK_LANES_H
#define SN_PACK_LANES_H
#include "pack/pack.h"

/* a rotation vector (or moment) by the node's own rotations: all of it, or along two directions */
SN_LANE_INLINE void sn_add_rotation(const sn_node_shape *h, const sn_lv3 *along, sn_lv3 v, sn_lane *to)
{
  if (h->n_rot == 2) {
    to[0] += lv3_dot(along[0], v);
    to[1] += lv3_dot(along[1], v);
  } else {
    for (int i = 0; i < 3; i++) {
      to[i] += v.x[i];
    }
  }
}

SN_LANE_INLINE void sn_add3(sn_lane *to, sn_lv3 v)
{
  for (int i = 0; i < 3; i++) {
    to[i] += v.x[i];
  }
}

/* the largest of `size` and four numbers; one that is no number is the largest */
SN_LANE_INLINE double sn_largest(sn_lane a, double size)
{
  for (int l = 0; l < SN_LANES; l++) {
    size = sn_larger(a[l], size);
  }
  return size;
}
/* the same, lane by lane */
SN_LANE_INLINE sn_lane sn_larger_lane(sn_lane a, sn_lane b)
{
  typedef long long bits __attribute__((vector_size(32), aligned(16), may_alias));
  const bits take = (bits)(a > b) | (bits)(a != a);
  return (sn_lane)((take & (bits)a) | (~take & (bits)b));
}

/* T = L^T S over nf forms, or (adds = 1) T += L^T S: rows at .. at+rows-1 of L (rows: a constant up to 3), all nc columns of S;
   T has n columns */
SN_LANE_INLINE void sn_product_rows(const sn_lane *L, const sn_lane *S, int nf, int nc, int at, int rows, int adds,
                                    sn_lane *T, int n)
{
  int j = 0;
  SN_ASSERT(rows >= 1 && rows <= 3 && at >= 0 && nc <= n);
  for (; j + 4 <= nc; j += 4) {
    sn_lane sum[3][4];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < 4; c++) {
        sum[r][c] = adds ? T[(at + r) * n + j + c] : lane(0);
      }
    }
    for (int f = 0; f < nf; f++) {
      const sn_lane *s = S + f * nc + j;
      for (int r = 0; r < rows; r++) {
        const sn_lane l = L[f * nc + at + r];
        for (int c = 0; c < 4; c++) {
          sum[r][c] += l * s[c];
        }
      }
    }
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < 4; c++) {
        T[(at + r) * n + j + c] = sum[r][c];
      }
    }
  }
  for (; j < nc; j++) {
    for (int r = 0; r < rows; r++) {
      sn_lane sum = adds ? T[(at + r) * n + j] : lane(0);
      for (int f = 0; f < nf; f++) {
        sum += L[f * nc + at + r] * S[f * nc + j];
      }
      T[(at + r) * n + j] = sum;
    }
  }
}
/* the same for `rows` rows, any number */
SN_LANE_INLINE void sn_product(const sn_lane *L, const sn_lane *S, int nf, int nc, int at, int rows, int adds,
                               sn_lane *T, int n)
{
  for (; rows >= 3; at += 3, rows -= 3) {
    sn_product_rows(L, S, nf, nc, at, 3, adds, T, n);
  }
  if (rows == 2) {
    sn_product_rows(L, S, nf, nc, at, 2, adds, T, n);
  } else if (rows == 1) {
    sn_product_rows(L, S, nf, nc, at, 1, adds, T, n);
  }
}

#endif
