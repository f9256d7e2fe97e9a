/* cli/sweep_run.c -- one run of a sweep: the model with its values, the analysis, what was collected.
 * What:    rows are taken in as the run makes them; a result file is written only if it is wanted, since one costs more than a short
 *          run (docs/command.md). Each run has one thread, unless the command line says otherwise: the cores are for runs.
 * Tests:   tests/cli/test_sweep.c.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/sweep.h"
#include "session/runner.h"
#include "session/session_modes.h"

sn_status sn_sweep_arguments(const sn_sweep *s, int run, sn_arena *arena, sn_arguments *out, sn_error *error)
{
  sn_given *given = SN_NEW(arena, sn_given, s->a->n_given + s->plan.n_axis + 1);
  *out = *s->a;
  out->given = given;
  out->n_given = 0;
  for (int i = 0; given && i < s->a->n_given; i++) {
    if (strcmp(s->a->given[i].name, "--set") != 0) {
      given[out->n_given++] = s->a->given[i];
    }
  }
  for (int k = 0; given && run >= 0 && k < s->plan.n_axis; k++) {
    const char *set = sn_arena_format(arena, "%s=%s", s->plan.axis[k].name, sn_plan_value(&s->plan, run, k));
    if (!set) {
      return sn_no_memory(error, "the sweep");
    }
    given[out->n_given++] = (sn_given){"--set", set};
  }
  if (given && !sn_is_given(s->a, "--threads")) {
    given[out->n_given++] = (sn_given){"--threads", "1"};
  }
  return given ? SN_OK : sn_no_memory(error, "the sweep");
}

/* ---- one run */

typedef struct {
  const sn_sweep *sweep;
  sn_collecting *series;
} taking;

static void take_row(void *data, const sn_observation *o, const sn_ledger *total)
{
  taking *t = data;
  sn_collect_row(t->series, t->sweep->n_wish, o, total);
}

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  (void)error;
  take_row(data, o, total);
  return SN_OK;
}

static sn_status on_step(void *data, const sn_step_record *r, sn_error *error)
{
  (void)data;
  (void)r;
  (void)error;
  return SN_OK;
}

static const char *result_name(const sn_sweep *s, int run, sn_arena *arena)
{
  return sn_arena_format(arena, "%s/%d.h5", s->results, run + 1);
}

/* A run, or the single row of an equilibrium. */
static sn_status move(const sn_sweep *sweep, int run, sn_session *s, double *number, sn_outcome *outcome,
                      sn_error *error)
{
  taking t = {sweep, NULL};
  sn_run_summary summary = {0};
  const sn_sink sink = {.data = &t, .row = on_row, .step = on_step};
  SN_TRY(sn_collect_begin(s->frozen.system, sweep->wish, sweep->n_wish, s->arena, &t.series, error));
  SN_TRY(sn_session_start(s, error));
  if (sweep->results) {
    const char *file = result_name(sweep, run, s->arena);
    const sn_status done =
        !file ? sn_no_memory(error, "the sweep")
              : sn_session_run(s, file, &(sn_session_hooks){.data = &t, .row = take_row}, &summary, error);
    SN_TRY(done == SN_EWARNED ? SN_OK : done); /* counted below, for all analyses */
  } else {
    SN_TRY(s->runner->run(s, &sink, &summary, error));
    SN_TRY(sn_session_notes(s, &summary, error));
  }
  for (int i = 0; i < sweep->n_wish; i++) {
    number[i] = sn_collect_end(&t.series[i]);
  }
  *outcome = sn_session_outcome(SN_OK, &summary);
  return SN_OK;
}

static sn_status vibrate(const sn_sweep *sweep, int run, sn_session *s, double *number, sn_error *error)
{
  const int buckling = sweep->analysis == SN_SWEEP_BUCKLING;
  sn_modes_wanted wanted = sn_session_modes_wanted(s);
  sn_modes modes;
  wanted.count = sn_wishes_modes(sweep->wish, sweep->n_wish);
  SN_TRY(sn_session_modes(s, &wanted, buckling, &modes, error));
  for (int i = 0; i < sweep->n_wish; i++) {
    number[i] = sn_collect_mode(&sweep->wish[i], &modes);
  }
  if (sweep->results && modes.n > 0) {
    const char *file = result_name(sweep, run, s->arena);
    SN_TRY(file ? sn_session_write_modes(s, &modes, buckling, file, error) : sn_no_memory(error, "the sweep"));
  }
  return SN_OK;
}

static uint64_t main_hash(const sn_model *m)
{
  const char *file, *text;
  if (sn_model_sources(m) == 0) {
    return 0;
  }
  sn_model_source_at(m, 0, &file, &text);
  return sn_hash(text, strlen(text));
}

static sn_status open_model(const sn_sweep *sweep, int run, sn_arena *arena, sn_arguments *a, sn_session *s,
                            sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL;
  SN_TRY(sn_sweep_arguments(sweep, run, arena, a, error));
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sweep->analysis == SN_SWEEP_RUN ? sn_session_open(s, model, name, arena, error)
                                         : sn_session_open_static(s, model, name, arena, error));
  return sn_cli_memory(a, s, sweep->analysis == SN_SWEEP_RUN, error);
}

static sn_status do_run(const sn_sweep *sweep, int run, sn_arena *arena, sn_session *s, double *number,
                        sn_outcome *outcome, sn_error *error)
{
  sn_arguments a;
  SN_TRY(open_model(sweep, run, arena, &a, s, error));
  if (main_hash(s->model) != sweep->main_hash) {
    return sn_fail(error, SN_EINPUT, a.word[0], "The model was changed while the sweep went on.",
                   "Runs before and after would be of different models.", "Run the sweep again with --fresh.");
  }
  if (sweep->analysis == SN_SWEEP_MODES || sweep->analysis == SN_SWEEP_BUCKLING) {
    return vibrate(sweep, run, s, number, error);
  }
  if (sweep->analysis == SN_SWEEP_STATIC) {
    SN_TRY(sn_cli_still_settings(s, error));
  } else {
    SN_TRY(sn_cli_settings(&a, s, error));
  }
  return move(sweep, run, s, number, outcome, error);
}

/* Joins the parts of an error in one line. */
static void put_message(sn_error *e, char *out)
{
  (void)snprintf(out, SN_SWEEP_MESSAGE, "%s%s%s%s%s%s%s", e->where, e->where[0] ? ": " : "", e->what,
                 e->why[0] ? " " : "", e->why, e->fix[0] ? " " : "", e->fix);
  (void)sn_clean(out);
}

size_t sn_sweep_answer_size(const sn_sweep *s)
{
  return sizeof(sn_sweep_answer) + (size_t)s->n_wish * sizeof(double) + SN_SWEEP_MESSAGE;
}

/* Copies the first warning of a good run into the error; 0: there is none. */
static int note_warnings(sn_session *s, sn_error *error)
{
  *error = (sn_error){0};
  if (sn_session_warnings(s, error) != SN_OK || sn_session_start_warnings(s, error) != SN_OK ||
      sn_model_warnings(s->model) == 0) {
    return 0;
  }
  const int n = sn_model_warnings(s->model);
  const sn_warning *w = sn_model_warning_at(s->model, 0);
  (void)snprintf(error->what, sizeof error->what, "warning");
  (void)snprintf(error->why, sizeof error->why, "%s%s%.400s", w->where, w->where[0] ? ": " : "", w->text);
  if (n > 1) {
    (void)snprintf(error->fix, sizeof error->fix, "(and %d more)", n - 1);
  }
  return 1;
}

size_t sn_sweep_run(const sn_sweep *s, int run, char *answer)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_session session = {0};
  sn_error error = {0};
  sn_outcome outcome = SN_OUTCOME_COMPLETE;
  const double began = sn_wall_seconds();
  double *number = arena ? SN_NEW(arena, double, s->n_wish + 1) : NULL;
  sn_status status =
      number ? do_run(s, run, arena, &session, number, &outcome, &error) : sn_no_memory(&error, "the run");
  const int warned = status == SN_OK && note_warnings(&session, &error);
  status = status == SN_OK && error.status == SN_ENOMEM ? SN_ENOMEM : status;
  outcome = status != SN_OK                                 ? SN_OUTCOME_FAILED
            : warned && sn_model_run(session.model)->strict ? SN_OUTCOME_WARNED
                                                            : outcome;
  const sn_sweep_answer head = {.seconds = sn_wall_seconds() - began, .outcome = outcome};
  memcpy(answer, &head, sizeof head);
  for (int i = 0; i < s->n_wish; i++) {
    const double x = status == SN_OK && number ? number[i] : NAN;
    memcpy(answer + sizeof head + (size_t)i * sizeof x, &x, sizeof x);
  }
  char *message = answer + sizeof head + (size_t)s->n_wish * sizeof(double);
  message[0] = '\0';
  if (status != SN_OK || warned) {
    put_message(&error, message);
  }
  sn_session_close(&session);
  sn_arena_free(arena);
  return (size_t)(message - answer) + strlen(message) + 1;
}

/* ---- before the work */

static sn_status check_parameters(const sn_sweep *s, const sn_model *m, sn_error *error)
{
  const int n = sn_model_parameters(m);
  const char **names = SN_NEW(s->arena, const char *, n + 1);
  char all[300];
  if (!names) {
    return sn_no_memory(error, "the sweep");
  }
  for (int i = 0; i < n; i++) {
    names[i] = sn_model_parameter_at(m, i)->name;
  }
  for (int k = 0; k < s->plan.n_axis; k++) {
    const char *name = s->plan.axis[k].name;
    int known = strncmp(name, "run.", 4) == 0; /* fields of run { ... } are checked where they are set */
    for (int i = 0; i < n; i++) {
      known |= strcmp(names[i], name) == 0;
    }
    if (!known) {
      const char *near = sn_nearest(name, names, (size_t)n);
      sn_join(all, sizeof all, names, n);
      (void)sn_failf(error, SN_EINPUT, "The model has no parameter '%.60s'.", name);
      sn_error_where(error, "%s", s->a->word[0]);
      sn_error_why(error, n ? "Its parameters are: %s." : "It has no parameters%s.", all);
      sn_error_fix(error, near ? "Did you mean --set %s=...?" : "Define it in the model with param { ... }%s.",
                   near ? near : "");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

/* Hash of all that a row depends on: all files of the model, the analysis, and the settings of the command line that are not parameters. */
static sn_status find_made_by(sn_sweep *s, const sn_model *m, sn_error *error)
{
  static const char *const settings[] = {"--scheme",    "--alpha", "--dt",   "--duration",
                                         "--tolerance", "--store", "--until"};
  const char *file, *text = "";
  uint64_t h = sn_hash(&s->analysis, sizeof s->analysis);
  for (int i = 0; i < sn_model_sources(m); i++) {
    sn_model_source_at(m, i, &file, &text);
    h = h * 31 + sn_hash(text, strlen(text));
  }
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    const char *value = sn_text_given(s->a, settings[i]);
    h = h * 31 + (value ? sn_hash(value, strlen(value)) : i);
  }
  s->main_hash = main_hash(m);
  s->table.made_by = sn_arena_format(s->arena, "%016llx", (unsigned long long)h);
  return s->table.made_by ? SN_OK : sn_no_memory(error, "the sweep");
}

/* Finds series and their units if the model can be opened; otherwise its rows will say why it cannot. */
static sn_status check_series(sn_sweep *s, sn_session *session, sn_error *error)
{
  const char **unit = SN_NEW(s->arena, const char *, s->n_wish + 1);
  sn_collecting *c = NULL;
  if (!unit) {
    return sn_no_memory(error, "the sweep");
  }
  if (session->frozen.system && sn_model_items(session->model) > 0) {
    SN_TRY(sn_collect_begin(session->frozen.system, s->wish, s->n_wish, s->arena, &c, error));
  }
  for (int i = 0; i < s->n_wish; i++) {
    unit[i] = c ? sn_wish_unit(&c[i]) : "";
  }
  s->table.unit = unit;
  return SN_OK;
}

/* Is this an error of the command line itself, which all runs would have? */
static int is_hopeless(const sn_error *e)
{
  return strcmp(e->where, "command line") == 0;
}

/* Opens one of the first runs that can be read, otherwise the model as it is: missing parameters then have a message of their own.
   A run that cannot be read is a row with its message, not the end of the sweep. */
static sn_status open_any(sn_sweep *s, sn_session *session, sn_error *first)
{
  enum { TRIES = 16 };
  sn_arguments a;
  sn_error ignored = {0};
  sn_status status = open_model(s, 0, s->arena, &a, session, first);
  if (status == SN_OK && s->analysis == SN_SWEEP_RUN) {
    status = sn_cli_settings(&a, session, first);
  }
  for (int k = 1; k <= TRIES && !session->model && !is_hopeless(first); k++) {
    const int run = k < TRIES && k < s->plan.n_run ? k : -1;
    (void)open_model(s, run, s->arena, &a, session, &ignored);
    k = run < 0 ? TRIES : k;
  }
  return status;
}

sn_status sn_sweep_probe(sn_sweep *s, sn_error *error)
{
  sn_session session = {0};
  sn_error first = {0};
  sn_status status = open_any(s, &session, &first);
  if (!session.model || is_hopeless(&first)) {
    *error = first;
    sn_session_close(&session);
    return status;
  }
  status = check_parameters(s, session.model, error);
  status = status == SN_OK ? find_made_by(s, session.model, error) : status;
  status = status == SN_OK ? check_series(s, &session, error) : status;
  sn_session_close(&session);
  return status;
}
