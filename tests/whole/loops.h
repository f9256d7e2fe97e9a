/* tests/whole/loops.h -- what the tests of closed loops share: a run of the built command, its channels as a table, and
 * how far two tables are apart. Include after defining _POSIX_C_SOURCE.
 */
#ifndef SN_TESTS_WHOLE_LOOPS_H
#define SN_TESTS_WHOLE_LOOPS_H
#include "tests/harness.h"
#include "tests/whole/command.h"

enum { LOOP_ROWS = 4096, LOOP_COLUMNS = 24 };

typedef struct {
  int n_rows, n_columns;
  char name[LOOP_COLUMNS][32];
  double x[LOOP_ROWS][LOOP_COLUMNS]; /* x[row][0] is the time */
} loop_table;

static inline int loop_read(FILE *f, loop_table *out)
{
  char line[2048];
  out->n_rows = out->n_columns = 0;
  if (!f || !fgets(line, sizeof line, f)) {
    return 0;
  }
  line[strcspn(line, "\r\n")] = 0;
  for (char *p = line; p && out->n_columns < LOOP_COLUMNS;) {
    char *end = strchr(p, ',');
    if (end) {
      *end++ = 0;
    }
    snprintf(out->name[out->n_columns++], sizeof out->name[0], "%.31s", p);
    p = end;
  }
  while (out->n_rows < LOOP_ROWS && fgets(line, sizeof line, f)) {
    char *p = line;
    for (int k = 0; k < out->n_columns; k++) {
      out->x[out->n_rows][k] = strtod(p, &p);
      p += *p == ',';
    }
    out->n_rows++;
  }
  return out->n_rows > 0;
}

static inline int loop_column(const loop_table *t, const char *name)
{
  for (int k = 0; k < t->n_columns; k++) {
    if (!strcmp(t->name[k], name)) {
      return k;
    }
  }
  printf("  there is no column '%s'\n", name);
  return -1;
}

static inline int loop_row(const loop_table *t, double time)
{
  for (int i = 0; i < t->n_rows; i++) {
    if (fabs(t->x[i][0] - time) <= 1e-9 * (1 + fabs(time))) {
      return i;
    }
  }
  return -1;
}

static inline double loop_value(const loop_table *t, const char *name, double time)
{
  const int k = loop_column(t, name), i = loop_row(t, time);
  return k >= 0 && i >= 0 ? t->x[i][k] : NAN;
}

/* Largest difference of two columns at the times both have, up to t_end. */
static inline double loop_apart(const loop_table *a, const char *column_a, const loop_table *b, const char *column_b,
                                double t_end)
{
  const int ka = loop_column(a, column_a), kb = loop_column(b, column_b);
  double worst = 0;
  int met = 0;
  for (int i = 0; ka >= 0 && kb >= 0 && i < b->n_rows && b->x[i][0] <= t_end * (1 + 1e-9); i++) {
    const int k = loop_row(a, b->x[i][0]);
    if (k >= 0) {
      worst = fmax(worst, fabs(a->x[k][ka] - b->x[i][kb]));
      met++;
    }
  }
  return met > 1 ? worst : NAN;
}

/* Runs a model file; the balance must close to `identity` in every step, the joints to 1e-12. All channels go to `out`
   (may be NULL). Prints what it measured. */
static inline int loop_run(const char *model, const char *set, double identity, loop_table *out)
{
  char command[1024];
  snprintf(command, sizeof command, "'%s' run '%s' -o loops.h5 --quiet %s", SN_TEST_SINEW, model, set);
  const int status = system(command);
  CHECK(status == 0);
  if (status) {
    printf("  %s\n", command);
    return 0;
  }
  const double defect = info_number("loops.h5", "energy_identity_error"),
               gap = info_number("loops.h5", "constraint_error");
  printf("  %-38s balance %.1e, joints %.1e, halvings %.0f\n", set, defect, gap,
         info_number("loops.h5", "step_rejections"));
  CHECK_BELOW(defect, identity);
  CHECK_BELOW(gap, 1e-12);
  if (!out) {
    return 1;
  }
  snprintf(command, sizeof command, "'%s' csv loops.h5", SN_TEST_SINEW);
  FILE *f = popen(command, "r");
  const int good = loop_read(f, out);
  CHECK(good);
  if (f) {
    pclose(f);
  }
  return good;
}

/* A file of tests/data, or with a path: of the project. */
static inline int loop_data(const char *name, loop_table *out)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s%s", SN_TEST_SOURCE, strchr(name, '/') ? "" : "tests/data/", name);
  FILE *f = fopen(path, "r");
  const int good = loop_read(f, out);
  CHECK(good);
  if (f) {
    fclose(f);
  }
  return good;
}

#endif
