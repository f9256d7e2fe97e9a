/* math/expr_private.h -- what the files of math/expr_*.c share.
 * What:    the builder, the frozen expression, the table of operations, curves.
 * Who:     math/expr_*.c only.
 */
#ifndef SN_MATH_EXPR_PRIVATE_H
#define SN_MATH_EXPR_PRIVATE_H
#include "math/expr.h"
#include <stdint.h>

typedef struct {
  int op;      /* sn_op */
  int a, c, d; /* operands, -1: none */
  int table;   /* variable or input number, else 0 */
  union {
    double value;          /* of a constant, of an input that is not bound, else 0 */
    const sn_curve *curve; /* of SN_OP_CURVE */
  };
} sn_expr_node;
_Static_assert(sizeof(const sn_curve *) <= sizeof(double), "equal nodes are found by the bits of `value`");

/* Why a builder makes no more nodes. */
typedef enum { SN_EXPR_GOOD, SN_EXPR_FULL, SN_EXPR_NO_MEMORY, SN_EXPR_MISUSED } sn_expr_trouble;

/* What the builder keeps of a node besides the node. */
typedef struct {
  int varies;     /* 1: it depends on a variable */
  int walk, next; /* the last walk that reached it, and the node reached before it (-1: the first one) */
  int number;     /* in the expression that is being made */
} sn_expr_mark;

struct sn_expr_builder {
  sn_arena *arena;
  int most; /* nodes it can have */
  int n_variables, n, capacity;
  const char *const *name; /* of the variables; NULL: a graph, whose expressions have names of their own */
  sn_expr_node *node;      /* capacity */
  sn_expr_mark *mark;      /* capacity */
  int *slot;               /* 2*capacity: hash table of node numbers + 1, open addressing */
  const double *input;     /* of what was inserted */
  int walk;                /* number of walks so far */
  sn_expr_trouble trouble;
};

struct sn_expr {
  int n, n_variables;
  const sn_expr_node *node; /* operands before users; the last one is the result */
  const char *const *name;  /* of the variables */
  const double *input;      /* values of the inputs; NULL: not bound */
  int n_signal;             /* the last variables are signals */
  const sn_expr_signal *signal;
};

/* How an operation is written in messages. */
typedef enum { SN_WRITTEN_CALL, SN_WRITTEN_INFIX, SN_WRITTEN_PREFIX } sn_written;

/* An operation: f(a, c), its first partials (f_a, f_c) and second ones (f_aa, f_ac, f_cc); v = f(a, c) is known when they are computed.
   The arrays are zero initially: an operation sets what is not zero (NULL: nothing). */
typedef struct {
  const char *name;
  int arity;
  sn_written written;
  int strength; /* binding of infix and prefix operators */
  double (*value)(double a, double c);
  void (*first)(double a, double c, double v, double p[2]);
  void (*second)(double a, double c, double v, double p[3]);
} sn_expr_operation;

extern const sn_expr_operation sn_expr_operations[SN_OP_COUNT];

/* Names of the variables, copied; "x1", "x2", ... where there is none. NULL: no memory. */
const char *const *sn_expr_names(sn_arena *arena, int n, const char *const *names);
/* The builder takes over the inputs of this expression, which is inserted. */
void sn_expr_takes_inputs_of(sn_expr_builder *b, const sn_expr *e);

/* A node that is not computed from others: without derivatives. */
static inline int sn_expr_is_given(const sn_expr_node *p)
{
  return p->op == SN_OP_CONSTANT || p->op == SN_OP_INPUT;
}

/* Value, first and second derivative of a curve. */
void sn_curve_at(const sn_curve *c, double x, double out[3]);

#endif
