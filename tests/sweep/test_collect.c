/* tests/sweep/test_collect.c -- numbers of a run: functions against closed forms, names that do not exist. */
#include "sweep/collect.h"

#include "harness.h"

static const double pi = 3.14159265358979323846;
static sn_arena *arena;
static sn_error error;

/* A system of two rows and no mechanics: sin(t), and a vector. */
static void wave(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  out[0] = sin(o->t);
}

static void vector(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  out[0] = o->t;
  out[1] = NAN;
  out[2] = -2 * o->t;
}

static const sn_quantity quantity[] = {{.name = "wave", .unit = "rad", .evaluate = wave, .flags = SN_OUT_CHANNEL},
                                       {.name = "tip", .unit = "m", .evaluate = vector, .flags = SN_OUT_CHANNEL},
                                       {.name = "angle", .unit = "rad", .evaluate = wave, .group = "joints"}};
static const sn_observable rows[] = {{.what = quantity, .item = "", .owner = -1, .n = 1},
                                     {.what = quantity + 1, .item = "", .owner = -1, .n = 3},
                                     {.what = quantity + 2, .item = "pivot", .owner = 0, .n = 1}};
static const int channels[] = {0, 1};
static const sn_system simple = {.n_output = 3, .output = rows, .n_channel = 2, .channel = channels};

/* The whole list over one period in n steps. */
static sn_collecting *taken(const char *text, int n)
{
  sn_wish *wish = NULL;
  sn_collecting *c = NULL;
  int n_wish = 0;
  CHECK_OK(sn_wishes_read(text, SN_SWEEP_RUN, arena, &wish, &n_wish, &error), error);
  CHECK_OK(sn_collect_begin(&simple, wish, n_wish, arena, &c, &error), error);
  for (int i = 0; i <= n; i++) {
    const sn_observation o = {.system = &simple, .t = 2 * pi * i / n, .load = 1};
    const sn_ledger total = {.kinetic = 3.0 * i, .strain = 1};
    sn_collect_row(c, n_wish, &o, &total);
  }
  return c;
}

static void test_functions(void)
{
  const sn_collecting *c =
      taken("max(wave), min(wave), final(wave), mean(wave), rms(wave), at(wave, 1), time_of_max(wave),"
            "time_of_min(wave), first_above(wave, 0.5), first_below(wave, -0.5)",
            4000);
  const double h = 2 * pi / 4000, expected[] = {1, -1, 0, 0, sqrt(0.5), sin(1), pi / 2, 1.5 * pi, pi / 6, 7 * pi / 6};
  for (int i = 0; i < 10; i++) {
    CHECK_NEAR(sn_collect_end(&c[i]), expected[i], h * h);
  }
  CHECK(strcmp(sn_wish_unit(&c[0]), "rad") == 0 && strcmp(sn_wish_unit(&c[6]), "s") == 0);
}

static void test_series(void)
{
  const sn_collecting *c =
      taken("final(tip_x), min(tip_z), max(tip_y), final(energy/total), max(joints/pivot/angle)", 100);
  CHECK_NEAR(sn_collect_end(&c[0]), 2 * pi, 1e-14);
  CHECK_NEAR(sn_collect_end(&c[1]), -4 * pi, 1e-14);
  CHECK(isnan(sn_collect_end(&c[2]))); /* a series without a value has no largest one */
  CHECK_NEAR(sn_collect_end(&c[3]), 301, 0);
  CHECK_NEAR(sn_collect_end(&c[4]), 1, 1e-12);
  CHECK(strcmp(sn_wish_unit(&c[3]), "J") == 0 && strcmp(sn_wish_unit(&c[0]), "m") == 0);
}

static void test_what_never_happens(void)
{
  const sn_collecting *c =
      taken("first_above(wave, 2), at(wave, 100), at(wave, -1), first_above(wave, -1), at(wave, 0)", 10);
  CHECK(isnan(sn_collect_end(&c[0])) && isnan(sn_collect_end(&c[1])) && isnan(sn_collect_end(&c[2])));
  CHECK_NEAR(sn_collect_end(&c[3]), 0, 0); /* from the start */
  CHECK_NEAR(sn_collect_end(&c[4]), 0, 0);
}

static void test_columns(void)
{
  sn_wish *wish = NULL;
  int n = 0;
  CHECK_OK(sn_wishes_read(" peak = max( tip_z ) ,at(wave , 0.5)", SN_SWEEP_RUN, arena, &wish, &n, &error), error);
  CHECK(n == 2 && strcmp(wish[0].column, "peak") == 0 && strcmp(wish[0].series, "tip_z") == 0);
  CHECK(strcmp(wish[1].column, "at(wave,0.5)") == 0 && strcmp(wish[1].series, "wave") == 0);
}

static void test_modes(void)
{
  const sn_mode mode[] = {{.zero = 1}, {.frequency = 4 * pi, .damping = 0.1, .whirl = -1}, {.frequency = 6 * pi}};
  const sn_modes modes = {.n = 3, .mode = mode};
  sn_wish *wish = NULL;
  int n = 0;
  CHECK_OK(sn_wishes_read("frequency(1), frequency(2), frequency(3), damping(1), whirl(1)", SN_SWEEP_MODES, arena,
                          &wish, &n, &error),
           error);
  CHECK(sn_wishes_modes(wish, n) == 3);
  CHECK_NEAR(sn_collect_mode(&wish[0], &modes), 2, 1e-15);
  CHECK_NEAR(sn_collect_mode(&wish[1], &modes), 3, 1e-15);
  CHECK(isnan(sn_collect_mode(&wish[2], &modes)));
  CHECK_NEAR(sn_collect_mode(&wish[3], &modes), 0.1, 0);
  CHECK_NEAR(sn_collect_mode(&wish[4], &modes), -1, 0);
}

static void refused(const char *text, const char *what, const char *fix)
{
  sn_wish *wish = NULL;
  sn_collecting *c = NULL;
  int n = 0;
  error = (sn_error){0};
  sn_status status = sn_wishes_read(text, SN_SWEEP_RUN, arena, &wish, &n, &error);
  status = status == SN_OK ? sn_collect_begin(&simple, wish, n, arena, &c, &error) : status;
  CHECK(status == SN_EINPUT);
  CHECK_TEXT(error.what, what);
  CHECK_TEXT(error.fix, fix);
}

static void test_mistakes(void)
{
  refused("maximum(wave)", "no function 'maximum'", "Choose one");
  refused("maxx(wave)", "no function 'maxx'", "Did you mean max(...)?");
  refused("max(waev)", "no channel 'waev'", "Did you mean 'wave'?");
  refused("max(tip_w)", "no channel 'tip_w'", "Did you mean 'tip_");
  refused("max(energy/totl)", "no channel", "energy/total");
  refused("max(joints/pivot/angel)", "no channel", "joints/pivot/angle");
  refused("max(tip)", "3 components", "tip_x");
  refused("max", "cannot be collected", "max(tip_z)");
  refused("", "cannot be collected", "max(tip_z)");
  refused("max(wave),", "cannot be collected", "max(tip_z)");
  refused("max(wave", "cannot be collected", "max(tip_z)");
  refused("max()", "cannot be collected", "max(tip_z)");
  refused("max(wave, 3)", "cannot be collected", "max(tip_z)");
  refused("at(wave)", "cannot be collected", "at(angle, 0.5)");
  refused("at(wave, x)", "cannot be collected", "at(angle, 0.5)");
  refused("max(min(wave))", "cannot be collected", "max(tip_z)");
  refused("max(wave), max( wave )", "cannot be collected", "max(tip_z)");
  refused("frequency(1)", "another analysis", "--do modes");
  refused("load_factor(1)", "another analysis", "--do buckling");
  sn_wish *wish = NULL;
  int n = 0;
  CHECK(sn_wishes_read("frequency(0)", SN_SWEEP_MODES, arena, &wish, &n, &error) == SN_EINPUT);
  CHECK(sn_wishes_read("frequency(1.5)", SN_SWEEP_MODES, arena, &wish, &n, &error) == SN_EINPUT);
  CHECK(sn_wishes_read("max(wave)", SN_SWEEP_MODES, arena, &wish, &n, &error) == SN_EINPUT);
  CHECK_TEXT(error.fix, "--do run");
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_functions);
  RUN(test_series);
  RUN(test_what_never_happens);
  RUN(test_columns);
  RUN(test_modes);
  RUN(test_mistakes);
  sn_arena_free(arena);
  return REPORT();
}
