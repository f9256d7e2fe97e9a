/* cli/cli.h -- the command: arguments, words for people, exit codes. One file per verb.
 * Rule:    data on stdout; messages and progress on stderr.
 */
#ifndef SN_CLI_CLI_H
#define SN_CLI_CLI_H
#include <stdio.h>

#include "api/session.h"
#include "language/language.h"

enum {
  EXIT_GOOD = 0,
  EXIT_INTERNAL = 1,
  EXIT_USAGE = 2,
  EXIT_MODEL = 3,
  EXIT_NUMERICS = 4,
  EXIT_FILE = 5,
  EXIT_STOPPED = 130
};

/* What stood on the command line after the verb. */
enum { OPTION_OUTPUT = 1, OPTION_SET = 2, OPTION_UNTIL = 4, OPTION_QUIET = 8, OPTION_JSON = 16 };
typedef struct {
  int n; /* words that are no options */
  const char *const *word;
  const char *output; /* -o */
  double until;       /* --until; NAN: not given */
  int quiet, json, help;
  int n_set;
  const sn_override *set; /* --set */
} sn_arguments;

typedef struct {
  const char *name, *words; /* "run", "MODEL.lua" */
  const char *help;         /* one line */
  const char *example;
  int options;     /* OPTION_... it takes */
  int least, most; /* number of words */
  int (*perform)(const sn_arguments *a, sn_arena *arena);
} sn_verb;
extern const sn_verb sn_verb_run, sn_verb_check, sn_verb_csv, sn_verb_info, sn_verb_new;

/* cli/arguments.c: fills *out or says what is wrong. */
sn_status sn_arguments_read(const sn_verb *verb, int argc, char **argv, sn_arena *arena, sn_arguments *out,
                            sn_error *error);
void sn_print_options(const sn_verb *verb, FILE *to);

/* cli/words.c */
int sn_is_terminal(FILE *f);
const char *sn_colour(FILE *f, const char *code); /* escape sequence, or "" without a terminal or with NO_COLOR */
int sn_exit_code(sn_status status);
int sn_print_error(sn_status status, const sn_error *error); /* four parts on stderr; returns the exit code */
void sn_warn_moved(const sn_session *s);                     /* initial velocities that the joints have changed */
void sn_print_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* cli/load.c: the model and its name ("pendulum" for examples/pendulum/model.lua and for pendulum.lua). */
sn_status sn_cli_load(const sn_arguments *a, sn_arena *arena, sn_model **model, const char **name, sn_error *error);

#endif
