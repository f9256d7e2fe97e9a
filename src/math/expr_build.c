/* math/expr_build.c -- building expressions: constants fold, equal subexpressions are shared, the rest is dropped at the end.
 * Invariant: operands of a node have smaller numbers than the node, so that one sweep evaluates everything.
 * Limits:  SN_EXPR_MAX operations (a long formula: SN_EXPR_LONG) in a finished expression, eight times as many while it is
 *          built.
 * Tests:   tests/math/test_expr.c.
 */
#include "base/text.h"
#include "math/expr_private.h"
#include <math.h>
#include <string.h>

enum { FIRST_CAPACITY = 32, WHILE_BUILT = 8, FIRST_CURVES = 4 };

typedef enum { GOOD, FULL, NO_MEMORY, MISUSED } trouble;

struct sn_expr_builder {
  sn_arena *arena;
  int most; /* operations of the finished expression */
  int n_variables, n, capacity, n_curves, curve_capacity;
  const char *const *name;
  sn_expr_node *node; /* capacity */
  int *slot;          /* 2*capacity: hash table of node numbers + 1, open addressing */
  const sn_curve **curve;
  const double *input; /* of what was inserted */
  int n_signal;
  const sn_expr_signal *signal;
  trouble trouble;
};

static int give_up(sn_expr_builder *b, trouble why)
{
  if (b->trouble == GOOD) {
    b->trouble = why;
  }
  return -1;
}

/* Names of the variables, copied; "x1", "x2", ... where there is none. */
static const char *const *copied_names(sn_arena *arena, int n, const char *const *names)
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

sn_expr_builder *sn_expr_begin(sn_arena *arena, int n_variables, const char *const *variable_names)
{
  sn_expr_builder *b = SN_NEW(arena, sn_expr_builder, 1);
  if (!b) {
    return NULL;
  }
  b->arena = arena;
  b->most = SN_EXPR_MAX;
  if (n_variables < 0 || n_variables > SN_EXPR_LONG) {
    give_up(b, MISUSED);
    return b;
  }
  b->n_variables = n_variables;
  b->name = copied_names(arena, n_variables, variable_names);
  if (!b->name) {
    give_up(b, NO_MEMORY);
  }
  return b;
}

void sn_expr_long(sn_expr_builder *b)
{
  b->most = SN_EXPR_LONG;
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
  if (capacity > WHILE_BUILT * b->most) {
    return give_up(b, FULL);
  }
  sn_expr_node *node = sn_arena_grow(b->arena, b->node, (size_t)b->n, (size_t)capacity, sizeof *node);
  int *slot = SN_NEW(b->arena, int, 2 * (size_t)capacity);
  if (!node || !slot) {
    return give_up(b, NO_MEMORY);
  }
  b->node = node;
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
  if (b->trouble != GOOD || (b->n == b->capacity && grow(b) < 0)) {
    return -1;
  }
  const size_t s = slot_of(b, &p);
  if (!b->slot[s]) {
    b->node[b->n] = p;
    b->slot[s] = ++b->n;
  }
  return b->slot[s] - 1;
}

int sn_expr_constant(sn_expr_builder *b, double value)
{
  return put(b, (sn_expr_node){SN_OP_CONSTANT, -1, -1, -1, 0, value});
}

int sn_expr_variable(sn_expr_builder *b, int index)
{
  if (index < 0 || index >= b->n_variables) {
    return give_up(b, MISUSED);
  }
  return put(b, (sn_expr_node){SN_OP_VARIABLE, -1, -1, -1, index, 0});
}

int sn_expr_input(sn_expr_builder *b, int index, double preset)
{
  return index < 0 ? give_up(b, MISUSED) : put(b, (sn_expr_node){SN_OP_INPUT, -1, -1, -1, index, preset});
}

void sn_expr_takes_inputs_of(sn_expr_builder *b, const sn_expr *e)
{
  b->input = e->input ? e->input : b->input;
}

void sn_expr_set_signals(sn_expr_builder *b, int n, const sn_expr_signal *list)
{
  if (n < 0 || n > b->n_variables) {
    give_up(b, MISUSED);
    return;
  }
  b->n_signal = n;
  b->signal = list;
}

int sn_expr_signals(const sn_expr *e, const sn_expr_signal **list)
{
  if (list) {
    *list = e ? e->signal : NULL;
  }
  return e ? e->n_signal : 0;
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
  if (b->trouble != GOOD) {
    return -1;
  }
  const int operand[3] = {a, c, d};
  const int arity = op > SN_OP_INPUT && op < SN_OP_COUNT && op != SN_OP_CURVE ? sn_expr_operations[op].arity : 0;
  int n_constant = 0;
  for (int k = 0; k < 3; k++) {
    const int wanted = k < arity;
    if (wanted ? operand[k] < 0 || operand[k] >= b->n : operand[k] != -1) {
      return give_up(b, MISUSED);
    }
    n_constant += wanted && is_constant(b, operand[k]);
  }
  if (arity == 0) {
    return give_up(b, MISUSED);
  }
  if (n_constant == arity && op != SN_OP_WHERE) {
    return sn_expr_constant(b, sn_expr_operations[op].value(b->node[a].value, arity > 1 ? b->node[c].value : 0));
  }
  const int shorter = shortened(b, op, a, c, d);
  return shorter >= 0 ? shorter : put(b, (sn_expr_node){(int)op, a, c, d, 0, 0});
}

/* Number of a curve in the builder's list, added if new. */
static int curve_number(sn_expr_builder *b, const sn_curve *curve)
{
  for (int k = 0; k < b->n_curves; k++) {
    if (b->curve[k] == curve) {
      return k;
    }
  }
  if (b->n_curves == b->curve_capacity) {
    const int capacity = b->curve_capacity ? 2 * b->curve_capacity : FIRST_CURVES;
    const sn_curve **list = sn_arena_grow(b->arena, b->curve, (size_t)b->n_curves, (size_t)capacity, sizeof *list);
    if (!list) {
      return give_up(b, NO_MEMORY);
    }
    b->curve = list;
    b->curve_capacity = capacity;
  }
  b->curve[b->n_curves] = curve;
  return b->n_curves++;
}

int sn_expr_curve(sn_expr_builder *b, const sn_curve *curve, int a)
{
  if (b->trouble != GOOD) {
    return -1;
  }
  if (!curve || a < 0 || a >= b->n) {
    return give_up(b, MISUSED);
  }
  if (is_constant(b, a)) {
    double at[3];
    sn_curve_at(curve, b->node[a].value, at);
    return sn_expr_constant(b, at[0]);
  }
  const int number = curve_number(b, curve);
  return number < 0 ? -1 : put(b, (sn_expr_node){SN_OP_CURVE, a, -1, -1, number, 0});
}

static sn_status report(const sn_expr_builder *b, sn_error *error)
{
  switch (b->trouble) {
  case FULL:
    sn_failf(error, SN_EINPUT, "The function is too long: more than %d operations.", b->most);
    sn_error_why(error, "Functions are traced once into a list of operations; loops in them are written out.");
    sn_error_fix(error, "Write it shorter, or give it as a spline or a table.");
    return SN_EINPUT;
  case NO_MEMORY:
    return sn_no_memory(error, "a function");
  default:
    sn_failf(error, SN_EBUG, "Internal error: an expression was built from a wrong operand, variable or operation.");
    return SN_EBUG;
  }
}

sn_status sn_expr_end(sn_expr_builder *b, int node, const sn_expr **out, sn_error *error)
{
  if (b->trouble == GOOD && (node < 0 || node >= b->n)) {
    give_up(b, MISUSED);
  }
  if (b->trouble != GOOD) {
    return report(b, error);
  }
  /* marks the nodes that the result needs, from the top down; then numbers them again from the bottom up */
  int *number = SN_NEW(b->arena, int, node + 1);
  int n = 0;
  if (number) {
    number[node] = 1;
    for (int i = node; i >= 0; i--) {
      const int operand[3] = {b->node[i].a, b->node[i].c, b->node[i].d};
      n += number[i];
      for (int k = 0; number[i] && k < 3; k++) {
        if (operand[k] >= 0) {
          number[operand[k]] = 1;
        }
      }
    }
  }
  if (n > b->most) {
    give_up(b, FULL);
    return report(b, error);
  }
  sn_expr *e = SN_NEW(b->arena, sn_expr, 1);
  sn_expr_node *list = SN_NEW(b->arena, sn_expr_node, n);
  const sn_curve **curve = sn_arena_grow(b->arena, b->curve, (size_t)b->n_curves, (size_t)b->n_curves, sizeof *curve);
  if (!number || !e || !list || !curve) {
    give_up(b, NO_MEMORY);
    return report(b, error);
  }
  *e = (sn_expr){.n_variables = b->n_variables,
                 .n_curves = b->n_curves,
                 .node = list,
                 .curve = (const sn_curve *const *)curve,
                 .name = b->name,
                 .input = b->input,
                 .n_signal = b->n_signal,
                 .signal = b->signal};
  for (int i = 0; i <= node; i++) {
    if (number[i]) {
      sn_expr_node p = b->node[i];
      p.a = p.a < 0 ? -1 : number[p.a];
      p.c = p.c < 0 ? -1 : number[p.c];
      p.d = p.d < 0 ? -1 : number[p.d];
      number[i] = e->n;
      list[e->n++] = p;
    }
  }
  *out = e;
  return SN_OK;
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
  *node = (sn_expr_node){SN_OP_CONSTANT, -1, -1, -1, 0, value};
  *e = (sn_expr){.n = 1, .node = node};
  return e;
}
