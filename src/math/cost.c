/* math/cost.c -- operations of a sparse LU, counted entry by entry before any number is known.
 * Theory:  fronts.c, on the symmetric pattern.
 * Tests:   tests/math/test_order.c
 */
#include "math/solver.h"

double sn_lin_cost(const sn_lin_pattern *p, sn_arena *scratch)
{
  const sn_arena_mark mark = sn_arena_here(scratch);
  sn_entries a;
  sn_fronts f;
  const int good = sn_entries_find(p, scratch, &a) == SN_OK && sn_fronts_find(&a, 0, scratch, &f) == SN_OK;
  const double flops = good ? f.flops : -1;
  sn_arena_reset(scratch, mark);
  return flops;
}
