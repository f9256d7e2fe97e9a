/* math/expr_insert.c -- a finished expression as part of a larger one.
 * What:    used where a user's function of time is shifted or turned: moving bases, loads inside turned groups.
 * Tests:   tests/parts/test_parts.c (base).
 */
#include "math/expr_private.h"

int sn_expr_insert(sn_expr_builder *b, const sn_expr *e, const int *variable)
{
  int at[SN_EXPR_MAX];
  SN_ASSERT(e->n <= SN_EXPR_MAX);
  sn_expr_takes_inputs_of(b, e);
  for (int i = 0; i < e->n; i++) {
    const sn_expr_node *p = e->node + i;
    if (p->op == SN_OP_CONSTANT) {
      at[i] = sn_expr_constant(b, p->value);
    } else if (p->op == SN_OP_VARIABLE) {
      at[i] = variable[p->table];
    } else if (p->op == SN_OP_INPUT) {
      at[i] = sn_expr_input(b, p->table, p->value);
    } else if (p->op == SN_OP_CURVE) {
      at[i] = sn_expr_curve(b, p->curve, at[p->a]);
    } else {
      at[i] =
          sn_expr_op(b, (sn_op)p->op, p->a >= 0 ? at[p->a] : -1, p->c >= 0 ? at[p->c] : -1, p->d >= 0 ? at[p->d] : -1);
    }
  }
  return e->n > 0 ? at[e->n - 1] : -1;
}
