/* tests/model/test_fields.c -- every type of field: what it accepts, its default, and what it says when it is wrong. */
#include <stdlib.h>

#include "harness.h"
#include "tests/model/kinds.h"

typedef struct {
  int given;
  double stiffness;
  sn_expr3 value;
} law;
static const sn_input law_inputs[] = {
    {"stiffness", SN_NUMBER, "N/m", "stiffness", FIELD(law, stiffness), SN_NOT_NEGATIVE, SN_PRESET(5)},
    {"value", SN_FUNCTION3, "N", "force", FIELD(law, value), .choices = "t"},
    {0}};
typedef struct {
  int given;
  double first, second;
} pair;
static const sn_input pair_inputs[] = {{"first", SN_NUMBER, "", "first", FIELD(pair, first)},
                                       {"second", SN_NUMBER, "", "second", FIELD(pair, second), SN_PRESET(3)},
                                       {0}};
typedef struct {
  double number;
  int count, flag, choice;
  const char *text;
  sn_v3 vector, place;
  sn_numbers numbers;
  sn_points points;
  sn_m3 orientation, symmetric;
  sn_ref part, joint;
  const sn_expr *function;
  sn_side side;
  law table;
  pair in_line;
  sn_refs joints;
  sn_texts texts;
} all;
static const sn_input inputs[] = {
    {"number", SN_NUMBER, "kg", "a number", FIELD(all, number), SN_POSITIVE, SN_PRESET(7)},
    {"count", SN_COUNT, "", "a count", FIELD(all, count), SN_BETWEEN(1, 10), SN_PRESET(2)},
    {"flag", SN_FLAG, "", "a flag", FIELD(all, flag), SN_PRESET(1)},
    {"choice", SN_CHOICE, "", "a choice", FIELD(all, choice), SN_PRESET(1), .choices = "auto|first|second"},
    {"text", SN_TEXT, "", "a text", FIELD(all, text)},
    {"vector", SN_VECTOR, "", "a vector", FIELD(all, vector)},
    {"place", SN_PLACE, "m", "a place", FIELD(all, place)},
    {"numbers", SN_NUMBERS, "", "numbers", FIELD(all, numbers)},
    {"points", SN_POINTS, "m", "points", FIELD(all, points)},
    {"orientation", SN_ORIENTATION, "", "axes", FIELD(all, orientation)},
    {"symmetric", SN_SYMMETRIC, "kg m^2", "inertia", FIELD(all, symmetric)},
    {"part", SN_PART, "", "a part", FIELD(all, part)},
    {"joint", SN_JOINT, "", "a joint", FIELD(all, joint)},
    {"function", SN_FUNCTION, "N", "a law", FIELD(all, function), .choices = "x,v,t"},
    {"side", SN_SIDE, "", "a frame", FIELD(all, side)},
    {"table", SN_TABLE, "", "a law", FIELD(all, table), .sub = law_inputs},
    {"", SN_INLINE, "", "", FIELD(all, in_line), .sub = pair_inputs},
    {"joints", SN_JOINTS, "", "joints", FIELD(all, joints)},
    {"texts", SN_TEXTS, "", "texts", FIELD(all, texts)},
    {0}};

static sn_arena *arena;
static all p;
static sn_error error;

static sn_status fill(const char *name, sn_value v)
{
  const sn_value r = RECORD(arena, {name, v});
  memset(&error, 0, sizeof error);
  return sn_fields_fill(inputs, &r, &p, arena, "thing 'x'", "m.lua:5", &error);
}

static void test_defaults(void)
{
  memset(&p, 0x55, sizeof p);
  CHECK_OK(sn_fields_fill(inputs, NULL, &p, arena, "thing 'x'", "m.lua:5", &error), error);
  CHECK(p.number == 7 && p.count == 2 && p.flag == 1 && p.choice == 1 && !p.text);
  CHECK(isnan(p.vector.x[0]) && isnan(p.place.x[0]) && p.numbers.n == 0 && p.points.n == 0);
  CHECK(isnan(p.orientation.c[0].x[0]) && isnan(p.symmetric.c[0].x[0]) && !p.part.given && !p.joint.given);
  CHECK(!p.function && !p.side.given && !p.table.given && p.table.stiffness == 5 && !p.table.value.e[0]);
  CHECK(!p.in_line.given && isnan(p.in_line.first) && p.in_line.second == 3 && p.joints.n == 0 && p.texts.n == 0);
}

static void test_numbers(void)
{
  CHECK_OK(fill("number", number(3)), error);
  CHECK_NEAR(p.number, 3, 0);
  CHECK(fill("number", number(0)) == SN_EINPUT);
  CHECK_TEXT(error.what, "thing 'x': `number` = 0 is out of range: it must be greater than 0");
  CHECK_TEXT(error.why, "a number, in kg");
  CHECK_TEXT(error.where, "m.lua:5");
  CHECK(fill("number", number(NAN)) == SN_EINPUT);
  CHECK_TEXT(error.what, "not a number (nan)");
  CHECK(fill("number", number(INFINITY)) == SN_EINPUT);
  CHECK_TEXT(error.what, "infinite");
  CHECK(fill("number", text("3")) == SN_EINPUT);
  CHECK_TEXT(error.what, "needs a number, but got the text \"3\"");
  CHECK_OK(fill("count", number(4)), error);
  CHECK(p.count == 4);
  CHECK(fill("count", number(2.5)) == SN_EINPUT);
  CHECK_TEXT(error.what, "whole number");
  CHECK(fill("count", number(11)) == SN_EINPUT);
  CHECK_TEXT(error.what, "between 1 and 10");
  CHECK(fill("count", number(1e300)) == SN_EINPUT);
  CHECK_OK(fill("flag", (sn_value){.type = SN_VALUE_FLAG, .number = 0}), error);
  CHECK(p.flag == 0);
  CHECK(fill("flag", number(1)) == SN_EINPUT);
}

static void test_texts(void)
{
  CHECK_OK(fill("choice", text("second")), error);
  CHECK(p.choice == 2);
  CHECK(fill("choice", text("secnd")) == SN_EINPUT);
  CHECK_TEXT(error.why, "auto, first, second");
  CHECK_TEXT(error.fix, "\"second\"");
  CHECK(fill("choice", number(1)) == SN_EINPUT);
  CHECK_OK(fill("text", text("hello")), error);
  CHECK(strcmp(p.text, "hello") == 0);
  CHECK(fill("text", number(1)) == SN_EINPUT);
  sn_value two[2];
  two[0] = text("a");
  two[1] = text("b");
  CHECK_OK(fill("texts", (sn_value){.type = SN_VALUE_LIST, .n = 2, .entry = two}), error);
  CHECK(p.texts.n == 2 && strcmp(p.texts.x[1], "b") == 0);
  CHECK(fill("texts", text("a")) == SN_EINPUT);
}

static void test_vectors(void)
{
  CHECK_OK(fill("vector", vector(arena, 1, 2, 3)), error);
  CHECK_NEAR(p.vector.x[2], 3, 0);
  CHECK_OK(fill("vector", text("-y")), error);
  CHECK_NEAR(p.vector.x[1], -1, 0);
  CHECK(fill("vector", text("w")) == SN_EINPUT);
  CHECK(fill("vector", text("")) == SN_EINPUT);
  CHECK(fill("place", text("x")) == SN_EINPUT); /* a place is no direction */
  CHECK_TEXT(error.what, "needs a point {x, y, z}");
  CHECK(fill("place", list(arena, 2, (double[]){1, 2})) == SN_EINPUT);
  CHECK_TEXT(error.what, "needs three numbers {x, y, z}, but has 2");
  CHECK(fill("vector", vector(arena, 1, NAN, 3)) == SN_EINPUT);
  CHECK_TEXT(error.what, "`vector[2]` is not a number");
  CHECK_OK(fill("numbers", list(arena, 4, (double[]){1, 2, 3, 4})), error);
  CHECK(p.numbers.n == 4 && p.numbers.columns == 0);
  sn_value rows[2];
  rows[0] = vector(arena, 1, 2, 3);
  rows[1] = vector(arena, 4, 5, 6);
  const sn_value table = {.type = SN_VALUE_LIST, .n = 2, .entry = rows};
  CHECK_OK(fill("numbers", table), error);
  CHECK(p.numbers.n == 6 && p.numbers.columns == 3 && p.numbers.x[4] == 5);
  CHECK_OK(fill("points", table), error);
  CHECK(p.points.n == 2 && p.points.x[1].x[0] == 4);
  rows[1] = list(arena, 2, (double[]){1, 2});
  CHECK(fill("numbers", table) == SN_EINPUT);
  CHECK_TEXT(error.what, "rows of different length");
  CHECK(fill("points", table) == SN_EINPUT);
  CHECK_TEXT(error.what, "`points[2]` needs three numbers");
}

static void check_turn(double expected_angle_about_z)
{
  CHECK_NEAR(p.orientation.c[0].x[0], cos(expected_angle_about_z), 1e-15);
  CHECK_NEAR(p.orientation.c[0].x[1], sin(expected_angle_about_z), 1e-15);
  CHECK_NEAR(p.orientation.c[2].x[2], 1, 1e-15);
}

static void test_orientations(void)
{
  const double a = 0.3, c = cos(a), s = sin(a);
  sn_value rows[3];
  rows[0] = vector(arena, c, -s, 0);
  rows[1] = vector(arena, s, c, 0);
  rows[2] = vector(arena, 0, 0, 1);
  const sn_value matrix = {.type = SN_VALUE_LIST, .n = 3, .entry = rows};
  CHECK_OK(fill("orientation", matrix), error);
  check_turn(a);
  CHECK_OK(fill("orientation", MADE(arena, "axis_angle", {"axis", text("z")}, {"angle", number(a)})), error);
  check_turn(a);
  CHECK_OK(fill("orientation", MADE(arena, "quaternion", {"q0", number(cos(a / 2))}, {"q1", number(0)},
                                    {"q2", number(0)}, {"q3", number(sin(a / 2))})),
           error);
  check_turn(a);
  CHECK_OK(fill("orientation",
                MADE(arena, "euler", {"sequence", text("zyx")}, {"a", number(a)}, {"b", number(0)}, {"c", number(0)})),
           error);
  check_turn(a);
  CHECK_OK(fill("orientation", MADE(arena, "directions", {"x", vector(arena, c, s, 0)}, {"z", text("z")})), error);
  check_turn(a);
  rows[0] = vector(arena, c, s, 0);
  CHECK(fill("orientation", matrix) == SN_EINPUT);
  CHECK_TEXT(error.what, "not a rotation matrix");
  CHECK(fill("orientation", number(3)) == SN_EINPUT);
  CHECK(fill("orientation", MADE(arena, "directions", {"x", text("x")}, {"z", text("x")})) == SN_EINPUT);
  CHECK_TEXT(error.what, "two parallel directions");
  CHECK(fill("orientation", MADE(arena, "box", {"size", text("x")})) == SN_EINPUT);
  CHECK_OK(fill("symmetric", vector(arena, 1, 2, 3)), error);
  CHECK(p.symmetric.c[1].x[1] == 2 && p.symmetric.c[1].x[0] == 0);
  CHECK_OK(fill("symmetric", list(arena, 6, (double[]){1, 2, 3, 4, 5, 6})), error);
  CHECK(p.symmetric.c[1].x[0] == 4 && p.symmetric.c[2].x[0] == 5 && p.symmetric.c[2].x[1] == 6);
  rows[0] = vector(arena, 1, 0.5, 0);
  CHECK(fill("symmetric", matrix) == SN_EINPUT);
  CHECK_TEXT(error.what, "not symmetric: entries (2,1) and (1,2)");
  CHECK(fill("symmetric", list(arena, 4, (double[]){1, 2, 3, 4})) == SN_EINPUT);
}

static void test_functions(void)
{
  double x;
  CHECK_OK(fill("function", number(4)), error);
  CHECK(sn_expr_is_constant(p.function, &x) && x == 4);
  const sn_expr *e[3] = {sn_expr_number(arena, 1), sn_expr_number(arena, 2), sn_expr_number(arena, 3)};
  CHECK_OK(fill("function", (sn_value){.type = SN_VALUE_FUNCTION, .n = 1, .result = e}), error);
  CHECK(p.function == e[0]);
  CHECK(fill("function", (sn_value){.type = SN_VALUE_FUNCTION, .n = 3, .result = e}) == SN_EINPUT);
  CHECK_TEXT(error.what, "returns 3 values, but one is needed");
  CHECK(fill("function", text("sin")) == SN_EINPUT);
  CHECK_TEXT(error.fix, "function(x,v,t)");
  const sn_value three = {.type = SN_VALUE_FUNCTION, .n = 3, .result = e};
  CHECK_OK(fill("table", RECORD(arena, {"stiffness", number(2)}, {"value", three})), error);
  CHECK(p.table.given && p.table.stiffness == 2 && p.table.value.e[2] == e[2]);
  CHECK_OK(fill("table", RECORD(arena, {"value", vector(arena, 4, 5, 6)})), error);
  CHECK(sn_expr_is_constant(p.table.value.e[1], &x) && x == 5);
  CHECK(fill("table", RECORD(arena, {"stiffness", number(-2)})) == SN_EINPUT);
  CHECK_TEXT(error.what, "`table.stiffness` = -2 is out of range");
  CHECK(fill("table", number(1)) == SN_EINPUT);
  CHECK_OK(fill("first", number(9)), error);
  CHECK(p.in_line.given && p.in_line.first == 9 && p.in_line.second == 3);
}

static void test_sides(void)
{
  CHECK_OK(fill("side", RECORD(arena, {"at", vector(arena, 1, 2, 3)}, {"axis", text("x")}, {"x", text("y")})), error);
  CHECK(p.side.given && p.side.has_at && p.side.has_axes);
  CHECK_NEAR(p.side.axes.c[2].x[0], 1, 0);
  CHECK_NEAR(p.side.axes.c[0].x[1], 1, 0);
  CHECK_OK(fill("side", RECORD(arena, {"at", vector(arena, 1, 2, 3)})), error);
  CHECK(p.side.has_at && !p.side.has_axes && p.side.axes.c[0].x[0] == 1);
  CHECK(fill("side", RECORD(arena, {"axis", vector(arena, 0, 0, 0)})) == SN_EINPUT);
  CHECK(fill("side", RECORD(arena, {"axis", text("x")}, {"x", text("x")})) == SN_EINPUT);
  CHECK_TEXT(error.what, "x and axis parallel");
  CHECK(fill("side", number(2)) == SN_EINPUT);
}

static void test_unknown_and_missing(void)
{
  CHECK(fill("nubmer", number(1)) == SN_EINPUT);
  CHECK_TEXT(error.what, "thing 'x' has no field `nubmer`");
  CHECK_TEXT(error.why, "number, count, flag");
  CHECK_TEXT(error.why, "first, second"); /* inline fields are listed too */
  CHECK_TEXT(error.fix, "`number`");
  test_hinge h;
  const sn_value r = RECORD(arena, {"at", vector(arena, 0, 0, 0)});
  CHECK(sn_fields_fill(test_hinge_inputs, &r, &h, arena, "hinge 'h'", "m.lua:6", &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "hinge 'h' needs the field `axis`");
  const sn_value v = vector(arena, 1, 2, 3);
  CHECK(sn_fields_fill(test_hinge_inputs, &v, &h, arena, "hinge 'h'", "m.lua:6", &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "needs a table of named fields");
}

/* memory that runs out at any moment gives SN_ENOMEM, never a crash */
typedef struct {
  int left;
} scarce;
static void *scarce_get(void *data, size_t size)
{
  scarce *s = data;
  return s->left-- > 0 ? malloc(size) : NULL;
}
static void scarce_free(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_out_of_memory(void)
{
  for (int n = 0; n < 40; n++) {
    scarce s = {n};
    const sn_allocator allocator = {scarce_get, scarce_free, &s};
    sn_arena *a = sn_arena_new(&allocator);
    sn_model *m = a ? sn_model_new(a) : NULL;
    const sn_value f = RECORD(arena, {"at", vector(arena, 0, 0, 0)});
    for (int k = 0; m && k < 3000; k++) {
      const sn_status status =
          sn_model_add(m, &(sn_item_given){&test_body, NULL, NULL, 0, &f, "m.lua:1"}, NULL, &error);
      CHECK(status == SN_OK || status == SN_ENOMEM);
      if (status != SN_OK) {
        break;
      }
    }
    sn_arena_free(a);
  }
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_defaults);
  RUN(test_numbers);
  RUN(test_texts);
  RUN(test_vectors);
  RUN(test_orientations);
  RUN(test_functions);
  RUN(test_sides);
  RUN(test_unknown_and_missing);
  RUN(test_out_of_memory);
  sn_arena_free(arena);
  return REPORT();
}
