/* tests/results/test_results.c -- what is written can be read back, also from a file that still grows.
 * See:     tests/results/read_back.py for h5py, when it is there.
 */
#include <stdlib.h>

#include "fixture.h"
#include "harness.h"
#include "results/reader.h"

static double number(sn_reader *r, const char *name, unsigned long long row, int part)
{
  sn_series s;
  sn_error e = {0};
  double x[64] = {NAN};
  CHECK_OK(sn_reader_find(r, name, &s, &e), e);
  CHECK(s.width <= 64);
  CHECK_OK(sn_reader_read(r, &s, row, 1, x, &e), e);
  return x[part];
}

static void test_round_trip(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  const char *text = NULL;
  CHECK_OK(fixture_write("round.h5", 3000, SN_OUTCOME_COMPLETE, arena, &e), e); /* more rows than a buffer holds */
  CHECK_OK(sn_reader_open("round.h5", arena, &r, &e), e);
  if (r) {
    CHECK(sn_reader_time(r)->rows == 3000);
    CHECK(sn_reader_channels(r) == 3);
    CHECK_TEXT(sn_reader_channel(r, 0)->name, "angle");
    CHECK_TEXT(sn_reader_channel(r, 1)->unit, "N");
    for (int k = 0; k < 3000; k += 271) {
      const unsigned long long row = (unsigned long long)k;
      CHECK_NEAR(number(r, "angle", row, 0), sin(k * 0.1), 0);
      CHECK_NEAR(number(r, "tip", row, 2), 3 * (k * 0.1), 0);
      CHECK_NEAR(number(r, "tip_y", row, 1), 2 * (k * 0.1), 0);
      CHECK_NEAR(number(r, "twice", row, 0), 2 * (k * 0.1), 0);
      CHECK_NEAR(number(r, "joints/pivot/reaction", row, 1), 2 * (k * 0.1), 0);
      CHECK_NEAR(number(r, "energy/total", row, 0), 2, 0);
      CHECK_NEAR(number(r, "energy/work", row, 0), k * 0.5, 0);
      CHECK_NEAR(number(r, "/nodes/position", row, 0), k * 0.1, 1e-5); /* float32 */
    }
    /* rows of /nodes: rod, bob, ground; the rod is turned by 90 degrees about z */
    CHECK_NEAR(number(r, "nodes/quaternion", 5, 0), sqrt(0.5), 1e-7);
    CHECK_NEAR(number(r, "nodes/quaternion", 5, 3), sqrt(0.5), 1e-7);
    CHECK_NEAR(number(r, "nodes/quaternion", 5, 4), 1, 0);
    CHECK_NEAR(number(r, "nodes/position", 5, 3), 7, 0);
    CHECK_NEAR(number(r, "steps/iterations", 5, 0), 4, 0);
    CHECK_NEAR(number(r, "steps/halvings", 2, 0), 2, 0);
    CHECK_OK(sn_reader_status(r, &text, &e), e);
    CHECK(text && strcmp(text, "complete") == 0);
    CHECK_OK(sn_reader_text(r, "/model/text", &text, &e), e);
    CHECK(text && strcmp(text, "-- the model\nrun {}\n") == 0);
    CHECK_OK(sn_reader_text(r, "/model/included_1", &text, &e), e);
    CHECK(text && strcmp(text, "-- included\n") == 0);
    const char *const *lines = NULL;
    int n = 0;
    CHECK_OK(sn_reader_log(r, &lines, &n, &e), e);
    CHECK(n == 1);
    CHECK_TEXT(n ? lines[0] : "", "t = 0.3 s: a step");
    sn_summary s;
    CHECK_OK(sn_reader_summary(r, &s, &e), e);
    CHECK(s.steps == 2999 && s.newton_iterations == 4 * 2999 && s.step_rejections == 2 && s.unknowns == 12);
    CHECK_NEAR(s.t_end, 299.9, 1e-12);
    CHECK_NEAR(s.constraint_error, 2.999e-12, 1e-15);
    CHECK(s.peak_memory_mb > 0.1);
  }
  sn_reader_close(r);
  sn_arena_free(arena);
}

static void test_reading_while_it_grows(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  const sn_result_plan plan = fixture_plan(arena);
  sn_writer *w = NULL;
  sn_reader *r = NULL;
  const char *text = NULL;
  CHECK_OK(sn_writer_new(&plan, "grows.h5", arena, &w, &e), e);
  const sn_sink sink = sn_writer_sink(w);
  for (int k = 0; k < 2500; k++) {
    CHECK_OK(fixture_row(&sink, plan.system, k, &e), e);
  }
  CHECK_OK(sn_reader_open("grows.h5", arena, &r, &e), e);
  if (r) {
    /* full buffers have gone to the file; what is readable is right */
    for (unsigned long long k = 0; k < sn_reader_time(r)->rows; k += 100) {
      CHECK_NEAR(number(r, "tip", k, 0), (double)k * 0.1, 0);
    }
    CHECK_OK(sn_reader_status(r, &text, &e), e);
    CHECK(text && strcmp(text, "running") == 0);
  }
  CHECK_OK(sn_writer_finish(w, SN_OUTCOME_INTERRUPTED, NULL, NULL, &e), e);
  /* a reader shows one moment: one that was opened before the end knows neither the end nor the last rows */
  CHECK(r && sn_reader_time(r)->rows < 2500);
  CHECK(r && sn_reader_status(r, &text, &e) == SN_OK && strcmp(text, "running") == 0);
  sn_reader_close(r);
  CHECK_OK(sn_reader_open("grows.h5", arena, &r, &e), e);
  CHECK(r && sn_reader_time(r)->rows == 2500);
  CHECK(r && sn_reader_status(r, &text, &e) == SN_OK && strcmp(text, "interrupted") == 0);
  sn_reader_close(r);
  sn_arena_free(arena);
}

static void test_names(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  sn_series s;
  CHECK_OK(fixture_write("names.h5", 3, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_reader_open("names.h5", arena, &r, &e), e);
  if (r) {
    CHECK_OK(sn_reader_find(r, "tip_z", &s, &e), e);
    CHECK(s.part == 2 && s.width == 3);
    CHECK(sn_reader_find(r, "tip_w", &s, &e) == SN_EINPUT);
    CHECK(sn_reader_find(r, "angle_x", &s, &e) == SN_EINPUT);
    CHECK(sn_reader_find(r, "", &s, &e) == SN_EINPUT);
    CHECK(sn_reader_find(r, "/", &s, &e) == SN_EINPUT);
    CHECK(sn_reader_find(r, "joints/pivot", &s, &e) == SN_EINPUT);
    CHECK(sn_reader_find(r, "model/text", &s, &e) == SN_EINPUT);
    e = (sn_error){0};
    CHECK(sn_reader_find(r, "angel", &s, &e) == SN_EINPUT);
    CHECK_TEXT(e.fix, "'angle'");
    CHECK_TEXT(e.why, "tip");
    CHECK_TEXT(e.where, "names.h5");
  }
  sn_reader_close(r);
  sn_arena_free(arena);
}

static void test_older_result_survives_a_run_that_cannot_start(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  const sn_result_plan plan = fixture_plan(arena);
  sn_writer *w = NULL;
  sn_reader *r = NULL;
  CHECK_OK(fixture_write("older.h5", 7, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_writer_new(&plan, "older.h5", arena, &w, &e), e);
  CHECK_OK(sn_writer_finish(w, SN_OUTCOME_FAILED, NULL, NULL, &e), e); /* no row ever came */
  CHECK_OK(sn_reader_open("older.h5", arena, &r, &e), e);
  CHECK(r && sn_reader_time(r)->rows == 7);
  sn_reader_close(r);
  CHECK_OK(fixture_write("older.h5", 2, SN_OUTCOME_COMPLETE, arena, &e), e); /* one that starts replaces it */
  CHECK_OK(sn_reader_open("older.h5", arena, &r, &e), e);
  CHECK(r && sn_reader_time(r)->rows == 2);
  sn_reader_close(r);
  FILE *aside = fopen("older.h5.previous", "rb");
  CHECK(!aside);
  if (aside) {
    (void)fclose(aside);
  }
  sn_arena_free(arena);
}

/* An allocator whose n-th call fails. */
typedef struct {
  int left;
} budget;
static void *allocate(void *data, size_t size)
{
  budget *b = data;
  return b->left-- > 0 ? malloc(size) : NULL;
}
static void release(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_out_of_memory(void)
{
  sn_arena *stay = sn_arena_new(NULL);
  const sn_result_plan plan = fixture_plan(stay);
  int worked = 0;
  for (int n = 1; n < 60 && !worked; n++) {
    budget b = {n};
    sn_arena *arena = sn_arena_new(&(sn_allocator){allocate, release, &b});
    sn_error e = {0};
    sn_writer *w = NULL;
    if (arena) {
      const sn_status status = sn_writer_new(&plan, "memory.h5", arena, &w, &e);
      CHECK(status == SN_OK || status == SN_ENOMEM);
      worked = status == SN_OK;
    }
    sn_arena_free(arena);
  }
  CHECK(worked);
  sn_arena_free(stay);
}

int main(void)
{
  RUN(test_round_trip);
  RUN(test_reading_while_it_grows);
  RUN(test_names);
  RUN(test_older_result_survives_a_run_that_cannot_start);
  RUN(test_out_of_memory);
  return REPORT();
}
