/* language/trace.c -- functions of the user become expressions.
 * What:    the function is called once with symbols; what it returns is its formula. Then it is called with numbers at a
 *          few places and compared: this finds what Lua cannot tell us (t == 0, `if t`, `and`, variables changed inside).
 * Limits:  the comparison sees only the sample places.
 * Tests:   tests/language/test_trace.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "language/language_private.h"

enum { MAX_ARGUMENTS = SN_LANG_MOST_ARGUMENTS, MAX_RESULTS = 36, N_SAMPLES = 14 };

/* Sample values: time first; other arguments take the same row shifted, and signs. Whole numbers detect `t == 1`; the first sample is
   repeated at the end, to detect variables that change between calls. */
static const double samples[N_SAMPLES] = {0, 0.013, 0.1, 0.37, 0.5, 0.75, 1, 1.7, 2, 3.3, 5, 10, 47.5, 0};

typedef struct {
  int n;
  const char *name[MAX_ARGUMENTS];
  int reads;             /* 1: it may read signals too */
  sn_lang_leaves signal; /* those that it does read */
} arguments;

static void read_arguments(sn_lang *s, const sn_input *field, const char *preset, arguments *a)
{
  char *copy = sn_arena_text(s->scratch, field->choices ? field->choices : preset);
  a->n = 0;
  a->reads = field->sub == sn_follows_signals;
  for (char *c = copy; c && a->n < MAX_ARGUMENTS;) {
    char *comma = strchr(c, ',');
    c += strspn(c, " ");
    a->name[a->n++] = c;
    if (comma) {
      *comma++ = '\0';
    }
    c = comma;
  }
  if (!copy) {
    sn_lang_no_memory(s);
  }
  a->signal = sn_lang_no_leaves(a->n);
  a->signal.is_law = 1;
}

static double sample(const arguments *a, int argument, int k)
{
  const int is_time = strcmp(a->name[argument], "t") == 0;
  if (k == 0 || k == N_SAMPLES - 1) {
    return 0;
  }
  const double x = samples[1 + (k - 1 + 3 * argument) % (N_SAMPLES - 2)];
  return is_time || k % 3 != 2 ? x : -x;
}

/* Sample k of all arguments, and of the signals after them, which are never 0, since no run needs to begin there. */
static void sample_all(const arguments *a, int k, double *x)
{
  for (int i = 0; i < a->n; i++) {
    x[i] = sample(a, i, k);
  }
  for (int i = 0; i < a->signal.n; i++) {
    const sn_expr_signal from = a->signal.variable[i];
    const double y = samples[1 + (k + 5 * from.signal + 3 * from.component) % (N_SAMPLES - 2)];
    x[a->n + i] = (k + from.signal) % 2 ? y : -y;
  }
}

static void fail_function(sn_lang *s, const char *owner, const char *field, const char *what, const char *fix)
{
  sn_lang_error(s, "%s: the function `%s` %s", owner, field, what);
  sn_error_fix(&s->error, "%s", fix);
}

/* Results of the call above `base`: a single table counts as a list. Leaves them on the stack, returns their number. */
static int results(sn_lang *s, int base, const sn_input *field, const char *owner)
{
  lua_State *L = s->L;
  int n = lua_gettop(L) - base;
  if (n == 1 && lua_type(L, -1) == LUA_TTABLE) {
    const lua_Unsigned m = lua_rawlen(L, -1);
    for (int k = 1; k <= (int)(m < MAX_RESULTS ? m : MAX_RESULTS); k++) {
      lua_rawgeti(L, base + 1, k);
    }
    lua_remove(L, base + 1);
    n = lua_gettop(L) - base;
  }
  if (n == 0 || (n == 1 && lua_isnil(L, -1))) {
    fail_function(s, owner, field->name, "returns nothing.", "End it with return and a value.");
    sn_lang_raise(s);
  }
  if (n > MAX_RESULTS) {
    fail_function(s, owner, field->name, "returns too many values.", "Return one value, or three for a vector.");
    sn_lang_raise(s);
  }
  for (int k = base + 1; k <= base + n; k++) {
    if (lua_type(L, k) != LUA_TNUMBER && !luaL_testudata(L, k, SN_LANG_SYMBOL)) {
      char what[120];
      const int is_vector = luaL_testudata(L, k, SN_LANG_VECTOR) != NULL;
      snprintf(what, sizeof what, "returns a %s, but must return numbers.",
               is_vector ? "signal with components" : luaL_typename(L, k));
      fail_function(s, owner, field->name, what,
                    is_vector ? "Take components (.x, .y, .z)." : "Return a number or a formula of the arguments.");
      sn_lang_raise(s);
    }
  }
  return n;
}

static int same_number(double a, double b)
{
  return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) + 1e-300;
}

static void describe_place(const arguments *a, const double *x, char *text, size_t size)
{
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < a->n && used < size; i++) {
    const int more = snprintf(text + used, size - used, "%s%s = %.6g", i ? ", " : "", a->name[i], x[i]);
    used += more > 0 ? (size_t)more : 0;
  }
}

/* Names of the variables of a formula: arguments, then signals. */
static const char *const *variable_names(sn_lang *s, const arguments *a)
{
  const char **name = SN_NEW(s->scratch, const char *, a->n + a->signal.n + 1);
  for (int i = 0; name && i < a->n; i++) {
    name[i] = a->name[i];
  }
  for (int i = 0; name && i < a->signal.n; i++) {
    static const char *const part[] = {".x", ".y", ".z", ".w"};
    const sn_signal *from = sn_model_signal_at(s->model, a->signal.variable[i].signal);
    int n = 1;
    const char *unit, *of = from->later ? from->later : from->ref.given ? sn_ref_name(&from->ref) : "";
    sn_error unused = {0};
    (void)sn_model_signal_info(from, &n, &unit, &unused);
    name[a->n + i] = sn_arena_format(s->scratch, "%s(%s)%s", from->name ? from->name : "energy", of,
                                     n > 1 ? part[a->signal.variable[i].component % 4] : "");
  }
  if (!name) {
    sn_lang_no_memory(s);
  }
  return name;
}

/* The value at a stack index as a formula of arguments and signals. */
static const sn_expr *formula_at(sn_lang *s, int index, arguments *a)
{
  const int node = sn_lang_node_of(s, index);
  sn_lang_collect(s, node, &a->signal);
  return sn_lang_expression(s, node, a->n, variable_names(s, a), &a->signal);
}

/* The number at a stack index, at the sample x; formulas use the values of signals there, and of inputs that are not set. */
static double number_at(sn_lang *s, int index, arguments *a, const double *x)
{
  if (lua_type(s->L, index) == LUA_TNUMBER) {
    return lua_tonumber(s->L, index);
  }
  const int known = a->signal.n;
  const sn_expr *e = luaL_testudata(s->L, index, SN_LANG_SYMBOL) ? formula_at(s, index, a) : NULL;
  return e && a->signal.n == known ? sn_expr_value(e, x) : NAN;
}

/* a function as it was given, and as its formula */
typedef struct {
  int index; /* on Lua's stack */
  const sn_input *field;
  const char *owner;
  arguments *a;
  const sn_value *v;
} traced;
typedef struct {
  int which; /* of the results */
  double number, formula;
} difference;

/* Calls the function with numbers; 1 if its result equals that of its formula. */
static int agrees(sn_lang *s, const traced *f, const double *x, difference *out)
{
  lua_State *L = s->L;
  const int base = lua_gettop(L);
  lua_pushvalue(L, f->index);
  for (int i = 0; i < f->a->n; i++) {
    lua_pushnumber(L, x[i]);
  }
  lua_call(L, f->a->n, LUA_MULTRET);
  const int n = results(s, base, f->field, f->owner);
  int same = 1;
  for (int r = 0; r < f->v->n && same; r++) {
    out->which = r;
    out->formula = sn_expr_value(f->v->result[r], x);
    out->number = r < n ? number_at(s, base + 1 + r, f->a, x) : NAN;
    same = n == f->v->n && same_number(out->formula, out->number);
  }
  lua_settop(L, base);
  return same;
}

/* A value that is never a number, or not where every run begins, is detected here; other cases are detected by the run. */
static void check_finite(sn_lang *s, const sn_input *field, const char *owner, const arguments *a, const sn_value *v)
{
  const int of_time =
      strcmp(a->name[0], "t") == 0 && a->signal.n == 0; /* other arguments, lengths and velocities, are 0 with it */
  for (int r = 0; r < v->n; r++) {
    int finite = 0;
    for (int k = 0; k < N_SAMPLES && !finite; k++) {
      double x[MAX_ARGUMENTS + SN_LANG_MOST_READ];
      sample_all(a, k, x);
      finite = isfinite(sn_expr_value(v->result[r], x));
      if (k == 0 && of_time && !finite) {
        break;
      }
    }
    if (!finite) {
      char text[200];
      fail_function(s, owner, field->name, of_time ? "is not a finite number at t = 0." : "is nowhere a finite number.",
                    "Check its formula; where(greater(t, 0), a, b) chooses between two.");
      sn_error_why(&s->error,
                   "A division by zero, a root or logarithm of a negative number or an overflow made it so: `%s`.",
                   sn_expr_print(v->result[r], text, sizeof text));
      sn_lang_raise(s);
    }
  }
}

static void check_samples(sn_lang *s, int index, const sn_input *field, const char *owner, arguments *a,
                          const sn_value *v)
{
  const traced f = {index, field, owner, a, v};
  for (int k = 0; k < N_SAMPLES; k++) {
    double x[MAX_ARGUMENTS + SN_LANG_MOST_READ], near[MAX_ARGUMENTS + SN_LANG_MOST_READ];
    difference d;
    sample_all(a, k, x);
    for (int i = 0; i < a->n + a->signal.n; i++) {
      near[i] = x[i] * (1 + 1e-7) + 1e-9;
    }
    /* x % y of Lua and of the formula (x - y floor(x/y)) round differently where x/y is a whole number: compare next to it */
    if (agrees(s, &f, x, &d) || (s->used_modulo && agrees(s, &f, near, &d))) {
      continue;
    }
    char place[160], text[200];
    describe_place(a, x, place, sizeof place);
    fail_function(s, owner, field->name, "gives different values as a formula and when it is called with numbers.",
                  "Use where(less(t, 1), a, b) instead of `if`, and both, either, negate instead of and, or, not; "
                  "do not change variables inside.");
    sn_error_why(
        &s->error,
        "At %s it returns %.8g, but its formula `%s` gives %.8g. Tests such as `t == 0` or `if t` and variables "
        "changed inside cannot be seen in a formula.",
        place, d.number, sn_expr_print(v->result[d.which], text, sizeof text), d.formula);
    sn_lang_raise(s);
  }
}

/* Inputs change between steps: a field without time, such as a stiffness or an energy, cannot depend on them. */
static void check_inputs(sn_lang *s, const sn_input *field, const char *owner, const arguments *a, const sn_value *v)
{
  int has_input = 0, has_time = 0;
  for (int r = 0; r < v->n; r++) {
    has_input = has_input || sn_expr_has_input(v->result[r]);
  }
  for (int i = 0; i < a->n; i++) {
    has_time = has_time || strcmp(a->name[i], "t") == 0;
  }
  if (has_input && !has_time) {
    fail_function(s, owner, field->name, "uses an input, but does not depend on time.",
                  "Use inputs in forces, torques, laws of x, v and t, and rates of drives.");
    sn_error_why(&s->error, "An input is constant over a step and may jump between steps; so would the energy.");
    sn_lang_raise(s);
  }
}

/* A curve instead of a function: the curve of the first argument. */
static sn_value from_curve(sn_lang *s, const sn_lang_curve *c, const arguments *a)
{
  sn_error e = {0};
  const sn_expr **result = SN_NEW(s->scratch, const sn_expr *, 1);
  sn_expr_builder *b = sn_expr_begin(s->arena, a->n, a->name);
  if (!result || !b || sn_expr_end(b, sn_expr_curve(b, c->curve, sn_expr_variable(b, 0)), &result[0], &e) != SN_OK) {
    sn_lang_no_memory(s);
  }
  return (sn_value){.type = SN_VALUE_FUNCTION, .n = 1, .result = result};
}

/* A formula of inputs, or of signals where they are allowed, instead of a function. */
static sn_value from_formula(sn_lang *s, int index, const sn_input *field, const char *owner, arguments *a)
{
  const sn_expr **result = SN_NEW(s->scratch, const sn_expr *, 1);
  if (!result) {
    sn_lang_no_memory(s);
  }
  result[0] = formula_at(s, index, a);
  const sn_value v = {.type = SN_VALUE_FUNCTION, .n = 1, .result = result};
  check_inputs(s, field, owner, a, &v);
  return v;
}

/* Calls the function at the stack index with symbols; leaves its results on the stack unchanged. */
static void call_with_symbols(sn_lang *s, int index, const sn_input *field, const char *owner, const arguments *a)
{
  lua_State *L = s->L;
  luaL_checkstack(L, MAX_ARGUMENTS + MAX_RESULTS + 8, "too many nested calls");
  s->in_function = 1;
  s->reads = a->reads;
  s->function = sn_arena_format(s->arena, "function `%s` of %s", field->name, owner);
  s->tracing = ++s->n_traces;
  s->used_modulo = 0;
  lua_pushvalue(L, index);
  for (int i = 0; i < a->n; i++) {
    sn_lang_push_symbol(s, sn_lang_argument(s, i), sn_lang_unit_of(""));
  }
  lua_call(L, a->n, LUA_MULTRET);
}

static void end_tracing(sn_lang *s, int base, int first_node)
{
  lua_settop(s->L, base);
  /* symbols of this function are invalid now: their trace number is never current again */
  if (!s->reads) {
    sn_lang_forget(s, first_node);
  }
  s->tracing = 0;
}

sn_value sn_lang_trace(sn_lang *s, int index, const sn_input *field, const char *owner)
{
  lua_State *L = s->L;
  arguments a;
  read_arguments(s, field, "t", &a);
  const sn_lang_curve *curve = luaL_testudata(L, index, SN_LANG_CURVE);
  if (curve) {
    return from_curve(s, curve, &a);
  }
  if (luaL_testudata(L, index, SN_LANG_SYMBOL)) {
    return from_formula(s, index, field, owner, &a);
  }
  const int base = lua_gettop(L), first_node = sn_lang_nodes(s);
  call_with_symbols(s, index, field, owner, &a);
  const int n = results(s, base, field, owner);
  const sn_expr **result = SN_NEW(s->scratch, const sn_expr *, n);
  if (!result) {
    sn_lang_no_memory(s);
  }
  for (int r = 0; r < n && a.reads; r++) { /* all results have the same signals */
    sn_lang_collect(s, sn_lang_node_of(s, base + 1 + r), &a.signal);
  }
  for (int r = 0; r < n; r++) {
    result[r] = formula_at(s, base + 1 + r, &a);
  }
  end_tracing(s, base, first_node);
  const sn_value v = {.type = SN_VALUE_FUNCTION, .n = n, .result = result};
  check_inputs(s, field, owner, &a, &v);
  check_samples(s, index, field, owner, &a, &v);
  check_finite(s, field, owner, &a, &v);
  s->in_function = s->reads = 0;
  s->function = NULL;
  return v;
}

/* A single table, or an error. */
static void check_table(sn_lang *s, int base, const sn_input *field, const char *owner)
{
  if (lua_gettop(s->L) != base + 1 || lua_type(s->L, -1) != LUA_TTABLE) {
    fail_function(s, owner, field->name, "must return one section.",
                  "End it with return and a section, for example return circle { radius = 0.1 - 0.02*s }.");
    sn_lang_raise(s);
  }
}

/* Do the numbers of the table agree with the values of the formulas at x? */
static int same_table(const sn_value *formulas, const sn_value *numbers, const double *x)
{
  if (formulas->type == SN_VALUE_FUNCTION) {
    return numbers->type == SN_VALUE_NUMBER && same_number(sn_expr_value(formulas->result[0], x), numbers->number);
  }
  if (formulas->type != numbers->type || formulas->n != numbers->n ||
      (formulas->type == SN_VALUE_NUMBER && !same_number(formulas->number, numbers->number))) {
    return 0;
  }
  int same = 1;
  for (int i = 0; i < formulas->n && same; i++) {
    same = (!formulas->name || strcmp(formulas->name[i], numbers->name[i]) == 0) &&
           same_table(formulas->entry + i, numbers->entry + i, x);
  }
  return same;
}

sn_value sn_lang_trace_table(sn_lang *s, int index, const sn_input *field, const char *owner)
{
  lua_State *L = s->L;
  arguments a;
  read_arguments(s, field, "s", &a);
  const int base = lua_gettop(L), first_node = sn_lang_nodes(s);
  call_with_symbols(s, index, field, owner, &a);
  check_table(s, base, field, owner);
  const sn_value v = sn_lang_formulas(s, -1, a.n, a.name, owner);
  end_tracing(s, base, first_node);
  for (int k = 0; k < N_SAMPLES; k++) {
    const double x = sample(&a, 0, k);
    lua_pushvalue(L, index);
    lua_pushnumber(L, x);
    lua_call(L, 1, LUA_MULTRET);
    check_table(s, base, field, owner);
    const sn_value numbers = sn_lang_value(s, -1, NULL, owner);
    lua_settop(L, base);
    if (!same_table(&v, &numbers, &x)) {
      fail_function(s, owner, field->name, "gives different sections as a formula and when it is called with a number.",
                    "Use where(less(s, 1), a, b) for sizes instead of `if`; the kind of section must not change.");
      sn_lang_raise(s);
    }
  }
  s->in_function = s->reads = 0;
  s->function = NULL;
  return v;
}
