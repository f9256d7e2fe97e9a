/* tests/run/test_grid.c -- nominal times: no drift, exact ends, schedule, halving and growing back. */
#include "run/grid.h"

#include "harness.h"

static void test_times_do_not_drift(void)
{
  const sn_run_options o = {.dt = 0.1, .duration = 1e5};
  sn_grid g;
  sn_error e = {0};
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  long n = 0;
  double t = 0;
  while (!sn_grid_done(&g)) {
    t = sn_grid_next(&g);
    n++;
    if (n == 123457) {
      CHECK_NEAR(t, 12345.7, 0); /* 123457*0.1 rounded once */
    }
    CHECK(sn_grid_advance(&g));
  }
  CHECK(n == 1000000);
  CHECK_NEAR(t, 1e5, 0);
}

static void test_last_step_lands_on_the_duration(void)
{
  const double durations[] = {1.0, 0.95, 1.05, 0.05, 1 + 1e-12, 1 - 1e-12};
  const long steps[] = {10, 10, 11, 1, 10, 10};
  for (int i = 0; i < 6; i++) {
    const sn_run_options o = {.dt = 0.1, .duration = durations[i]};
    sn_grid g;
    sn_error e = {0};
    long n = 0;
    double t = 0;
    CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
    for (; !sn_grid_done(&g); n++) {
      t = sn_grid_next(&g);
      sn_grid_advance(&g);
    }
    CHECK(n == steps[i]);
    CHECK_NEAR(t, durations[i], 0);
  }
}

static void test_no_duration_no_step(void)
{
  const sn_run_options o = {.dt = 0.1, .duration = 0};
  sn_grid g;
  sn_error e = {0};
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  CHECK(sn_grid_done(&g));
}

static void test_schedule(void)
{
  const double time[] = {0.5, 0.75, 5.0}, dt[] = {0.05, 0.2, 0.01};
  const sn_run_options o = {.dt = 0.1, .duration = 1.0, .n_schedule = 3, .schedule_time = time, .schedule_dt = dt};
  const double expected[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.95, 1.0};
  sn_grid g;
  sn_error e = {0};
  int n = 0;
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  for (; !sn_grid_done(&g) && n < 12; n++) {
    CHECK_NEAR(sn_grid_next(&g), expected[n], 1e-15);
    sn_grid_advance(&g);
  }
  CHECK(n == 12);
  CHECK(sn_grid_done(&g));
}

static void test_continuing_meets_the_same_times(void)
{
  const double time[] = {0, 1.0}, dt[] = {0.1, 0.03};
  const sn_run_options o = {.dt = 1, .duration = 2.0, .n_schedule = 2, .schedule_time = time, .schedule_dt = dt};
  double all[100];
  int n = 0;
  sn_grid g;
  sn_error e = {0};
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  for (; !sn_grid_done(&g); n++) {
    all[n] = sn_grid_next(&g);
    sn_grid_advance(&g);
  }
  for (int i = 0; i < n; i++) {
    CHECK_OK(sn_grid_start(&g, &o, all[i], &e), e);
    for (int k = i + 1; k < n; k++) {
      CHECK_NEAR(sn_grid_next(&g), all[k], 0);
      sn_grid_advance(&g);
    }
    CHECK(sn_grid_done(&g));
  }
}

static void test_halving_lands_on_nominal_times(void)
{
  const sn_run_options o = {.dt = 0.3, .duration = 3.0};
  sn_grid g;
  sn_error e = {0};
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  CHECK(!sn_grid_double(&g));
  CHECK(sn_grid_halve(&g) && sn_grid_halve(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.075, 1e-17);
  CHECK(!sn_grid_advance(&g));
  CHECK(!sn_grid_double(&g)); /* 0.075 is not on the grid of halves */
  CHECK(!sn_grid_advance(&g));
  CHECK(sn_grid_double(&g));
  CHECK(!sn_grid_at_nominal(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.3, 0);
  CHECK(sn_grid_advance(&g));
  CHECK(sn_grid_at_nominal(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.45, 1e-16); /* the smaller size stays */
  CHECK(sn_grid_double(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.6, 0);
}

/* One halved step before a time, two behind it: over a nominal time, or within the interval. */
static void test_over_a_time(void)
{
  const sn_run_options o = {.dt = 0.5, .duration = 2.5};
  sn_grid g;
  sn_error e = {0};
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  CHECK(!sn_grid_cross(&g)); /* a whole step */
  CHECK(sn_grid_halve(&g) && !sn_grid_advance(&g));
  CHECK(sn_grid_cross(&g) && sn_grid_passes(&g));
  CHECK_NEAR(sn_grid_next(&g), 1.0, 0);
  CHECK(!sn_grid_cross(&g)); /* once */
  CHECK(sn_grid_halve(&g) && !sn_grid_passes(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.375, 0);
  CHECK(!sn_grid_advance(&g) && sn_grid_cross(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.75, 0);
  CHECK(!sn_grid_advance(&g));
  CHECK_NEAR(sn_grid_next(&g), 0.875, 0);
  CHECK(!sn_grid_advance(&g) && sn_grid_advance(&g)); /* 1.0 is met */
  CHECK(!sn_grid_advance(&g));
  CHECK(sn_grid_cross(&g) && !sn_grid_passes(&g));
  CHECK_NEAR(sn_grid_next(&g), 1.5, 0);
  CHECK(sn_grid_advance(&g) && sn_grid_at_nominal(&g));
  CHECK(sn_grid_double(&g) && !sn_grid_advance(&g) && sn_grid_cross(&g) && sn_grid_passes(&g));
  CHECK(sn_grid_advance(&g) && sn_grid_done(&g)); /* the end of the run */
  CHECK_OK(sn_grid_start(&g, &o, 2.0, &e), e);
  CHECK(sn_grid_halve(&g) && !sn_grid_advance(&g) && !sn_grid_cross(&g)); /* nothing follows */
}

static void test_smallest_step(void)
{
  sn_run_options o = {.dt = 1, .duration = 3.0, .min_step = 0.25};
  sn_grid g;
  sn_error e = {0};
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  CHECK(sn_grid_halve(&g) && sn_grid_halve(&g) && !sn_grid_halve(&g));
  o.min_step = 0;
  CHECK_OK(sn_grid_start(&g, &o, 0, &e), e);
  int n = 0;
  while (sn_grid_halve(&g)) {
    n++;
  }
  CHECK(n == 10);
  o.min_step = 1e-300; /* never below what times can tell apart */
  CHECK_OK(sn_grid_start(&g, &o, 2, &e), e);
  while (sn_grid_halve(&g)) {
    CHECK(sn_grid_next(&g) > 2);
  }
}

static void test_bad_input(void)
{
  const double down[] = {1, 0.5}, sizes[] = {0.1, 0.1}, zero[] = {0.1, 0};
  const struct {
    sn_run_options o;
    const char *text;
  } cases[] = {{{.dt = 0, .duration = 1}, "step size"},
               {{.dt = -1, .duration = 1}, "step size"},
               {{.dt = NAN, .duration = 1}, "step size"},
               {{.dt = INFINITY, .duration = 1}, "step size"},
               {{.dt = 0.1, .duration = 1, .min_step = -1}, "smallest step"},
               {{.dt = 1e-20, .duration = 1}, "distinguished"},
               {{.dt = 0.1, .duration = 1, .n_schedule = 2, .schedule_time = down, .schedule_dt = sizes}, "rise"},
               {{.dt = 0.1, .duration = 1, .n_schedule = 2, .schedule_time = sizes, .schedule_dt = zero}, "schedule"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sn_grid g;
    sn_error e = {0};
    CHECK(sn_grid_start(&g, &cases[i].o, 0, &e) == SN_EINPUT);
    CHECK_TEXT(e.what, cases[i].text);
    CHECK(e.fix[0]);
  }
}

int main(void)
{
  RUN(test_times_do_not_drift);
  RUN(test_last_step_lands_on_the_duration);
  RUN(test_no_duration_no_step);
  RUN(test_schedule);
  RUN(test_continuing_meets_the_same_times);
  RUN(test_halving_lands_on_nominal_times);
  RUN(test_over_a_time);
  RUN(test_smallest_step);
  RUN(test_bad_input);
  return REPORT();
}
