/* tests/api/test_pieces.c -- a model read piece by piece: the bits of one file, messages with the caller's place, going on after
 *                            mistakes, resuming; fields of every type in C.
 */
#include "api/public.h"

static void run_one(sinew_model *m, double *out)
{
  sinew_simulation *s = NULL;
  GOOD(sinew_freeze(m, &s, error));
  if (s) {
    for (int i = 0; i < 20; i++) {
      GOOD(sinew_step(s, 1e-3, error));
    }
    GOOD(sinew_channel_value(s, "tip", out, 3, NULL, error));
    sinew_simulation_free(s);
  }
}

/* The same statements in one text and one by one, with mistakes between them. */
static void test_same_bits(void)
{
  static const char *const piece[] = {
      "gravity { 0, 0, -9.81 }",
      "local rod = body { name='rod', at={0.5,0,0}, shape=cylinder{ length=1, radius=0.02, axis='x', density=7850 } }",
      "revolute { ground, 'rod', at={0,0,0}, axis='y', torque=function(t) return 3*sin(5*t) end }",
      "stiffness = 200",
      "spring { name='s', ground, item('rod'):point {0.5, 0, 0}, at_a={1,0,1}, stiffness=stiffness, length=0.5 }",
      "channel('tip', position('rod', {1,0,0}))",
      "run { dt = 1e-3, duration = 0.02 }"};
  static const char *const wrong[] = {
      "body { name='x', masss=1 }",
      "revolute { ground, 'nothing' }",
      "revolute { ground, 'rod', axis='y', torque=function(t) if t > 1 then return 1 end return 0 end }",
      "body {",
      "channel('c', position('rod'",
      "leg = group('leg', function() body { mass = -1 } end) place(leg, {name='a'})"};
  enum { N = sizeof piece / sizeof *piece, WRONG = sizeof wrong / sizeof *wrong };
  sinew_model *one = NULL, *many = NULL;
  char all[2000] = "";
  size_t used = 0;
  double a[3] = {1}, b[3] = {2};
  GOOD(sinew_model_new(NULL, &many, error));
  for (int i = 0; i < N; i++) {
    used += (size_t)snprintf(all + used, sizeof all - used, "%s\n", piece[i]);
    GOOD(sinew_model_read(many, "script.py", 10 + i, piece[i], error));
    for (int k = 0; k < WRONG; k++) {
      sinew_error e = {0};
      CHECK(sinew_model_read(many, "script.py", 100 + k, wrong[k], &e) == SINEW_EINPUT);
      char place[40];
      (void)snprintf(place, sizeof place, "script.py:%d", 100 + k);
      CHECK_TEXT(e.where, place);
      CHECK(e.what[0] && e.fix[0]);
    }
  }
  GOOD(sinew_model_load_text("one", all, NULL, NULL, NULL, 0, NULL, &one, error));
  CHECK(sinew_items(one) == 3 && sinew_items(many) == 3);
  run_one(one, a);
  run_one(many, b);
  CHECK(memcmp((const void *)a, (const void *)b, sizeof a) == 0);
  sinew_item item = {.size = sizeof item};
  GOOD(sinew_item_at(many, 1, &item, error));
  CHECK_TEXT(item.name, "revolute1"); /* what failed took no number */
  CHECK_TEXT(item.kind, "revolute");
  CHECK_TEXT(item.where, "script.py:12");
  /* its result has the text, so the run can be gone on with */
  sinew_summary sum = {.size = sizeof sum};
  GOOD(sinew_run(many, "pieces.h5", NULL, NULL, &sum, error));
  GOOD(sinew_resume("pieces.h5", 0.04, NULL, NULL, NULL, &sum, error));
  CHECK(sum.completed && sum.steps == 40);
  sinew_model_free(one);
  sinew_model_free(many);
}

/* More is read into a model that came from a file, or that C builds. */
static void test_mixed(void)
{
  static const char *const names[] = {"length"}, *const values[] = {"2"};
  sinew_model *m = NULL;
  GOOD(sinew_model_load_text("base", "param { length = 1 }\npoint { name='p', mass=1, at={length,0,0} }", NULL, names,
                             values, 1, NULL, &m, error));
  GOOD(sinew_model_read(m, NULL, 1, "point { name='q', mass=length, at={0,length,0} }",
                        error)); /* its names are known */
  GOOD(sinew_where(m, "crane.c:7", error));
  GOOD(sinew_add(m, "distance", "d", error));
  GOOD(sinew_connect(m, "p", error));
  GOOD(sinew_connect(m, "q", error));
  GOOD(sinew_complete(m, error));
  CHECK(sinew_items(m) == 3);
  sinew_item item = {.size = sizeof item};
  GOOD(sinew_item_at(m, 2, &item, error));
  CHECK_TEXT(item.where, "crane.c:7");
  GOOD(sinew_add(m, "distance", "d", error));
  BAD(sinew_complete(m, error), SINEW_EINPUT, "crane.c:7");
  sinew_parameter p = {.size = sizeof p};
  CHECK(sinew_parameters(m) == 1);
  GOOD(sinew_parameter_at(m, 0, &p, error));
  CHECK(p.number == 2 && !p.text && !p.is_flag);
  BAD(sinew_parameter_at(m, 1, &p, error), SINEW_EINPUT, "parameter");
  BAD(sinew_model_read(m, "a", 1, NULL, error), SINEW_EINPUT, "text");
  BAD(sinew_model_read(m, "a", 1 << 30, "x = 1", error), SINEW_EINPUT, "line");
  BAD(sinew_model_read(m, "a", 5, "while true do end", error), SINEW_EINPUT, "without end");
  GOOD(sinew_model_read(m, "a", 6, "x = 1", error));
  BAD(sinew_set_run(m, "dtt", "1", error), SINEW_EINPUT, "dt");
  sinew_model_free(m);
}

/* Lists of points, shapes and joints by the fields of C. */
static void test_lists(void)
{
  sinew_model *a = NULL, *b = NULL;
  GOOD(sinew_model_new(NULL, &a, error));
  GOOD(sinew_add(a, "body", "two", error));
  GOOD(sinew_open_list(a, "shape", error));
  for (int i = 0; i < 2; i++) {
    GOOD(sinew_open(a, NULL, "sphere", error));
    GOOD(sinew_set_number(a, "radius", 0.1, error));
    GOOD(sinew_set_number(a, "density", 1000, error));
    GOOD(sinew_set_vector(a, "at", i, 0, 0, error));
    GOOD(sinew_close(a, error));
  }
  GOOD(sinew_close(a, error));
  GOOD(sinew_model_load_text("b",
                             "body { name='two', shape={ sphere { radius=0.1, density=1000, at={0,0,0} },"
                             " sphere { radius=0.1, density=1000, at={1,0,0} } } }",
                             NULL, NULL, NULL, 0, NULL, &b, error));
  sinew_report *x = NULL, *y = NULL;
  sinew_part_facts p = {.size = sizeof p}, q = {.size = sizeof q};
  GOOD(sinew_check(a, &x, error));
  GOOD(sinew_check(b, &y, error));
  if (x && y) {
    GOOD(sinew_report_part(x, 0, &p, error));
    GOOD(sinew_report_part(y, 0, &q, error));
    CHECK(p.mass > 0 && p.mass == q.mass &&
          memcmp((const void *)p.inertia, (const void *)q.inertia, sizeof p.inertia) == 0);
    CHECK_NEAR(p.centre[0], 0.5, 1e-14);
  }
  sinew_report_free(x);
  sinew_report_free(y);
  sinew_model_free(a);
  sinew_model_free(b);
}

int main(void)
{
  RUN(test_same_bits);
  RUN(test_mixed);
  RUN(test_lists);
  return REPORT();
}
