/* session/session.c -- from a model to a run and its result file.
 * What:    see session/session.h.
 * Tests:   tests/api/test_api.c, tests/cli/test_cli.c.
 */
#include "session/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/runner.h"
#include "session/session_checkpoint.h"

void sn_session_close(sn_session *s)
{
  if (s->instant) {
    sn_instant_free(s->instant);
    s->instant = NULL;
  }
}

sn_status sn_session_settings(sn_session *s, double until, sn_error *error)
{
  return s->runner->settings(s, until, error);
}

/* ---- running */

typedef struct {
  sn_sink file;
  const sn_session_hooks *hooks;
  const sn_session *session;
  const sn_result_plan *plan;
  int told;
  sn_checkpointer keeper;
} tee;

static void on_begin(void *data, int unknowns)
{
  tee *x = data;
  x->file.begin(x->file.data, unknowns);
}

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  tee *x = data;
  SN_TRY(x->file.row(x->file.data, o, total, error));
  if (x->hooks && x->hooks->row) {
    x->hooks->row(x->hooks->data, o, total);
  }
  char start[160];
  for (int i = 0; !x->told && sn_session_start_line(x->session, i, start, sizeof start); i++) {
    x->file.log(x->file.data, o->t, start);
  }
  if (!x->told && x->plan->n_left_out > 0) {
    char line[120];
    (void)snprintf(line, sizeof line, "%d outputs of joints and forces are not stored: add channels for those you need",
                   x->plan->n_left_out);
    x->file.log(x->file.data, o->t, line);
  }
  x->told = 1;
  return SN_OK;
}

static sn_status on_step(void *data, const sn_step_record *r, sn_error *error)
{
  tee *x = data;
  return x->file.step(x->file.data, r, error);
}

static void on_progress(void *data, double t, double duration, long steps)
{
  tee *x = data;
  if (x->hooks && x->hooks->progress) {
    x->hooks->progress(x->hooks->data, t, duration, steps);
  }
}

static void on_log(void *data, double t, const char *text)
{
  tee *x = data;
  x->file.log(x->file.data, t, text);
}

static sn_status on_keep(void *data, const sn_snapshot *snapshot, sn_error *error)
{
  tee *x = data;
  return sn_checkpointer_take(&x->keeper, snapshot, error);
}

sn_outcome sn_session_outcome(sn_status status, const sn_run_summary *run)
{
  return status == SN_ESTOP ? SN_OUTCOME_INTERRUPTED
         : status != SN_OK  ? SN_OUTCOME_FAILED
         : run->stopped     ? SN_OUTCOME_STOPPED
                            : SN_OUTCOME_COMPLETE;
}

sn_status sn_session_run(sn_session *s, const char *file, const sn_session_hooks *hooks, sn_run_summary *out,
                         sn_error *error)
{
  sn_result_plan plan;
  sn_writer *writer = NULL;
  sn_error local = {0}, closing = {0};
  sn_error *why = error ? error : &local;
  SN_TRY(sn_session_plan(s, &plan, why));
  SN_TRY(sn_session_writer(s, &plan, file, &writer, why));
  tee x = {sn_writer_sink(writer), hooks, s, &plan, s->options.from != NULL, {0}};
  const sn_status prepared = sn_checkpointer_new(s, &plan, file, writer, &x.keeper, why);
  if (prepared != SN_OK) {
    (void)sn_writer_finish(writer, SN_OUTCOME_FAILED, NULL, why, &closing);
    return prepared;
  }
  const sn_sink sink = {&x, on_begin, on_row, on_step, on_progress, on_log, on_keep};
  const sn_status status = s->runner->run(s, &sink, out, why);
  if (s->runner->no_resume && out->steps > 0) {
    sn_forget_checkpoint(s, file);
  }
  if (status == SN_OK && !s->runner->no_resume) {
    sn_checkpointer_into_result(&x.keeper);
  }
  const sn_status closed =
      sn_writer_finish(writer, sn_session_outcome(status, out), out, status == SN_OK ? NULL : why, &closing);
  if (status == SN_OK && closed != SN_OK) {
    *why = closing;
    return closed;
  }
  sn_checkpointer_end(&x.keeper);
  s->not_finite = sn_writer_not_finite(writer);
  sn_error ignored = {0}; /* a run that failed has an error of its own */
  const sn_status noted = sn_session_notes(s, out, status == SN_OK ? why : &ignored);
  return status == SN_OK && noted != SN_OK ? noted : sn_session_strict(s, status, why);
}

/* ---- masses */

int sn_session_mass(const sn_session *s, const sn_item *item, sn_own_mass *out)
{
  *out = (sn_own_mass){0};
  if (item->kind->part.mass && item->frozen) {
    item->kind->part.mass(item, s->frozen.start.q, out);
    out->centre = v3_add(out->centre, s->frozen.system->origin);
  }
  return out->mass > 0;
}

double sn_session_moving_mass(const sn_session *s)
{
  const sn_system *system = s->frozen.system;
  double mass = 0;
  for (int i = 0; i < system->n_vector; i++) {
    mass += system->vector[i].role == 0 ? system->mass[i] : 0;
  }
  for (int i = 0; i < system->n_pair; i++) {
    const sn_mass_pair *p = &system->pair[i];
    if (p->a != p->b && system->vector[p->a].role == 0 && system->vector[p->b].role == 0) {
      mass += 2 * p->m; /* a pair of a vector with itself is its own mass, counted above */
    }
  }
  return mass;
}
