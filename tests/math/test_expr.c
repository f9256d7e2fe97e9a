/* tests/math/test_expr.c -- expressions: every operation against differences, edges, folding, sharing, text, limits. */
#include "math/expr.h"
#include "tests/harness.h"
#include <stdlib.h>

static const char *const xy[] = {"x", "y"};

typedef struct {
  sn_arena *arena;
  sn_expr_builder *b;
  int x, y;
} bench;

static bench begin(void)
{
  bench k = {.arena = sn_arena_new(NULL)};
  k.b = sn_expr_begin(k.arena, 2, xy);
  k.x = sn_expr_variable(k.b, 0);
  k.y = sn_expr_variable(k.b, 1);
  return k;
}

static const sn_expr *finish(bench *k, int node)
{
  const sn_expr *e = NULL;
  sn_error error;
  CHECK_OK(sn_expr_end(k->b, node, &e, &error), error);
  if (!e) {
    exit(1);
  }
  return e;
}

static int op2(bench *k, sn_op op, int a, int c)
{
  return sn_expr_op(k->b, op, a, c, -1);
}

static int op1(bench *k, sn_op op, int a)
{
  return sn_expr_op(k->b, op, a, -1, -1);
}

static double number(bench *k, sn_op op, double x, double y)
{
  const int two = op == SN_OP_POW || op == SN_OP_ATAN2 || op == SN_OP_MIN || op == SN_OP_MAX || op == SN_OP_LESS ||
                  op == SN_OP_LESS_EQUAL || op == SN_OP_AND || op == SN_OP_OR;
  return sn_expr_value(finish(k, two ? op2(k, op, k->x, k->y) : op1(k, op, k->x)), (double[]){x, y});
}

/* Derivatives by differences of sixth order: a check with nothing of the derivative code in it. */
static double difference(const sn_expr *e, const double at[2], int k, int order)
{
  const double h = 1e-3, w1[3] = {45.0 / 60, -9.0 / 60, 1.0 / 60}, w2[3] = {270.0 / 180, -27.0 / 180, 2.0 / 180};
  double sum = order == 1 ? 0 : -490.0 / 180 * sn_expr_value(e, at);
  for (int j = 1; j <= 3; j++) {
    double p[2] = {at[0], at[1]}, m[2] = {at[0], at[1]};
    p[k] += j * h;
    m[k] -= j * h;
    const double fp = sn_expr_value(e, p), fm = sn_expr_value(e, m);
    sum += order == 1 ? w1[j - 1] * (fp - fm) : w2[j - 1] * (fp + fm);
  }
  return order == 1 ? sum / h : sum / (h * h);
}

static void check_derivatives(const sn_expr *e, double x, double y)
{
  const double at[2] = {x, y}, v = sn_expr_value(e, at);
  double g[2], same[2], t[3], H[4];
  CHECK(sn_expr_gradient(e, at, g) == v);
  CHECK(sn_expr_variables(e) == 2);
  CHECK(sn_expr_hessian(e, at, same, H) == v && same[0] == g[0] && same[1] == g[1]);
  const double h = 1e-4, up[2] = {x, y + h}, down[2] = {x, y - h};
  double gu[2], gd[2];
  (void)sn_expr_gradient(e, up, gu);
  (void)sn_expr_gradient(e, down, gd);
  CHECK_NEAR(H[1], (gu[0] - gd[0]) / (2 * h), 2e-6 * (1 + fabs(v) + fabs(H[0]) + fabs(H[1]) + fabs(H[3])));
  CHECK_NEAR(H[2], H[1], 1e-14 * (1 + fabs(H[0]) + fabs(H[1]) + fabs(H[3])));
  for (int k = 0; k < 2; k++) {
    sn_expr_taylor(e, at, k, t);
    CHECK(t[0] == v);
    CHECK_NEAR(H[3 * k], t[2], 1e-14 * (1 + fabs(t[2])));
    const double scale = 1 + fabs(v) + fabs(t[1]) + fabs(t[2]);
    CHECK_NEAR(t[1], g[k], 1e-15 * scale);
    CHECK_NEAR(t[1], difference(e, at, k, 1), 2e-11 * scale);
    CHECK_NEAR(t[2], difference(e, at, k, 2), 2e-8 * scale);
  }
}

static void test_every_operation(void)
{
  /* operands are functions of both variables, so that the chain rule is used in full: a = 0.3 + x y, c = x - y^3 */
  static const struct {
    sn_op op;
    int arity;
    double x, y;
  } all[] = {
      {SN_OP_ADD, 2, 0.7, 0.4},        {SN_OP_SUB, 2, 0.7, 0.4},   {SN_OP_MUL, 2, 0.7, 0.4},
      {SN_OP_DIV, 2, 0.9, 0.3},        {SN_OP_POW, 2, 0.9, 0.6},   {SN_OP_NEG, 1, 0.7, 0.4},
      {SN_OP_SIN, 1, 0.7, 0.4},        {SN_OP_COS, 1, 0.7, 0.4},   {SN_OP_TAN, 1, 0.7, 0.4},
      {SN_OP_ASIN, 1, 0.7, 0.4},       {SN_OP_ACOS, 1, -0.7, 0.4}, {SN_OP_ATAN, 1, 2.7, -0.4},
      {SN_OP_ATAN2, 2, 0.7, 1.4},      {SN_OP_EXP, 1, 0.7, 0.4},   {SN_OP_LOG, 1, 0.7, 0.4},
      {SN_OP_SQRT, 1, 0.7, 0.4},       {SN_OP_ABS, 1, -3, 0.4},    {SN_OP_SIGN, 1, -3, 0.4},
      {SN_OP_TANH, 1, 0.7, 0.4},       {SN_OP_SINH, 1, 0.7, 0.4},  {SN_OP_COSH, 1, 0.7, 0.4},
      {SN_OP_MIN, 2, 0.7, 0.4},        {SN_OP_MIN, 2, 0.2, 0.9},   {SN_OP_MAX, 2, 0.7, 0.4},
      {SN_OP_MAX, 2, 0.2, 0.9},        {SN_OP_FLOOR, 1, 7.7, 4.4}, {SN_OP_STEP, 1, 0.7, 0.4},
      {SN_OP_STEP, 1, 7, 4},           {SN_OP_STEP, 1, -7, 4},     {SN_OP_LESS, 2, 0.7, 0.4},
      {SN_OP_LESS_EQUAL, 2, 0.7, 0.4}, {SN_OP_AND, 2, 0.7, 0.4},   {SN_OP_OR, 2, 0.7, 0.4},
      {SN_OP_NOT, 1, 0.7, 0.4},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    bench k = begin();
    const int a = op2(&k, SN_OP_ADD, sn_expr_constant(k.b, 0.3), op2(&k, SN_OP_MUL, k.x, k.y));
    const int c = op2(&k, SN_OP_SUB, k.x, op2(&k, SN_OP_POW, k.y, sn_expr_constant(k.b, 3)));
    const int node = all[i].arity == 2 ? op2(&k, all[i].op, a, c) : op1(&k, all[i].op, a);
    /* and once more in use: f^2 + f */
    check_derivatives(finish(&k, node), all[i].x, all[i].y);
    check_derivatives(finish(&k, op2(&k, SN_OP_ADD, op2(&k, SN_OP_MUL, node, node), node)), all[i].x, all[i].y);
    sn_arena_free(k.arena);
  }
}

static void test_values(void)
{
  bench k = begin();
  CHECK(number(&k, SN_OP_SIGN, -2, 0) == -1 && number(&k, SN_OP_SIGN, 0, 0) == 0);
  CHECK(number(&k, SN_OP_LESS, 1, 2) == 1 && number(&k, SN_OP_LESS, 2, 2) == 0);
  CHECK(number(&k, SN_OP_LESS_EQUAL, 2, 2) == 1);
  CHECK(number(&k, SN_OP_AND, 1, 0) == 0 && number(&k, SN_OP_AND, 3, -1) == 1);
  CHECK(number(&k, SN_OP_OR, 1, 0) == 1 && number(&k, SN_OP_OR, 0, 0) == 0);
  CHECK(number(&k, SN_OP_NOT, 0, 0) == 1 && number(&k, SN_OP_NOT, 5, 0) == 0);
  CHECK(number(&k, SN_OP_FLOOR, -1.5, 0) == -2);
  CHECK(number(&k, SN_OP_MIN, 2, 3) == 2 && number(&k, SN_OP_MAX, 2, 3) == 3);
  CHECK(isnan(number(&k, SN_OP_MIN, NAN, 3)) && isnan(number(&k, SN_OP_MIN, 3, NAN)));
  CHECK(isnan(number(&k, SN_OP_MAX, NAN, 3)) && isnan(number(&k, SN_OP_MAX, 3, NAN)));
  CHECK_NEAR(number(&k, SN_OP_STEP, 0.5, 0), 0.5, 1e-16);
  CHECK_NEAR(number(&k, SN_OP_ATAN2, 1, -1), 2.356194490192345, 1e-15);
  CHECK(number(&k, SN_OP_POW, -2, 3) == -8);
  sn_arena_free(k.arena);
}

static void check_edge(bench *k, int node, double x, double y, double value, double first, double second)
{
  const sn_expr *e = finish(k, node);
  const double at[2] = {x, y};
  double g[2], t[3];
  CHECK(sn_expr_gradient(e, at, g) == value);
  CHECK(g[0] == first && isfinite(g[1]));
  sn_expr_taylor(e, at, 0, t);
  CHECK(t[0] == value && t[1] == first && t[2] == second);
  sn_expr_taylor(e, at, 1, t);
  CHECK(t[1] == g[1] && isfinite(t[2]));
}

static void test_edges(void)
{
  bench k = begin();
  const int power = op2(&k, SN_OP_POW, k.x, k.y);
  check_edge(&k, power, 0, 0, 1, 0, 0);
  check_edge(&k, power, 0, 1, 0, 1, 0);
  check_edge(&k, power, 0, 2, 0, 0, 2);
  check_edge(&k, power, 0, 3, 0, 0, 0);
  check_edge(&k, power, 0, 0.5, 0, 0, 0); /* infinite slope: given as 0 */
  check_edge(&k, power, 0, 1.5, 0, 0, 0);
  check_edge(&k, power, -2, 3, -8, 12, -12); /* whole powers of negative numbers */
  check_edge(&k, op1(&k, SN_OP_ABS, k.x), 0, 0, 0, 0, 0);
  check_edge(&k, op1(&k, SN_OP_SQRT, k.x), 0, 0, 0, 0, 0);
  check_edge(&k, op1(&k, SN_OP_SQRT, op2(&k, SN_OP_MUL, k.x, k.x)), 0, 0, 0, 0, 0); /* no 0*infinity */
  check_edge(&k, op1(&k, SN_OP_ASIN, k.x), 1, 0, asin(1), 0, 0);
  check_edge(&k, op1(&k, SN_OP_ACOS, k.x), -1, 0, acos(-1), 0, 0);
  check_edge(&k, op2(&k, SN_OP_ATAN2, k.x, k.y), 0, 0, 0, 0, 0);
  check_edge(&k, op2(&k, SN_OP_MIN, k.x, k.y), 2, 2, 2, 1, 0); /* a tie goes to the first */
  check_edge(&k, op2(&k, SN_OP_MAX, k.x, k.y), 2, 2, 2, 1, 0);
  check_edge(&k, op1(&k, SN_OP_STEP, k.x), 0, 0, 0, 0, 0);
  check_edge(&k, op1(&k, SN_OP_STEP, k.x), 1, 0, 1, 0, 0);
  check_edge(&k, op1(&k, SN_OP_TANH, k.x), 800, 0, 1, 0, 0);
  sn_arena_free(k.arena);
}

static void test_where(void)
{
  bench k = begin();
  /* where(x < 1, sqrt(1 - x), x^2): the branch not taken is not a number and must leave no trace */
  const int one = sn_expr_constant(k.b, 1);
  const int root = op1(&k, SN_OP_SQRT, op2(&k, SN_OP_SUB, one, k.x));
  const sn_expr *e =
      finish(&k, sn_expr_op(k.b, SN_OP_WHERE, op2(&k, SN_OP_LESS, k.x, one), root, op2(&k, SN_OP_MUL, k.x, k.x)));
  check_derivatives(e, 0.5, 0);
  check_derivatives(e, 3, 0);
  double g[2], t[3];
  CHECK(sn_expr_gradient(e, (double[]){3, 0}, g) == 9 && g[0] == 6);
  sn_expr_taylor(e, (double[]){3, 0}, 0, t);
  CHECK(t[1] == 6 && t[2] == 2);
  sn_arena_free(k.arena);
}

static void test_folding(void)
{
  bench k = begin();
  const int zero = sn_expr_constant(k.b, 0), one = sn_expr_constant(k.b, 1), two = sn_expr_constant(k.b, 2);
  double value = -1;
  CHECK(sn_expr_is_constant(finish(&k, op2(&k, SN_OP_POW, two, sn_expr_constant(k.b, 10))), &value) && value == 1024);
  CHECK(sn_expr_is_constant(finish(&k, op1(&k, SN_OP_COS, zero)), &value) && value == 1);
  CHECK(op2(&k, SN_OP_ADD, k.x, zero) == k.x && op2(&k, SN_OP_ADD, zero, k.x) == k.x);
  CHECK(op2(&k, SN_OP_SUB, k.x, zero) == k.x);
  CHECK(op2(&k, SN_OP_MUL, one, k.x) == k.x && op2(&k, SN_OP_MUL, k.x, one) == k.x);
  CHECK(op2(&k, SN_OP_MUL, zero, k.x) == zero && op2(&k, SN_OP_MUL, k.x, zero) == zero);
  CHECK(op2(&k, SN_OP_DIV, k.x, one) == k.x && op2(&k, SN_OP_POW, k.x, one) == k.x);
  CHECK(op2(&k, SN_OP_POW, k.x, zero) == one);
  CHECK(op2(&k, SN_OP_POW, k.x, two) == op2(&k, SN_OP_MUL, k.x, k.x));
  CHECK(op1(&k, SN_OP_NEG, op1(&k, SN_OP_NEG, k.x)) == k.x);
  CHECK(op2(&k, SN_OP_SUB, zero, k.x) == op1(&k, SN_OP_NEG, k.x));
  CHECK(sn_expr_op(k.b, SN_OP_WHERE, one, k.x, k.y) == k.x && sn_expr_op(k.b, SN_OP_WHERE, zero, k.x, k.y) == k.y);
  CHECK(sn_expr_op(k.b, SN_OP_WHERE, k.x, k.y, k.y) == k.y);
  sn_arena_free(k.arena);
}

static void test_sharing(void)
{
  bench k = begin();
  CHECK(op1(&k, SN_OP_SIN, k.x) == op1(&k, SN_OP_SIN, k.x));
  CHECK(op2(&k, SN_OP_ADD, k.x, k.y) == op2(&k, SN_OP_ADD, k.y, k.x));
  CHECK(op2(&k, SN_OP_SUB, k.x, k.y) != op2(&k, SN_OP_SUB, k.y, k.x));
  CHECK(sn_expr_constant(k.b, 2.5) == sn_expr_constant(k.b, 2.5));
  CHECK(sn_expr_constant(k.b, NAN) == sn_expr_constant(k.b, NAN));
  CHECK(sn_expr_variable(k.b, 1) == k.y);
  /* doubling sixty times needs sixty operations, not 2^60 */
  int node = k.x;
  for (int i = 0; i < 60; i++) {
    node = op2(&k, SN_OP_ADD, node, node);
  }
  const sn_expr *e = finish(&k, node);
  CHECK(sn_expr_value(e, (double[]){1, 0}) == ldexp(1, 60));
  double g[2];
  sn_expr_gradient(e, (double[]){1, 0}, g);
  CHECK(g[0] == ldexp(1, 60) && g[1] == 0);
  CHECK(!sn_expr_is_constant(e, NULL));
  char text[50];
  CHECK_TEXT(sn_expr_print(e, text, sizeof text), "...");
  CHECK(strlen(text) == sizeof text - 1);
  sn_arena_free(k.arena);
}

static void test_text(void)
{
  bench k = begin();
  char text[200];
  const int two = sn_expr_constant(k.b, 2), tenth = sn_expr_constant(k.b, 0.1);
  const int wave = op2(&k, SN_OP_MUL, tenth, op1(&k, SN_OP_SIN, op2(&k, SN_OP_MUL, two, k.x)));
  CHECK(strcmp(sn_expr_print(finish(&k, wave), text, sizeof text), "0.1*sin(2*x)") == 0);
  const int sum = op2(&k, SN_OP_SUB, k.x, op2(&k, SN_OP_SUB, k.y, two));
  CHECK(strcmp(sn_expr_print(finish(&k, sum), text, sizeof text), "x - (y - 2)") == 0);
  const int quotient = op2(&k, SN_OP_DIV, op2(&k, SN_OP_ADD, k.x, k.y), op2(&k, SN_OP_MUL, two, k.x));
  CHECK(strcmp(sn_expr_print(finish(&k, quotient), text, sizeof text), "(x + y)/(2*x)") == 0);
  const int power = op2(&k, SN_OP_POW, op1(&k, SN_OP_NEG, k.x), op2(&k, SN_OP_POW, k.y, sn_expr_constant(k.b, -3)));
  CHECK(strcmp(sn_expr_print(finish(&k, power), text, sizeof text), "(-x)^y^(-3)") == 0);
  const int choice = sn_expr_op(k.b, SN_OP_WHERE, op2(&k, SN_OP_LESS, k.x, two), tenth, op2(&k, SN_OP_ATAN2, k.y, k.x));
  CHECK(strcmp(sn_expr_print(finish(&k, choice), text, sizeof text), "where(x < 2, 0.1, atan2(y, x))") == 0);
  CHECK(strcmp(sn_expr_print(sn_expr_number(k.arena, 1.0 / 3), text, sizeof text), "0.3333333333333333") == 0);
  for (size_t size = 0; size < 12; size++) { /* never past its end */
    memset(text, '#', sizeof text);
    sn_expr_print(finish(&k, wave), text, size);
    CHECK(text[size] == '#' && (size == 0 || strlen(text) == size - 1));
  }
  sn_arena_free(k.arena);
}

static void test_limits(void)
{
  const sn_expr *e = NULL;
  sn_error error = {0};
  bench k = begin();
  int node = k.x;
  for (int i = 0; i < SN_EXPR_MAX - 1; i++) { /* with x itself: just full */
    node = op1(&k, SN_OP_SIN, node);
  }
  const sn_expr *full = finish(&k, node);
  CHECK(isfinite(sn_expr_value(full, (double[]){1, 0})));
  double g[2], t[3];
  sn_expr_gradient(full, (double[]){1, 0}, g);
  sn_expr_taylor(full, (double[]){1, 0}, 0, t);
  CHECK_NEAR(g[0], t[1], 1e-15);
  node = op1(&k, SN_OP_SIN, node);
  CHECK(sn_expr_end(k.b, node, &e, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "too long");
  CHECK_TEXT(error.fix, "spline");
  sn_arena_free(k.arena);

  k = begin();
  node = k.x;
  for (int i = 0; i < 100 * SN_EXPR_MAX && node >= 0; i++) {
    node = op1(&k, SN_OP_SIN, node);
  }
  CHECK(node == -1);
  CHECK(op1(&k, SN_OP_SIN, k.x) == -1); /* once in trouble, always */
  CHECK(sn_expr_end(k.b, node, &e, &error) == SN_EINPUT);
  sn_arena_free(k.arena);
}

static void test_misuse(void)
{
  const sn_expr *e = NULL;
  sn_error error = {0};
  for (int way = 0; way < 8; way++) {
    bench k = begin();
    const int node = way == 0   ? sn_expr_variable(k.b, 2)
                     : way == 1 ? sn_expr_variable(k.b, -1)
                     : way == 2 ? op1(&k, SN_OP_ADD, k.x)
                     : way == 3 ? op2(&k, SN_OP_SIN, k.x, k.y)
                     : way == 4 ? op1(&k, SN_OP_SIN, 99)
                     : way == 5 ? op1(&k, SN_OP_CURVE, k.x)
                     : way == 6 ? op1(&k, SN_OP_COUNT, k.x)
                                : sn_expr_curve(k.b, NULL, k.x);
    CHECK(node == -1);
    CHECK(sn_expr_end(k.b, node, &e, &error) == SN_EBUG);
    sn_arena_free(k.arena);
  }
  sn_arena *arena = sn_arena_new(NULL);
  sn_expr_builder *b = sn_expr_begin(arena, SN_EXPR_LONG + 1, NULL);
  CHECK(sn_expr_end(b, sn_expr_constant(b, 1), &e, &error) == SN_EBUG);
  sn_arena_free(arena);
}

typedef struct {
  int calls, fail_at;
} counting;

static void *failing(void *data, size_t size)
{
  counting *c = data;
  return ++c->calls == c->fail_at || size > 20000 ? NULL : malloc(size);
}

static void give_back(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_no_memory(void)
{
  for (int fail = 2; fail < 6; fail++) {
    counting c = {0, fail};
    sn_arena *arena = sn_arena_new(&(sn_allocator){failing, give_back, &c});
    sn_expr_builder *b = sn_expr_begin(arena, 1, NULL);
    const sn_expr *e = NULL;
    sn_error error = {0};
    if (b) {
      int node = sn_expr_variable(b, 0);
      for (int i = 0; i < 2000; i++) {
        node = sn_expr_op(b, SN_OP_SIN, node, -1, -1);
      }
      CHECK(node == -1 && sn_expr_end(b, node, &e, &error) == SN_ENOMEM);
    }
    CHECK(e == NULL);
    sn_arena_free(arena);
  }
}

/* An input is a number without derivatives; bound, it is read where it lies, also through what it was inserted into. */
static void test_input(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  static const char *const names[] = {"x", "t"};
  sn_expr_builder *b = sn_expr_begin(arena, 2, names);
  const sn_expr *e = NULL, *larger = NULL;
  double u[2] = {7, 3}, g[2], H[4], taylor[3], at[2] = {2, 5};
  char text[80];
  const int in = sn_expr_input(b, 1, 0.5), x = sn_expr_variable(b, 0);
  CHECK(sn_expr_end(b, sn_expr_op(b, SN_OP_MUL, in, sn_expr_op(b, SN_OP_MUL, x, x, -1), -1), &e, NULL) == SN_OK);
  CHECK(sn_expr_has_input(e) && !sn_expr_is_constant(e, NULL));
  CHECK_NEAR(sn_expr_value(e, at), 2, 0); /* not bound: its preset */
  const sn_expr *bound = sn_expr_bound(e, u, arena);
  CHECK_NEAR(sn_expr_value(bound, at), 12, 0);
  CHECK_NEAR(sn_expr_value(e, at), 2, 0);
  u[1] = 10;
  CHECK_NEAR(sn_expr_gradient(bound, at, g), 40, 0);
  CHECK(g[0] == 40 && g[1] == 0);
  CHECK_NEAR(sn_expr_hessian(bound, at, g, H), 40, 0);
  CHECK(H[0] == 20 && H[1] == 0 && H[3] == 0);
  sn_expr_taylor(bound, at, 0, taylor);
  CHECK(taylor[0] == 40 && taylor[1] == 40 && taylor[2] == 20);
  b = sn_expr_begin(arena, 1, NULL);
  const int v = sn_expr_variable(b, 0), both[2] = {v, v};
  CHECK(sn_expr_end(b, sn_expr_op(b, SN_OP_ADD, sn_expr_insert(b, bound, both), v, -1), &larger, NULL) == SN_OK);
  CHECK_NEAR(sn_expr_value(larger, at), 42, 0);
  CHECK_TEXT(sn_expr_print(e, text, sizeof text), "input");
  const sn_expr *none = sn_expr_number(arena, 3);
  CHECK(sn_expr_bound(none, u, arena) == none && !sn_expr_has_input(none));
  sn_arena_free(arena);
}

/* A graph of which several expressions are made: each has the nodes and the variables that it needs, and nodes that are removed leave
   no trace. */
static void test_graph(void)
{
  sn_error error = {0};
  sn_arena *arena = sn_arena_new(NULL), *work = sn_arena_new(NULL);
  sn_expr_builder *g = sn_expr_graph(work, 1 << 12);
  const int far = sn_expr_variable(g, 1000), near = sn_expr_variable(g, 7), two = sn_expr_constant(g, 2);
  const int twice = sn_expr_op(g, SN_OP_MUL, two, near, -1), sum = sn_expr_op(g, SN_OP_ADD, twice, far, -1);
  CHECK(sn_expr_varies(g, sum) && !sn_expr_varies(g, two) && !sn_expr_varies(g, sn_expr_input(g, 0, 3)));
  int n = 0;
  const int *below = sn_expr_variables_below(g, sum, work, &n);
  CHECK(n == 2 && below[0] == 1000 && below[1] == 7);
  int number[1001] = {0};
  number[7] = 1;
  const sn_expr *e[3] = {NULL, NULL, NULL};
  const sn_expr_variables_as as = {.n_variables = 2, .name = (const char *const[]){"far", "near"}, .number = number};
  CHECK_OK(sn_expr_take(g, sum, &as, arena, &e[0], &error), error);
  const int before = sn_expr_nodes(g);
  int chain = sum;
  for (int k = 0; k < 500; k++) { /* longer than the table of nodes was */
    chain = sn_expr_op(g, SN_OP_SIN, chain, -1, -1);
  }
  CHECK_OK(sn_expr_take(g, chain, &as, arena, &e[1], &error), error);
  sn_expr_forget(g, before);
  CHECK(sn_expr_nodes(g) == before);
  CHECK(sn_expr_op(g, SN_OP_ADD, far, twice, -1) == sum); /* what was kept is still found, */
  CHECK(sn_expr_op(g, SN_OP_COS, sum, -1, -1) == before); /* and what was removed is not */
  CHECK_OK(sn_expr_take(g, before, &as, arena, &e[2], &error), error);
  sn_arena_free(work); /* expressions do not need the graph */
  double x[2] = {0.25, 0.5}, by[2], y = 1.25;
  CHECK(sn_expr_value(e[0], x) == 1.25 && sn_expr_value(e[2], x) == cos(1.25));
  for (int k = 0; k < 500; k++) {
    y = sin(y);
  }
  CHECK(sn_expr_value(e[1], x) == y);
  CHECK(sn_expr_gradient(e[0], x, by) == 1.25 && by[0] == 1 && by[1] == 2);
  char text[64];
  CHECK(strcmp(sn_expr_print(e[0], text, sizeof text), "2*near + far") == 0);
  sn_arena_free(arena);
}

/* A full graph, an expression that is too long (which does not spoil the graph), and variables that an expression does not have. */
static void test_graph_limits(void)
{
  sn_error error = {0};
  const sn_expr *e = NULL;
  sn_arena *arena = sn_arena_new(NULL);
  sn_expr_builder *g = sn_expr_graph(arena, 1 << 12);
  const int x = sn_expr_variable(g, 5);
  int node = x;
  for (int i = 0; i < SN_EXPR_MAX; i++) {
    node = sn_expr_op(g, SN_OP_SIN, node, -1, -1);
  }
  const int five[6] = {0};
  sn_expr_variables_as as = {.n_variables = 1, .number = five};
  CHECK(sn_expr_take(g, node, &as, arena, &e, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "more than 1024");
  as.is_long = 1;
  CHECK_OK(sn_expr_take(g, node, &as, arena, &e, &error), error);
  CHECK(isfinite(sn_expr_value(e, (double[]){1})));
  for (int i = 0; i < 1 << 13 && node >= 0; i++) {
    node = sn_expr_op(g, SN_OP_SIN, node, -1, -1);
  }
  CHECK(node == -1 && sn_expr_take(g, x, &as, arena, &e, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "more than 4096");
  g = sn_expr_graph(arena, 1 << 12);
  as = (sn_expr_variables_as){.n_variables = 5};
  CHECK(sn_expr_take(g, sn_expr_variable(g, 5), &as, arena, &e, &error) == SN_EBUG);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_every_operation);
  RUN(test_values);
  RUN(test_edges);
  RUN(test_where);
  RUN(test_folding);
  RUN(test_sharing);
  RUN(test_text);
  RUN(test_graph);
  RUN(test_graph_limits);
  RUN(test_limits);
  RUN(test_misuse);
  RUN(test_no_memory);
  RUN(test_input);
  return REPORT();
}
