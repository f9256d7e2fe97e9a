/* language/language_private.h -- what the files of src/language share. Nobody else includes it.
 * Errors:  C functions called by Lua fill s->error and leave by sn_lang_raise, which unwinds to the protected call in
 *          language.c. All memory is in arenas or owned by Lua, so nothing leaks. Models have no pcall: an error is final.
 */
#ifndef SN_LANGUAGE_LANGUAGE_PRIVATE_H
#define SN_LANGUAGE_LANGUAGE_PRIVATE_H
#include <lauxlib.h>
#include <lua.h>

#include "base/array.h"
#include "base/intern.h"
#include "base/names.h"
#include "language/language.h"

enum {
  SN_LANG_MAX_FILE = 16 << 20, /* bytes that are read of a file */
  SN_LANG_MOST_ARGUMENTS = 32  /* of a function of the user */
};

/* What is known about the unit of a value in SI (unit.c). */
typedef enum { SN_LANG_NO_UNIT, SN_LANG_FIRM, SN_LANG_LOOSE, SN_LANG_MIXED, SN_LANG_NUMBER } sn_lang_unit_state;
typedef struct {
  const char *text; /* firm and loose: the SI unit, "1" of pure numbers; none: the user's text, or "" */
  sn_lang_unit_state state;
  double times; /* loose: the numbers it was multiplied by; a number itself; NAN: several */
} sn_lang_unit;
/* Lua userdata: a traced number, and a signal with several components. */
enum { SN_LANG_ANYWHERE = -1 };
typedef struct {
  int node;
  int trace; /* the function it belongs to; 0: a signal; SN_LANG_ANYWHERE: of inputs and numbers alone */
  int input; /* of an input itself: its number + 1; 0: something else */
  sn_lang_unit unit;
} sn_lang_symbol;
typedef struct {
  int n, node[4];
  sn_lang_unit unit;
} sn_lang_vector;
/* Lua userdata: a part, joint or force; a curve; a group (its function is the user value). */
typedef struct {
  sn_ref ref;
} sn_lang_handle;
typedef struct {
  const sn_curve *curve;
  const sn_expr *expr; /* of one variable */
} sn_lang_curve;
/* A group or parameter that should be used somewhere. */
typedef struct {
  const char *name, *where, *warning; /* text of the warning if it is not used */
  int used;
} sn_lang_name;
typedef struct {
  const char *name;
  int count;
  sn_lang_name *use;
} sn_lang_group;

#define SN_LANG_SYMBOL "traced value"
#define SN_LANG_VECTOR "signal"
#define SN_LANG_HANDLE "part"
#define SN_LANG_CURVE "curve"
#define SN_LANG_GROUP "group"
#define SN_LANG_WHERE " where" /* key of a maker's table: file:line of its call */

typedef struct sn_lang {
  lua_State *L;
  sn_arena *arena;   /* of the model */
  sn_arena *work;    /* until the model is read */
  sn_arena *scratch; /* reset after each call */
  sn_model *model;
  sn_language_options options;
  const char *file; /* of the main model */
  sn_lists *lines;  /* texts of sn_lang_where, stored since a line of a loop makes many items */
  sn_error error;
  /* limits */
  lua_Alloc allocate;
  void *allocate_data;
  size_t used;
  long long left;    /* instructions */
  double started;    /* s of CPU */
  double unclocked;  /* instructions since the clock was read */
  int long_text;     /* 1: a text was refused because of its length */
  char refused[200]; /* the line at which memory was refused; "": none */
  /* expressions */
  sn_expr_builder *graph; /* of all formulas; NULL: none yet */
  /* of each variable of the graph, `room` of them: its number in the expression that is being made, and for which of the n_leaves
     lists of leaves it was given */
  int room, *number, *gathered, n_leaves;
  int tracing, n_traces; /* number of the function being traced, 0: none */
  int used_modulo;       /* by the function being traced */
  int in_function;       /* a function of the user is being called: nothing may be made */
  int reads;             /* 1: and that function may read signals */
  const char *function;  /* its name: "function `torque` of revolute 'hinge'"; NULL: none */
  /* groups, includes */
  const char *prefix;
  sn_m3 turn;
  sn_v3 shift;
  int depth;
  SN_LIST(const char *) placed;
  sn_names placed_at; /* where in `placed` */
  char *override_used;
  SN_LIST(sn_lang_name *) names;
  sn_names known; /* where in `names` */
} sn_lang;

sn_lang *sn_lang_of(lua_State *L);
/* Raises s->error. */
_Noreturn void sn_lang_raise(sn_lang *s);
int sn_lang_is_output(const char *name); /* of some kind: for messages */
/* Begins an error at the line of the model that is running: what; then set why and fix, then raise. */
void sn_lang_error(sn_lang *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void sn_lang_no_memory(sn_lang *s);
/* "file:line" of the innermost line of the model that is running; 0 when there is none: the file. */
int sn_lang_running_line(sn_lang *s, char *text, size_t size);
/* The same, in the model's arena. */
const char *sn_lang_where(sn_lang *s);
void sn_lang_check_making(sn_lang *s, const char *what);  /* an error while a function of the user is called */
void sn_lang_check_reading(sn_lang *s, const char *what); /* the same, unless the function may read signals */
const char *sn_lang_text(sn_lang *s, int index); /* the text at a stack index; an error if it has bytes of zero in it */
const char *sn_lang_copy(sn_lang *s, const char *text); /* into the model's arena */
/* Reads a file in the folder of the model; text is in the model's arena. */
const char *sn_lang_read(sn_lang *s, const char *name, size_t *size);
/* Names sorted, in scratch. The table is at `index`. */
typedef struct {
  int n;
  const char **name;
} sn_lang_names;
sn_lang_names sn_lang_keys(sn_lang *s, int index);
/* A C function as global of the language; upvalue: a pointer, or NULL. */
void sn_lang_global(sn_lang *s, const char *name, lua_CFunction f, const void *upvalue);
/* Compiles text and leaves the function on the stack, with the environment of the model. */
void sn_lang_compile(sn_lang *s, const char *name, const char *text, size_t size);

/* failure.c: converts the result of lua_pcall, and the text it left, into the error of the model */
void sn_lang_lua_failure(sn_lang *s, int status, const char *text);

/* limits.c */
void sn_lang_limits(sn_lang *s);             /* those that the caller did not set */
void sn_lang_count_memory(sn_lang *s);       /* from now on */
void sn_lang_count_instructions(sn_lang *s); /* from now on */
void sn_lang_count_again(sn_lang *s);        /* a new piece: all counts at zero */
/* Counts work in C as instructions of Lua: an error when the model has exceeded its limit. */
void sn_lang_charge(sn_lang *s, double instructions);
/* Makes the function `name` of the table count the length of its first argument (times its logarithm if it sorts). */
void sn_lang_charge_calls(lua_State *L, int table, const char *name, int sorts);
void sn_lang_memory_failure(sn_lang *s); /* the reason why Lua had no memory left */
/* sandbox.c */
void sn_lang_open_sandbox(sn_lang *s);
int sn_lang_named_later(sn_lang *s, const char *name); /* the line below the running one with name = "..."; 0: none */
/* symbol.c */
void sn_lang_open_symbols(sn_lang *s);
/* habit.c: words of other programs for kinds; the last row has NULL. */
typedef struct {
  const char *words, *why, *example; /* "hinge|pin" */
} sn_lang_habit;
extern const sn_lang_habit sn_lang_habits[];
const sn_lang_habit *sn_lang_habit_of(const char *word);
/* unit_function.c: mm(20), deg(30), ... from the table of base/unit.h. Names of these functions may be used for something else. */
void sn_lang_open_units(sn_lang *s);
/* operations.c */
void sn_lang_push_symbol(sn_lang *s, int node, sn_lang_unit unit);
int sn_lang_argument(sn_lang *s, int index);            /* of the function being traced */
int sn_lang_leaf(sn_lang *s, int index, int component); /* of a signal */
/* An input, by its number in the model. */
void sn_lang_push_input(sn_lang *s, int index, double value, sn_lang_unit unit);
int sn_lang_node_of(sn_lang *s, int index); /* number or symbol at a stack index -> node */
int sn_lang_op(sn_lang *s, sn_op op, int a, int b, int c);
int sn_lang_curve_at(sn_lang *s, const sn_curve *curve, int a);
int sn_lang_constant(sn_lang *s, double value);
int sn_lang_nodes(const sn_lang *s);    /* their number so far; */
void sn_lang_forget(sn_lang *s, int n); /* those from number n on are removed */
/* vector.c */
void sn_lang_open_vectors(sn_lang *s);
void sn_lang_push_vector(sn_lang *s, int n, const int *node, sn_lang_unit unit);
/* The signal with components at a stack index, NULL: something else. Inside a traced function this is an error: it is not an argument. */
const sn_lang_vector *sn_lang_vector_at(sn_lang *s, int index);
/* Components of signals that roots depend on, each once: they become the variables behind the arguments. */
typedef struct {
  int n_argument, n, room;
  int is_law; /* 1: of a function that reads signals; the expression stays short and has derivatives */
  sn_expr_signal *variable;
} sn_lang_leaves;
enum { SN_LANG_MOST_READ = 64 };
sn_lang_leaves sn_lang_no_leaves(int n_argument);
void sn_lang_collect(sn_lang *s, int root, sn_lang_leaves *leaves);
/* The expression rooted at a node; names: of its arguments, then of the leaves (NULL: there are none). */
const sn_expr *sn_lang_expression(sn_lang *s, int root, int n_argument, const char *const *names,
                                  const sn_lang_leaves *leaves);
/* curve.c */
void sn_lang_open_curves(sn_lang *s);
/* trace.c: the function at the stack index, of the field's arguments -> FUNCTION value */
sn_value sn_lang_trace(sn_lang *s, int index, const sn_input *field, const char *owner);
/* The same for one that returns a table made by a constructor (a section): a RECORD whose numbers may be FUNCTIONs. */
sn_value sn_lang_trace_table(sn_lang *s, int index, const sn_input *field, const char *owner);
/* convert.c: Lua value -> sn_value (in scratch; expressions in the model's arena). owner names the item, for messages. */
sn_value sn_lang_value(sn_lang *s, int index, const sn_input *field, const char *owner);
/* A table whose numbers may be formulas of the arguments of the function that returned it. */
sn_value sn_lang_formulas(sn_lang *s, int index, int n, const char *const *argument, const char *owner);
sn_value sn_lang_record(sn_lang *s, int index, const sn_input *inputs, const char *owner);
void sn_lang_maker(sn_lang *s, const char *maker);   /* marks the table on top of the stack as made by `maker` here */
int sn_lang_ref(sn_lang *s, int index, sn_ref *out); /* handle or name; 0: neither */
/* A point as argument of a signal: three numbers of the drawing {turn, shift}, or a part with a position. */
sn_v3 sn_lang_point(sn_lang *s, int index, const char *owner, sn_m3 turn, sn_v3 shift);
/* signal.c: a signal as value of the language: one symbol, or a vector of them. Returns 1, the number of values. */
int sn_lang_push_signal(sn_lang *s, const sn_signal *signal);
/* symbol.c: of a number or a traced number on the stack. */
sn_lang_unit sn_lang_unit_at(sn_lang *s, int index);
/* unit.c: of a signal (text of its unit, "": not known), a sum (also min, max, a choice), a product, a power; for people. */
sn_lang_unit sn_lang_unit_of(const char *text);
sn_lang_unit sn_lang_unit_sum(sn_lang_unit a, sn_lang_unit b);
sn_lang_unit sn_lang_unit_product(sn_lang *s, sn_lang_unit a, sn_lang_unit b);
sn_lang_unit sn_lang_unit_power(sn_lang *s, sn_lang_unit a, double power);
const char *sn_lang_unit_label(sn_lang_unit u);
void sn_lang_check_unit(sn_lang *s, const char *of, const char *name, const char *unit); /* an error: it is unknown */
/* The factor that converts a value to `unit`; an error where the unit of the value is unknown. */
double sn_lang_unit_factor(sn_lang *s, const char *channel, sn_lang_unit is, const char *unit);
/* measure.c, item.c, group.c, signal.c, parameter.c */
void sn_lang_open_measures(sn_lang *s);
void sn_lang_open_rotations(sn_lang *s); /* rotate.c */
void sn_lang_open_items(sn_lang *s);
/* handle.c */
void sn_lang_push_handle(sn_lang *s, sn_ref ref);
void sn_lang_open_handles(sn_lang *s);
void sn_lang_open_groups(sn_lang *s);
void sn_lang_open_signals(sn_lang *s);
void sn_lang_open_parameters(sn_lang *s);
void sn_lang_open_version(sn_lang *s);     /* version.c */
void sn_lang_open_inputs(sn_lang *s);      /* input.c */
void sn_lang_open_controllers(sn_lang *s); /* controller.c */
void sn_lang_check_overrides(sn_lang *s);
/* unused.c: names that should be used, and the warnings about those that are not */
sn_lang_name *sn_lang_expect_use(sn_lang *s, const char *name, const char *warning);
void sn_lang_used(sn_lang *s, const char *name);
void sn_lang_warn_unused(sn_lang *s);

#endif
