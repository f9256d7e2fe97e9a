/* tests/results/test_warnings.c -- /warnings of a result: those of the model and of the run, while it grows and when it has ended; long
 * texts are cut between characters; a file without them has none.
 */
#include <stdlib.h>

#include "fixture.h"
#include "harness.h"
#include "results/warnings.h"

static int count(const char *file, sn_arena *arena, const sn_warning **w)
{
  sn_reader *r = NULL;
  sn_error e = {0};
  int n = -1;
  CHECK_OK(sn_reader_open(file, arena, &r, &e), e);
  if (r) {
    CHECK_OK(sn_reader_warnings(r, w, &n, &e), e);
  }
  sn_reader_close(r);
  return n;
}

static void test_written_and_read(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_result_plan plan = fixture_plan(arena);
  sn_writer *w = NULL;
  const sn_warning *list = NULL;
  sn_written much;
  char long_text[1201] = "";
  for (int i = 0; i < 400; i++) {
    static const char euro[] = {'\xe2', '\x82', '\xac'};
    memcpy(long_text + (size_t)3 * (size_t)i, euro, sizeof euro);
  }
  const sn_warning model[] = {{.where = "a.lua:3", .text = "a slip", .kind = "model", .item = "", .unit = ""},
                              {.where = "", .text = long_text, .kind = "model", .item = "", .unit = ""}};
  plan.n_warning = 2;
  plan.warning = model;
  plan.strict = 1;
  CHECK_OK(sn_writer_new(&plan, "warned.h5", arena, &w, &e), e);
  const sn_sink sink = sn_writer_sink(w);
  CHECK_OK(fixture_row(&sink, plan.system, 0, &e), e);
  CHECK_OK(sn_writer_secure(w, &much, &e), e);
  CHECK(count("warned.h5", arena, &list) == 2); /* read while it is open */
  sn_run_summary run = {.completed = 1, .gave_way_energy = 1};
  sn_step_report report = {0};
  sn_run_warn(&run, SN_WARN_INACCURATE, -1, 0.5, 0.25);
  sn_run_warn(&run, SN_WARN_SOFT_PENALTY, 0, 0.5, 0.25);
  CHECK_OK(sink.step(sink.data, &(sn_step_record){.t = 0.5, .h = 0.1, .report = &report, .so_far = &run}, &e), e);
  CHECK_OK(sn_writer_secure(w, &much, &e), e);
  CHECK(count("warned.h5", arena, &list) == 4);
  run.made = 1; /* the penalty was not too soft after all: its row goes */
  sn_run_warn(&run, SN_WARN_INACCURATE, -1, 0.7, 0.5);
  CHECK_OK(sn_writer_finish(w, SN_OUTCOME_COMPLETE, &run, NULL, &e), e);
  CHECK(count("warned.h5", arena, &list) == 3);
  CHECK_TEXT(list[0].text, "a slip");
  CHECK_TEXT(list[0].where, "a.lua:3");
  const size_t n = strlen(list[1].text);
  CHECK(n > 500 && n % 3 == 0);
  CHECK_TEXT(list[2].kind, "above_tolerance");
  CHECK(list[2].count == 2 && list[2].first_t == 0.5 && list[2].worst == 0.5 && list[2].worst_t == 0.7);
  sn_reader *r = NULL;
  sn_summary s = {0};
  CHECK_OK(sn_reader_open("warned.h5", arena, &r, &e), e);
  CHECK_OK(sn_reader_summary(r, &s, &e), e);
  CHECK(s.warning_count == 3 && s.strict == 1 && s.inaccurate_steps == 2);
  sn_reader_close(r);
  remove("warned.h5");
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_written_and_read);
  return REPORT();
}
