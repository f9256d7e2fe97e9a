/* instant/near.c -- see near.h.
 * Tests:   tests/engine/test_engine.c
 */
#include "instant/near.h"

#include "math/linear.h"

enum { MOTIONS = 6, AXES = 3 };

static int is_point(const sn_system *s, int node, int unknowns)
{
  const sn_node *c = s->node + node;
  return unknowns == AXES && c->n_dir == 0 && sn_has_place(s, c);
}

sn_status sn_near_find(const sn_system *s, int n, const int *first, const int *size, sn_arena *arena,
                       const double **out)
{
  *out = NULL;
  if (!sn_lin_engine_takes(n)) {
    return SN_OK;
  }
  double *near = SN_NEW(arena, double, MOTIONS *(size_t)n);
  if (!near) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    if (!is_point(s, i, size[i])) {
      continue;
    }
    SN_ASSERT(first[i] >= 0 && first[i] + AXES <= n);
    const sn_v3 x = s->drawn[s->node[i].vector[0]];
    const double turn[AXES][AXES] = {
        {0, x.x[2], -x.x[1]}, {-x.x[2], 0, x.x[0]}, {x.x[1], -x.x[0], 0}}; /* row: the axis that moves */
    for (int j = 0; j < AXES; j++) {
      double *at = near + MOTIONS * (size_t)(first[i] + j);
      at[j] = 1;
      for (int k = 0; k < AXES; k++) {
        at[AXES + k] = turn[j][k];
      }
    }
  }
  *out = near;
  return SN_OK;
}
