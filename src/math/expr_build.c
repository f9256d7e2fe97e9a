/* math/expr_build.c -- the graph that expressions are made of: constants fold, equal subexpressions are shared.
 * What:    one builder for one expression (sn_expr_begin, sn_expr_end), or for all formulas of a model (sn_expr_graph,
 *          sn_expr_take; the model language). expr_take.c makes the expressions.
 * Invariant: operands of a node have smaller numbers than the node, so that one sweep evaluates everything.
 * Limits:  the builder of one expression has at most eight times SN_EXPR_MAX nodes.
 * Tests:   tests/math/test_expr.c.
 */
#include "base/text.h"
#include "math/expr_private.h"
#include <limits.h>
#include <math.h>
#include <string.h>

enum { FIRST_CAPACITY = 32, WHILE_BUILT = 8 };

static int give_up(sn_expr_builder *b, sn_expr_trouble why)
{
  if (b->trouble == SN_EXPR_GOOD) {
    b->trouble = why;
  }
  return -1;
}

sn_expr_builder *sn_expr_begin(sn_arena *arena, int n_variables, const char *const *variable_names)
{
  sn_expr_builder *b = sn_expr_graph(arena, WHILE_BUILT * SN_EXPR_MAX);
  if (!b) {
    return NULL;
  }
  if (n_variables < 0 || n_variables > SN_EXPR_LONG) {
    give_up(b, SN_EXPR_MISUSED);
    return b;
  }
  b->n_variables = n_variables;
  b->name = sn_expr_names(arena, n_variables, variable_names);
  if (!b->name) {
    give_up(b, SN_EXPR_NO_MEMORY);
  }
  return b;
}

sn_expr_builder *sn_expr_graph(sn_arena *arena, int most)
{
  sn_expr_builder *b = SN_NEW(arena, sn_expr_builder, 1);
  if (b) {
    *b = (sn_expr_builder){.arena = arena, .most = most, .n_variables = INT_MAX};
  }
  return b;
}

static int commutes(int op)
{
  return op == SN_OP_ADD || op == SN_OP_MUL || op == SN_OP_AND || op == SN_OP_OR;
}

static uint64_t key(const sn_expr_node *p)
{
  int a = p->a, c = p->c;
  if (commutes(p->op) && a > c) { /* a + c and c + a are bit for bit identical */
    a = p->c;
    c = p->a;
  }
  const struct {
    int64_t word[5];
    double value;
  } k = {{p->op, a, c, p->d, p->table}, p->value};
  return sn_hash(&k, sizeof k);
}

/* Compares bits, so that NaN and -0 are constants like others. */
static uint64_t bits(double value)
{
  uint64_t b;
  memcpy(&b, &value, sizeof b);
  return b;
}

static int same(const sn_expr_node *p, const sn_expr_node *q)
{
  const int straight = p->a == q->a && p->c == q->c, crossed = commutes(p->op) && p->a == q->c && p->c == q->a;
  return p->op == q->op && (straight || crossed) && p->d == q->d && p->table == q->table &&
         bits(p->value) == bits(q->value);
}

/* The slot of a node like p, or the empty slot where it belongs. */
static size_t slot_of(const sn_expr_builder *b, const sn_expr_node *p)
{
  const size_t n = 2 * (size_t)b->capacity;
  size_t s = (size_t)(key(p) % n);
  while (b->slot[s] && !same(&b->node[b->slot[s] - 1], p)) {
    s = (s + 1) % n;
  }
  return s;
}

static int grow(sn_expr_builder *b)
{
  const int capacity = b->capacity ? 2 * b->capacity : FIRST_CAPACITY;
  if (capacity > b->most) {
    return give_up(b, SN_EXPR_FULL);
  }
  sn_expr_node *node = sn_arena_grow(b->arena, b->node, (size_t)b->n, (size_t)capacity, sizeof *node);
  sn_expr_mark *mark = sn_arena_grow(b->arena, b->mark, (size_t)b->n, (size_t)capacity, sizeof *mark);
  int *slot = SN_NEW(b->arena, int, 2 * (size_t)capacity);
  if (!node || !mark || !slot) {
    return give_up(b, SN_EXPR_NO_MEMORY);
  }
  b->node = node;
  b->mark = mark;
  b->slot = slot;
  b->capacity = capacity;
  for (int i = 0; i < b->n; i++) {
    b->slot[slot_of(b, &node[i])] = i + 1;
  }
  return 0;
}

/* The node p, shared if it exists already. */
static int put(sn_expr_builder *b, sn_expr_node p)
{
  if (b->trouble != SN_EXPR_GOOD || (b->n == b->capacity && grow(b) < 0)) {
    return -1;
  }
  const size_t s = slot_of(b, &p);
  if (!b->slot[s]) {
    const int operand[3] = {p.a, p.c, p.d};
    int varies = p.op == SN_OP_VARIABLE;
    for (int k = 0; k < 3; k++) {
      SN_ASSERT(operand[k] < b->n);
      varies = varies || (operand[k] >= 0 && b->mark[operand[k]].varies);
    }
    b->node[b->n] = p;
    b->mark[b->n] = (sn_expr_mark){.varies = varies};
    b->slot[s] = ++b->n;
  }
  return b->slot[s] - 1;
}

int sn_expr_constant(sn_expr_builder *b, double value)
{
  return put(b, (sn_expr_node){SN_OP_CONSTANT, -1, -1, -1, 0, {value}});
}

int sn_expr_variable(sn_expr_builder *b, int index)
{
  if (index < 0 || index >= b->n_variables) {
    return give_up(b, SN_EXPR_MISUSED);
  }
  return put(b, (sn_expr_node){SN_OP_VARIABLE, -1, -1, -1, index, {0}});
}

int sn_expr_input(sn_expr_builder *b, int index, double preset)
{
  return index < 0 ? give_up(b, SN_EXPR_MISUSED) : put(b, (sn_expr_node){SN_OP_INPUT, -1, -1, -1, index, {preset}});
}

void sn_expr_takes_inputs_of(sn_expr_builder *b, const sn_expr *e)
{
  b->input = e->input ? e->input : b->input;
}

int sn_expr_nodes(const sn_expr_builder *b)
{
  return b->n;
}

int sn_expr_varies(const sn_expr_builder *b, int node)
{
  SN_ASSERT(node >= 0 && node < b->n);
  return b->mark[node].varies;
}

/* In the reverse of their order: the slots that the search for an older node passes are then never emptied. */
void sn_expr_forget(sn_expr_builder *b, int n)
{
  SN_ASSERT(n >= 0 && n <= b->n);
  while (b->n > n) {
    const size_t s = slot_of(b, &b->node[b->n - 1]);
    SN_ASSERT(b->slot[s] == b->n);
    b->slot[s] = 0;
    b->n--;
  }
}

static int is_constant(const sn_expr_builder *b, int node)
{
  return b->node[node].op == SN_OP_CONSTANT;
}

static int is(const sn_expr_builder *b, int node, double value)
{
  return is_constant(b, node) && b->node[node].value == value;
}

/* Simplifies 0 + x, 1*x, x^1, ... Returns the node, or -1 if there is something to compute. */
static int shortened(sn_expr_builder *b, sn_op op, int a, int c, int d)
{
  switch (op) {
  case SN_OP_ADD:
    return is(b, a, 0) ? c : is(b, c, 0) ? a : -1;
  case SN_OP_SUB:
    return is(b, c, 0) ? a : is(b, a, 0) ? sn_expr_op(b, SN_OP_NEG, c, -1, -1) : -1;
  case SN_OP_MUL:
    return is(b, a, 1) || is(b, c, 0) ? c : is(b, c, 1) || is(b, a, 0) ? a : -1;
  case SN_OP_DIV:
    return is(b, c, 1) ? a : -1;
  case SN_OP_POW:
    if (is(b, c, 2)) { /* by far the most frequent power */
      return sn_expr_op(b, SN_OP_MUL, a, a, -1);
    }
    return is(b, c, 0) ? sn_expr_constant(b, 1) : is(b, c, 1) ? a : -1;
  case SN_OP_NEG:
    return b->node[a].op == SN_OP_NEG ? b->node[a].a : -1;
  case SN_OP_WHERE:
    return c == d ? c : is_constant(b, a) ? (b->node[a].value != 0 ? c : d) : -1;
  default:
    return -1;
  }
}

int sn_expr_op(sn_expr_builder *b, sn_op op, int a, int c, int d)
{
  if (b->trouble != SN_EXPR_GOOD) {
    return -1;
  }
  const int operand[3] = {a, c, d};
  const int arity = op > SN_OP_INPUT && op < SN_OP_COUNT && op != SN_OP_CURVE ? sn_expr_operations[op].arity : 0;
  int n_constant = 0;
  for (int k = 0; k < 3; k++) {
    const int wanted = k < arity;
    if (wanted ? operand[k] < 0 || operand[k] >= b->n : operand[k] != -1) {
      return give_up(b, SN_EXPR_MISUSED);
    }
    n_constant += wanted && is_constant(b, operand[k]);
  }
  if (arity == 0) {
    return give_up(b, SN_EXPR_MISUSED);
  }
  if (n_constant == arity && op != SN_OP_WHERE) {
    return sn_expr_constant(b, sn_expr_operations[op].value(b->node[a].value, arity > 1 ? b->node[c].value : 0));
  }
  const int shorter = shortened(b, op, a, c, d);
  return shorter >= 0 ? shorter : put(b, (sn_expr_node){(int)op, a, c, d, 0, {0}});
}

int sn_expr_curve(sn_expr_builder *b, const sn_curve *curve, int a)
{
  if (b->trouble != SN_EXPR_GOOD) {
    return -1;
  }
  if (!curve || a < 0 || a >= b->n) {
    return give_up(b, SN_EXPR_MISUSED);
  }
  if (is_constant(b, a)) {
    double at[3];
    sn_curve_at(curve, b->node[a].value, at);
    return sn_expr_constant(b, at[0]);
  }
  sn_expr_node p = {SN_OP_CURVE, a, -1, -1, 0, {0}};
  p.curve = curve;
  return put(b, p);
}
