/* session/session_path.c -- equilibria under growing loads, into a result file.
 * What:    the number of the point stands where the time of a run stands; the factor of the loads is an output of the
 *          load_path. What happens on the way (limits, branches) goes to the log.
 * Tests:   tests/mechanisms/test_load_path.c
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/warning.h"
#include "session/session.h"
#include "session/session_checkpoint.h"
#include "system/formula.h"

typedef struct {
  const sn_system *system;
  sn_sink file;
  void (*say)(const char *line);
  sn_ledger last;
  sn_run_summary *run;
} record;

static void tell(record *r, double at, const char *line)
{
  r->file.log(r->file.data, at, line);
  if (r->say) {
    r->say(line);
  }
}

/* Digits of a factor that are known: no more are printed. */
static int digits(double factor, double error)
{
  const double known = error > 0 && factor != 0 ? -log10(2 * error / fabs(factor)) : 9;
  return known < 2 ? 2 : known > 9 ? 9 : (int)known;
}

static sn_status on_point(void *data, sn_instant *m, sn_state *x, const sn_path_point *p, int *stop, sn_error *error)
{
  record *r = data;
  sn_observation o;
  char line[160];
  SN_TRY(sn_instant_start(m, x, 0, NULL, error));
  r->last = (sn_ledger){0};
  sn_energies(r->system, x, &r->last.kinetic, &r->last.strain, &r->last.potential);
  SN_TRY(sn_instant_observe(m, x, &r->last, &o, error));
  o.t = p->number;
  SN_TRY(r->file.row(r->file.data, &o, &r->last, error));
  if (p->event != SN_PATH_PLAIN) {
    (void)snprintf(line, sizeof line, "%s at the load factor %.*g; %s beyond it",
                   p->event == SN_PATH_LIMIT ? "limit of the loads" : "another path branches off",
                   digits(p->event_factor, p->event_error), p->event_factor, p->stable ? "stable" : "unstable");
    tell(r, p->number, line);
  }
  sn_run_notice_strains(r->run, r->system, x->q, p->number);
  r->run->steps = p->number;
  r->run->t_end = p->number;
  r->run->iterations += p->iterations;
  r->run->constraint_error = fmax(r->run->constraint_error, sn_constraint_error(o.system, x));
  r->run->stopped = sn_stop_now(&o);
  if (r->run->stopped) {
    sn_stop_line(r->system, r->run->stopped, line, sizeof line);
    tell(r, p->number, line);
    *stop = 1;
  }
  return SN_OK;
}

sn_status sn_session_path(sn_session *s, const char *file, void (*say)(const char *line), sn_path_summary *out,
                          sn_error *error)
{
  const sn_item *item = sn_model_load_growth(s->model);
  SN_REQUIRE(item != NULL, error);
  const sn_load_path *p = item->param;
  const sn_path_options o = {.factor = p->factor,
                             .step = isnan(p->step) ? 0 : p->step,
                             .displacement = isnan(p->displacement) ? 0 : p->displacement,
                             .steps = p->steps,
                             .keeps_gravity = p->gravity,
                             .where = sn_arena_format(s->arena, "%s, load_path '%s'", item->where, item->name)};
  if (!o.where) {
    return sn_no_memory(error, "the equilibrium path");
  }
  sn_result_plan plan;
  sn_writer *writer = NULL;
  sn_error closing = {0};
  sn_run_summary run = {0};
  *out = (sn_path_summary){0};
  s->options.duration = o.steps;
  SN_TRY(sn_session_assemble(s, error));
  SN_TRY(sn_session_plan(s, &plan, error));
  SN_TRY(sn_session_writer(s, &plan, file, &writer, error));
  record r = {.system = s->frozen.system, .file = sn_writer_sink(writer), .say = say, .run = &run};
  const sn_path_sink sink = {&r, on_point};
  const double began = sn_wall_seconds();
  sn_status status = sn_path(s->instant, &s->frozen.start, &o, &sink, s->arena, out, error);
  if (status == SN_OK && !out->reached && !run.stopped) {
    char line[160];
    (void)snprintf(line, sizeof line, "%d points were made before the factor %.6g was reached", out->points, o.factor);
    tell(&r, run.t_end, line);
  }
  run.wall_seconds = sn_wall_seconds() - began;
  run.rejections = out->cuts;
  run.total = r.last;
  run.still = 1;
  run.completed = status == SN_OK;
  const sn_outcome outcome = sn_session_outcome(status, &run);
  const sn_status closed = sn_writer_finish(writer, outcome, &run, status == SN_OK ? NULL : error, &closing);
  if (closed == SN_OK) {
    sn_forget_checkpoint(s, file);
  }
  if (status == SN_OK && closed != SN_OK) {
    *error = closing;
    status = closed;
  }
  sn_error ignored = {0}; /* a path that failed has an error of its own */
  const sn_status noted = sn_session_notes(s, &run, status == SN_OK ? error : &ignored);
  return status == SN_OK && noted != SN_OK ? noted : status;
}
