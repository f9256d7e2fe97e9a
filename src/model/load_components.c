/* model/load_components.c -- see model/load_components.h.
 * Tests:   tests/joints/test_forces.c (turned groups), tests/beams/test_cable_answers.c (drag), tests/beams/test_along.c
 */
#include "model/load_components.h"

/* sum of c[j] node[j], zeros left out */
static int combine(sn_expr_builder *e, const double c[3], const int node[3])
{
  int sum = -1;
  for (int j = 0; j < 3; j++) {
    if (c[j] != 0) {
      const int part = c[j] == 1 ? node[j] : sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, c[j]), node[j], -1);
      sum = sum < 0 ? part : sn_expr_op(e, SN_OP_ADD, sum, part, -1);
    }
  }
  return sum < 0 ? sn_expr_constant(e, 0) : sum;
}

static sn_status component(const sn_expr3 *value, sn_m3 turn, int k, const sn_load_sum *at, sn_arena *arena,
                           const sn_expr **out, sn_error *error)
{
  static const char *const names[] = {"t", "v1", "v2", "v3"};
  sn_expr_builder *e = sn_expr_begin(arena, 4, names);
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  const int has_s = at->s != NULL, v[3] = {sn_expr_variable(e, 1), sn_expr_variable(e, 2), sn_expr_variable(e, 3)};
  int argument[5] = {sn_expr_variable(e, 0)}, sum = -1;
  for (int j = 0; j < 3; j++) {
    argument[1 + has_s + j] = combine(e, turn.c[j].x, v);
  }
  for (int i = 0; i < at->n; i++) {
    int part[3];
    double c[3];
    if (has_s) {
      argument[1] = sn_expr_constant(e, at->s[i]);
    }
    for (int j = 0; j < 3; j++) {
      c[j] = at->weight[i] * turn.c[j].x[k];
      part[j] = c[j] != 0 ? sn_expr_insert(e, value->e[j], argument) : -1;
    }
    const int all = combine(e, c, part);
    sum = sum < 0 ? all : sn_expr_op(e, SN_OP_ADD, sum, all, -1);
  }
  return sn_expr_end(e, sum, out, error);
}

sn_status sn_load_components(const sn_expr3 *value, sn_m3 turn, const sn_load_sum *sum, sn_arena *arena,
                             const sn_expr *out[3], sn_error *error)
{
  for (int k = 0; k < 3; k++) {
    SN_TRY(component(value, turn, k, sum, arena, out + k, error));
  }
  return SN_OK;
}

int sn_load_depends(const sn_expr3 *value, int argument)
{
  int any = 0;
  for (int j = 0; j < 3 && value->e[j]; j++) {
    any = any || sn_expr_depends(value->e[j], argument);
  }
  return any;
}
