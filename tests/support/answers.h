/* tests/support/answers.h -- one model text through the built command, and what its channels say at its end.
 * How:     define ANSWERS "name" first: the files of the test are name.lua, name.h5, name.txt. Include after defining _POSIX_C_SOURCE.
 */
#ifndef SN_TESTS_SUPPORT_ANSWERS_H
#define SN_TESTS_SUPPORT_ANSWERS_H
#include "tests/files.h"
#include "tests/support/command.h"
#include "tests/support/table.h"

static char said[1 << 14];
static inline int command(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s > " ANSWERS ".txt 2>&1", SN_TEST_SINEW, arguments);
  const int code = system(line);
  slurp(ANSWERS ".txt", said, sizeof said);
  if (code) {
    printf("%s", said);
  }
  CHECK(code == 0);
  return code;
}

static table rows;
/* A verb on the model with parameters set; its channels are the rows. */
static inline int answer(const char *verb, const char *set)
{
  char line[512];
  snprintf(line, sizeof line, "%s " ANSWERS ".lua -o " ANSWERS ".h5 --quiet %s", verb, set);
  if (command(line) || command("csv " ANSWERS ".h5")) {
    return 0;
  }
  FILE *f = fopen(ANSWERS ".txt", "r");
  const int good = read_table(f, &rows);
  CHECK(good);
  if (f) {
    fclose(f);
  }
  return good;
}
static inline int at_rest(const char *set)
{
  return answer("static", set);
}
/* A run whose balance closes. */
static inline int moved(const char *set)
{
  const int good = answer("run", set);
  CHECK_BELOW(info_number(ANSWERS ".h5", "energy_identity_error"), 1e-12);
  return good;
}
/* A channel in the last row. */
static inline double value(const char *name)
{
  const int k = column(&rows, name);
  return k >= 0 ? rows.x[rows.n_rows - 1][k] : NAN;
}
/* The first frequency of the model, Hz. */
static inline double first_frequency(const char *set)
{
  char line[512];
  snprintf(line, sizeof line, "modes " ANSWERS ".lua -o " ANSWERS ".h5 --quiet --csv %s", set);
  const char *p = command(line) ? NULL : strchr(said, '\n');
  p = p ? strchr(p, ',') : NULL;
  return p ? strtod(p + 1, NULL) : NAN;
}
static inline void forget(void)
{
  remove(ANSWERS ".lua");
  remove(ANSWERS ".h5");
  remove(ANSWERS ".txt");
}

#endif
