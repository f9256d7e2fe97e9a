/* language/operations.c -- formulas while they are traced: nodes of one graph (math/expr.h), and expressions made of it.
 * What:    every operation of the user on symbols is a node of s->graph. Variables of the graph: the arguments of the function that is
 *          being traced, then components of signals.
 * Tests:   tests/language/test_trace.c.
 */
#include <string.h>

#include "language/language_private.h"

enum { MAX_NODES = 1 << 20, FIRST_SIGNAL = SN_LANG_MOST_ARGUMENTS, COMPONENTS = 4, FIRST_ROOM = 64 };

/* The expression rooted at node, in the arena; raises the error of the graph (a node -1: it is full, or has no memory). */
static const sn_expr *taken(sn_lang *s, int node, const sn_expr_variables_as *as)
{
  const sn_expr *e = NULL;
  sn_error why = {0};
  const sn_status status = sn_expr_take(s->graph, node, as, s->arena, &e, &why);
  if (status == SN_ENOMEM) {
    sn_lang_no_memory(s);
  }
  if (status != SN_OK) {
    sn_lang_error(s, "%s", why.what);
    memcpy(s->error.why, why.why, sizeof why.why);
    memcpy(s->error.fix, why.fix, sizeof why.fix);
    sn_lang_raise(s);
  }
  return e;
}

static int checked(sn_lang *s, int node)
{
  if (node < 0) {
    (void)taken(s, -1, &(sn_expr_variables_as){0});
  }
  return node;
}

static sn_expr_builder *graph(sn_lang *s)
{
  s->graph = s->graph ? s->graph : sn_expr_graph(s->work, MAX_NODES);
  if (!s->graph) {
    sn_lang_no_memory(s);
  }
  return s->graph;
}

int sn_lang_op(sn_lang *s, sn_op op, int a, int b, int c)
{
  return checked(s, sn_expr_op(graph(s), op, a, b, c));
}

int sn_lang_curve_at(sn_lang *s, const sn_curve *curve, int a)
{
  return checked(s, sn_expr_curve(graph(s), curve, a));
}

int sn_lang_argument(sn_lang *s, int index)
{
  SN_ASSERT(index >= 0 && index < SN_LANG_MOST_ARGUMENTS);
  return checked(s, sn_expr_variable(graph(s), index));
}

int sn_lang_leaf(sn_lang *s, int index, int component)
{
  SN_ASSERT(index >= 0 && component >= 0 && component < COMPONENTS);
  return checked(s, sn_expr_variable(graph(s), FIRST_SIGNAL + COMPONENTS * index + component));
}

int sn_lang_constant(sn_lang *s, double value)
{
  return checked(s, sn_expr_constant(graph(s), value));
}

int sn_lang_nodes(const sn_lang *s)
{
  return s->graph ? sn_expr_nodes(s->graph) : 0;
}

void sn_lang_forget(sn_lang *s, int n)
{
  if (s->graph) {
    sn_expr_forget(s->graph, n);
  }
}

void sn_lang_push_symbol(sn_lang *s, int node, sn_lang_unit unit)
{
  sn_lang_symbol *y = lua_newuserdatauv(s->L, sizeof *y, 0);
  /* a node made while a function is called belongs to this call, even if it depends on inputs alone: it is freed with it */
  const int anywhere = !sn_expr_varies(s->graph, node) && !s->in_function;
  *y = (sn_lang_symbol){.node = node, .trace = anywhere ? SN_LANG_ANYWHERE : s->tracing, .unit = unit};
  luaL_setmetatable(s->L, SN_LANG_SYMBOL);
}

void sn_lang_push_input(sn_lang *s, int index, double value, sn_lang_unit unit)
{
  sn_lang_push_symbol(s, checked(s, sn_expr_input(graph(s), index, value)), unit);
  ((sn_lang_symbol *)lua_touserdata(s->L, -1))->input = index + 1;
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
    sn_error_fix(&s->error,
                 luaL_testudata(L, index, SN_LANG_VECTOR)
                     ? "Take a component (.x, .y, .z) or norm(...)."
                     : "Check the terms of the formula. A section or a list keeps its kind: put where(...) into its "
                       "fields, e.g. circle { radius = where(less(x, 1), 0.1, 0.2) }.");
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
  if (y->input > 0) {
    sn_model_use_input(s->model, y->input - 1);
  }
  return y->node;
}

/* ---- expressions */

sn_lang_leaves sn_lang_no_leaves(int n_argument)
{
  SN_ASSERT(n_argument >= 0 && n_argument <= SN_LANG_MOST_ARGUMENTS);
  return (sn_lang_leaves){.n_argument = n_argument};
}

/* Makes room for the variable: its number in the expressions that are being made (s->number), and for which leaves it was given. */
static void make_room(sn_lang *s, int variable)
{
  if (variable < s->room) {
    return;
  }
  int more = s->room ? s->room : FIRST_ROOM;
  while (more <= variable) {
    more *= 2;
  }
  int *number = sn_arena_grow(s->work, s->number, (size_t)s->room, (size_t)more, sizeof *number);
  int *gathered = sn_arena_grow(s->work, s->gathered, (size_t)s->room, (size_t)more, sizeof *gathered);
  if (!number || !gathered) {
    sn_lang_no_memory(s);
  }
  for (int k = s->room; k < more; k++) {
    number[k] = k < SN_LANG_MOST_ARGUMENTS ? k : -1;
    gathered[k] = 0;
  }
  s->number = number;
  s->gathered = gathered;
  s->room = more;
}

static void add_leaf(sn_lang *s, int variable, sn_lang_leaves *leaves)
{
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
  leaves->variable[leaves->n++] =
      (sn_expr_signal){(variable - FIRST_SIGNAL) / COMPONENTS, (variable - FIRST_SIGNAL) % COMPONENTS};
}

/* Gives the signals of the leaves their numbers: behind the arguments. */
static void number_leaves(sn_lang *s, const sn_lang_leaves *leaves)
{
  s->n_leaves++;
  for (int k = 0; k < leaves->n; k++) {
    const int variable = FIRST_SIGNAL + COMPONENTS * leaves->variable[k].signal + leaves->variable[k].component;
    make_room(s, variable);
    s->gathered[variable] = s->n_leaves;
    s->number[variable] = leaves->n_argument + k;
  }
}

void sn_lang_collect(sn_lang *s, int root, sn_lang_leaves *leaves)
{
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  int n;
  const int *list = sn_expr_variables_below(s->graph, root, s->scratch, &n);
  if (!list) {
    sn_lang_no_memory(s);
  }
  number_leaves(s, leaves);
  for (int k = 0; k < n; k++) {
    make_room(s, list[k]);
    if (list[k] >= FIRST_SIGNAL && s->gathered[list[k]] != s->n_leaves) {
      s->gathered[list[k]] = s->n_leaves;
      add_leaf(s, list[k], leaves);
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

const sn_expr *sn_lang_expression(sn_lang *s, int root, int n_argument, const char *const *names,
                                  const sn_lang_leaves *leaves)
{
  sn_expr_variables_as as = {.n_variables = n_argument, .name = names};
  if (leaves) {
    SN_ASSERT(leaves->n_argument == n_argument);
    number_leaves(s, leaves);
    as.n_variables += leaves->n;
    as.number = s->number;
    as.is_long = !leaves->is_law;
  }
  if (leaves && leaves->is_law && leaves->n > 0) {
    as.n_signal = leaves->n;
    as.signal = kept_signals(s, leaves);
  }
  return taken(s, root, &as);
}
