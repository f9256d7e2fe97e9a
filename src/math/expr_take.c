/* math/expr_take.c -- expressions made of a graph: the nodes that the result needs, numbered anew.
 * How:     a walk from the result down reaches every node once; the nodes are chained by their marks, so that a walk costs no more
 *          than the expression is long, however large the graph is.
 * Limits:  SN_EXPR_MAX operations (a long formula: SN_EXPR_LONG) in an expression.
 * Tests:   tests/math/test_expr.c.
 */
#include "math/expr_private.h"
#include <stdlib.h>

const char *const *sn_expr_names(sn_arena *arena, int n, const char *const *names)
{
  const char **copy = SN_NEW(arena, const char *, n);
  for (int k = 0; copy && k < n; k++) {
    copy[k] = names && names[k] ? sn_arena_text(arena, names[k]) : sn_arena_format(arena, "x%d", k + 1);
    if (!copy[k]) {
      return NULL;
    }
  }
  return (const char *const *)copy;
}

/* Chains a node that this walk has not reached yet. */
static void reach(sn_expr_builder *b, int node, int *last, int *n)
{
  if (node >= 0 && b->mark[node].walk != b->walk) {
    b->mark[node].walk = b->walk;
    b->mark[node].next = -1;
    if (*last >= 0) {
      b->mark[*last].next = node;
    }
    *last = node;
    ++*n;
  }
}

/* Chains all nodes below the root, beginning with it; returns their number. */
static int walk(sn_expr_builder *b, int root)
{
  SN_ASSERT(root >= 0 && root < b->n);
  int n = 0, last = -1;
  b->walk++;
  reach(b, root, &last, &n);
  for (int i = root; i >= 0; i = b->mark[i].next) {
    reach(b, b->node[i].a, &last, &n);
    reach(b, b->node[i].c, &last, &n);
    reach(b, b->node[i].d, &last, &n);
  }
  return n;
}

static int by_number(const void *a, const void *b)
{
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

const int *sn_expr_variables_below(sn_expr_builder *b, int node, sn_arena *arena, int *n)
{
  int *list = SN_NEW(arena, int, walk(b, node)), found = 0;
  for (int i = node; list && i >= 0; i = b->mark[i].next) {
    if (b->node[i].op == SN_OP_VARIABLE) {
      list[found++] = i;
    }
  }
  if (list) {
    qsort(list, (size_t)found, sizeof *list, by_number);
  }
  for (int k = 0; k < found; k++) {
    list[k] = b->node[list[k]].table;
  }
  *n = found;
  return list;
}

static sn_status too_long(int most, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The function is too long: more than %d operations.", most);
  sn_error_why(error, "Functions are traced once into a list of operations; loops in them are written out.");
  sn_error_fix(error, "Write it shorter, or give it as a spline or a table.");
  return SN_EINPUT;
}

static sn_status report(const sn_expr_builder *b, int most, sn_error *error)
{
  switch (b->trouble) {
  case SN_EXPR_FULL:
    return too_long(b->name ? most : b->most, error);
  case SN_EXPR_NO_MEMORY:
    return sn_no_memory(error, "a function");
  default:
    sn_failf(error, SN_EBUG, "Internal error: an expression was built from a wrong operand, variable or operation.");
    return SN_EBUG;
  }
}

/* The nodes that the last walk has chained, in rising order, with operands and variables as the expression numbers them. */
static int copy_nodes(sn_expr_builder *b, int root, const int *number, int n_variables, int n, int *order,
                      sn_expr_node *list)
{
  for (int i = root, k = 0; i >= 0; i = b->mark[i].next) {
    order[k++] = i;
  }
  qsort(order, (size_t)n, sizeof *order, by_number);
  for (int k = 0; k < n; k++) {
    sn_expr_node p = b->node[order[k]];
    p.a = p.a < 0 ? -1 : b->mark[p.a].number;
    p.c = p.c < 0 ? -1 : b->mark[p.c].number;
    p.d = p.d < 0 ? -1 : b->mark[p.d].number;
    if (p.op == SN_OP_VARIABLE) {
      p.table = number ? number[p.table] : p.table;
      if (p.table < 0 || p.table >= n_variables) {
        return 0;
      }
    }
    SN_ASSERT(p.a < k && p.c < k && p.d < k);
    b->mark[order[k]].number = k;
    list[k] = p;
  }
  return 1;
}

/* names: of the variables, already copied */
static sn_status make(sn_expr_builder *b, int root, const sn_expr_variables_as *as, const char *const *names,
                      sn_arena *arena, const sn_expr **out, sn_error *error)
{
  const int most = as->is_long ? SN_EXPR_LONG : SN_EXPR_MAX;
  if (b->trouble == SN_EXPR_GOOD && (root < 0 || root >= b->n)) {
    b->trouble = SN_EXPR_MISUSED;
  }
  if (b->trouble != SN_EXPR_GOOD) {
    return report(b, most, error);
  }
  const int n = walk(b, root);
  if (n > most || as->n_variables > SN_EXPR_LONG) {
    return too_long(most, error);
  }
  sn_expr *e = SN_NEW(arena, sn_expr, 1);
  sn_expr_node *list = SN_NEW(arena, sn_expr_node, n);
  const sn_arena_mark mark = sn_arena_here(arena);
  int *order = SN_NEW(arena, int, n);
  if (!e || !list || !order || !names) {
    return sn_no_memory(error, "a function");
  }
  if (!copy_nodes(b, root, as->number, as->n_variables, n, order, list)) {
    b->trouble = SN_EXPR_MISUSED;
    return report(b, most, error);
  }
  sn_arena_reset(arena, mark);
  *e = (sn_expr){.n = n,
                 .n_variables = as->n_variables,
                 .node = list,
                 .name = names,
                 .input = b->input,
                 .n_signal = as->n_signal,
                 .signal = as->signal};
  *out = e;
  return SN_OK;
}

sn_status sn_expr_end(sn_expr_builder *b, int node, const sn_expr **out, sn_error *error)
{
  const sn_expr_variables_as as = {.n_variables = b->n_variables};
  return make(b, node, &as, b->name, b->arena, out, error);
}

sn_status sn_expr_take(sn_expr_builder *b, int node, const sn_expr_variables_as *as, sn_arena *arena,
                       const sn_expr **out, sn_error *error)
{
  SN_REQUIRE(as->n_variables >= 0 && as->n_signal >= 0 && as->n_signal <= as->n_variables, error);
  return make(b, node, as, sn_expr_names(arena, as->n_variables, as->name), arena, out, error);
}

int sn_expr_signals(const sn_expr *e, const sn_expr_signal **list)
{
  if (list) {
    *list = e ? e->signal : NULL;
  }
  return e ? e->n_signal : 0;
}

int sn_expr_has_input(const sn_expr *e)
{
  int any = 0;
  for (int i = 0; i < e->n && !any; i++) {
    any = e->node[i].op == SN_OP_INPUT;
  }
  return any;
}

const sn_expr *sn_expr_bound(const sn_expr *e, const double *input, sn_arena *arena)
{
  if (!e || !sn_expr_has_input(e)) {
    return e;
  }
  sn_expr *own = SN_NEW(arena, sn_expr, 1);
  if (own) {
    *own = *e;
    own->input = input;
  }
  return own;
}

const sn_expr *sn_expr_number(sn_arena *arena, double value)
{
  sn_expr *e = SN_NEW(arena, sn_expr, 1);
  sn_expr_node *node = SN_NEW(arena, sn_expr_node, 1);
  if (!e || !node) {
    return NULL;
  }
  *node = (sn_expr_node){SN_OP_CONSTANT, -1, -1, -1, 0, {value}};
  *e = (sn_expr){.n = 1, .node = node};
  return e;
}
