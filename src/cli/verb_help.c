/* cli/verb_help.c -- `sinew help`: the help of a verb, its manual page, or completions for a shell.
 * What:    manual pages and completions are printed by the command itself, from the tables it reads its arguments with; the
 *          build writes them into files (CMakeLists.txt), `make install` puts these where man and the shells look.
 * Tests:   tests/cli/test_help.c.
 */
#include "cli/cli.h"

static int perform(const sn_arguments *a, sn_arena *arena)
{
  const char *shell = sn_text_given(a, "--completion");
  const sn_verb *v = a->n > 0 ? sn_verb_named(a->word[0]) : NULL;
  (void)arena;
  if (a->n > 0 && !v) {
    sn_error error = {0};
    return sn_print_error(sn_unknown_verb(a->word[0], &error), &error);
  }
  if (shell) {
    sn_print_completion(shell, stdout);
  } else if (sn_is_given(a, "--man")) {
    sn_print_manual(v, stdout);
  } else if (v) {
    sn_print_verb_help(v, stdout);
  } else {
    sn_print_help(stdout);
  }
  return EXIT_GOOD;
}

static const sn_option options[] = {{"--man", NULL, "the manual page, for man(1)", .takes = SN_TAKES_NOTHING},
                                    {"--completion", "SHELL", "words for the tab key of bash, zsh or fish",
                                     .takes = SN_TAKES_CHOICE, .of = "bash|zsh|fish"},
                                    {0}};

const sn_verb sn_verb_help = {
    .name = "help",
    .words = "[VERB]",
    .help = "prints the options of a verb",
    .about =
        "Manual pages and completions are made from the tables that the command reads its arguments with. `make "
        "install` "
        "puts them in their places; without it, source <(sinew help --completion bash) gives the shell its words, and "
        "sinew help run --man | man -l - shows a page.",
    .example = "sinew help run",
    .options = options,
    .least = 0,
    .most = 1,
    .perform = perform};
