/* cli/verbs.c -- the table of verbs, the help made from it, and what was meant by a word that is none.
 * Tests:   tests/cli/test_cli.c, tests/cli/test_help.c.
 */
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "cli/cli.h"

const sn_verb *const sn_verbs[] = {
    &sn_verb_run,   &sn_verb_resume, &sn_verb_check, &sn_verb_static, &sn_verb_modes,   &sn_verb_linearize,
    &sn_verb_csv,   &sn_verb_info,   &sn_verb_view,  &sn_verb_plot,   &sn_verb_compare, &sn_verb_export,
    &sn_verb_sweep, &sn_verb_study,  &sn_verb_mesh,  &sn_verb_new,    &sn_verb_help,    NULL};

const sn_exit_meaning sn_exit_meanings[] = {{EXIT_GOOD, "good"},
                                            {EXIT_INTERNAL, "internal (compare: above the tolerance)"},
                                            {EXIT_USAGE, "usage or input"},
                                            {EXIT_MODEL, "model"},
                                            {EXIT_NUMERICS, "numerical failure"},
                                            {EXIT_FILE, "input/output"},
                                            {EXIT_WARNED, "warnings (--strict)"},
                                            {EXIT_STOPPED, "interrupted"},
                                            {0, NULL}};

const sn_verb *sn_verb_named(const char *name)
{
  const sn_verb *const *v = sn_verbs;
  while (*v && strcmp((*v)->name, name) != 0) {
    v++;
  }
  return *v;
}

static void print_exit_codes(FILE *to)
{
  enum { WIDTH = 80 };
  int column = fprintf(to, "\nExit codes:");
  for (const sn_exit_meaning *e = sn_exit_meanings; e->meaning; e++) {
    const char *end = e[1].meaning ? "," : ".";
    const int n = snprintf(NULL, 0, " %d %s%s", e->code, e->meaning, end);
    if (column + n > WIDTH) {
      column = fprintf(to, "\n           ") - 1;
    }
    column += fprintf(to, " %d %s%s", e->code, e->meaning, end);
  }
  (void)fputc('\n', to);
}

void sn_print_help(FILE *to)
{
  (void)fprintf(to, "Example:\n"
                    "  sinew new pendulum                   a folder with a small model\n"
                    "  sinew run pendulum/model.lua         runs it; the result is pendulum.h5\n"
                    "  sinew view pendulum.h5 --open        shows it moving in the browser\n"
                    "  sinew csv pendulum.h5 tip            the path of its tip as a table\n\n"
                    "Sinew simulates flexible multibody systems with a proved energy balance.\n\n"
                    "Usage: sinew VERB ...\n");
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, "  %-7s %-23s %s\n", (*v)->name, (*v)->words, (*v)->help);
  }
  (void)fprintf(to, "  --version, --help; sinew help VERB for its options\n");
  print_exit_codes(to);
}

void sn_print_verb_help(const sn_verb *v, FILE *to)
{
  enum { WIDTH = 20 };
  (void)fprintf(to, "Example:\n  %s\n\nUsage: sinew %s %s\n  %s\n", v->example, v->name, v->words, v->help);
  for (const sn_option *o = v->options; o && o->name; o++) {
    const int n = fprintf(to, "  %s%s%s%s%s", o->brief ? o->brief : "", o->brief ? ", " : "", o->name,
                          o->value ? " " : "", o->value ? o->value : "");
    (void)fprintf(to, "%*s %s\n", n < WIDTH ? WIDTH - n : 0, "", o->help);
  }
}

/* ---- what was meant */

static int ends_with(const char *word, const char *end)
{
  const size_t n = strlen(word), m = strlen(end);
  return n > m && strcasecmp(word + n - m, end) == 0;
}

/* A file given instead of a verb: suggests what is usually done with such a file. */
static int is_file(const char *word, sn_error *error)
{
  static const struct {
    const char *ending, *what, *verb, *others;
  } all[] = {{".lua", "a model", "run", "check, static, modes"},
             {".h5", "a result", "view", "info, plot, csv, resume"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (ends_with(word, all[i].ending)) {
      (void)sn_failf(error, SN_EINPUT, "'%.100s' is %s; the verb before it is missing.", word, all[i].what);
      sn_error_where(error, "command line");
      sn_error_why(error, "A verb says what to do with it: %s, %s.", all[i].verb, all[i].others);
      sn_error_fix(error, "Did you mean `sinew %s %.200s`?", all[i].verb, word);
      return 1;
    }
  }
  return 0;
}

sn_status sn_unknown_verb(const char *word, sn_error *error)
{
  enum { MOST = 32 };
  const char *names[MOST] = {"--version", "--help"};
  size_t n = 2;
  if (is_file(word, error)) {
    return SN_EINPUT;
  }
  for (const sn_verb *const *v = sn_verbs; *v && n < MOST; v++) {
    names[n++] = (*v)->name;
  }
  const char *near = sn_nearest(word, names, n);
  (void)sn_failf(error, SN_EINPUT, "There is no verb '%.60s'.", word);
  sn_error_where(error, "command line");
  if (near) {
    sn_error_fix(error, "Did you mean `sinew %s`?", near);
  } else {
    sn_error_fix(error, "`sinew --help` lists the verbs.");
  }
  return SN_EINPUT;
}
