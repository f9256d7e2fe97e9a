/* tests/support/loops.h -- what the tests of closed loops share: a run of the built command, its channels as a table, and
 * how far two tables are apart. Include after defining _POSIX_C_SOURCE.
 */
#ifndef SN_TESTS_SUPPORT_LOOPS_H
#define SN_TESTS_SUPPORT_LOOPS_H
#include "tests/harness.h"
#include "tests/support/command.h"
#include "tests/support/table.h"

static inline double loop_value(const table *t, const char *name, double time)
{
  const int k = column(t, name), i = row_at(t, time);
  return k >= 0 && i >= 0 ? t->x[i][k] : NAN;
}

/* Largest difference of two columns at the times both have, up to t_end. */
static inline double loop_apart(const table *a, const char *column_a, const table *b, const char *column_b,
                                double t_end)
{
  const int ka = column(a, column_a), kb = column(b, column_b);
  double worst = 0;
  int met = 0;
  for (int i = 0; ka >= 0 && kb >= 0 && i < b->n_rows && b->x[i][0] <= t_end * (1 + 1e-9); i++) {
    const int k = row_at(a, b->x[i][0]);
    if (k >= 0) {
      worst = fmax(worst, fabs(a->x[k][ka] - b->x[i][kb]));
      met++;
    }
  }
  return met > 1 ? worst : NAN;
}

/* Runs a model file; the balance must close to `identity` in every step, the joints to 1e-12. All channels go to `out`
   (may be NULL). Prints what it measured. */
static inline int loop_run(const char *model, const char *set, double identity, table *out)
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
  const int good = read_table(f, out);
  CHECK(good);
  if (f) {
    pclose(f);
  }
  return good;
}

/* A file of tests/data, or with a path: of the project. */
static inline int loop_data(const char *name, table *out)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s%s", SN_TEST_SOURCE, strchr(name, '/') ? "" : "tests/data/", name);
  FILE *f = fopen(path, "r");
  const int good = read_table(f, out);
  CHECK(good);
  if (f) {
    fclose(f);
  }
  return good;
}

#endif
