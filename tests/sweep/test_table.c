/* tests/sweep/test_table.c -- the table of a sweep: rows that are there again, half lines, other sweeps, two at once, parts. */
#define _POSIX_C_SOURCE 200809L
#include "sweep/table.h"

#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

static sn_arena *arena;
static sn_error error;
static sn_plan plan;
static sn_wish *wish;
static int n_wish;
static char text[1 << 14];

static sn_sweep_table new_table(const char *stem, const char *made_by)
{
  static const char *const unit[] = {"m", "rad"};
  sn_sweep_table t = {
      .stem = stem, .made_by = made_by, .plan = &plan, .n_wish = n_wish, .wish = wish, .unit = unit, .arena = arena};
  CHECK_OK(sn_sweep_prepare(&t, &error), error);
  return t;
}

static sn_sweep_row new_row(double x, sn_outcome outcome, const char *message)
{
  double *number = SN_NEW(arena, double, 2);
  number[0] = x;
  number[1] = 1 / 3.0;
  return (sn_sweep_row){outcome, 0.25, number, message};
}

static void test_rows_come_back(void)
{
  sn_sweep_table t = new_table("tb_a", "abc"), again = new_table("tb_a", "abc");
  const sn_sweep_row second = new_row(2e-300, SN_OUTCOME_COMPLETE, ""),
                     first = new_row(NAN, SN_OUTCOME_FAILED, "no \"way\", here");
  (void)remove("tb_a.csv");
  CHECK_OK(sn_sweep_open(&t, 0, &error), error);
  CHECK_OK(sn_sweep_put(&t, 1, &second, &error), error);
  CHECK_OK(sn_sweep_put(&t, 0, &first, &error), error);
  sn_sweep_close(&t); /* as a kill would: no order, no HDF5 */
  CHECK_OK(sn_sweep_open(&again, 0, &error), error);
  CHECK(again.n_done == 2 && again.n_failed == 1 && !again.row[2].outcome);
  CHECK(again.row[1].number[0] == 2e-300 && again.row[1].number[1] == 1 / 3.0);
  CHECK(strcmp(again.row[0].message, "no \"way\", here") == 0 && isnan(again.row[0].number[0]));
  CHECK_OK(sn_sweep_finish(&again, &error), error);
  sn_sweep_close(&again);
  slurp("tb_a.csv", text, sizeof text);
  CHECK_TEXT(text, "run,k,peak,\"at(angle,0.5)\",status,seconds,message,made_by\n1,1,nan,");
  CHECK_TEXT(text, "\n2,2,2");
  CHECK(access("tb_a.h5", R_OK) == 0);
}

static void test_half_a_line(void)
{
  sn_sweep_table t = new_table("tb_b", "abc");
  write_text("tb_b.csv",
             "run,k,peak,\"at(angle,0.5)\",status,seconds,message,made_by\n1,1,5,6,complete,0.1,,abc\n2,2,5");
  CHECK_OK(sn_sweep_open(&t, 0, &error), error);
  CHECK(t.n_done == 1 && !t.row[1].outcome);
  const sn_sweep_row row = new_row(7, SN_OUTCOME_COMPLETE, "");
  CHECK_OK(sn_sweep_put(&t, 1, &row, &error), error);
  sn_sweep_close(&t);
  slurp("tb_b.csv", text, sizeof text);
  CHECK_TEXT(text, ",abc\n2,2,7,");
}

static void refused(const char *content, const char *where, const char *why)
{
  sn_sweep_table t = new_table("tb_c", "abc");
  write_text("tb_c.csv", content);
  error = (sn_error){0};
  CHECK(sn_sweep_open(&t, 0, &error) == SN_EINPUT);
  CHECK_TEXT(error.where, where);
  CHECK_TEXT(error.why, why);
  CHECK_TEXT(error.fix, "--fresh");
  sn_sweep_close(&t);
  slurp("tb_c.csv", text, sizeof text);
  CHECK(strcmp(text, content) == 0); /* nothing lost */
}

static void test_another_sweep(void)
{
#define HEAD "run,k,peak,\"at(angle,0.5)\",status,seconds,message,made_by\n"
  refused("run,c,peak,\"at(angle,0.5)\",status,seconds,message,made_by\n", "tb_c.csv:1", "is 'c', here it is 'k'");
  refused("run,k,peak\n", "tb_c.csv:1", "other columns");
  refused("my notes\n", "tb_c.csv:1", "is 'my notes'");
  refused(HEAD "1,5,0,0,complete,0.1,,abc\n", "tb_c.csv:2", "Run 1 has k = 5, but the plan has 1");
  refused(HEAD "9,1,0,0,complete,0.1,,abc\n", "tb_c.csv:2", "no run of the plan");
  refused(HEAD "1,1,0,0,complete,0.1,,xyz\n", "tb_c.csv:2", "model");
  refused(HEAD "1,1\n", "tb_c.csv:2", "no run of the plan");
  sn_sweep_table t = new_table("tb_c", "abc");
  CHECK_OK(sn_sweep_open(&t, 1, &error), error); /* --fresh */
  CHECK(t.n_done == 0);
  sn_sweep_close(&t);
  slurp("tb_c.csv", text, sizeof text);
  CHECK(strcmp(text, HEAD) == 0);
}

static void test_two_at_once(void)
{
  sn_sweep_table a = new_table("tb_d", "abc"), b = new_table("tb_d", "abc");
  (void)remove("tb_d.csv");
  CHECK_OK(sn_sweep_open(&a, 0, &error), error);
  CHECK(sn_sweep_open(&b, 0, &error) == SN_EIO);
  CHECK_TEXT(error.what, "Another sweep");
  sn_sweep_close(&a);
  CHECK_OK(sn_sweep_open(&b, 0, &error), error);
  sn_sweep_close(&b);
}

static void test_parts(void)
{
  sn_sweep_table part = new_table("tb_e", "abc"), t = new_table("tb_e", "abc");
  const sn_sweep_row row = new_row(3, SN_OUTCOME_COMPLETE, "");
  (void)remove("tb_e.csv");
  CHECK_OK(sn_sweep_write_part(&part, 2, &row, &error), error);
  CHECK(access("tb_e.parts/3.csv", R_OK) == 0 && access("tb_e.csv", R_OK) != 0);
  CHECK_OK(sn_sweep_open(&t, 0, &error), error);
  CHECK(t.n_done == 1 && t.row[2].number[0] == 3);
  CHECK_OK(sn_sweep_finish(&t, &error), error);
  sn_sweep_close(&t);
  CHECK(access("tb_e.parts", R_OK) != 0);
  slurp("tb_e.csv", text, sizeof text);
  CHECK_TEXT(text, "\n3,3,3,");
}

static void test_places(void)
{
  sn_sweep_table t = new_table("tb_none/x", "abc"), folder = new_table("tb_f", "abc");
  CHECK(sn_sweep_open(&t, 0, &error) == SN_EIO);
  CHECK_TEXT(error.why, "No such file");
  (void)mkdir("tb_f.csv", 0777);
  error = (sn_error){0};
  CHECK(sn_sweep_open(&folder, 0, &error) == SN_EIO);
  CHECK_TEXT(error.why, "folder");
}

int main(void)
{
  sn_plan_axis axis;
  arena = sn_arena_new(NULL);
  CHECK_OK(sn_plan_axis_read("k=1,2,3", arena, &axis, &error), error);
  CHECK_OK(sn_plan_make(SN_PLAN_GRID, &axis, 1, 0, 0, arena, &plan, &error), error);
  CHECK_OK(sn_wishes_read("peak = max(tip_z), at(angle, 0.5)", SN_SWEEP_RUN, arena, &wish, &n_wish, &error), error);
  RUN(test_rows_come_back);
  RUN(test_half_a_line);
  RUN(test_another_sweep);
  RUN(test_two_at_once);
  RUN(test_parts);
  RUN(test_places);
  sn_arena_free(arena);
  return REPORT();
}
