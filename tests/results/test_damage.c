/* tests/results/test_damage.c -- missing folders, full disks, files that are none, files cut short: clear errors, no crash. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "harness.h"
#include "results/read_back.h"
#include "results/reader.h"

static void write_text(const char *file, const char *text)
{
  FILE *f = fopen(file, "wb");
  CHECK(f != NULL);
  if (f) {
    (void)fputs(text, f);
    (void)fclose(f);
  }
}

static void test_not_a_result(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const struct {
    const char *file, *text, *part;
  } cases[] = {{"no_such_file.h5", NULL, "cannot be opened"},
               {"empty.h5", "", "not a result"},
               {"text.h5", "hello\n", "not a result"},
               {".", NULL, "folder"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sn_reader *r = NULL;
    sn_error e = {0};
    char all[1400];
    if (cases[i].text) {
      write_text(cases[i].file, cases[i].text);
    }
    CHECK(sn_reader_open(cases[i].file, arena, &r, &e) == SN_EIO);
    CHECK(!r && e.fix[0]);
    (void)snprintf(all, sizeof all, "%s %s", e.what, e.why);
    CHECK_TEXT(all, cases[i].part);
    CHECK_TEXT(e.where, cases[i].file);
  }
  sn_arena_free(arena);
}

static void test_hdf5_of_others(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_error e = {0};
  const hid_t f = H5Fcreate("other.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  (void)H5Fclose(f);
  CHECK(sn_reader_open("other.h5", arena, &r, &e) == SN_EIO);
  CHECK_TEXT(e.what, "not a result of Sinew");
  sn_arena_free(arena);
}

static void test_cannot_be_made(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  CHECK(fixture_write("no_such_folder/a.h5", 3, SN_OUTCOME_COMPLETE, arena, &e) == SN_EIO);
  CHECK_TEXT(e.where, "no_such_folder/a.h5");
  CHECK_TEXT(e.why, "No such file");
  e = (sn_error){0};
  CHECK(fixture_write(".", 3, SN_OUTCOME_COMPLETE, arena, &e) == SN_EIO);
  CHECK_TEXT(e.why, "folder");
  /* a model given as output by mistake is not overwritten */
  write_text("precious.lua", "-- my model\n");
  e = (sn_error){0};
  CHECK(fixture_write("precious.lua", 3, SN_OUTCOME_COMPLETE, arena, &e) == SN_EIO);
  CHECK_TEXT(e.why, "no result file");
  FILE *f = fopen("precious.lua", "rb");
  CHECK(f && fgetc(f) == '-');
  if (f) {
    (void)fclose(f);
  }
  sn_arena_free(arena);
}

/* Every length of a cut file: an error or a shorter result, never a crash. */
static void test_cut_short(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  CHECK_OK(fixture_write("whole.h5", 50, SN_OUTCOME_COMPLETE, arena, &e), e);
  FILE *f = fopen("whole.h5", "rb");
  static char bytes[1 << 20];
  const size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0;
  CHECK(size > 1000 && size < sizeof bytes);
  if (f) {
    (void)fclose(f);
  }
  int refused = 0;
  for (size_t n = 0; n < size; n += 1 + size / 97) {
    sn_reader *r = NULL;
    sn_series s;
    double x[64];
    f = fopen("cut.h5", "wb");
    if (f) {
      (void)fwrite(bytes, 1, n, f);
      (void)fclose(f);
    }
    sn_error why = {0};
    if (sn_reader_open("cut.h5", arena, &r, &why) != SN_OK || sn_reader_find(r, "tip", &s, &why) != SN_OK ||
        sn_reader_read(r, &s, 0, (int)(s.rows < 20 ? s.rows : 20), x, &why) != SN_OK) {
      refused++;
      CHECK(why.what[0] && why.fix[0]);
    }
    sn_reader_close(r);
  }
  CHECK(refused > 50);
  sn_arena_free(arena);
}

/* A disk that is full: the file may not grow beyond a limit. In a child, for the limit stays with the process. */
static void test_full_disk(void)
{
  const pid_t child = fork();
  if (child == 0) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    const struct rlimit limit = {400000, 400000};
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    const sn_status status = fixture_write("full.h5", 100000, SN_OUTCOME_COMPLETE, arena, &e);
    sn_arena_free(arena);
    _exit(status == SN_EIO && strstr(e.what, "could not be written") && strstr(e.where, "full.h5") ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Someone else deletes, replaces, moves or cuts the file while it is written: never a good end. */
static void test_spoiled(void)
{
  static const struct {
    const char *command, *why;
  } cases[] = {{"rm spoiled.h5", "deleted"},
               {"cp spoiled.h5 spoiled2.h5 && mv spoiled2.h5 spoiled.h5", "another file"},
               {"mv spoiled.h5 spoiled_away.h5", "moved"},
               {"truncate -s 5000 spoiled.h5", "cut it short"},
               {": > spoiled.h5", "cut it short"}};
  for (int k = 0; k < 10; k++) { /* found by a flush, or when the file is closed */
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    sn_written much;
    const sn_result_plan plan = fixture_plan(arena);
    sn_writer *w = NULL;
    (void)remove("spoiled.h5");
    CHECK_OK(sn_writer_new(&plan, "spoiled.h5", arena, &w, &e), e);
    const sn_sink sink = sn_writer_sink(w);
    for (int i = 0; i < 100; i++) {
      CHECK_OK(fixture_row(&sink, plan.system, i, &e), e);
    }
    CHECK_OK(sn_writer_secure(w, &much, &e), e);
    CHECK(system(cases[k / 2].command) == 0);
    CHECK_OK(fixture_row(&sink, plan.system, 100, &e), e);
    const sn_status status =
        k % 2 ? sn_writer_secure(w, &much, &e) : sn_writer_finish(w, SN_OUTCOME_COMPLETE, NULL, NULL, &e);
    CHECK(status == SN_EIO);
    CHECK_TEXT(e.what, "lost during the run");
    CHECK_TEXT(e.why, cases[k / 2].why);
    if (k % 2) {
      (void)sn_writer_finish(w, SN_OUTCOME_FAILED, NULL, NULL, &e);
    }
    sn_arena_free(arena);
  }
}

/* 200 bytes of the file are overwritten while it is written, at k fortieths of it. 1: noticed. */
static int overwrite(int k)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_written much;
  struct stat facts;
  const sn_result_plan plan = fixture_plan(arena);
  sn_writer *w = NULL;
  (void)remove("overwritten.h5");
  CHECK_OK(sn_writer_new(&plan, "overwritten.h5", arena, &w, &e), e);
  const sn_sink sink = sn_writer_sink(w);
  for (int i = 0; i < 3000; i++) {
    CHECK_OK(fixture_row(&sink, plan.system, i, &e), e);
  }
  CHECK_OK(sn_writer_secure(w, &much, &e), e);
  CHECK(stat("overwritten.h5", &facts) == 0);
  FILE *f = fopen("overwritten.h5", "r+b");
  CHECK(f && fseek(f, (long)(facts.st_size * k / 40), SEEK_SET) == 0);
  for (int i = 0; i < 200 && f; i++) {
    (void)fputc(0xff, f);
  }
  CHECK(f && fclose(f) == 0);
  const sn_status status = sn_writer_finish(w, SN_OUTCOME_COMPLETE, NULL, NULL, &e);
  if (status == SN_EIO) {
    CHECK(strstr(e.what, "cannot be read") || strstr(e.what, "could not be written"));
  } else {
    CHECK_OK(status, e);
    CHECK_OK(sn_read_back("overwritten.h5", &e), e); /* nothing was there, or it was written again */
  }
  sn_arena_free(arena);
  return status == SN_EIO;
}

/* Someone else writes into the file while it is written, somewhere: the run ends with an error, or the file can be read. In a process of its
   own: HDF5 complains at its exit about files that it could not close. */
static void test_overwritten(void)
{
  (void)fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int noticed = 0;
    for (int k = 0; k < 40; k++) {
      noticed += overwrite(k);
    }
    printf("  200 bytes at 40 places: %d noticed\n", noticed);
    (void)fflush(stdout);
    _exit(noticed >= 10 && harness_bad_here == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  (void)remove("overwritten.h5");
}

/* The writer is killed: what was flushed is there. */
static void test_killed(void)
{
  int pipe_id[2];
  CHECK(pipe(pipe_id) == 0);
  const pid_t child = fork();
  if (child == 0) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    const sn_result_plan plan = fixture_plan(arena);
    sn_writer *w = NULL;
    (void)sn_writer_new(&plan, "killed.h5", arena, &w, &e);
    const sn_sink sink = sn_writer_sink(w);
    int good = 1;
    for (int k = 0; k < 100000000 && good; k++) {
      good = fixture_row(&sink, plan.system, k, &e) == SN_OK;
      if (k == 20000) {
        (void)sleep(3); /* so that the next step flushes */
      }
      if (k == 20100) {
        good = write(pipe_id[1], "x", 1) == 1;
      }
    }
    _exit(1);
  }
  char c;
  CHECK(read(pipe_id[0], &c, 1) == 1);
  CHECK(kill(child, SIGKILL) == 0);
  (void)waitpid(child, NULL, 0);
  (void)close(pipe_id[0]);
  (void)close(pipe_id[1]);
  sn_arena *arena = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_error e = {0};
  const char *text = NULL;
  CHECK_OK(sn_reader_open("killed.h5", arena, &r, &e), e);
  if (r) {
    const sn_series *time = sn_reader_time(r);
    double x = 0;
    CHECK(time->rows >= 20000);
    CHECK_OK(sn_reader_read(r, time, 20000, 1, &x, &e), e);
    CHECK_NEAR(x, 2000, 0);
    CHECK_OK(sn_reader_status(r, &text, &e), e);
    CHECK(text && strcmp(text, "running") == 0);
  }
  sn_reader_close(r);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_not_a_result);
  RUN(test_cannot_be_made);
  RUN(test_cut_short);
  RUN(test_full_disk);
  RUN(test_spoiled);
  RUN(test_overwritten);
  RUN(test_killed);
  RUN(test_hdf5_of_others);
  return REPORT();
}
