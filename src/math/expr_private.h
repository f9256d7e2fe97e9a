/* math/expr_private.h -- what the files of math/expr_*.c share.
 * What:    the frozen expression, the table of operations, curves.
 * Who:     math/expr_*.c only.
 */
#ifndef SN_MATH_EXPR_PRIVATE_H
#define SN_MATH_EXPR_PRIVATE_H
#include "math/expr.h"
#include <stdint.h>

typedef struct {
  int op;       /* sn_op */
  int a, c, d;  /* operands, -1: none */
  int table;    /* variable, input or curve number, else 0 */
  double value; /* of a constant, of an input that is not bound, else 0 */
} sn_expr_node;

struct sn_expr {
  int n, n_variables, n_curves;
  const sn_expr_node *node; /* operands before users; the last one is the result */
  const sn_curve *const *curve;
  const char *const *name; /* of the variables */
  const double *input;     /* values of the inputs; NULL: not bound */
  int n_signal;            /* the last variables are signals */
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
