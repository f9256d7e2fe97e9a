/* steps/pattern.c -- see pattern.h. */
#include "steps/pattern.h"

#include <math.h>
#include <string.h>

double sn_any(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(*seed >> 11) / 9007199254740992.0 - 0.5;
}

/* What is left of terms that cancel is a zero; how large they were is seen in the row and in the column. */
void sn_mark_entries(int n, const sn_lane *T, unsigned char *mask, double *scratch)
{
  SN_ASSERT(n > 0);
  double *row = scratch, *column = scratch + n;
  for (int l = 0; l < SN_LANES; l++) {
    memset(scratch, 0, sizeof(double) * (size_t)(2 * n));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        const double v = fabs(T[i * n + j][l]);
        row[i] = fmax(row[i], v);
        column[j] = fmax(column[j], v);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        const double v = fabs(T[i * n + j][l]);
        mask[i * n + j] |= v > 1e-13 * row[i] || (v > 0 && v > 1e-13 * column[j]);
      }
    }
  }
}

/* a node: positions see themselves, and rotations where they share a mass */
static void mark_node(const sn_node_pack *p, int levels, unsigned char *mask)
{
  const sn_node_shape *h = &p->shape;
  const int n1 = h->n1, o = 3 * h->has_x, n = (levels + h->category) * n1;
  int mixed = 0;
  SN_ASSERT(h->category == 0 || h->category == 1);
  for (int a = h->has_x; a < h->n_vec && h->has_x; a++) {
    mixed = mixed || p->has_mass[0][a];
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const int r = i % n1, c = j % n1, last = (i >= levels * n1) + (j >= levels * n1);
      const int seen = r < o && c < o ? r == c : r >= o && c >= o ? 1 : mixed;
      /* the last level is held where there is no inertia: in any direction */
      mask[i * n + j] = (unsigned char)(last == 2 || (seen && last == 0));
    }
  }
}

sn_status sn_mark_nodes(const sn_packs *packs, int levels, sn_layout *layout, sn_arena *arena, sn_error *error)
{
  unsigned char *last = NULL;
  SN_ASSERT(levels > 0);
  for (int i = 0; i < packs->n_node; i++) {
    const sn_node_pack *p = packs->node + i, *before = p - 1;
    const int n = (levels + p->shape.category) * p->shape.n1;
    if (i == 0 || memcmp(&p->shape, &before->shape, sizeof p->shape) != 0 ||
        memcmp(p->has_mass, before->has_mass, sizeof p->has_mass) != 0) {
      last = SN_NEW(arena, unsigned char, n *n);
      if (!last) {
        return sn_no_memory(error, "the steps");
      }
      mark_node(p, levels, last);
    }
    for (int l = 0; l < p->n; l++) {
      SN_ASSERT(layout->count[p->node[l]] == n);
      layout->mask[p->node[l]] = last;
    }
  }
  return SN_OK;
}
