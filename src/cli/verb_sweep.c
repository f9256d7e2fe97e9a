/* cli/verb_sweep.c -- `sinew sweep`: a model with many values of its parameters, a row of numbers for each.
 * What:    a plan (grid, random, Latin hypercube), runs in processes of their own, a table that grows run by run. What is in the
 *          table is not run again: a sweep that was stopped or killed goes on with the same command.
 * Tests:   tests/cli/test_sweep.c, tests/cli/test_sweep_jobs.c.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/sweep.h"
#include "cli/workers.h"

static const char where[] = "command line";

/* ---- reading the command line */

static sn_status whole_number(const sn_arguments *a, const char *name, double least, double most, const char *example,
                              double *out, sn_error *error)
{
  SN_TRY(sn_number_given(a, name, least, example, out, error));
  if (*out != floor(*out) || *out > most) {
    (void)sn_failf(error, SN_EINPUT, "%s %.60s is not what it should be.", name, sn_text_given(a, name));
    sn_error_where(error, where);
    sn_error_fix(error, "Give a whole number from %g to %.9g, e.g. %s %s.", least, most, name, example);
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status read_plan(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  sn_plan_axis *axis = SN_NEW(s->arena, sn_plan_axis, a->n_given + 1);
  const char *kind = sn_text_given(a, "--plan");
  const sn_plan_kind as = !kind || strcmp(kind, "grid") == 0 ? SN_PLAN_GRID
                          : strcmp(kind, "random") == 0      ? SN_PLAN_RANDOM
                                                             : SN_PLAN_LATIN;
  double runs = 0, seed = 1;
  int n = 0;
  for (int i = 0; axis && i < a->n_given; i++) {
    if (strcmp(a->given[i].name, "--set") == 0) {
      SN_TRY(sn_plan_axis_read(a->given[i].value, s->arena, &axis[n++], error));
    }
  }
  if (n == 0) {
    return sn_fail(error, SN_EINPUT, where, "There is nothing to sweep over.",
                   "--set says which values a parameter gets.", "Write e.g. --set k=1e3,2e3,5e3 --set c=0:0.1:1.");
  }
  SN_TRY(whole_number(a, "--runs", 1, SN_SWEEP_MOST, "100", &runs, error));
  SN_TRY(whole_number(a, "--seed", 0, 9007199254740991.0, "1", &seed, error));
  if ((as != SN_PLAN_GRID) != (runs > 0)) {
    return sn_fail(error, SN_EINPUT, where,
                   as == SN_PLAN_GRID ? "--runs is for plans that draw." : "The plan needs a number of runs.",
                   as == SN_PLAN_GRID ? "A grid has a run for every combination of values." : "",
                   as == SN_PLAN_GRID ? "Leave it out, or add --plan latin or --plan random." : "Add e.g. --runs 100.");
  }
  return sn_plan_make(as, axis, n, (int)runs, (uint64_t)seed, s->arena, &s->plan, error);
}

static sn_status read_wishes(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  static const char *const words[] = {"run", "static", "modes", "buckling"};
  const char *what = sn_text_given(a, "--do");
  char *all = NULL;
  for (int i = 0; what && i < 4; i++) {
    s->analysis = strcmp(words[i], what) == 0 ? (sn_analysis)i : s->analysis;
  }
  for (int i = 0; i < a->n_given; i++) {
    if (strcmp(a->given[i].name, "--collect") == 0) {
      all = sn_arena_format(s->arena, "%s%s%s", all ? all : "", all ? "," : "", a->given[i].value);
      if (!all) {
        return sn_no_memory(error, "the sweep");
      }
    }
  }
  if (all) {
    return sn_wishes_read(all, s->analysis, s->arena, &s->wish, &s->n_wish, error);
  }
  if (!sn_is_given(a, "--results")) {
    return sn_fail(error, SN_EINPUT, where, "Nothing of the runs would be kept.",
                   "--collect says which numbers, --results where whole results go.",
                   "Write e.g. --collect \"max(tip_z), final(angle)\".");
  }
  return SN_OK;
}

/* The name of the table without its ending. */
static sn_status read_stem(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  const char *given = sn_text_given(a, "-o");
  const char *name = given ? given : sn_cli_name(a->word[0], s->arena);
  char *stem = name ? sn_arena_format(s->arena, given ? "%s" : "%s_sweep", name) : NULL;
  char *dot = stem ? strrchr(stem, '.') : NULL;
  if (!stem) {
    return sn_no_memory(error, "the sweep");
  }
  if (given && dot && (strcmp(dot, ".csv") == 0 || strcmp(dot, ".h5") == 0)) {
    *dot = '\0';
  }
  if (stem[0] == '\0' || stem[strlen(stem) - 1] == '/') {
    return sn_fail(error, SN_EINPUT, where, "The table has no name.", "-o takes a file, not a folder.",
                   "Write e.g. -o sweep.csv.");
  }
  s->table.stem = stem;
  return SN_OK;
}

static sn_status read_all(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  double jobs = (double)sysconf(_SC_NPROCESSORS_ONLN);
  s->a = a;
  s->results = sn_text_given(a, "--results");
  if (strcmp(a->word[0], "-") == 0) {
    return sn_fail(error, SN_EINPUT, where, "A sweep needs a model file.", "Each run reads it anew.",
                   "Write the model into a file.");
  }
  SN_TRY(whole_number(a, "--jobs", 1, SN_MOST_WORKERS, "2", &jobs, error));
  s->jobs = (int)jobs;
  SN_TRY(read_plan(a, s, error));
  if (sn_is_given(a, "--points")) { /* nothing is run: nothing to collect, and no table */
    return sn_sweep_probe(s, error);
  }
  SN_TRY(read_wishes(a, s, error));
  SN_TRY(read_stem(a, s, error));
  SN_TRY(sn_sweep_probe(s, error));
  s->table.plan = &s->plan;
  s->table.wish = s->wish;
  s->table.n_wish = s->n_wish;
  s->table.arena = s->arena;
  return sn_sweep_prepare(&s->table, error);
}

/* ---- the work */

static int wanted(void *data, int run)
{
  const sn_sweep *s = data;
  return !s->table.row[run].outcome;
}

static void work(void *data, int run, int to)
{
  const sn_sweep *s = data;
  sn_arena *arena = sn_arena_new(NULL);
  char *answer = arena ? sn_arena_get(arena, sn_sweep_answer_size(s), 1) : NULL;
  if (answer) {
    (void)sn_worker_answer(to, answer, sn_sweep_run(s, run, answer));
  }
}

/* Converts the answer of a run to a row of the table; a process that died has none. */
static sn_status row_of(const sn_sweep *s, const char *answer, size_t size, int ended, sn_sweep_row *out,
                        sn_error *error)
{
  const size_t before = sizeof(sn_sweep_answer) + (size_t)s->n_wish * sizeof(double);
  double *number = SN_NEW(s->arena, double, s->n_wish + 1);
  sn_sweep_answer head = {.seconds = NAN, .outcome = SN_OUTCOME_CRASHED};
  char *message = NULL;
  if (!number) {
    return sn_no_memory(error, "the sweep");
  }
  if (size > before && answer[size - 1] == '\0') {
    memcpy(&head, answer, sizeof head);
    memcpy(number, answer + sizeof head, (size_t)s->n_wish * sizeof(double));
    message = sn_arena_text(s->arena, answer + before);
  } else {
    for (int i = 0; i < s->n_wish; i++) {
      number[i] = NAN;
    }
    message = WIFSIGNALED(ended) ? sn_arena_format(s->arena, "The run was ended by signal %d.%s", WTERMSIG(ended),
                                                   WTERMSIG(ended) == 9 ? " Perhaps memory ran out: try --jobs 1." : "")
                                 : sn_arena_text(s->arena, "The run ended without an answer.");
  }
  *out = (sn_sweep_row){head.outcome, round(1e6 * head.seconds) / 1e6, number, message}; /* as the csv has it */
  return message ? SN_OK : sn_no_memory(error, "the sweep");
}

static sn_status take(void *data, int run, const void *answer, size_t size, int ended, sn_error *error)
{
  sn_sweep *s = data;
  sn_sweep_row row;
  SN_TRY(row_of(s, answer, size, ended, &row, error));
  return sn_sweep_put(&s->table, run, &row, error);
}

static sn_status make_results(const sn_sweep *s, sn_error *error)
{
  struct stat facts;
  if (!s->results || mkdir(s->results, 0777) == 0 ||
      (errno == EEXIST && stat(s->results, &facts) == 0 && S_ISDIR(facts.st_mode))) {
    return SN_OK;
  }
  return sn_fail(error, SN_EIO, s->results, "The folder of results cannot be made.", strerror(errno),
                 "Choose another one with --results FOLDER.");
}

/* With --retry: runs that failed count as not done. */
static void forget_failures(sn_sweep_table *t)
{
  for (int i = 0; i < t->plan->n_run; i++) {
    if (sn_outcome_is_failure(t->row[i].outcome)) {
      t->row[i].outcome = SN_OUTCOME_NONE;
      t->n_failed--;
      t->n_done--;
    }
  }
}

static void print_summary(const sn_sweep *s, int before, double seconds)
{
  const sn_sweep_table *t = &s->table;
  char left[40] = "";
  if (t->n_done < s->plan.n_run) {
    (void)snprintf(left, sizeof left, ", %d left", s->plan.n_run - t->n_done);
  }
  (void)fprintf(stderr, "runs         %d of %d (%d of them before), %d failed%s\n", t->n_done, s->plan.n_run, before,
                t->n_failed, left);
  for (int i = 0, told = 0; i < s->plan.n_run && !told; i++) {
    told = sn_outcome_is_failure(t->row[i].outcome);
    if (told) {
      (void)fprintf(stderr, "first        run %d %s: %.300s\n", i + 1, sn_outcome_word(t->row[i].outcome),
                    t->row[i].message);
    }
  }
  if (t->n_done > before && seconds > 0) {
    (void)fprintf(stderr, "wall time    %.3g s, %.3g runs a second with %d at a time\n", seconds,
                  (t->n_done - before) / seconds, s->jobs);
  }
  (void)fprintf(stderr, "table        %s%s%s, %s\n", sn_colour(stderr, "\033[1m"), t->csv, sn_colour(stderr, "\033[0m"),
                t->h5);
}

/* Makes all remaining runs and fills the table, which is written in order whatever happens. */
static sn_status run_all(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  const volatile int *stop = sn_cli_catch_signals();
  const int quiet = sn_is_given(a, "--quiet"), before = s->table.n_done;
  const double began = sn_wall_seconds();
  const sn_workers w = {.data = s,
                        .n = s->plan.n_run,
                        .most = s->jobs,
                        .show = !quiet && sn_is_terminal(stderr),
                        .answer = sn_sweep_answer_size(s),
                        .wanted = wanted,
                        .work = work,
                        .take = take};
  SN_TRY(make_results(s, error));
  sn_status status = sn_workers_run(&w, stop, error);
  sn_error closing = {0};
  const sn_status closed = status == SN_EIO ? SN_OK : sn_sweep_finish(&s->table, &closing);
  if (status == SN_OK && closed != SN_OK) {
    *error = closing;
    status = closed;
  }
  if (status == SN_ESTOP) {
    (void)sn_fail(error, SN_ESTOP, "sweep", "The sweep was interrupted.", "Runs that had ended are in the table.",
                  "The same command continues with the others.");
  }
  if (!quiet && closed == SN_OK) {
    print_summary(s, before, sn_wall_seconds() - began);
  }
  return status;
}

/* --only N: one run, its row in a file of its own. */
static sn_status run_one(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  double run = 0;
  sn_sweep_row row;
  SN_TRY(whole_number(a, "--only", 1, s->plan.n_run, "1", &run, error));
  SN_TRY(make_results(s, error));
  char *answer = sn_arena_get(s->arena, sn_sweep_answer_size(s), 1);
  if (!answer) {
    return sn_no_memory(error, "the sweep");
  }
  const size_t size = sn_sweep_run(s, (int)run - 1, answer);
  SN_TRY(row_of(s, answer, size, 0, &row, error));
  return sn_sweep_write_part(&s->table, (int)run - 1, &row, error);
}

static sn_status sweep(const sn_arguments *a, sn_sweep *s, sn_error *error)
{
  const char *jobs_file = sn_text_given(a, "--jobs-file");
  const char *points = sn_text_given(a, "--points");
  SN_TRY(read_all(a, s, error));
  if (points) {
    return sn_sweep_write_points(s, points, error);
  }
  if (sn_is_given(a, "--only")) {
    return run_one(a, s, error);
  }
  SN_TRY(sn_sweep_open(&s->table, sn_is_given(a, "--fresh"), error));
  if (sn_is_given(a, "--retry")) {
    forget_failures(&s->table);
  }
  return jobs_file ? sn_sweep_write_jobs(s, jobs_file, error) : run_all(a, s, error);
}

/* Counts good runs with warnings that count as errors. */
static int count_warned(const sn_sweep_table *t)
{
  int n = 0;
  for (int i = 0; t->row && i < t->plan->n_run; i++) {
    n += t->row[i].outcome == SN_OUTCOME_WARNED;
  }
  return n;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_sweep s = {.arena = arena};
  sn_error error = {0};
  sn_status status = sweep(a, &s, &error);
  sn_sweep_close(&s.table);
  const int warned = status == SN_OK ? count_warned(&s.table) : 0;
  if (warned > 0) {
    (void)sn_failf(&error, SN_EWARNED, "%d of %d runs have warnings, and strict makes them errors.", warned,
                   s.table.n_done);
    sn_error_where(&error, "%s", a->word[0]);
    sn_error_why(&error, "Their status is `warned`; the column `message` of the table has the first one of each.");
    status = SN_EWARNED;
  }
  if (status == SN_OK && s.table.n_done > 0 && s.table.n_failed == s.table.n_done && !sn_is_given(a, "--only")) {
    status =
        sn_fail(&error, SN_ENOCONV, a->word[0], "All runs failed.", "The column `message` of the table says why.", "");
  }
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {
    {"-o", "TABLE", "the table: TABLE.csv and TABLE.h5 (MODEL_sweep here)", .takes = SN_TAKES_FILE, .of = "csv|h5"},
    {"--set", "NAME=VALUES", "1e3,2e3,5e3 or from:step:to; low:high for plans that draw; once for each parameter",
     .takes = SN_TAKES_TEXT, .many = 1},
    {"--collect", "LIST", "what is kept of a run: \"max(tip_z), final(angle)\"", .takes = SN_TAKES_TEXT, .many = 1},
    {"--do", "WHAT", "run (default), static, modes or buckling", .takes = SN_TAKES_CHOICE,
     .of = "run|static|modes|buckling"},
    {"--plan", "KIND", "grid (default): all combinations; random, latin: points by chance", .takes = SN_TAKES_CHOICE,
     .of = "grid|random|latin"},
    {"--runs", "N", "points of a plan that draws", .takes = SN_TAKES_NUMBER},
    {"--seed", "N", "of a plan that draws (1): the same seed gives the same points", .takes = SN_TAKES_NUMBER},
    {"--jobs", "N", "runs side by side (default: as many as there are cores)", .takes = SN_TAKES_NUMBER, .brief = "-j"},
    {"--results", "FOLDER", "also a result file of every run: FOLDER/1.h5, ...", .takes = SN_TAKES_FOLDER},
    {"--fresh", NULL, "starts the table again instead of continuing it", .takes = SN_TAKES_NOTHING},
    {"--retry", NULL, "runs again what failed", .takes = SN_TAKES_NOTHING},
    {"--jobs-file", "FILE", "writes the runs that are left as commands, one per line, and runs nothing (-: stdout)",
     .takes = SN_TAKES_FILE, .of = "txt"},
    {"--points", "FILE", "writes the runs of the plan as a csv of their parameters, and runs nothing (-: stdout)",
     .takes = SN_TAKES_FILE, .of = "csv"},
    {"--only", "N", "this run alone, into TABLE.parts/N.csv, which the sweep takes in when it is called again",
     .takes = SN_TAKES_NUMBER},
    SN_OPTIONS_OF_RUN,
    SN_OPTION_UNTIL,
    SN_OPTION_WALL_LIMIT,
    SN_OPTION_THREADS,
    SN_OPTION_MEMORY,
    SN_OPTION_QUIET,
    SN_OPTION_STRICT,
    {0}};

const sn_verb sn_verb_sweep = {
    .name = "sweep",
    .words = "MODEL.lua",
    .help = "runs a model with many values of its parameters into a table",
    .about =
        "Each --set is a parameter with its values; a grid runs all combinations. --collect names the numbers that are "
        "kept: max, min, final, mean, rms (SERIES), at(SERIES, T), first_above and first_below(SERIES, X), "
        "time_of_max, "
        "time_of_min(SERIES); with --do modes frequency, growth, damping, whirl(N); with --do buckling load_factor(N). "
        "A "
        "series is a channel, a component of one (tip_z), or a path of result files (energy/total, "
        "joints/pivot/angle); rows are those that the run stores. NAME = max(tip_z) names the column.\n\n"
        "The table grows run by run. A run that fails is a row with its message. After Ctrl-C or a kill the same "
        "command continues with the remaining runs; a table of another model, plan or list is refused.\n\n"
        "--jobs-file writes the runs as commands for other machines; share/sinew/sweep-parallel and sweep-slurm run "
        "them by GNU parallel and as a Slurm array (docs/guide/sweeps.md).",
    .example = "sinew sweep model.lua --set k=1e3,2e3,5e3 --set c=0:0.1:1 -j 2 --collect \"max(tip_z), final(angle)\"",
    .options = options,
    .of = "lua",
    .least = 1,
    .most = 1,
    .perform = perform};
