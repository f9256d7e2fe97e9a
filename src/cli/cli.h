/* cli/cli.h -- the command: arguments, words for people, exit codes. One file per verb.
 * Rule:    data on stdout; messages and progress on stderr.
 */
#ifndef SN_CLI_CLI_H
#define SN_CLI_CLI_H
#include <stdio.h>

#include "language/language.h"
#include "results/json.h"
#include "session/session.h"

enum {
  EXIT_GOOD = 0,
  EXIT_INTERNAL = 1,
  EXIT_USAGE = 2,
  EXIT_MODEL = 3,
  EXIT_NUMERICS = 4,
  EXIT_FILE = 5,
  EXIT_WARNED = 6,
  EXIT_STOPPED = 130
};

/* The value of an option: how it is read, and what a shell offers for it. */
typedef enum {
  SN_TAKES_NOTHING, /* a flag */
  SN_TAKES_TEXT,    /* of: words that a shell offers, "iso|front"; other words are accepted, too */
  SN_TAKES_CHOICE,  /* of: the words; no other is accepted */
  SN_TAKES_NUMBER,
  SN_TAKES_NUMBERS, /* all the numbers that follow: --time 0 0.5 1 (or 0,0.5,1) */
  SN_TAKES_FILE,    /* of: endings that a shell offers, "lua", "svg|png|pdf" */
  SN_TAKES_FOLDER
} sn_takes;

/* An option that a verb takes. Reader, help, manual pages and completions are made from these tables. */
typedef struct {
  const char *name, *value; /* "--set", "NAME=VALUE"; value NULL: a flag */
  const char *help;
  sn_takes takes;
  const char *of;    /* see sn_takes */
  const char *brief; /* "-q" for "--quiet"; NULL: none */
  int many;          /* 1: may be repeated; each one has an effect */
} sn_option;

/* The command line after the verb. */
typedef struct {
  const char *name, *value; /* as in the table; value NULL: a flag */
} sn_given;
typedef struct {
  int n; /* words that are no options */
  const char *const *word;
  int n_given;
  const sn_given *given; /* in the order of the command line */
  int help;
} sn_arguments;

typedef struct {
  const char *name, *words; /* "run", "MODEL.lua" */
  const char *help;         /* one line */
  const char *about;        /* for its manual page: paragraphs with an empty line between them */
  const char *example;
  const sn_option *options; /* ends with {0}; NULL: none */
  const char *of;           /* endings of the files that its words name, "lua"; NULL: they name none */
  int least, most;          /* number of words */
  int (*perform)(const sn_arguments *a, sn_arena *arena);
} sn_verb;
extern const sn_verb sn_verb_run, sn_verb_check, sn_verb_csv, sn_verb_info, sn_verb_new, sn_verb_view, sn_verb_plot,
    sn_verb_compare, sn_verb_export, sn_verb_resume, sn_verb_static, sn_verb_modes, sn_verb_linearize, sn_verb_study,
    sn_verb_sweep, sn_verb_mesh, sn_verb_help;

/* cli/verbs.c: all of them, in the order of the help; ends with NULL. */
extern const sn_verb *const sn_verbs[];
const sn_verb *sn_verb_named(const char *name); /* NULL: there is none */
typedef struct {
  int code;
  const char *meaning;
} sn_exit_meaning;
extern const sn_exit_meaning sn_exit_meanings[]; /* ends with an empty meaning */
void sn_print_help(FILE *to);
void sn_print_verb_help(const sn_verb *v, FILE *to);
/* Reports an unknown verb, with the one that was probably meant. */
sn_status sn_unknown_verb(const char *word, sn_error *error);

/* cli/manual.c: the manual page of a verb, or of the command (NULL), for man(1). */
void sn_print_manual(const sn_verb *v, FILE *to);
/* cli/completion.c: "bash", "zsh", "fish". */
void sn_print_completion(const char *shell, FILE *to);

/* cli/arguments.c: fills *out or says what is wrong. */
sn_status sn_arguments_read(const sn_verb *verb, int argc, char **argv, sn_arena *arena, sn_arguments *out,
                            sn_error *error);
int sn_is_given(const sn_arguments *a, const char *name);
const char *sn_text_given(const sn_arguments *a, const char *name); /* the last one; NULL: not given */
/* Reads a number not below `least`; *out is unchanged if the option is not given. example: "2.5", for the message. */
sn_status sn_number_given(const sn_arguments *a, const char *name, double least, const char *example, double *out,
                          sn_error *error);
/* All numbers of an option that takes many (sn_arguments_read has checked that they are numbers). */
sn_status sn_numbers_given(const sn_arguments *a, const char *name, sn_arena *arena, const double **out, int *n,
                           sn_error *error);
/* Options that several verbs take; for their tables. */
#define SN_OPTION_SET                                                                                     \
  {                                                                                                       \
    "--set", "NAME=VALUE", "a parameter of the model; may be repeated", .takes = SN_TAKES_TEXT, .many = 1 \
  }
/* Fields of run { ... } (cli/model_file.c). */
#define SN_OPTIONS_OF_RUN                                                                                             \
  {"--scheme", "NAME", "time-stepping scheme; replaces that of the model", .takes = SN_TAKES_TEXT,                    \
   .of = SN_SCHEME_CHOICES},                                                                                          \
      {"--alpha", "X", "numerical damping (ed: 0 to 1, hht: -1/3 to 0); replaces that of the model",                  \
       .takes = SN_TAKES_NUMBER},                                                                                     \
      {"--dt", "S", "step size in seconds; replaces that of the model (and its schedule)", .takes = SN_TAKES_NUMBER}, \
      {"--duration", "S", "end time in seconds; replaces that of the model", .takes = SN_TAKES_NUMBER},               \
      {"--tolerance", "X", "automatic steps: error over the size of the model", .takes = SN_TAKES_NUMBER},            \
  {                                                                                                                   \
    "--store", "S", "time between stored rows; 0: every step", .takes = SN_TAKES_NUMBER                               \
  }
#define SN_OPTION_MEMORY                                                                       \
  {                                                                                            \
    "--memory", "MB", "refuses a model that needs more (four fifths of the machine's memory)", \
        .takes = SN_TAKES_NUMBER                                                               \
  }
#define SN_OPTION_UNTIL                                                                                 \
  {                                                                                                     \
    "--until", "T", "end time in seconds; replaces the duration of the model", .takes = SN_TAKES_NUMBER \
  }
#define SN_OPTION_WALL_LIMIT                                                                               \
  {                                                                                                        \
    "--wall-limit", "S", "interrupts the run after so many seconds on the clock", .takes = SN_TAKES_NUMBER \
  }
#define SN_OPTION_THREADS                                                                              \
  {                                                                                                    \
    "--threads", "N", "threads of the steps; replaces that of the model; no influence on the numbers", \
        .takes = SN_TAKES_NUMBER                                                                       \
  }
#define SN_OPTION_QUIET                                                         \
  {                                                                             \
    "--quiet", NULL, "no progress and no summary; warnings stay", .brief = "-q" \
  }
#define SN_OPTION_STRICT                                                                           \
  {                                                                                                \
    "--strict", NULL, "warnings are errors: exit code 6 (results stay)", .takes = SN_TAKES_NOTHING \
  }
#define SN_OPTION_JSON                                                     \
  {                                                                        \
    "--json", NULL, "one JSON object on stdout", .takes = SN_TAKES_NOTHING \
  }

#define SN_OPTION_ENGINE                                                                                            \
  {"--engine", "NAME", "large matrices by PETSc, on all ranks of mpirun", .takes = SN_TAKES_CHOICE, .of = "petsc"}, \
  {                                                                                                                 \
    "--petsc", "OPTIONS", "what PETSc reads, with --engine petsc", .takes = SN_TAKES_TEXT                           \
  }
/* cli/engine.c: performs a verb; with --engine together with the other ranks. Returns the exit code. */
int sn_cli_perform(const sn_verb *verb, const sn_arguments *a, sn_arena *arena);

/* cli/json.c: prints the results of a verb as one JSON object on stdout, if --json is given. Between the two calls the verb adds its own
   members; sn_json_finish adds the warnings and the error, prints, and returns the exit code (errors are printed on stderr,
   too). s may be NULL. */
typedef struct {
  int wanted;
  sn_json j;
} sn_json_report;
sn_json_report sn_json_start(const sn_arguments *a, sn_arena *arena);
int sn_json_finish(sn_json_report *r, const sn_session *s, sn_status status, const sn_error *error);
/* The complete verb for an analysis of one model: between the two calls `find` opens and fills the session, which is closed
   afterwards. */
typedef sn_status (*sn_finder)(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_json_report *out,
                               sn_error *error);
int sn_find_and_tell(const sn_arguments *a, sn_arena *arena, sn_finder find);
void sn_json_assembly(sn_json *j, const sn_session *s); /* changes of the drawing by the start */

/* cli/words.c */
int sn_is_terminal(FILE *f);
const char *sn_colour(FILE *f, const char *code); /* escape sequence, or "" without a terminal or with NO_COLOR */
/* 0..1: a bar and per cent on stderr, at the start of the line; other words may follow */
void sn_print_bar(double part);
void sn_clear_bar(void);
int sn_exit_code(sn_status status);
int sn_print_error(sn_status status, const sn_error *error); /* four parts on stderr; returns the exit code */
void sn_print_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* cli/warnings.c. Nothing is printed with --json, which has them as members. */
/* changes by the start: positions, velocities */
sn_status sn_warn_moved(const sn_arguments *a, sn_session *s, sn_error *error);
sn_status sn_warn_model(const sn_arguments *a, sn_session *s, sn_error *error); /* probable mistakes in the model */
void sn_warn_rest(const sn_arguments *a, const sn_session *s, int first);       /* from warning number `first` on */

/* cli/browser.c: a page or a link in the user's browser; says so when there is none. */
sn_status sn_open_in_browser(const char *address, sn_error *error);

/* cli/load.c: is it an HDF5 file? Pipes are not read. */
int sn_is_result(const char *file);
/* "pendulum" for examples/pendulum/model.lua and for pendulum.lua. NULL: no memory. */
const char *sn_cli_name(const char *file, sn_arena *arena);
/* The model and its name ("pendulum" for examples/pendulum/model.lua and for pendulum.lua). */
sn_status sn_cli_load(const sn_arguments *a, sn_arena *arena, sn_model **model, const char **name, sn_error *error);
const char *sn_cli_scheme(const sn_session *s); /* of the run, as written */
/* SN_EINPUT: the frozen system needs more memory than --memory allows (the model itself is checked by sn_cli_load). moves: 0 in statics and
   modes. */
sn_status sn_cli_memory(const sn_arguments *a, const sn_session *s, int moves, sn_error *error);
/* The run settings of the model, with --until, --wall-limit and --threads. */
sn_status sn_cli_settings(const sn_arguments *a, sn_session *s, sn_error *error);
/* The settings for an equilibrium; a model for statics alone has no times. */
sn_status sn_cli_still_settings(sn_session *s, sn_error *error);
sn_status sn_cli_machine(const sn_arguments *a, sn_session *s, sn_error *error); /* the last two */

/* cli/running.c: runs a session that has been started into a result file; progress, summary, warnings. */
const volatile int *sn_cli_catch_signals(void); /* flag that a signal sets: for sn_run_options.stop */
sn_status sn_cli_go(const sn_arguments *a, sn_session *s, const char *file, sn_error *error);
/* Returns the exit code, after a message or the JSON object. file: the result; NULL: there is none. */
int sn_cli_end(const sn_arguments *a, const sn_session *s, const char *file, sn_arena *arena, sn_status status,
               const sn_error *error);

#endif
