/* tests/show/test_compare.c -- two results with a known difference. */
#include "show/compare/compare.h"

#include "harness.h"
#include "show/plot_fixture.h"

static sn_arena *arena;
static sn_error e;

static sn_status compare(const char *a, const char *b, const char *const *channels, int n, sn_comparison *c)
{
  const sn_compare_request q = {{a, b}, n, channels};
  e = (sn_error){0};
  return sn_compare(&q, arena, c, &e);
}

static void make(const char *file, hand_run h)
{
  h.hole = h.hole ? h.hole : -1;
  CHECK_OK(hand_write(file, &h, &e), e);
}

static const sn_difference *find(const sn_comparison *c, const char *name)
{
  for (int i = 0; i < c->n; i++) {
    if (strcmp(c->difference[i].name, name) == 0) {
      return &c->difference[i];
    }
  }
  printf("no '%s'\n", name);
  CHECK(0);
  return &c->difference[0];
}

static const char *run_difference(const sn_comparison *c, const char *what, int which)
{
  for (int i = 0; i < c->n_run; i++) {
    if (strcmp(c->run[i].what, what) == 0) {
      return c->run[i].value[which];
    }
  }
  return "";
}

static void test_same(void)
{
  sn_comparison c;
  make("a.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 40});
  CHECK_OK(compare("a.h5", "a.h5", NULL, 0, &c), e);
  CHECK(c.n_run == 0 && c.worst == 0 && c.interpolated == 0 && c.rows == 40);
  CHECK(c.n == 5 + 7); /* three channels, one of them a vector; seven energies */
  CHECK(c.n_only[0] == 0 && c.n_only[1] == 0 && c.n_unlike == 0);
}

/* tip = 2 (t, 2t, 3t) against (t, 2t, 3t): apart by 3t at the end, a half of the largest component. */
static void test_known_difference(void)
{
  sn_comparison c;
  make("b.h5", (hand_run){.step = 0.1, .amplitude = 2, .rows = 40});
  CHECK_OK(compare("a.h5", "b.h5", NULL, 0, &c), e);
  const sn_difference *z = find(&c, "tip_z"), *x = find(&c, "tip_x"), *angle = find(&c, "angle");
  CHECK_NEAR(z->largest, 3 * 3.9, 1e-13);
  CHECK_NEAR(z->at, 3.9, 1e-14);
  CHECK_NEAR(z->relative, 0.5, 1e-14);
  CHECK_NEAR(x->relative, 0.5 / 3, 1e-14); /* judged by the whole vector */
  CHECK_NEAR(z->end[0], 3 * 3.9, 1e-13);
  CHECK_NEAR(z->end[1], 6 * 3.9, 1e-13);
  CHECK_NEAR(angle->largest, sin(1.6), 1e-15); /* the row nearest to pi/2 */
  CHECK_NEAR(angle->at, 1.6, 1e-15);
  CHECK(strcmp(angle->unit, "rad") == 0);
  CHECK_NEAR(find(&c, "energy/kinetic")->largest, 3, 1e-15);
  CHECK_NEAR(c.worst, 0.5, 1e-14); /* of energies too, by the scale of the run */
}

static void test_channels_of_one_only(void)
{
  sn_comparison c;
  make("third.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 40, .third = "thrice"});
  CHECK_OK(compare("a.h5", "third.h5", NULL, 0, &c), e);
  CHECK(c.n_only[0] == 1 && strcmp(c.only[0][0], "twice") == 0);
  CHECK(c.n_only[1] == 1 && strcmp(c.only[1][0], "thrice") == 0);
  CHECK(c.n == 4 + 7 && c.worst == 0);
  make("third.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 40, .third_unit = "m"});
  CHECK_OK(compare("a.h5", "third.h5", NULL, 0, &c), e);
  CHECK(c.n_unlike == 1 && strcmp(c.unlike[0], "twice") == 0);
}

/* Times that do not coincide: the finer one is interpolated, to order 4. */
static void test_interpolated(void)
{
  sn_comparison c;
  double error[2];
  make("coarse.h5", (hand_run){.step = 0.17, .amplitude = 1, .rows = 30});
  for (int k = 0; k < 2; k++) {
    make("fine.h5", (hand_run){.step = k ? 0.05 : 0.1, .amplitude = 1, .rows = k ? 101 : 51});
    CHECK_OK(compare("fine.h5", "coarse.h5", (const char *const[]){"angle", "tip"}, 2, &c), e);
    CHECK(c.coarser == 1 && c.interpolated > 20 && c.rows == 30);
    CHECK_NEAR(c.last, 29 * 0.17, 1e-12);
    CHECK_BELOW(find(&c, "tip_z")->largest, 1e-13); /* straight lines */
    error[k] = find(&c, "angle")->largest;
  }
  printf("  error of the interpolation %.2g, %.2g\n", error[0], error[1]);
  CHECK_BELOW(error[0], 5e-6);
  CHECK_BELOW(error[1], error[0] / 12);
  /* all rows of one between two rows of the other */
  make("wide.h5", (hand_run){.step = 10, .amplitude = 1, .rows = 2});
  make("inside.h5", (hand_run){.step = 1, .amplitude = 1, .rows = 3, .start = 4});
  CHECK_OK(compare("wide.h5", "inside.h5", (const char *const[]){"tip"}, 1, &c), e);
  CHECK(c.rows == 3 && c.coarser == 1 && c.interpolated == 3);
  CHECK_BELOW(find(&c, "tip_z")->largest, 1e-13);
  /* every time of the coarser is there: nothing is interpolated */
  make("half.h5", (hand_run){.step = 0.05, .amplitude = 1, .rows = 79});
  CHECK_OK(compare("half.h5", "a.h5", (const char *const[]){"angle"}, 1, &c), e);
  CHECK(c.interpolated == 0 && c.coarser == 1);
  CHECK_BELOW(c.worst, 1e-15);
}

static void test_numbers_that_are_none(void)
{
  sn_comparison c;
  make("hole.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 40, .hole = 7});
  CHECK_OK(compare("a.h5", "hole.h5", (const char *const[]){"angle"}, 1, &c), e);
  CHECK(isinf(c.difference[0].largest) && isinf(c.worst));
  CHECK_NEAR(c.difference[0].at, 0.7, 1e-15);
  CHECK_OK(compare("hole.h5", "hole.h5", (const char *const[]){"angle"}, 1, &c), e);
  CHECK(c.worst == 0);
}

/* A small difference over the times that both have is no agreement of the runs. */
static void test_gaps(void)
{
  static const struct {
    hand_run run;
    const char *gap; /* NULL: none */
  } cases[] = {{{.step = 0.1, .amplitude = 1, .rows = 40}, NULL},
               {{.step = 0.1, .amplitude = 1, .rows = 30}, "do not cover the same time (A: 0 to 3.9 s, B: 0 to 2.9 s)"},
               {{.step = 0.1, .amplitude = 1, .rows = 36, .start = 0.4}, "do not cover the same time"},
               {{.step = 0.3, .amplitude = 1, .rows = 15}, NULL}, /* to 4.2 s: 3.9 is no multiple of every step */
               {{.step = 0.1, .amplitude = 1, .rows = 40, .outcome = SN_OUTCOME_INTERRUPTED}, NULL},
               {{.step = 0.1, .amplitude = 1, .rows = 40, .outcome = SN_OUTCOME_FAILED}, "run B failed"},
               {{.step = 0.1, .amplitude = 1, .rows = 1, .outcome = SN_OUTCOME_FAILED},
                "run B failed (A ends at 3.9 s, B at 0 s)"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sn_comparison c;
    make("gap.h5", cases[i].run);
    CHECK_OK(compare("a.h5", "gap.h5", (const char *const[]){"tip"}, 1, &c), e);
    CHECK(cases[i].gap ? c.gap && strstr(c.gap, cases[i].gap) : !c.gap);
    CHECK(sn_comparison_fails(&c, 1e-3) == (cases[i].gap != NULL));
    CHECK(!sn_comparison_fails(&c, NAN));
    FILE *f = fopen("gap.txt", "wb");
    CHECK_OK(sn_comparison_print(&c, 1e-3, f, &e), e);
    (void)fclose(f);
    const char *text = slurp("gap.txt"), *last = strstr(text, "largest relative difference"); /* the last line */
    CHECK(last && (!cases[i].gap || strstr(last, cases[i].gap)));
    f = fopen("gap.txt", "wb");
    CHECK_OK(sn_comparison_json(&c, 1e-3, arena, f, &e), e);
    (void)fclose(f);
    CHECK_TEXT(slurp("gap.txt"), cases[i].gap ? "\"within_tolerance\": false" : "\"within_tolerance\": true");
  }
}

/* No number is "nan", whatever its sign. */
static void test_nan_has_no_sign(void)
{
  sn_comparison c;
  make("hole.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 40, .hole = 39});
  CHECK_OK(compare("hole.h5", "hole.h5", (const char *const[]){"angle"}, 1, &c), e);
  FILE *f = fopen("nan.txt", "wb");
  CHECK_OK(sn_comparison_print(&c, NAN, f, &e), e);
  (void)fclose(f);
  CHECK_TEXT(slurp("nan.txt"), " nan");
  CHECK(!strstr(slurp("nan.txt"), "-nan"));
}

static void test_runs(void)
{
  sn_comparison c;
  make("x.h5",
       (hand_run){.step = 0.1,
                  .amplitude = 1,
                  .rows = 4,
                  .parameters =
                      "{\"length\": 1, \"dt\": 0.10000000000000001, \"name\": \"a,}b\", \"old\": [1, {\"x\": 2}]}",
                  .settings = "{\"scheme\": \"ed\", \"dt\": 0.10000000000000001}"});
  make("y.h5", (hand_run){.step = 0.2,
                          .amplitude = 1,
                          .rows = 4,
                          .parameters = "{\"length\": 2.5, \"dt\": 0.20000000000000001, \"name\": \"a,}b\"}",
                          .settings = "{\"scheme\": \"ep\", \"dt\": 0.20000000000000001}",
                          .scheme = "ep",
                          .outcome = SN_OUTCOME_FAILED});
  CHECK_OK(compare("x.h5", "y.h5", NULL, 0, &c), e);
  CHECK(strcmp(run_difference(&c, "scheme", 1), "ep") == 0);
  CHECK(strcmp(run_difference(&c, "dt", 0), "0.1") == 0 && strcmp(run_difference(&c, "dt", 1), "0.2") == 0);
  CHECK(strcmp(run_difference(&c, "parameter length", 1), "2.5") == 0);
  CHECK(strcmp(run_difference(&c, "parameter old", 1), "none") == 0);
  CHECK_TEXT(run_difference(&c, "parameter old", 0), "[1, {\"x\": 2}]");
  CHECK(strcmp(run_difference(&c, "status", 1), "failed") == 0);
  CHECK(c.n_run == 5); /* a parameter that repeats a setting is named once; name is the same */
  CHECK_TEXT(c.about[1], "scheme ep");
}

/* Objects that are no objects end the list; nothing worse. */
static void test_broken_parameters(void)
{
  static const char *const broken[] = {
      "", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\": \"", "{\"a\": [", "[1]", "{\"a\\", "{,}"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    sn_comparison c;
    make("broken.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 4, .parameters = broken[i]});
    CHECK_OK(compare("x.h5", "broken.h5", NULL, 0, &c), e);
  }
}

static void test_mistakes(void)
{
  sn_comparison c;
  CHECK(compare("a.h5", "none.h5", NULL, 0, &c) == SN_EIO);
  CHECK_TEXT(e.where, "none.h5");
  CHECK(compare("a.h5", "b.h5", (const char *const[]){"tipp"}, 1, &c) == SN_EINPUT);
  CHECK_TEXT(e.fix, "'tip'");
  make("late.h5", (hand_run){.step = 0.1, .amplitude = 1, .rows = 4, .start = 100});
  CHECK(compare("a.h5", "late.h5", NULL, 0, &c) == SN_EINPUT);
  CHECK_TEXT(e.what, "no time in common");
}

static const char *printed(const sn_comparison *c, double tolerance, int json)
{
  FILE *f = fopen("compare.txt", "wb");
  CHECK_OK(json ? sn_comparison_json(c, tolerance, arena, f, &e) : sn_comparison_print(c, tolerance, f, &e), e);
  (void)fclose(f);
  return slurp("compare.txt");
}

static void test_words(void)
{
  sn_comparison c;
  CHECK_OK(compare("fine.h5", "coarse.h5", (const char *const[]){"angle"}, 1, &c), e);
  CHECK_TEXT(printed(&c, NAN, 0), "A was interpolated at");
  CHECK_TEXT(printed(&c, NAN, 0), "angle");
  CHECK_TEXT(printed(&c, 1e-3, 0), "within the tolerance 0.001");
  CHECK_TEXT(printed(&c, 0, 0), "above the tolerance 0\n");
  CHECK_TEXT(printed(&c, 1e-3, 1), "\"within_tolerance\": true");
  CHECK_TEXT(printed(&c, 0, 1), "\"within_tolerance\": false");
  CHECK_TEXT(printed(&c, NAN, 1), "\"interpolated_rows\": ");
  CHECK(!strstr(printed(&c, NAN, 1), "tolerance"));
  CHECK_OK(compare("a.h5", "a.h5", NULL, 0, &c), e);
  CHECK_TEXT(printed(&c, NAN, 0), "same model text, settings and parameters");
  CHECK_TEXT(printed(&c, NAN, 0), "nothing was interpolated");
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_same);
  RUN(test_known_difference);
  RUN(test_channels_of_one_only);
  RUN(test_interpolated);
  RUN(test_numbers_that_are_none);
  RUN(test_gaps);
  RUN(test_nan_has_no_sign);
  RUN(test_runs);
  RUN(test_broken_parameters);
  RUN(test_mistakes);
  RUN(test_words);
  sn_arena_free(arena);
  return REPORT();
}
