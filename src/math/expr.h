/* math/expr.h -- expressions with exact derivatives.
 * What:    a traced function of a few variables: a flat list of operations, evaluated with value, gradient or Taylor
 *          coefficients. Never interpreted by the language inside a step.
 * Owner:   the arena it was built in; const afterwards, so it can be shared.
 */
#ifndef SN_MATH_EXPR_H
#define SN_MATH_EXPR_H
#include "base/arena.h"
#include "base/error.h"

/* Operations of a function, and of a long formula; the latter also bounds the number of variables. */
enum { SN_EXPR_MAX = 1024, SN_EXPR_LONG = 1 << 16 };

typedef enum {
  SN_OP_CONSTANT, /* number */
  SN_OP_VARIABLE, /* index in `table` */
  /* an external number, constant during an evaluation: number `table` of the values it is bound to; `value` before binding */
  SN_OP_INPUT,
  SN_OP_ADD,
  SN_OP_SUB,
  SN_OP_MUL,
  SN_OP_DIV,
  SN_OP_POW,
  SN_OP_NEG,
  SN_OP_SIN,
  SN_OP_COS,
  SN_OP_TAN,
  SN_OP_ASIN,
  SN_OP_ACOS,
  SN_OP_ATAN,
  SN_OP_ATAN2,
  SN_OP_EXP,
  SN_OP_LOG,
  SN_OP_SQRT,
  SN_OP_ABS,
  SN_OP_SIGN,
  SN_OP_TANH,
  SN_OP_SINH,
  SN_OP_COSH,
  SN_OP_MIN,
  SN_OP_MAX,
  SN_OP_FLOOR,
  SN_OP_LESS,
  SN_OP_LESS_EQUAL,
  SN_OP_AND,
  SN_OP_OR,
  SN_OP_NOT,   /* 1 or 0 */
  SN_OP_WHERE, /* where(a, b, c): b if a is not 0, else c */
  SN_OP_STEP,  /* smooth step from 0 to 1 as a goes from 0 to 1: 3rd-order continuous (quintic) */
  SN_OP_CURVE, /* curve at operand a (spline or table) */
  SN_OP_COUNT
} sn_op;

/* A curve: piecewise cubic through points (spline), or piecewise linear (table); constant outside. */
typedef struct {
  int n, cubic;
  const double *x, *y, *slope; /* n each; slope only for cubic (Hermite) */
} sn_curve;

typedef struct sn_expr sn_expr;
typedef struct sn_expr_builder sn_expr_builder; /* a graph of shared subexpressions: nodes are handles >= 0 */

/* A variable that is a component of a signal of the model (model/model.h). */
typedef struct {
  int signal, component;
} sn_expr_signal;

sn_expr_builder *sn_expr_begin(sn_arena *arena, int n_variables, const char *const *variable_names);
/* Each returns a node handle, or -1 when full or out of memory (then sn_expr_end reports it). Constants fold. */
int sn_expr_constant(sn_expr_builder *b, double value);
int sn_expr_variable(sn_expr_builder *b, int index);
int sn_expr_input(sn_expr_builder *b, int index, double preset);   /* its value is preset until it is bound */
int sn_expr_op(sn_expr_builder *b, sn_op op, int a, int c, int d); /* unused operands: -1 */
int sn_expr_curve(sn_expr_builder *b, const sn_curve *curve, int a);
/* Inserts a finished expression with its variables replaced by nodes of this builder (variable[k] for variable k). */
int sn_expr_insert(sn_expr_builder *b, const sn_expr *e, const int *variable);
/* Freezes the expression rooted at node; only the nodes it needs are kept. */
sn_status sn_expr_end(sn_expr_builder *b, int node, const sn_expr **out, sn_error *error);

/* A builder of which many expressions are made, each by sn_expr_take. Its variables are any numbers >= 0; most: its nodes. */
sn_expr_builder *sn_expr_graph(sn_arena *arena, int most);
int sn_expr_nodes(const sn_expr_builder *b);
/* Removes all nodes from number n on: nothing may be made of them afterwards. */
void sn_expr_forget(sn_expr_builder *b, int n);
/* Does the node depend on a variable? Otherwise it is made of numbers and inputs alone. */
int sn_expr_varies(const sn_expr_builder *b, int node);
/* The list of the n variables that the node depends on, in the order in which they were made; NULL: no memory. */
const int *sn_expr_variables_below(sn_expr_builder *b, int node, sn_arena *arena, int *n);
typedef struct {
  int n_variables;
  const char *const *name;      /* of the variables; NULL: x1, x2, ... */
  const int *number;            /* the variable of the expression for each one of the graph; NULL: the same */
  int n_signal;                 /* the last variables are these signals; */
  const sn_expr_signal *signal; /* the list must live as long as the expression */
  /* 1: SN_EXPR_LONG operations are allowed. Such an expression has a value only: no gradient, no Taylor coefficients, no insertion. */
  int is_long;
} sn_expr_variables_as;
/* The expression rooted at node of a graph, in the arena. */
sn_status sn_expr_take(sn_expr_builder *b, int node, const sn_expr_variables_as *as, sn_arena *arena,
                       const sn_expr **out, sn_error *error);

/* Natural cubic spline (monotone = 0) or monotone Hermite through n >= 2 points with rising x; or a linear table. */
sn_status sn_curve_new(sn_arena *arena, int n, const double *x, const double *y, const char *kind, const sn_curve **out,
                       sn_error *error); /* kind: "spline", "monotone", "linear" */

/* Returns the same expression with the inputs bound to input[index]; itself if it has no inputs. NULL: no memory. */
const sn_expr *sn_expr_bound(const sn_expr *e, const double *input, sn_arena *arena);
int sn_expr_has_input(const sn_expr *e);
/* Returns the number of its signals, which are its last variables; list may be NULL. Without signals: 0. */
int sn_expr_signals(const sn_expr *e, const sn_expr_signal **list);

/* A constant as an expression. */
const sn_expr *sn_expr_number(sn_arena *arena, double value);
int sn_expr_is_constant(const sn_expr *e, double *value);
int sn_expr_depends(const sn_expr *e, int variable);
/* Does it choose between pieces (abs, min, max, where, floor, tables)? Its derivatives may jump there. */
int sn_expr_has_branches(const sn_expr *e);
int sn_expr_variables(const sn_expr *e); /* their number */
double sn_expr_value(const sn_expr *e, const double *variables);
/* value, and partial derivatives gradient[n_variables] */
double sn_expr_gradient(const sn_expr *e, const double *variables, double *gradient);
/* derivative with respect to one of its inputs */
double sn_expr_by_input(const sn_expr *e, const double *variables, int input);
/* value, gradient, and all second derivatives hessian[n_variables*n_variables] */
double sn_expr_hessian(const sn_expr *e, const double *variables, double *gradient, double *hessian);
/* value, first and second derivative with respect to variable k (others held) */
void sn_expr_taylor(const sn_expr *e, const double *variables, int k, double out[3]);
/* Writes the expression as text, for messages: at most size-1 characters, ends with "..." if truncated. Returns text. */
char *sn_expr_print(const sn_expr *e, char *text, size_t size);

#endif
