/* session/resume.c -- opening a session where another run ended: the same model again, or its end as a new start.
 * What:    see session/session_checkpoint.h. The model comes from the texts in the checkpoint; data files beside it (tables, surfaces) are read
 *          again from its folder and must be what they were.
 * Tests:   tests/promises/test_resume.c, tests/cli/test_resume.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "language/language.h"
#include "results/point.h"
#include "results/reader.h"
#include "session/runner.h"
#include "session/session_checkpoint.h"
#include "sinew.h"

static sn_status cannot(const char *where, sn_error *error, const char *why, const char *fix)
{
  return sn_fail(error, SN_EINPUT, where, "The run cannot be resumed.", why, fix);
}

/* The checkpoint of a result: the file beside it, while the run was not done; then the one inside. *file: where it is. */
static sn_status find_point(const char *result, sn_arena *arena, sn_checkpoint *out, const char **file, sn_error *error)
{
  const char *beside = sn_checkpoint_name(result, arena), *bytes = NULL;
  sn_reader *r = NULL;
  size_t n = 0;
  *file = beside;
  if (!beside) {
    return sn_no_memory(error, "the checkpoint");
  }
  if (access(beside, F_OK) != 0) {
    sn_error ignored = {0};
    if (sn_reader_open(result, arena, &r, &ignored) == SN_OK) {
      (void)sn_point_get(r, arena, &bytes, &n, &ignored);
    }
    sn_reader_close(r);
  }
  if (n > 0) {
    *file = result;
    return sn_checkpoint_parse(result, bytes, n, arena, out, error);
  }
  return sn_checkpoint_read(beside, arena, out, error);
}

static sn_status load_model(const sn_checkpoint *c, sn_arena *arena, sn_model **out, sn_error *error)
{
  sn_override *set = SN_NEW(arena, sn_override, c->n_override);
  sn_included *file = SN_NEW(arena, sn_included, c->n_source);
  if (!set || !file) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < c->n_override; i++) {
    set[i] = (sn_override){c->override[i].name, c->override[i].text};
  }
  for (int i = 0; i < c->n_source; i++) {
    file[i] = (sn_included){c->source[i].name, c->source[i].text};
  }
  const sn_language_options options = {
      .override = set, .n_override = c->n_override, .file = file + 1, .n_file = c->n_source - 1};
  return sn_language_load_text(&(sn_language_text){c->source[0].name, c->source[0].text, strlen(c->source[0].text),
                                                   c->folder[0] ? c->folder : NULL},
                               &options, arena, out, error);
}

/* Does a text of the result begin this way? Not when its run was killed before it could say so, or when it is damaged. */
static int result_says(const char *result, const char *path, const char *beginning)
{
  sn_arena *scratch = sn_arena_new(NULL);
  sn_reader *r = NULL;
  const char *there = "";
  sn_error ignored = {0};
  const int good = scratch && sn_reader_open(result, scratch, &r, &ignored) == SN_OK &&
                   sn_reader_text(r, path, &there, &ignored) == SN_OK &&
                   strncmp(there, beginning, strlen(beginning)) == 0;
  sn_reader_close(r);
  sn_arena_free(scratch);
  return good;
}

/* Does the result say that its run ended this way? */
static int result_ended(const char *result, sn_outcome outcome)
{
  sn_arena *scratch = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_outcome there = SN_OUTCOME_NONE;
  sn_error ignored = {0};
  const int good = scratch && sn_reader_open(result, scratch, &r, &ignored) == SN_OK &&
                   sn_reader_outcome(r, &there, &ignored) == SN_OK && there == outcome;
  sn_reader_close(r);
  sn_arena_free(scratch);
  return good;
}

/* What to do with a run that ended this way. file: where its checkpoint was, the result itself or beside it. */
static sn_status judge(const sn_checkpoint *c, const char *result, const char *file, double until,
                       sn_remaining *remaining, sn_error *error)
{
  const sn_outcome outcome = c->snapshot.outcome;
  const int ended = outcome == SN_OUTCOME_COMPLETE, further = !isnan(until) && until > c->snapshot.t;
  *remaining = SN_RUN_REMAINS;
  if (!result_ended(result, outcome)) {
    return SN_OK;
  }
  if (outcome == SN_OUTCOME_FAILED) {
    sn_failf(error, SN_EINPUT, "The run cannot be resumed.");
    sn_error_where(error, "%s", file);
    sn_error_why(error, "It failed at t = %.9g s, and the same steps would fail again.", c->snapshot.t);
    sn_error_fix(error, "Change the model and run it; run { start_from = ... } begins where this run ended.");
    return SN_EINPUT;
  }
  const int done = ended || outcome == SN_OUTCOME_STOPPED;
  if (done && strcmp(file, result) != 0) {
    return SN_OK; /* killed while the result was closed, or by an earlier version: the file beside would be gone */
  }
  if (outcome == SN_OUTCOME_STOPPED || (ended && !further) || (!isnan(until) && !further)) {
    *remaining = SN_RUN_DONE;
  }
  return SN_OK;
}

static sn_status check_model(const sn_checkpoint *c, const char *file, sn_error *error)
{
  if (strcmp(c->creator, "sinew " SINEW_VERSION) != 0) {
    sn_failf(error, SN_EINPUT, "The run cannot be resumed.");
    sn_error_where(error, "%s", file);
    sn_error_why(error, "It was made by %.40s; this is sinew " SINEW_VERSION ", whose steps may differ by round-off.",
                 c->creator);
    sn_error_fix(error, "Use that version, or run the model again.");
    return SN_EINPUT;
  }
  if (c->n_source == 0) {
    return cannot(file, error, "Its model was built by a program, so there is no model text.",
                  "Build it again with that program.");
  }
  return SN_OK;
}

/* numbers of the state that do not belong to the scheme */
static size_t shared(const sn_snapshot *x)
{
  return x->n_state - x->n_scheme;
}

sn_status sn_session_reopen(sn_session *s, const char *result, double until, sn_arena *arena, sn_remaining *remaining,
                            sn_error *error)
{
  sn_checkpoint *c = SN_NEW(arena, sn_checkpoint, 1);
  const char *file = NULL;
  const volatile int *stop = s->options.stop;
  sn_model *model = NULL;
  if (!c) {
    return sn_no_memory(error, "the checkpoint");
  }
  for (int k = 0; sn_runners[k]; k++) {
    if (sn_runners[k]->no_resume && result_says(result, "/summary/scheme", sn_runners[k]->name)) {
      return cannot(result, error, sn_runners[k]->no_resume, "Run the model again, with --until for another end.");
    }
  }
  SN_TRY(find_point(result, arena, c, &file, error));
  s->point = c;
  SN_TRY(check_model(c, file, error));
  SN_TRY(judge(c, result, file, until, remaining, error));
  if (*remaining == SN_RUN_DONE) {
    return SN_OK;
  }
  SN_TRY(load_model(c, arena, &model, error));
  if (sn_model_data_sum(model) != c->data) {
    sn_failf(error, SN_EINPUT, "The run cannot be resumed.");
    sn_error_where(error, "%s", file);
    sn_error_why(error, "A data file of the model (a table or a surface) in %.200s has changed since.", c->folder);
    sn_error_fix(error, "Put the old one back, or run the model again.");
    return SN_EINPUT;
  }
  SN_TRY(sn_session_open(s, model, c->model, arena, error));
  s->point = c;
  sn_session_watch(s, stop);
  s->taken = c->start;
  s->n_taken = c->n_start;
  SN_TRY(sn_session_settings(s, isnan(until) ? c->duration : until, error));
  if (c->n_item != s->frozen.system->n_item || shared(&c->snapshot) != s->frozen.start.n) {
    return cannot(file, error, "The model gives other parts than the run had.", "Run the model again.");
  }
  return sn_session_start(s, error);
}

/* ---- the end of another run as a start */

static sn_status does_not_fit(const char *item, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "run: `start_from` is the result of another model.");
  if (item) {
    sn_error_why(error, "They differ first at '%.100s'.", item);
  } else {
    sn_error_why(error, "The parts have the same names, but their states have different sizes.");
  }
  sn_error_fix(error,
               "Both need the same parts and joints in the same order; parameters, loads and functions may differ.");
  return SN_EINPUT;
}

static sn_status compare(const sn_session *s, const sn_checkpoint *c, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const int n = system->n_item < c->n_item ? system->n_item : c->n_item;
  for (int i = 0; i < n; i++) {
    if (strcmp(system->item_name[i], c->item[i].name) != 0) {
      return does_not_fit(system->item_name[i], error);
    }
  }
  if (system->n_item != c->n_item) {
    return does_not_fit(n < c->n_item ? c->item[n].name : system->item_name[n], error);
  }
  for (size_t i = 0; i < c->snapshot.n_state; i++) {
    if (!isfinite(c->snapshot.state[i])) {
      return sn_fail(error, SN_EINPUT, "", "run: `start_from` is a run that ended with numbers that are not finite.",
                     "", "Choose another run.");
    }
  }
  return shared(&c->snapshot) == s->frozen.start.n ? SN_OK : does_not_fit(NULL, error);
}

static sn_status read_end(sn_session *s, const char *result, sn_error *error)
{
  sn_checkpoint c;
  const char *file = NULL;
  sn_error e = {0};
  const sn_status status = find_point(result, s->arena, &c, &file, &e);
  if (status != SN_OK) {
    sn_failf(error, status, "run: `start_from` cannot be used. %.200s", e.what);
    sn_error_why(error, "%s", e.why);
    sn_error_fix(error, "Give the name of a result; that of an unfinished run needs its .checkpoint next to it.");
    return status;
  }
  SN_TRY(compare(s, &c, error));
  s->taken = c.snapshot.state;
  s->n_taken = shared(&c.snapshot); /* another scheme may go on: it begins as at any start */
  return SN_OK;
}

/* From the command line: relative to the working folder. From the model: a file of its folder. */
static sn_status find_end(sn_session *s, sn_error *error)
{
  const sn_run_settings *r = sn_model_run(s->model);
  const char *result = s->start_from;
  if (!result && r->start_from) {
    sn_error e = {0};
    const sn_status status = sn_model_path(s->model, r->start_from, s->arena, &result, &e);
    if (status != SN_OK) {
      sn_failf(error, status, "run: `start_from` cannot be used. %.200s", e.what);
      sn_error_why(error, "%s", e.why);
      sn_error_fix(error, "%s", e.fix);
      return status;
    }
  }
  return result ? read_end(s, result, error) : SN_OK;
}

sn_status sn_session_take_end(sn_session *s, sn_error *error)
{
  sn_state *x = &s->frozen.start;
  if (!s->point) { /* a run that goes on has it in its checkpoint */
    const sn_status status = find_end(s, error);
    if (status != SN_OK) {
      sn_error_where(error, "%s", s->start_from ? "command line" : sn_model_run(s->model)->where);
      return status;
    }
  }
  if (s->n_taken == 0) {
    return SN_OK;
  }
  if (s->n_taken != x->n) {
    return does_not_fit(NULL, error);
  }
  memcpy(x->data, s->taken, sizeof(double) * x->n);
  *x->t = 0;
  *x->scale = 0;
  return SN_OK;
}
