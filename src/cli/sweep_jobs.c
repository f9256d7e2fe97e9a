/* cli/sweep_jobs.c -- the runs of a sweep as commands for other machines: `sinew sweep ... --only 17`, one per line.
 * What:    each writes its row into a file of its own beside the table (TABLE.parts/17.csv); the sweep itself takes those in when it is
 *          called again. share/sinew/sweep-parallel and sweep-slurm run such a list. And the points of the plan themselves.
 * Tests:   tests/cli/test_sweep_jobs.c.
 */
#include <errno.h>
#include <string.h>

#include "cli/sweep.h"

static void put_quoted(FILE *out, const char *text)
{
  (void)fputs(" '", out);
  for (; *text; text++) {
    if (*text == '\'') {
      (void)fputs("'\\''", out);
    } else {
      (void)fputc(*text, out);
    }
  }
  (void)fputc('\'', out);
}

/* Options that belong to the whole sweep, not to one run. */
static int is_left_out(const char *name)
{
  static const char *const all[] = {"--jobs-file", "--jobs", "--fresh", "--retry", "--quiet", "-o"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(all[i], name) == 0) {
      return 1;
    }
  }
  return 0;
}

static void put_job(const sn_sweep *s, int run, FILE *out)
{
  (void)fputs("sinew sweep", out);
  put_quoted(out, s->a->word[0]);
  for (int i = 0; i < s->a->n_given; i++) {
    if (is_left_out(s->a->given[i].name)) {
      continue;
    }
    (void)fprintf(out, " %s", s->a->given[i].name);
    if (s->a->given[i].value) {
      put_quoted(out, s->a->given[i].value);
    }
  }
  (void)fputs(" -o", out);
  put_quoted(out, s->table.csv);
  (void)fprintf(out, " --only %d\n", run + 1);
}

static void put_jobs(const sn_sweep *s, FILE *out)
{
  for (int i = 0; i < s->plan.n_run; i++) {
    if (!s->table.row[i].outcome) {
      put_job(s, i, out);
    }
  }
}

static void put_points(const sn_sweep *s, FILE *out)
{
  (void)fputs("run", out);
  for (int k = 0; k < s->plan.n_axis; k++) {
    (void)fputc(',', out);
    sn_csv_text(s->plan.axis[k].name, out);
  }
  for (int i = 0; i < s->plan.n_run; i++) {
    (void)fprintf(out, "\n%d", i + 1);
    for (int k = 0; k < s->plan.n_axis; k++) {
      (void)fputc(',', out);
      sn_csv_text(sn_plan_value(&s->plan, i, k), out);
    }
  }
  (void)fputc('\n', out);
}

static sn_status write_list(const sn_sweep *s, const char *file, void (*put)(const sn_sweep *s, FILE *out),
                            sn_error *error)
{
  const int to_stdout = strcmp(file, "-") == 0;
  FILE *out = to_stdout ? stdout : fopen(file, "w");
  if (!out) {
    return sn_fail(error, SN_EIO, file, "The list of runs cannot be written.", strerror(errno),
                   "Check the folder, or write - for stdout.");
  }
  put(s, out);
  int bad = fflush(out) != 0 || ferror(out);
  bad |= !to_stdout && fclose(out) != 0;
  return bad ? sn_fail(error, SN_EIO, file, "The list of runs could not be written.", strerror(errno),
                       "Check the space on the disk.")
             : SN_OK;
}

sn_status sn_sweep_write_jobs(const sn_sweep *s, const char *file, sn_error *error)
{
  return write_list(s, file, put_jobs, error);
}

sn_status sn_sweep_write_points(const sn_sweep *s, const char *file, sn_error *error)
{
  return write_list(s, file, put_points, error);
}
