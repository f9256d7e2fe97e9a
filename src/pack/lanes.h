/* pack/lanes.h -- kernels that schemes on packs inline: rows of a node, sums of forms and of forces, products of columns.
 * Theory:  docs/theory.md, translation at the nodes.
 */
#ifndef SN_PACK_LANES_H
#define SN_PACK_LANES_H
#include "pack/pack.h"
#include "system/kernel.h"

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

/* forces on the first vector of a node, or gradients: into its unknowns */
SN_LANE_INLINE void sn_add_first(const sn_node_shape *h, sn_lane *to, sn_lv3 v)
{
  if (h->n_x == 3) {
    sn_add3(to, v);
  } else {
    to[0] += v.x[0];
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

/* T = L^T S, or (adds: a constant) T += L^T S: rows by forces, columns of stresses, n_form x nc each; T has n columns */
typedef struct {
  const sn_lane *L, *S;
  sn_lane *T;
  int nc, n, adds;
} sn_product;

/* rows at .. at+rows-1 (rows: a constant up to 3), over the forms of a list: where each begins, in bytes */
SN_LANE_INLINE void sn_product_rows(const sn_product *p, const ptrdiff_t *form, int n_form, int at, int rows)
{
  const char *L = (const char *)(p->L + at);
  sn_lane *T = p->T + at * p->n;
  int j = 0;
  SN_ASSERT(rows >= 1 && rows <= 3 && at >= 0 && p->nc <= p->n);
  for (; j + 4 <= p->nc; j += 4) {
    const char *S = (const char *)(p->S + j);
    sn_lane sum[3][4];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < 4; c++) {
        sum[r][c] = p->adds ? T[r * p->n + j + c] : lane(0);
      }
    }
    for (int f = 0; f < n_form; f++) {
      const sn_lane *s = (const sn_lane *)(S + form[f]), *l = (const sn_lane *)(L + form[f]);
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < 4; c++) {
          sum[r][c] += l[r] * s[c];
        }
      }
    }
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < 4; c++) {
        T[r * p->n + j + c] = sum[r][c];
      }
    }
  }
  for (; j < p->nc; j++) {
    const char *S = (const char *)(p->S + j);
    for (int r = 0; r < rows; r++) {
      sn_lane sum = p->adds ? T[r * p->n + j] : lane(0);
      for (int f = 0; f < n_form; f++) {
        sum += ((const sn_lane *)(L + form[f]))[r] * *(const sn_lane *)(S + form[f]);
      }
      T[r * p->n + j] = sum;
    }
  }
}
/* the rows of one level of node r, from `at` on */
SN_LANE_INLINE void sn_product_node(const sn_product *p, const sn_pack_type *t, int r, int at)
{
  const sn_node_shape *h = t->shape + r;
  const int *first = t->form_first + 2 * r, n_x = first[1] - first[0], n = first[2] - first[0], turns = at + h->n_x;
  ptrdiff_t form[2 * SN_MAX_FORMS];
  for (int k = 0; k < n; k++) {
    form[k] = (ptrdiff_t)sizeof(sn_lane) * t->form[first[0] + k] * p->nc;
  }
  if (h->n_x == 3) {
    sn_product_rows(p, form, n_x, at, 3);
  } else if (h->n_x == 1) {
    sn_product_rows(p, form, n_x, at, 1);
  }
  if (h->n_rot == 3) {
    sn_product_rows(p, form + n_x, n - n_x, turns, 3);
  } else if (h->n_rot == 2) {
    sn_product_rows(p, form + n_x, n - n_x, turns, 2);
  }
}

#endif
