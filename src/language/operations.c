/* language/operations.c -- formulas while they are traced: a list of operations, and expressions made of it.
 * What:    every operation is a node (s->node) that names earlier ones; what stands below a node becomes an expression.
 * Tests:   tests/language/test_trace.c.
 */
#include <stdlib.h>
#include <string.h>

#include "language/language_private.h"

enum { MAX_NODES = 1 << 20 };

/* ---- the list of operations */

static int new_node(sn_lang *s, const sn_lang_node *n)
{
  if (s->n_node >= MAX_NODES) {
    sn_lang_error(s, "A formula became too long: more than %d operations.", MAX_NODES);
    sn_error_why(&s->error, "A loop may have built it.");
    sn_error_fix(&s->error, "Use a spline or a table for long formulas.");
    sn_lang_raise(s);
  }
  if (s->n_node == s->room) {
    const int more = s->room ? 2 * s->room : 256;
    sn_lang_node *grown = sn_arena_grow(s->work, s->node, (size_t)s->n_node, (size_t)more, sizeof *grown);
    if (!grown) {
      sn_lang_no_memory(s);
    }
    s->node = grown;
    s->room = more;
  }
  sn_lang_node *made = &s->node[s->n_node];
  *made = *n;
  made->anywhere = n->op != SN_OP_VARIABLE;
  for (int k = 0; k < 3; k++) {
    made->anywhere = made->anywhere && (n->operand[k] < 0 || s->node[n->operand[k]].anywhere);
  }
  return s->n_node++;
}

int sn_lang_op(sn_lang *s, sn_op op, int a, int b, int c)
{
  return new_node(s, &(sn_lang_node){.op = op, .operand = {a, b, c}});
}

int sn_lang_argument(sn_lang *s, int index)
{
  return new_node(s, &(sn_lang_node){.op = SN_OP_VARIABLE, .operand = {-1, -1, -1}, .index = index});
}

int sn_lang_leaf(sn_lang *s, int index, int component)
{
  return new_node(
      s, &(sn_lang_node){
             .op = SN_OP_VARIABLE, .operand = {-1, -1, -1}, .index = index, .component = component, .is_signal = 1});
}

int sn_lang_input(sn_lang *s, int index, double value)
{
  return new_node(s, &(sn_lang_node){.op = SN_OP_INPUT, .operand = {-1, -1, -1}, .index = index, .value = value});
}

int sn_lang_constant(sn_lang *s, double value)
{
  return new_node(s, &(sn_lang_node){.op = SN_OP_CONSTANT, .operand = {-1, -1, -1}, .value = value});
}

void sn_lang_push_symbol(sn_lang *s, int node, sn_lang_unit unit)
{
  SN_ASSERT(node >= 0 && node < s->n_node);
  sn_lang_symbol *y = lua_newuserdatauv(s->L, sizeof *y, 0);
  /* a node made while a function is called belongs to this call, even if it depends on inputs alone: it is freed with it */
  const int anywhere = s->node[node].anywhere && !s->in_function;
  *y = (sn_lang_symbol){node, anywhere ? SN_LANG_ANYWHERE : s->tracing, unit};
  luaL_setmetatable(s->L, SN_LANG_SYMBOL);
}

int sn_lang_node_of(sn_lang *s, int index)
{
  lua_State *L = s->L;
  if (lua_type(L, index) == LUA_TNUMBER) {
    return sn_lang_constant(s, lua_tonumber(L, index));
  }
  if (lua_type(L, index) == LUA_TBOOLEAN) {
    return sn_lang_constant(s, lua_toboolean(L, index));
  }
  const sn_lang_symbol *y = luaL_testudata(L, index, SN_LANG_SYMBOL);
  if (!y) {
    const char *type = luaL_typename(L, index);
    sn_lang_error(s, "A formula cannot use a %s.",
                  luaL_testudata(L, index, SN_LANG_VECTOR) ? "signal with components" : type);
    sn_error_why(&s->error, "Only numbers, arguments of the function and single signals can be combined.");
    sn_error_fix(&s->error, luaL_testudata(L, index, SN_LANG_VECTOR) ? "Take a component (.x, .y, .z) or norm(...)."
                                                                     : "Check the terms of the formula.");
    sn_lang_raise(s);
  }
  if (y->trace != s->tracing && y->trace != SN_LANG_ANYWHERE && !(y->trace == 0 && s->reads)) {
    sn_lang_error(s, y->trace == 0 ? "A signal is used inside a function of time or of a coordinate."
                                   : "An argument of one function is used outside of it.");
    sn_error_why(&s->error,
                 y->trace == 0
                     ? "Only forces and torques may follow signals; this field is a formula of its own arguments."
                     : "Functions are turned into formulas of their own arguments only.");
    sn_error_fix(&s->error, y->trace == 0 ? "Use the function's arguments, for example law = function(x, v, t)."
                                          : "Do not store arguments in outer variables.");
    sn_lang_raise(s);
  }
  return y->node;
}

/* ---- expressions */

static int by_number(const void *a, const void *b)
{
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* All nodes below root in rising order (operands first), in scratch. */
static int below(sn_lang *s, int root, int longest, const int **out)
{
  SN_ASSERT(root >= 0 && root < s->n_node && longest > 0);
  const int most = 4 * longest < s->n_node ? 4 * longest : s->n_node;
  int *list = SN_NEW(s->scratch, int, most), n = 0;
  if (!list) {
    sn_lang_no_memory(s);
  }
  s->stamp++;
  list[n++] = root;
  s->node[root].seen = s->stamp;
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < 3; j++) {
      const int o = s->node[list[k]].operand[j];
      if (o < 0 || s->node[o].seen == s->stamp) {
        continue;
      }
      if (n == most) {
        sn_lang_error(s, "A formula is too long: more than %d operations.", longest);
        sn_error_why(&s->error, "A loop may have built it.");
        sn_error_fix(&s->error, "Use a spline or a table for long formulas.");
        sn_lang_raise(s);
      }
      s->node[o].seen = s->stamp;
      list[n++] = o;
    }
  }
  qsort(list, (size_t)n, sizeof *list, by_number);
  *out = list;
  return n;
}

sn_lang_leaves sn_lang_no_leaves(sn_lang *s)
{
  return (sn_lang_leaves){.stamp = ++s->n_leaves};
}

/* Its index in the list of a law, where every component occurs once; -1: it is new. */
static int number_of(const sn_lang_node *x, const sn_lang_leaves *leaves)
{
  for (int k = 0; k < leaves->n && leaves->is_law; k++) {
    if (leaves->variable[k].signal == x->index && leaves->variable[k].component == x->component) {
      return k;
    }
  }
  return -1;
}

static void add_leaf(sn_lang *s, sn_lang_node *x, sn_lang_leaves *leaves)
{
  SN_ASSERT(x->op == SN_OP_VARIABLE && x->is_signal);
  const int known = number_of(x, leaves);
  if (known >= 0) {
    x->gathered = leaves->stamp;
    x->number = known;
    return;
  }
  if (leaves->is_law && leaves->n == SN_LANG_MOST_READ) {
    sn_lang_error(s, "A function reads more than %d signals.", SN_LANG_MOST_READ);
    sn_error_fix(&s->error, "Make several forces or torques of it.");
    sn_lang_raise(s);
  }
  if (leaves->n == leaves->room) {
    leaves->room = leaves->room ? 2 * leaves->room : 16;
    leaves->variable =
        sn_arena_grow(s->work, leaves->variable, (size_t)leaves->n, (size_t)leaves->room, sizeof *leaves->variable);
    if (!leaves->variable) {
      sn_lang_no_memory(s);
    }
  }
  x->gathered = leaves->stamp;
  x->number = leaves->n;
  leaves->variable[leaves->n++] = (sn_expr_signal){x->index, x->component};
}

void sn_lang_collect(sn_lang *s, int root, sn_lang_leaves *leaves)
{
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const int *list;
  const int n = below(s, root, SN_EXPR_LONG, &list);
  for (int k = 0; k < n; k++) {
    sn_lang_node *x = s->node + list[k];
    if (x->op == SN_OP_VARIABLE && x->is_signal && x->gathered != leaves->stamp) {
      add_leaf(s, x, leaves);
    }
  }
  sn_arena_reset(s->scratch, mark);
}

static const sn_expr_signal *kept_signals(sn_lang *s, const sn_lang_leaves *leaves)
{
  sn_expr_signal *list = SN_NEW(s->arena, sn_expr_signal, leaves->n);
  if (!list) {
    sn_lang_no_memory(s);
  }
  for (int k = 0; k < leaves->n; k++) {
    list[k] = leaves->variable[k];
  }
  return list;
}

const sn_expr *sn_lang_expression(sn_lang *s, int root, int n_variables, const char *const *names,
                                  const sn_lang_leaves *leaves)
{
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const int *list;
  const int n = below(s, root, leaves && !leaves->is_law ? SN_EXPR_LONG : SN_EXPR_MAX, &list);
  sn_expr_builder *b = sn_expr_begin(s->arena, n_variables, names);
  if (!b) {
    sn_lang_no_memory(s);
  }
  if (leaves && leaves->is_law) {
    sn_expr_set_signals(b, leaves->n, kept_signals(s, leaves));
  } else if (leaves) {
    sn_expr_long(b);
  }
  const int first = leaves ? n_variables - leaves->n : 0; /* arguments come before signals */
  for (int k = 0; k < n; k++) {
    sn_lang_node *x = s->node + list[k];
    int o[3];
    for (int j = 0; j < 3; j++) {
      o[j] = x->operand[j] < 0 ? -1 : s->node[x->operand[j]].handle;
    }
    if (x->op == SN_OP_INPUT) {
      sn_model_use_input(s->model, x->index);
    }
    x->handle = x->op == SN_OP_CONSTANT   ? sn_expr_constant(b, x->value)
                : x->op == SN_OP_VARIABLE ? sn_expr_variable(b, x->is_signal ? first + x->number : x->index)
                : x->op == SN_OP_INPUT    ? sn_expr_input(b, x->index, x->value)
                : x->op == SN_OP_CURVE    ? sn_expr_curve(b, x->curve, o[0])
                                          : sn_expr_op(b, x->op, o[0], o[1], o[2]);
  }
  const sn_expr *e = NULL;
  sn_error why = {0};
  if (sn_expr_end(b, s->node[root].handle, &e, &why) != SN_OK) {
    if (why.status == SN_ENOMEM) {
      sn_lang_no_memory(s);
    }
    sn_lang_error(s, "%s", why.what);
    memcpy(s->error.why, why.why, sizeof why.why);
    memcpy(s->error.fix, why.fix, sizeof why.fix);
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  return e;
}
