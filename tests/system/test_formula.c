/* tests/system/test_formula.c -- rows that are expressions of other rows: values, rows used once, conditions, refusals. */
#include "system/formula.h"

#include <math.h>
#include <string.h>

#include "harness.h"
#include "system/builder.h"

static sn_arena *arena;
static double room[4096]; /* scratch of whoever observes */
static int asked;         /* how often the place was evaluated */

static void place(const sn_observation *o, const void *data, double *out)
{
  const double *scale = data;
  asked++;
  for (int k = 0; k < 3; k++) {
    out[k] = (k + 1) * *scale * o->t;
  }
}

static void wide(const sn_observation *o, const void *data, double *out)
{
  (void)o;
  (void)data;
  memset(out, 0, 5 * sizeof *out);
}

/* variable a (of n) op variable b */
static const sn_expr *of_two(int n, sn_op op, int a, int b)
{
  static const char *const names[] = {"a", "b", "c", "d"};
  const sn_expr *out = NULL;
  sn_expr_builder *e = sn_expr_begin(arena, n, names);
  CHECK(sn_expr_end(e, sn_expr_op(e, op, sn_expr_variable(e, a), sn_expr_variable(e, b), -1), &out, NULL) == SN_OK);
  return out;
}

static sn_builder *two_places(void)
{
  static const double one = 1, ten = 10;
  sn_builder *b = sn_builder_new(arena);
  (void)sn_item_begin(b, "body", "rod", "m.lua:1");
  sn_quantity what = {.name = "place", .unit = "m", .help = "", .evaluate = place};
  CHECK(sn_add_observable(b, &what, 3, &one) == 0);
  sn_items_end(b);
  what.flags = SN_OUT_SIGNAL;
  CHECK(sn_add_observable(b, &what, 3, &ten) == 1);
  return b;
}

static const sn_system *finished(sn_builder *b)
{
  const sn_system *s = NULL;
  sn_state start;
  sn_error error = {0};
  CHECK_OK(sn_builder_finish(b, &s, &start, &error), error);
  return s;
}

static void test_values(void)
{
  static const sn_variable used[] = {{1, 2}, {0, 0}, {1, 1}};
  sn_builder *b = two_places();
  const sn_formula f = {.name = "gap",
                        .unit = "m",
                        .flags = SN_OUT_CHANNEL,
                        .n = 2,
                        .component = {of_two(3, SN_OP_SUB, 0, 1), of_two(3, SN_OP_ADD, 1, 2)},
                        .n_variables = 3,
                        .variable = used};
  CHECK(sn_add_formula(b, &f) == 2);
  const sn_system *s = finished(b);
  CHECK(s && s->n_output == 3 && s->n_channel == 1 && s->channel[0] == 2 && s->n_stop == 0);
  CHECK(s->output[0].owner == 0 && strcmp(s->output[0].item, "rod") == 0);
  CHECK(s->output[1].owner == -1 && s->output[2].owner == -1 && s->output[2].item[0] == 0);
  CHECK(sn_observable_of_channel(s, "gap") == 2 && sn_observable_of_channel(s, "place") == -1);
  const sn_observation o = {.system = s, .t = 2, .scratch = room};
  double out[SN_FORMULA_PARTS] = {0};
  asked = 0;
  sn_observable_now(&o, 2, out);
  CHECK_NEAR(out[0], 60 - 2, 0);
  CHECK_NEAR(out[1], 2 + 40, 0);
  CHECK(asked == 2); /* every row once */
}

/* A channel may use any number of signals. */
static void test_many(void)
{
  enum { MANY = 500 };
  static double scale[MANY];
  static sn_variable used[MANY];
  static const char *names[MANY];
  sn_builder *b = sn_builder_new(arena);
  for (int i = 0; i < MANY; i++) {
    scale[i] = i;
    used[i] = (sn_variable){i, 1};
    names[i] = "x";
    const sn_quantity what = {.name = "place", .unit = "m", .help = "", .evaluate = place, .flags = SN_OUT_SIGNAL};
    CHECK(sn_add_observable(b, &what, 3, scale + i) == i);
  }
  sn_formula f = {.name = "sum", .unit = "m", .flags = SN_OUT_CHANNEL, .n = 1, .n_variables = MANY, .variable = used};
  sn_expr_builder *e = sn_expr_begin(arena, MANY, names);
  int sum = sn_expr_variable(e, 0);
  for (int i = 1; i < MANY; i++) {
    sum = sn_expr_op(e, SN_OP_ADD, sum, sn_expr_variable(e, i), -1);
  }
  CHECK(sn_expr_end(e, sum, &f.component[0], NULL) == SN_OK);
  CHECK(sn_add_formula(b, &f) == MANY);
  const sn_observation o = {.system = finished(b), .t = 1, .scratch = room};
  double out[SN_FORMULA_PARTS] = {0};
  sn_observable_now(&o, MANY, out);
  CHECK_NEAR(out[0], MANY * (MANY - 1), 0);
  CHECK(o.system->output[0].what == o.system->output[MANY - 1].what); /* what they are is kept once */
}

/* A formula of formulas, and rows with a scratch of their own: none writes where another one still reads. */
static void squares(const sn_observation *o, const void *data, double *out)
{
  double *x = sn_scratch(o, 3);
  (void)data;
  for (int k = 0; k < 3; k++) {
    x[k] = (k + 1) * o->t;
  }
  out[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

static void test_nested(void)
{
  static const sn_variable inner[] = {{0, 2}, {2, 0}, {1, 1}}, outer[] = {{1, 0}, {3, 0}, {2, 0}};
  sn_builder *b = two_places();
  const sn_quantity what = {.name = "squares", .unit = "", .help = "", .evaluate = squares, .flags = SN_OUT_SIGNAL};
  CHECK(sn_add_observable(b, &what, 1, NULL) == 2);
  sn_need_scratch(b, 3);
  sn_formula f = {.name = "inner",
                  .unit = "",
                  .flags = SN_OUT_CHANNEL,
                  .n = 1,
                  .component = {of_two(3, SN_OP_ADD, 0, 1)}, /* 6 + 14 t^2 at t = 2: 6 + 56 */
                  .n_variables = 3,
                  .variable = inner};
  CHECK(sn_add_formula(b, &f) == 3);
  f.name = "outer";
  f.component[0] = of_two(3, SN_OP_SUB, 0, 1); /* 20 - 62 */
  f.variable = outer;
  CHECK(sn_add_formula(b, &f) == 4);
  const sn_observation o = {.system = finished(b), .t = 2, .scratch = room};
  double out[SN_FORMULA_PARTS] = {0};
  CHECK(o.system->n_scratch > 3 && o.system->n_scratch < 4000);
  for (int i = 0; i < o.system->n_scratch; i++) {
    room[i] = NAN;
  }
  room[o.system->n_scratch] = 0.5;
  sn_observable_now(&o, 4, out);
  CHECK_NEAR(out[0], 20 - 62, 0);
  CHECK(room[o.system->n_scratch] == 0.5);
}

static void test_conditions(void)
{
  static const sn_variable used[] = {{0, 0}, {1, 0}, {0, 1}};
  sn_builder *b = two_places();
  sn_formula f = {.name = "never", .unit = "", .flags = SN_OUT_STOP, .n = 1, .n_variables = 3, .variable = used};
  f.component[0] = of_two(3, SN_OP_DIV, 0, 0); /* 0/0 at t = 0: no number does not hold; 1 later */
  CHECK(sn_add_formula(b, &f) == 2);
  f.name = "beyond";
  f.component[0] = of_two(3, SN_OP_SUB, 1, 0);
  CHECK(sn_add_formula(b, &f) == 3);
  const sn_system *s = finished(b);
  CHECK(s && s->n_stop == 2 && s->n_channel == 0 && s->stop[1] == 3);
  sn_observation o = {.system = s, .t = 0, .scratch = room};
  CHECK(sn_stop_now(&o) == 0);
  o.t = 1;
  CHECK(sn_stop_now(&o) == 1); /* the first in the order of the model */
}

/* What cannot be: a component that is not there, a row too wide. */
static void test_refused(void)
{
  const sn_variable beyond = {0, 3}, of_wide = {2, 0};
  for (int k = 0; k < 2; k++) {
    sn_builder *b = two_places();
    (void)sn_add_observable(b, &(sn_quantity){.name = "wide", .unit = "", .help = "", .evaluate = wide}, 5, NULL);
    const sn_formula f = {.name = "x",
                          .unit = "",
                          .flags = SN_OUT_CHANNEL,
                          .n = 1,
                          .component = {of_two(1, SN_OP_ADD, 0, 0)},
                          .n_variables = 1,
                          .variable = k ? &of_wide : &beyond};
    const sn_system *s = NULL;
    sn_state start;
    sn_error error = {0};
    CHECK(sn_add_formula(b, &f) == -1);
    CHECK(sn_builder_finish(b, &s, &start, &error) == SN_EBUG);
  }
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_values);
  RUN(test_many);
  RUN(test_nested);
  RUN(test_conditions);
  RUN(test_refused);
  sn_arena_free(arena);
  return REPORT();
}
