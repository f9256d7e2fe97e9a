/* math/expr_evaluate.c -- value, gradient and Taylor coefficients of an expression.
 * Theory:  one sweep forward for values; the gradient by a sweep back (every partial derivative once, whatever the number
 *          of variables); Taylor coefficients by a sweep forward with (v, v', v'').
 * Limits:  fixed arrays on the stack (SN_EXPR_MAX; long formulas have a value only); no allocation, no state.
 * Tests:   tests/math/test_expr.c.
 */
#include "math/expr_private.h"
#include <math.h>

/* Values of all nodes; the four basic operations and other cheap ones are inlined, the rest uses the table. */
static void forward(const sn_expr *e, const double *variables, double *v)
{
  for (int i = 0; i < e->n; i++) {
    const sn_expr_node *p = &e->node[i];
    switch (p->op) {
    case SN_OP_CONSTANT:
      v[i] = p->value;
      break;
    case SN_OP_VARIABLE:
      v[i] = variables[p->table];
      break;
    case SN_OP_INPUT:
      v[i] = e->input ? e->input[p->table] : p->value;
      break;
    case SN_OP_ADD:
      v[i] = v[p->a] + v[p->c];
      break;
    case SN_OP_SUB:
      v[i] = v[p->a] - v[p->c];
      break;
    case SN_OP_MUL:
      v[i] = v[p->a] * v[p->c];
      break;
    case SN_OP_DIV:
      v[i] = v[p->a] / v[p->c];
      break;
    case SN_OP_WHERE:
      v[i] = v[p->a] != 0 ? v[p->c] : v[p->d];
      break;
    case SN_OP_CURVE: {
      double at[3];
      sn_curve_at(p->curve, v[p->a], at);
      v[i] = at[0];
      break;
    }
    default:
      v[i] = sn_expr_operations[p->op].value(v[p->a], p->c < 0 ? 0 : v[p->c]);
    }
  }
}

/* A separate function, since its half megabyte of stack is needed for long formulas only. */
__attribute__((noinline)) static double long_value(const sn_expr *e, const double *variables)
{
  double v[SN_EXPR_LONG];
  forward(e, variables, v);
  return v[e->n - 1];
}

double sn_expr_value(const sn_expr *e, const double *variables)
{
  if (e->n > SN_EXPR_MAX) {
    return long_value(e, variables);
  }
  double v[SN_EXPR_MAX];
  forward(e, variables, v);
  return v[e->n - 1];
}

/* First partial derivatives of node p, and the nodes they refer to. */
static void partials(const sn_expr_node *p, const double *v, double value, double d[2], int to[2])
{
  const sn_expr_operation *o = &sn_expr_operations[p->op];
  d[0] = d[1] = 0;
  to[0] = p->a;
  to[1] = p->c;
  if (p->op == SN_OP_WHERE) { /* the branch not taken has no influence, even where it is NaN */
    to[0] = v[p->a] != 0 ? p->c : p->d;
    to[1] = -1;
    d[0] = 1;
  } else if (p->op == SN_OP_CURVE) {
    double at[3];
    sn_curve_at(p->curve, v[p->a], at);
    d[0] = at[1];
  } else if (o->first) {
    o->first(v[p->a], p->c < 0 ? 0 : v[p->c], value, d);
  }
}

/* Adjoints of all nodes: derivative of the value with respect to each of them. */
static void backward(const sn_expr *e, const double *v, double *adjoint)
{
  for (int i = 0; i < e->n; i++) {
    adjoint[i] = 0;
  }
  adjoint[e->n - 1] = 1;
  for (int i = e->n - 1; i >= 0; i--) {
    const sn_expr_node *p = &e->node[i];
    if (adjoint[i] == 0 || p->op == SN_OP_VARIABLE || sn_expr_is_given(p)) {
      continue; /* no influence, however infinite its derivative */
    }
    double d[2];
    int to[2];
    partials(p, v, v[i], d, to);
    adjoint[to[0]] += adjoint[i] * d[0];
    if (to[1] >= 0) {
      adjoint[to[1]] += adjoint[i] * d[1];
    }
  }
}

double sn_expr_gradient(const sn_expr *e, const double *variables, double *gradient)
{
  double v[SN_EXPR_MAX], adjoint[SN_EXPR_MAX];
  SN_ASSERT(e->n <= SN_EXPR_MAX);
  forward(e, variables, v);
  backward(e, v, adjoint);
  for (int k = 0; k < e->n_variables; k++) {
    gradient[k] = 0;
  }
  for (int i = e->n - 1; i >= 0; i--) {
    if (e->node[i].op == SN_OP_VARIABLE && adjoint[i] != 0) {
      gradient[e->node[i].table] += adjoint[i];
    }
  }
  return v[e->n - 1];
}

double sn_expr_by_input(const sn_expr *e, const double *variables, int input)
{
  double v[SN_EXPR_MAX], adjoint[SN_EXPR_MAX], sum = 0;
  SN_ASSERT(e->n <= SN_EXPR_MAX);
  forward(e, variables, v);
  backward(e, v, adjoint);
  for (int i = 0; i < e->n; i++) {
    sum += e->node[i].op == SN_OP_INPUT && e->node[i].table == input ? adjoint[i] : 0;
  }
  return sum;
}

int sn_expr_variables(const sn_expr *e)
{
  return e->n_variables;
}

/* Second partial derivatives of node p: by a twice, by a and c, by c twice. */
static void second_partials(const sn_expr_node *p, const double *v, double value, double dd[3])
{
  const sn_expr_operation *o = &sn_expr_operations[p->op];
  dd[0] = dd[1] = dd[2] = 0;
  if (o->second) {
    o->second(v[p->a], p->c < 0 ? 0 : v[p->c], value, dd);
  } else if (p->op == SN_OP_CURVE) {
    double at[3];
    sn_curve_at(p->curve, v[p->a], at);
    dd[0] = at[2];
  }
}

/* One row: a sweep forward with the tangent of variable k, one back with adjoints and their tangents. */
static void hessian_row(const sn_expr *e, const double *v, int k, double *row)
{
  double v1[SN_EXPR_MAX], adjoint[SN_EXPR_MAX], along[SN_EXPR_MAX], d[2], dd[3];
  int to[2];
  for (int i = 0; i < e->n; i++) {
    const sn_expr_node *p = &e->node[i];
    adjoint[i] = along[i] = 0;
    v1[i] = p->op == SN_OP_VARIABLE && p->table == k;
    if (p->op != SN_OP_VARIABLE && !sn_expr_is_given(p)) {
      partials(p, v, v[i], d, to);
      v1[i] = (v1[to[0]] != 0 ? d[0] * v1[to[0]] : 0) + (to[1] >= 0 && v1[to[1]] != 0 ? d[1] * v1[to[1]] : 0);
    }
  }
  for (int l = 0; l < e->n_variables; l++) {
    row[l] = 0;
  }
  adjoint[e->n - 1] = 1;
  for (int i = e->n - 1; i >= 0; i--) {
    const sn_expr_node *p = &e->node[i];
    if (sn_expr_is_given(p) || (adjoint[i] == 0 && along[i] == 0)) {
      continue;
    }
    if (p->op == SN_OP_VARIABLE) {
      row[p->table] += along[i];
      continue;
    }
    partials(p, v, v[i], d, to);
    const double a1 = v1[to[0]], c1 = to[1] < 0 ? 0 : v1[to[1]];
    dd[0] = dd[1] = dd[2] = 0;
    if (a1 != 0 || c1 != 0) {
      second_partials(p, v, v[i], dd);
    }
    adjoint[to[0]] += adjoint[i] * d[0];
    along[to[0]] += along[i] * d[0] + adjoint[i] * (dd[0] * a1 + dd[1] * c1);
    if (to[1] >= 0) {
      adjoint[to[1]] += adjoint[i] * d[1];
      along[to[1]] += along[i] * d[1] + adjoint[i] * (dd[1] * a1 + dd[2] * c1);
    }
  }
}

double sn_expr_hessian(const sn_expr *e, const double *variables, double *gradient, double *hessian)
{
  double v[SN_EXPR_MAX];
  forward(e, variables, v);
  for (int k = 0; k < e->n_variables; k++) {
    hessian_row(e, v, k, hessian + k * e->n_variables);
  }
  return sn_expr_gradient(e, variables, gradient);
}

void sn_expr_taylor(const sn_expr *e, const double *variables, int k, double out[3])
{
  double v[SN_EXPR_MAX], v1[SN_EXPR_MAX], v2[SN_EXPR_MAX];
  SN_ASSERT(e->n <= SN_EXPR_MAX);
  forward(e, variables, v);
  for (int i = 0; i < e->n; i++) {
    const sn_expr_node *p = &e->node[i];
    v1[i] = v2[i] = 0;
    if (sn_expr_is_given(p)) {
      continue;
    }
    if (p->op == SN_OP_VARIABLE) {
      v1[i] = p->table == k;
      continue;
    }
    double d[2], dd[3] = {0, 0, 0};
    int to[2];
    partials(p, v, v[i], d, to);
    const double a1 = v1[to[0]], c1 = to[1] < 0 ? 0 : v1[to[1]];
    if (a1 != 0 || c1 != 0) {
      second_partials(p, v, v[i], dd);
    }
    v1[i] = d[0] * a1 + d[1] * c1;
    v2[i] =
        d[0] * v2[to[0]] + (to[1] < 0 ? 0 : d[1] * v2[to[1]]) + dd[0] * a1 * a1 + 2 * dd[1] * a1 * c1 + dd[2] * c1 * c1;
  }
  out[0] = v[e->n - 1];
  out[1] = v1[e->n - 1];
  out[2] = v2[e->n - 1];
}

int sn_expr_depends(const sn_expr *e, int variable)
{
  for (int i = 0; i < e->n; i++) {
    if (e->node[i].op == SN_OP_VARIABLE && e->node[i].table == variable) {
      return 1;
    }
  }
  return 0;
}

int sn_expr_has_branches(const sn_expr *e)
{
  for (int i = 0; i < e->n; i++) {
    const sn_expr_node *n = e->node + i;
    switch (n->op) {
    case SN_OP_ABS:
    case SN_OP_SIGN:
    case SN_OP_MIN:
    case SN_OP_MAX:
    case SN_OP_FLOOR:
    case SN_OP_WHERE:
      return 1;
    case SN_OP_CURVE:
      if (!n->curve->cubic) {
        return 1;
      }
      break;
    default: /* comparisons alone have no kink in the value */
      break;
    }
  }
  return 0;
}

int sn_expr_is_constant(const sn_expr *e, double *value)
{
  const sn_expr_node *last = &e->node[e->n - 1];
  if (last->op != SN_OP_CONSTANT) {
    return 0;
  }
  if (value) {
    *value = last->value;
  }
  return 1;
}
