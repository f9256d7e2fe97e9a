/* tests/support/example.h -- examples through the built command, against values from outside: what tests of examples share.
 * Define _POSIX_C_SOURCE before including it. CTest gives every test a folder of its own.
 */
#ifndef SN_TESTS_SUPPORT_EXAMPLE_H
#define SN_TESTS_SUPPORT_EXAMPLE_H
#include "tests/harness.h"
#include "tests/support/command.h"
#include "tests/support/table.h"

#ifndef EXAMPLE_RESULT
#define EXAMPLE_RESULT "examples.h5"
#endif

/* Makes a result with a verb of the command and reads channels ("x y tension"). */
static inline int make_example(const char *verb, const char *example, const char *set, const char *channels, table *out)
{
  char command[1024];
  snprintf(command, sizeof command, "'%s' %s '%s/examples/%s/model.lua' -o %s --quiet %s >/dev/null", SN_TEST_SINEW,
           verb, SN_TEST_SOURCE, example, EXAMPLE_RESULT, set);
  const int status = system(command);
  CHECK(status == 0);
  if (status) {
    printf("  %s\n", command);
    return 0;
  }
  snprintf(command, sizeof command, "'%s' csv %s %s", SN_TEST_SINEW, EXAMPLE_RESULT, channels);
  FILE *f = popen(command, "r");
  const int good = read_table(f, out);
  CHECK(good);
  if (f) {
    pclose(f);
  }
  return good;
}

/* Runs an example. The balance must close in every step, whatever the scheme, and the joints must hold. */
static inline int run_example(const char *example, const char *set, const char *channels, table *out)
{
  const int good = make_example("run", example, set, channels, out);
  if (good) {
    CHECK_BELOW(info_number(EXAMPLE_RESULT, "energy_identity_error"), 1e-11);
    CHECK_BELOW(info_number(EXAMPLE_RESULT, "constraint_error"), 1e-12);
  }
  return good;
}

static table ours, theirs;

/* Largest difference of a channel to a column of a file of tests/data (or with a path: of the repository), for times up to
   t_end. */
static inline double difference(const char *data, const char *channel, const char *reference, double t_end)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s%s", SN_TEST_SOURCE, strchr(data, '/') ? "" : "tests/data/", data);
  FILE *f = fopen(path, "r");
  const int good = f && read_table(f, &theirs);
  if (f) {
    fclose(f);
  }
  const int a = column(&ours, channel), b = good ? column(&theirs, reference) : -1;
  double worst = 0;
  int met = 0;
  for (int i = 0; a >= 0 && b >= 0 && i < theirs.n_rows; i++) {
    const int k = theirs.x[i][0] <= t_end * (1 + 1e-9) ? row_at(&ours, theirs.x[i][0]) : -1;
    if (k >= 0) {
      worst = fmax(worst, fabs(ours.x[k][a] - theirs.x[i][b]));
      met++;
    }
  }
  return met > 1 ? worst : NAN;
}

/* Value of a channel at a stored time. */
static inline double value(const char *channel, double t)
{
  const int k = column(&ours, channel), i = row_at(&ours, t);
  return k >= 0 && i >= 0 ? ours.x[i][k] : NAN;
}

/* Against a data file: names "channel" or "channel=column"; one tolerance for all. Prints what it measured. */
static inline void compare(const char *example, const char *set, const char *data, const char *names, double t_end,
                           double tolerance)
{
  char channels[256] = "", list[256], pair[8][2][32];
  int n = 0;
  snprintf(list, sizeof list, "%s", names);
  for (char *rest = NULL, *p = strtok_r(list, " ", &rest); p && n < 8; p = strtok_r(NULL, " ", &rest)) {
    char *equals = strchr(p, '=');
    snprintf(pair[n][1], 32, "%.31s", equals ? equals + 1 : p);
    if (equals) {
      *equals = 0;
    }
    snprintf(pair[n][0], 32, "%.31s", p);
    const size_t used = strlen(channels);
    snprintf(channels + used, sizeof channels - used, "%.31s ", pair[n][0]);
    n++;
  }
  if (!run_example(example, set, channels, &ours)) {
    return;
  }
  printf("  %s %s:", example, set);
  for (int k = 0; k < n; k++) {
    const double d = difference(data, pair[k][0], pair[k][1], t_end);
    printf(" %s %.1e", pair[k][0], d);
    CHECK_BELOW(d, tolerance);
  }
  printf("\n");
}

/* Observed order of a channel at the end, from two steps, h and h/2. */
static inline double order(const char *example, const char *set, const char *const step[2], const char *data,
                           const char *channel, const char *reference, double t_end)
{
  double error[2];
  for (int k = 0; k < 2; k++) {
    char text[512];
    snprintf(text, sizeof text, "%s --set dt=%s", set, step[k]);
    if (!run_example(example, text, channel, &ours)) {
      return NAN;
    }
    error[k] = difference(data, channel, reference, t_end);
  }
  const double p = log2(error[0] / error[1]);
  printf("  %s %s: %.2e, %.2e: order %.2f\n", example, set, error[0], error[1], p);
  return p;
}

#endif
