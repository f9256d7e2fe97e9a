/* tests/show/test_show.c -- tables and info of a result with known numbers. */
#include "show/show.h"

#include <stdlib.h>

#include "harness.h"
#include "show/plot_fixture.h"

/* Runs one of the printers into memory. */
static char text[1 << 20];
static sn_status print(sn_reader *r, int what, const char *const *names, int n, sn_error *e)
{
  sn_arena *arena = sn_arena_new(NULL);
  FILE *f = fopen("show.txt", "w+b");
  const sn_status status = !f          ? SN_EIO
                           : what == 0 ? sn_show_csv(r, names, n, arena, f, e)
                           : what == 1 ? sn_show_info(r, arena, f, e)
                                       : sn_show_info_json(r, arena, f, e);
  size_t size = 0;
  if (f) {
    rewind(f);
    size = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
  }
  text[size] = '\0';
  sn_arena_free(arena);
  return status;
}

static void test_csv(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  CHECK_OK(fixture_write("show.h5", 3, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_reader_open("show.h5", arena, &r, &e), e);
  CHECK_OK(print(r, 0, (const char *const[]){"tip", "angle"}, 2, &e), e);
  CHECK_TEXT(text, "t,tip_x,tip_y,tip_z,angle\n0,0,0,0,0\n0.10000000000000001,0.10000000000000001,"
                   "0.20000000000000001,0.30000000000000004,0.099833416646828155\n");
  CHECK_OK(print(r, 0, (const char *const[]){"tip_y", "energy/total"}, 2, &e), e);
  CHECK_TEXT(text, "t,tip_y,energy/total\n0,0,2\n0.10000000000000001,0.20000000000000001,2\n");
  CHECK_OK(print(r, 0, NULL, 0, &e), e);
  CHECK_TEXT(text, "t,angle,tip_x,tip_y,tip_z,twice\n");
  CHECK(print(r, 0, (const char *const[]){"tipp"}, 1, &e) == SN_EINPUT);
  CHECK_TEXT(e.fix, "'tip'");
  sn_reader_close(r);
  sn_arena_free(arena);
}

/* Steps have times of their own; no number is "nan". */
static void test_csv_of_steps(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  CHECK_OK(hand_write("steps.h5", &(hand_run){.step = 0.25, .amplitude = 1, .rows = 3, .hole = 1}, &e), e);
  CHECK_OK(sn_reader_open("steps.h5", arena, &r, &e), e);
  CHECK_OK(print(r, 0, (const char *const[]){"steps/size", "/steps/iterations"}, 2, &e), e);
  CHECK(strcmp(text, "t,steps/size,/steps/iterations\n0.25,0.25,4\n0.5,0.25,3\n") == 0);
  CHECK(print(r, 0, (const char *const[]){"angle", "steps/size"}, 2, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "'angle' and 'steps/size'");
  CHECK_TEXT(e.fix, "separately");
  CHECK_OK(print(r, 0, (const char *const[]){"angle"}, 1, &e), e);
  CHECK_TEXT(text, "t,angle\n0,0\n0.25,nan\n0.5,0.4");
  sn_reader_close(r);
  sn_arena_free(arena);
}

/* 17 digits: what is read back is what was stored; blocks of rows join without a seam. */
static void test_csv_of_many_rows(void)
{
  enum { N = 9000 };
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  CHECK_OK(fixture_write("many.h5", N, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_reader_open("many.h5", arena, &r, &e), e);
  CHECK_OK(print(r, 0, (const char *const[]){"angle"}, 1, &e), e);
  const char *line = strchr(text, '\n');
  int n = 0, wrong = 0;
  for (; line && line[1]; line = strchr(line + 1, '\n'), n++) {
    char *end;
    const double t = strtod(line + 1, &end), x = strtod(end + 1, NULL);
    wrong += t != n * 0.1 || x != sin(n * 0.1);
  }
  CHECK(n == N && wrong == 0);
  sn_reader_close(r);
  sn_arena_free(arena);
}

static void test_info(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  CHECK_OK(fixture_write("info.h5", 5, SN_OUTCOME_INTERRUPTED, arena, &e), e);
  CHECK_OK(sn_reader_open("info.h5", arena, &r, &e), e);
  CHECK_OK(print(r, 1, NULL, 0, &e), e);
  CHECK_TEXT(text, "interrupted");
  CHECK_TEXT(text, "fixture");
  CHECK_TEXT(text, "halved");
  CHECK_OK(print(r, 2, NULL, 0, &e), e);
  static const char *const keys[] = {"model",
                                     "scheme",
                                     "alpha",
                                     "status",
                                     "completed",
                                     "t_end",
                                     "steps",
                                     "newton_iterations",
                                     "step_rejections",
                                     "wall_seconds",
                                     "unknowns",
                                     "degrees_of_freedom",
                                     "energy_identity_error",
                                     "numerical_dissipation",
                                     "constraint_error",
                                     "peak_memory_mb"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    char key[64];
    (void)snprintf(key, sizeof key, "\"%s\": ", keys[i]);
    CHECK_TEXT(text, key);
  }
  CHECK_TEXT(text, "\"steps\": 4");
  CHECK_TEXT(text, "\"completed\": false");
  CHECK_TEXT(text, "\"parameters\": {\"length\": 1}");
  CHECK_TEXT(text, "\"tip\": {\"unit\": \"N\", \"components\": 3}");
  sn_reader_close(r);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_csv);
  RUN(test_csv_of_steps);
  RUN(test_csv_of_many_rows);
  RUN(test_info);
  return REPORT();
}
