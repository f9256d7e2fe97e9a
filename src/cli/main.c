/* cli/main.c -- the command `sinew`: finds the verb, reads its arguments, performs it.
 * What:    a table of verbs; help is made from the same table.
 * Tests:   tests/cli/test_cli.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "results/h5.h"
#include "sinew.h"

static const sn_verb *const verbs[] = {
    &sn_verb_run,  &sn_verb_resume, &sn_verb_check,   &sn_verb_static, &sn_verb_modes, &sn_verb_csv, &sn_verb_info,
    &sn_verb_view, &sn_verb_plot,   &sn_verb_compare, &sn_verb_export, &sn_verb_study, &sn_verb_new};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

static void print_help(FILE *to)
{
  (void)fprintf(to, "Example:\n"
                    "  sinew new pendulum                   a folder with a small model\n"
                    "  sinew run pendulum/model.lua         runs it; the result is pendulum.h5\n"
                    "  sinew view pendulum.h5 --open        shows it moving in the browser\n"
                    "  sinew csv pendulum.h5 tip            the path of its tip as a table\n\n"
                    "Sinew simulates flexible multibody systems with a proved energy balance.\n\n"
                    "Usage: sinew VERB ...\n");
  for (int i = 0; i < N_VERBS; i++) {
    (void)fprintf(to, "  %-7s %-23s %s\n", verbs[i]->name, verbs[i]->words, verbs[i]->help);
  }
  (void)fprintf(to, "  --version, --help; sinew VERB --help for its options\n\n"
                    "Exit codes: 0 good, 1 internal (compare: above the tolerance), 2 usage or input,\n"
                    "            3 model, 4 numerical failure, 5 input/output, 130 interrupted.\n");
}

static void print_verb_help(const sn_verb *v)
{
  (void)printf("Example:\n  %s\n\nUsage: sinew %s %s\n  %s\n", v->example, v->name, v->words, v->help);
  sn_print_options(v, stdout);
}

static int unknown_verb(const char *word)
{
  const char *names[N_VERBS + 2] = {"--version", "--help"};
  sn_error e = {0};
  for (int i = 0; i < N_VERBS; i++) {
    names[i + 2] = verbs[i]->name;
  }
  const char *near = sn_nearest(word, names, N_VERBS + 2);
  (void)sn_failf(&e, SN_EINPUT, "There is no verb '%.60s'.", word);
  sn_error_where(&e, "command line");
  if (near) {
    sn_error_fix(&e, "Did you mean `sinew %s`?", near);
  } else {
    sn_error_fix(&e, "`sinew --help` lists the verbs.");
  }
  return sn_print_error(SN_EINPUT, &e);
}

static int perform(const sn_verb *verb, int argc, char **argv)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_arguments a;
  sn_error e = {0};
  if (!arena) {
    return sn_print_error(SN_ENOMEM, &e);
  }
  const sn_status status = sn_arguments_read(verb, argc, argv, arena, &a, &e);
  int code = EXIT_GOOD;
  if (status != SN_OK) {
    code = sn_print_error(status, &e);
  } else if (a.help) {
    print_verb_help(verb);
  } else {
    code = verb->perform(&a, arena);
  }
  sn_arena_free(arena);
  return code;
}

static int command(int argc, char **argv)
{
  if (argc < 2) {
    print_help(stderr);
    return EXIT_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
    print_help(stdout);
    return EXIT_GOOD;
  }
  if (strcmp(argv[1], "--version") == 0) {
    (void)printf("sinew " SINEW_VERSION "\n");
    return EXIT_GOOD;
  }
  for (int i = 0; i < N_VERBS; i++) {
    if (strcmp(argv[1], verbs[i]->name) == 0) {
      return perform(verbs[i], argc - 2, argv + 2);
    }
  }
  return unknown_verb(argv[1]);
}

/* Without this a file of ours could get the number of a closed stdout, and the messages. Writing to stdout then fails. */
static void fill_closed(void)
{
  static const int way[] = {O_RDWR, O_RDONLY, O_RDWR};
  for (int i = 0; i < 3; i++) {
    if (fcntl(i, F_GETFD) < 0 && open("/dev/null", way[i]) < 0) {
      return;
    }
  }
}

/* What was printed must have arrived: a script that reads it relies on the exit code. */
static int delivered(int code)
{
  sn_error e = {0};
  errno = 0;
  if ((fflush(stdout) == 0 && !ferror(stdout)) || code != EXIT_GOOD) {
    return code;
  }
  const sn_status status = sn_fail(&e, SN_EIO, "output", "What was to be printed could not be written.",
                                   errno ? strerror(errno) : "", "Check the space on the disk, or what reads it.");
  return sn_print_error(status, &e);
}

int main(int argc, char **argv)
{
  sn_h5_no_exit_handler();
  fill_closed();
  return delivered(command(argc, argv));
}
