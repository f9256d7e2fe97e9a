/* math/expr_operations.c -- the table of operations: value, first and second partial derivatives.
 * Rule:    where a derivative is infinite or undefined but the value is not (abs, sqrt and powers at 0, asin and acos at
 *          1, atan2 at the origin), it is 0: Newton's iteration needs a number, and 0 is what symmetry says for abs. So is
 *          the derivative of a^c by c for a <= 0.
 *          Ties of min and max go to the first operand. Steps of floor, sign and comparisons have derivative 0.
 * Tests:   tests/math/test_expr.c (every operation against differences, and at its edges).
 */
#include "math/expr_private.h"
#include <math.h>

static double add(double a, double c)
{
  return a + c;
}
static void add_first(double a, double c, double v, double p[2])
{
  (void)a, (void)c, (void)v;
  p[0] = p[1] = 1;
}

static double sub(double a, double c)
{
  return a - c;
}
static void sub_first(double a, double c, double v, double p[2])
{
  (void)a, (void)c, (void)v;
  p[0] = 1;
  p[1] = -1;
}

static double mul(double a, double c)
{
  return a * c;
}
static void mul_first(double a, double c, double v, double p[2])
{
  (void)v;
  p[0] = c;
  p[1] = a;
}
static void mul_second(double a, double c, double v, double p[3])
{
  (void)a, (void)c, (void)v;
  p[1] = 1;
}

static double divide(double a, double c)
{
  return a / c;
}
static void divide_first(double a, double c, double v, double p[2])
{
  (void)a;
  p[0] = 1 / c;
  p[1] = -v / c;
}
static void divide_second(double a, double c, double v, double p[3])
{
  (void)a;
  p[1] = -1 / (c * c);
  p[2] = 2 * v / (c * c);
}

/* factor*a^e without 0*infinity; a derivative that is infinite at a = 0 is 0 (see the rule above) */
static double power_term(double factor, double a, double e)
{
  return factor == 0 || (a == 0 && e < 0) ? 0 : factor * pow(a, e);
}
static void power_first(double a, double c, double v, double p[2])
{
  p[0] = power_term(c, a, c - 1);
  p[1] = a > 0 ? v * log(a) : 0;
}
static void power_second(double a, double c, double v, double p[3])
{
  const double l = a > 0 ? log(a) : 0;
  p[0] = power_term(c * (c - 1), a, c - 2);
  p[1] = power_term(1, a, c - 1) + l * power_term(c, a, c - 1);
  p[2] = v * l * l;
}

static double negative(double a, double c)
{
  (void)c;
  return -a;
}
static void negative_first(double a, double c, double v, double p[2])
{
  (void)a, (void)c, (void)v;
  p[0] = -1;
}

/* A function of one operand out of <math.h>, with its derivatives as formulas of a and v. */
#define FUNCTION(name, function, derivative, second_derivative)        \
  static double name(double a, double c)                               \
  {                                                                    \
    (void)c;                                                           \
    return function(a);                                                \
  }                                                                    \
  static void name##_first(double a, double c, double v, double p[2])  \
  {                                                                    \
    (void)a, (void)c, (void)v;                                         \
    p[0] = derivative;                                                 \
  }                                                                    \
  static void name##_second(double a, double c, double v, double p[3]) \
  {                                                                    \
    (void)a, (void)c, (void)v;                                         \
    p[0] = second_derivative;                                          \
  }

FUNCTION(sine, sin, cos(a), -v)
FUNCTION(cosine, cos, -sin(a), -v)
FUNCTION(tangent, tan, 1 + v * v, 2 * v * (1 + v * v))
/* 1/sqrt(1 - a^2), and 0 at the ends */
static double arc_slope(double a)
{
  const double s = (1 - a) * (1 + a);
  return s == 0 ? 0 : 1 / sqrt(s);
}
FUNCTION(arc_sine, asin, arc_slope(a), a *pow(arc_slope(a), 3))
FUNCTION(arc_cosine, acos, -arc_slope(a), -a *pow(arc_slope(a), 3))
FUNCTION(arc_tangent, atan, 1 / (1 + a * a), -2 * a / ((1 + a * a) * (1 + a * a)))
FUNCTION(exponential, exp, v, v)
FUNCTION(logarithm, log, 1 / a, -1 / (a * a))
FUNCTION(square_root, sqrt, v == 0 ? 0 : 0.5 / v, v == 0 ? 0 : -0.25 / (a * v))
FUNCTION(hyperbolic_tangent, tanh, 1 - v * v, -2 * v * (1 - v * v))
FUNCTION(hyperbolic_sine, sinh, cosh(a), v)
FUNCTION(hyperbolic_cosine, cosh, sinh(a), v)

static void arc_tangent_2_first(double a, double c, double v, double p[2])
{
  const double r = a * a + c * c;
  (void)v;
  if (r > 0) {
    p[0] = c / r;
    p[1] = -a / r;
  }
}
static void arc_tangent_2_second(double a, double c, double v, double p[3])
{
  const double r = a * a + c * c;
  (void)v;
  if (r > 0) {
    p[0] = -2 * a * c / (r * r);
    p[1] = (a - c) * (a + c) / (r * r);
    p[2] = -p[0];
  }
}

static double sign(double a, double c)
{
  (void)c;
  return a > 0 ? 1 : a < 0 ? -1 : a; /* NaN is kept */
}
static double absolute(double a, double c)
{
  (void)c;
  return fabs(a);
}
static void absolute_first(double a, double c, double v, double p[2])
{
  (void)v;
  p[0] = sign(a, c);
}

static int first_is_least(double a, double c)
{
  return a <= c || isnan(a);
}
static double least(double a, double c)
{
  return first_is_least(a, c) ? a : c;
}
static void least_first(double a, double c, double v, double p[2])
{
  (void)v;
  p[first_is_least(a, c) ? 0 : 1] = 1;
}
static int first_is_most(double a, double c)
{
  return a >= c || isnan(a);
}
static double most(double a, double c)
{
  return first_is_most(a, c) ? a : c;
}
static void most_first(double a, double c, double v, double p[2])
{
  (void)v;
  p[first_is_most(a, c) ? 0 : 1] = 1;
}

static double floor_of(double a, double c)
{
  (void)c;
  return floor(a);
}
static double less(double a, double c)
{
  return a < c;
}
static double less_equal(double a, double c)
{
  return a <= c;
}
static double both(double a, double c)
{
  return a != 0 && c != 0;
}
static double either(double a, double c)
{
  return a != 0 || c != 0;
}
static double negation(double a, double c)
{
  (void)c;
  return a == 0;
}

/* 10 s^3 - 15 s^4 + 6 s^5: value, slope and curvature agree with those of the constants at both ends */
static double smooth_step(double a, double c)
{
  (void)c;
  return a <= 0 ? 0 : a >= 1 ? 1 : a * a * a * (10 + a * (6 * a - 15));
}
static void smooth_step_first(double a, double c, double v, double p[2])
{
  (void)c, (void)v;
  p[0] = a <= 0 || a >= 1 ? 0 : 30 * a * a * (1 - a) * (1 - a);
}
static void smooth_step_second(double a, double c, double v, double p[3])
{
  (void)c, (void)v;
  p[0] = a <= 0 || a >= 1 ? 0 : 60 * a * (1 - a) * (1 - 2 * a);
}

#define CALL(name, arity, function)                       \
  {                                                       \
    name, arity, SN_WRITTEN_CALL, 9, function, NULL, NULL \
  }
#define SMOOTH(name, arity, function)                                              \
  {                                                                                \
    name, arity, SN_WRITTEN_CALL, 9, function, function##_first, function##_second \
  }

const sn_expr_operation sn_expr_operations[SN_OP_COUNT] = {
    [SN_OP_CONSTANT] = CALL("constant", 0, NULL),
    [SN_OP_VARIABLE] = CALL("variable", 0, NULL),
    [SN_OP_INPUT] = CALL("input", 0, NULL),
    [SN_OP_ADD] = {" + ", 2, SN_WRITTEN_INFIX, 3, add, add_first, NULL},
    [SN_OP_SUB] = {" - ", 2, SN_WRITTEN_INFIX, 3, sub, sub_first, NULL},
    [SN_OP_MUL] = {"*", 2, SN_WRITTEN_INFIX, 4, mul, mul_first, mul_second},
    [SN_OP_DIV] = {"/", 2, SN_WRITTEN_INFIX, 4, divide, divide_first, divide_second},
    [SN_OP_POW] = {"^", 2, SN_WRITTEN_INFIX, 6, pow, power_first, power_second},
    [SN_OP_NEG] = {"-", 1, SN_WRITTEN_PREFIX, 5, negative, negative_first, NULL},
    [SN_OP_SIN] = SMOOTH("sin", 1, sine),
    [SN_OP_COS] = SMOOTH("cos", 1, cosine),
    [SN_OP_TAN] = SMOOTH("tan", 1, tangent),
    [SN_OP_ASIN] = SMOOTH("asin", 1, arc_sine),
    [SN_OP_ACOS] = SMOOTH("acos", 1, arc_cosine),
    [SN_OP_ATAN] = SMOOTH("atan", 1, arc_tangent),
    [SN_OP_ATAN2] = {"atan2", 2, SN_WRITTEN_CALL, 9, atan2, arc_tangent_2_first, arc_tangent_2_second},
    [SN_OP_EXP] = SMOOTH("exp", 1, exponential),
    [SN_OP_LOG] = SMOOTH("log", 1, logarithm),
    [SN_OP_SQRT] = SMOOTH("sqrt", 1, square_root),
    [SN_OP_ABS] = {"abs", 1, SN_WRITTEN_CALL, 9, absolute, absolute_first, NULL},
    [SN_OP_SIGN] = CALL("sign", 1, sign),
    [SN_OP_TANH] = SMOOTH("tanh", 1, hyperbolic_tangent),
    [SN_OP_SINH] = SMOOTH("sinh", 1, hyperbolic_sine),
    [SN_OP_COSH] = SMOOTH("cosh", 1, hyperbolic_cosine),
    [SN_OP_MIN] = {"min", 2, SN_WRITTEN_CALL, 9, least, least_first, NULL},
    [SN_OP_MAX] = {"max", 2, SN_WRITTEN_CALL, 9, most, most_first, NULL},
    [SN_OP_FLOOR] = CALL("floor", 1, floor_of),
    [SN_OP_LESS] = {" < ", 2, SN_WRITTEN_INFIX, 2, less, NULL, NULL},
    [SN_OP_LESS_EQUAL] = {" <= ", 2, SN_WRITTEN_INFIX, 2, less_equal, NULL, NULL},
    [SN_OP_AND] = {" and ", 2, SN_WRITTEN_INFIX, 1, both, NULL, NULL},
    [SN_OP_OR] = {" or ", 2, SN_WRITTEN_INFIX, 0, either, NULL, NULL},
    [SN_OP_NOT] = {"not ", 1, SN_WRITTEN_PREFIX, 5, negation, NULL, NULL},
    [SN_OP_WHERE] = CALL("where", 3, NULL), /* in the evaluation: it selects, it does not compute */
    [SN_OP_STEP] = SMOOTH("step", 1, smooth_step),
    [SN_OP_CURVE] = CALL("curve", 1, NULL), /* in the evaluation: it needs its table */
};
