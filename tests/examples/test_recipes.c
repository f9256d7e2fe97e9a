/* tests/examples/test_recipes.c -- every model of docs/recipes.md runs as printed, and its known answers are right.
 * What:    cuts the page at its headings, runs each ```lua block through the built command, and checks the lines
 *              Known: `channel` is VALUE UNIT at t = T s.
 *          that follow it, to half a unit of the last digit printed.
 */
#define _POSIX_C_SOURCE 200809L
#include "files.h"
#include "tests/harness.h"
#include "tests/support/command.h"
#include "tests/support/table.h"

static table series;

/* Half a unit of the last digit of a number as printed: "0.050" stands for +-0.0005. */
static double half_digit(const char *number)
{
  const char *point = strchr(number, '.');
  return point ? 0.5 * pow(10, -(double)strspn(point + 1, "0123456789")) : 0.5;
}

static void check_known(const char *line)
{
  char channel[64], number[32], command[512];
  double t;
  const int n = sscanf(line, "Known: `%63[^`]` is %31[-0-9.e] %*[^=]= %lf s", channel, number, &t);
  CHECK(n == 3);
  if (n != 3) {
    printf("  not understood: %.60s\n", line);
    return;
  }
  snprintf(command, sizeof command, "'%s' csv recipe.h5 %s", SN_TEST_SINEW, channel);
  FILE *f = popen(command, "r");
  const int good = read_table(f, &series);
  CHECK(good);
  if (f) {
    pclose(f);
  }
  for (int i = 0; good && i < series.n_rows; i++) {
    if (fabs(series.x[i][0] - t) < 1e-9) {
      printf("  %s at %g s: %.9g, printed %s\n", channel, t, series.x[i][1], number);
      CHECK_NEAR(series.x[i][1], strtod(number, NULL), 1.001 * half_digit(number));
      return;
    }
  }
  printf("  the run has no row at %g s\n", t);
  CHECK(0);
}

/* One recipe: from its heading to the next. */
static void try(const char *from, const char *to)
{
  const char *code = strstr(from, "```lua\n"), *end = code ? strstr(code, "\n```\n") : NULL;
  char command[512];
  int n_known = 0;
  printf("  %.*s\n", (int)strcspn(from, "\n"), from);
  CHECK(code && end && end < to);
  if (!code || !end || end >= to) {
    return;
  }
  FILE *f = fopen("recipe.lua", "w");
  CHECK(f && fwrite(code + 7, 1, (size_t)(end + 1 - code - 7), f) > 0 && fclose(f) == 0);
  snprintf(command, sizeof command, "'%s' run recipe.lua -o recipe.h5 --quiet", SN_TEST_SINEW);
  CHECK(system(command) == 0);
  CHECK_BELOW(info_number("recipe.h5", "energy_identity_error"), 1e-12);
  for (const char *p = strstr(end, "\nKnown: "); p && p < to; p = strstr(p + 1, "\nKnown: ")) {
    check_known(p + 1);
    n_known++;
  }
  CHECK(n_known > 0);
}

static void test_recipes(void)
{
  static char page[1 << 16];
  slurp(SN_TEST_SOURCE "/docs/recipes.md", page, sizeof page);
  int n = 0;
  for (const char *p = strstr(page, "\n## "); p; n++) {
    const char *next = strstr(p + 1, "\n## ");
    try(p + 1, next ? next : page + strlen(page));
    p = next;
  }
  CHECK(n > 0);
}

int main(void)
{
  RUN(test_recipes);
  return REPORT();
}
