/* tests/language/test_trace.c -- functions become formulas: values, derivatives, and what cannot be traced. */
#include "tests/language/fixture.h"

/* A body held by a spring law; the law is what is tested. */
static void law_text(char *out, size_t size, const char *body)
{
  snprintf(out, size,
           "local p = point { name = 'p', at = {1, 0, 0}, mass = 1 }\n"
           "spring { name = 's', ground, p, at_a = {0, 0, 0}, force = function(x, v, t)\n%s\nend }\n",
           body);
}

static const sn_expr *traced(loaded *l, const char *body)
{
  char text[1000];
  law_text(text, sizeof text, body);
  load(l, text);
  const sn_expr *const *e = l->status == SN_OK ? field_of(l, "s", "force") : NULL;
  return e ? *e : NULL;
}

static double f_all(double x, double v, double t)
{
  return 2 * x - v / 3 + t * t + sin(x) * cos(v) + tan(t / 10) + asin(x / 10) + acos(v / 10) + atan(t) +
         atan2(x, 1 + v * v) + exp(-x) + log(1 + t * t) + sqrt(1 + x * x) + fabs(v - 2) + tanh(x) + sinh(v / 10) +
         cosh(t / 10) + fmin(x, v) + fmax(v, t) + floor(t) + fmod(7 + t, 3) - floor((x + 20) / 3) + pow(1 + x * x, 1.5);
}

static void test_all_functions(void)
{
  loaded l;
  const sn_expr *e =
      traced(&l, "return 2*x - v/3 + t*t + sin(x)*cos(v) + tan(t/10) + asin(x/10) + acos(v/10) + atan(t) +\n"
                 " atan2(x, 1 + v*v) + exp(-x) + log(1 + t*t) + sqrt(1 + x*x) + abs(v - 2) + tanh(x) + sinh(v/10) +\n"
                 " cosh(t/10) + min(x, v) + math.max(v, t) + floor(t) + (7 + t) % 3 - (x + 20)//3 + (1 + x*x)^1.5");
  CHECK_OK(l.status, l.error);
  if (e) {
    for (int k = 0; k < 20; k++) {
      const double q[3] = {0.3 * k - 2, 0.17 * k - 1, 0.4 * k};
      CHECK_NEAR(sn_expr_value(e, q), f_all(q[0], q[1], q[2]), 1e-12);
    }
    double g[3];
    const double q[3] = {0.3, 0.4, 0.5}, h = 1e-6;
    sn_expr_gradient(e, q, g);
    CHECK_NEAR(g[0], (f_all(0.3 + h, 0.4, 0.5) - f_all(0.3 - h, 0.4, 0.5)) / (2 * h), 1e-8);
    CHECK_NEAR(g[1], (f_all(0.3, 0.4 + h, 0.5) - f_all(0.3, 0.4 - h, 0.5)) / (2 * h), 1e-8);
    CHECK_NEAR(g[2], (f_all(0.3, 0.4, 0.5 + h) - f_all(0.3, 0.4, 0.5 - h)) / (2 * h), 1e-8);
  }
  unload(&l);
}

static void test_conditions(void)
{
  static const struct {
    const char *body;
    double at_half, at_two; /* of t */
  } cases[] = {{"return where(less(t, 1), 10, 20)", 10, 20},
               {"return where(t:lt(1), 10, 20)", 10, 20},
               {"return where(greater(t, 1), 10, 20)", 20, 10},
               {"return where(t:ge(2), 10, 20)", 20, 10},
               {"return where(less_equal(t, 0.5), 10, 20)", 10, 20},
               {"return where(both(less(0, t), less(t, 1)), 10, 20)", 10, 20},
               {"return where(either(t:gt(1), t:lt(0)), 10, 20)", 20, 10},
               {"return where(negate(t:gt(1)), 10, 20)", 10, 20},
               {"return 5*step(t)", 2.5, 5},
               {"return sign(t - 1)", -1, 1},
               {"local s = 0 for i = 1, 4 do s = s + i*t end return s", 5, 20},
               {"return t%0.1", 0, 0}, /* 0.5%0.1 rounds differently in Lua */
               {"return (10*t + 0.25)%1", 0.25, 0.25},
               {"return 3", 3, 3}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    loaded l;
    const sn_expr *e = traced(&l, cases[k].body);
    CHECK_OK(l.status, l.error);
    CHECK_NEAR(e ? sn_expr_value(e, (double[]){0, 0, 0.5}) : NAN, cases[k].at_half, 1e-15);
    CHECK_NEAR(e ? sn_expr_value(e, (double[]){0, 0, 2}) : NAN, cases[k].at_two, 1e-15);
    unload(&l);
  }
}

/* What a formula cannot express, and what the message says. */
static void test_not_traceable(void)
{
  static const struct {
    const char *body, *what, *more;
  } cases[] = {
      {"if t < 1 then return 1 end return 2", "compared with `<`", "where("},
      {"if 1 <= x then return 1 end return 2", "compared with `<=`", "where("},
      {"if t > 0 then return 1 end return 2", "compared with `<`", "where("},
      {"if x == v then return 1 end return 2", "compared with `==`", "where("},
      {"if t == 0 then return 1 end return 2", "different values as a formula", "At x = 0, v = 0, t = 0 it returns 1"},
      {"if t == 1 then return 1 end return 2", "different values as a formula", "t = 1"},
      {"if t ~= 2 then return 1 end return 2", "different values as a formula", "t = 2"},
      {"return where(less(0, t) and less(t, 1), 10, 20)", "different values as a formula", "both"},
      {"return where(not less(t, 1), 10, 20)", "different values as a formula", "negate"},
      {"counter = 1 return t", "`a global variable` is called inside a function", ""},
      {"point { at = {0, 0, 0} } return t", "`point` is called inside a function", "outside of the function"},
      {"channel('a', 1) return t", "`channel` is called inside a function", ""},
      {"return 'a' .. t", "cannot be joined to a text", ""},
      {"return #t", "cannot have a length", ""},
      {"return t.x", "returns nothing", ""},
      {"t.x = 1 return 1", "cannot have fields", ""},
      {"return t()", "cannot be called", ""},
      {"return tostring(t)", "cannot be made a text", ""},
      {"return", "returns nothing", "return and a value"},
      {"local a = t", "returns nothing", ""},
      {"return 'x'", "returns a string", ""},
      {"return {}", "returns nothing", ""},
      {"return t, t", "returns 2 values", ""},
      {"return t + {}", "cannot use a table", ""},
      {"return sin('a')", "sin needs a number, but got a string", ""},
      {"return sin(t, t)", "sin takes one number, but got 2", ""},
      {"return atan(t, x)", "atan takes one number", "atan2"},
      {"return where(t)", "where takes a condition and two values", ""},
      {"return where('a', 1, 2)", "where needs a condition", ""},
      {"return less('a', t)", "less needs two numbers", ""},
      {"return position('p')", "returns a signal with components", ".x"},
      {"return position('p').w", "no component `w`", ".x"},
      {"return where(less(x, 1), 1, 2)*less(x, 1)", "arithmetic on a boolean", "where("},
      {"return error('stop')", "Stop", ""}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    loaded l;
    traced(&l, cases[k].body);
    CHECK(l.status == SN_EINPUT);
    char all[1400];
    snprintf(all, sizeof all, "%s | %s | %s", l.error.what, l.error.why, l.error.fix);
    CHECK_TEXT(all, cases[k].what);
    CHECK_TEXT(all, cases[k].more);
    CHECK_TEXT(l.error.where, "m.lua:");
    unload(&l);
  }
}

/* A variable that counts the calls is found by the call repeated at the end. */
static void test_state_in_functions(void)
{
  loaded l;
  load(&l, "local n = 0\nlocal p = point { at = {0, 0, 0}, mass = 1 }\n"
           "force { p, value = function(t) n = n + 1 return n, 0, 0 end }\n");
  CHECK(l.status == SN_EINPUT);
  CHECK_TEXT(l.error.what, "gives different values");
  unload(&l);
  load(&l, "local kept\nlocal p = point { at = {0, 0, 0}, mass = 1 }\n"
           "force { p, value = function(t) kept = kept or t return t, 0, 0 end }\n"
           "force { p, value = function(t) return kept, 0, 0 end }\n");
  CHECK(l.status == SN_EINPUT);
  CHECK_TEXT(l.error.what, "argument of one function is used outside of it");
  unload(&l);
  load(&l, "local p = point { at = {0, 0, 0}, mass = 1 }\nlocal x = position(p).x\n"
           "base { position = function(t) return x*t, 0, 0 end }\n");
  CHECK(l.status == SN_EINPUT);
  CHECK_TEXT(l.error.what, "A signal is used inside a function");
  unload(&l);
}

static void test_three_results(void)
{
  loaded l;
  if (good(&l, "local p = point { at = {0, 0, 0}, mass = 1 }\n"
               "force { name = 'a', p, value = function(t) return t, 2*t, 3 end }\n"
               "force { name = 'b', p, value = function(t) return {t, 2*t, 3} end }\n"
               "force { name = 'c', p, value = { 1, 2, 3 } }\n")) {
    for (int k = 0; k < 3; k++) {
      const char *const name[] = {"a", "b", "c"};
      const sn_expr3 *e = field_of(&l, name[k], "value");
      CHECK_NEAR(sn_expr_value(e->e[1], (double[]){k == 2 ? 0 : 1.0}), 2, 0);
      CHECK_NEAR(sn_expr_value(e->e[2], (double[]){5}), 3, 0);
    }
  }
  unload(&l);
}

int main(void)
{
  RUN(test_all_functions);
  RUN(test_conditions);
  RUN(test_not_traceable);
  RUN(test_state_in_functions);
  RUN(test_three_results);
  return REPORT();
}
