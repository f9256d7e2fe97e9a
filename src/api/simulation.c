/* api/simulation.c -- public interface: stepping a frozen model, reading it, and whole runs.
 * What:    a simulation holds a stepper, a state and the last observation. Outputs are evaluated on a consistent instant
 *          (velocities that fit the joints, reactions), found when first asked after a step.
 * Tests:   tests/api/test_api.c, examples/c_pendulum.
 */
#include <math.h>
#include <string.h>

#include "api/api_private.h"
#include "api/going.h"
#include "api/runner.h"
#include "base/text.h"

struct sinew_simulation {
  sn_arena *arena;
  const sinew_model *model;
  sn_session session;
  sn_stepper *stepper;
  sn_state *state;
  sn_ledger total;
  sn_step_report report;
  sn_observation now;
  int observed; /* `now` belongs to the state */
};

enum { MOST_NUMBERS = 64 }; /* of a row that is handed out */

static sn_status open_simulation(sinew_simulation *x, sinew_model *m, sn_error *e)
{
  sn_session *s = &x->session;
  SN_TRY(sn_session_open(s, m->model, m->name, x->arena, e));
  SN_TRY(sn_session_need_core(s, "Stepping by hand", "Run the model with sinew_run.", e));
  SN_TRY(sn_session_start(s, e));
  sn_run_settings *given = sn_model_run(s->model);
  given->dt = isnan(given->dt) ? 1 : given->dt; /* stepping by hand needs no dt and no duration: a stand-in */
  SN_TRY(sn_session_settings(s, 0, e));
  x->state = &s->frozen.start;
  s->options.step.motion = s->motion;
  sn_motion_renew(s->motion);
  SN_TRY(sn_scheme_begin(s->options.scheme, s->frozen.system, &s->options.step, x->arena, x->state, &x->stepper, e));
  sn_energies(s->frozen.system, x->state, &x->total.kinetic, &x->total.strain, &x->total.potential);
  *x->state->scale = fmax(*x->state->scale, x->total.kinetic + x->total.strain);
  return SN_OK;
}

int sinew_freeze(sinew_model *m, sinew_simulation **out, sinew_error *error)
{
  *out = NULL;
  const int status = sn_api_complete(m, error);
  if (status != SINEW_OK) {
    return status;
  }
  sn_arena *arena = sn_arena_new(m->allocator.allocate ? &m->allocator : NULL);
  sinew_simulation *x = arena ? SN_NEW(arena, sinew_simulation, 1) : NULL;
  if (!x) {
    sn_arena_free(arena);
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the simulation.", "");
  }
  sn_error e = {0};
  x->arena = arena;
  x->model = m;
  const sn_status opened = open_simulation(x, m, &e);
  if (opened != SN_OK) {
    sinew_simulation_free(x);
    return sn_api_status(opened, &e, error);
  }
  *out = x;
  return SINEW_OK;
}

void sinew_simulation_free(sinew_simulation *x)
{
  if (x) {
    if (x->stepper) {
      x->session.options.scheme->destroy(x->stepper);
    }
    sn_session_close(&x->session);
    sn_arena_free(x->arena);
  }
}

int sinew_step(sinew_simulation *x, double h, sinew_error *error)
{
  sn_error e = {0};
  if (!(h > 0) || !isfinite(h)) {
    return sn_api_fail(error, SN_EINPUT, "The step size must be a positive number of seconds.", "");
  }
  x->observed = 0; /* the scheme uses the same motion */
  const sn_status status = x->session.options.scheme->step(x->stepper, x->state, h, &x->report, &e);
  if (status != SN_OK) {
    return sn_api_status(status, &e, error);
  }
  const sn_ledger *g = &x->report.ledger;
  sn_ledger_add(&x->total, g);
  *x->state->scale = fmax(*x->state->scale, sn_ledger_scale(&x->total));
  return SINEW_OK;
}

double sinew_time(const sinew_simulation *x)
{
  return *x->state->t;
}

int sinew_unknowns(const sinew_simulation *x)
{
  return x->session.options.scheme->unknowns(x->stepper);
}

int sinew_degrees_of_freedom(const sinew_simulation *x)
{
  return x->session.freedom.freedom;
}

int sinew_last_iterations(const sinew_simulation *x)
{
  return x->report.iterations;
}

int sinew_last_factorisations(const sinew_simulation *x)
{
  return x->report.factorisations;
}

static int unknown(const char *what, const char *name, const char *const *names, size_t n, sinew_error *error)
{
  sn_error e = {0};
  const char *near = sn_nearest(name, names, n);
  (void)sn_failf(&e, SN_EINPUT, "There is no %s '%.60s'.", what, name);
  if (near) {
    sn_error_fix(&e, "Did you mean '%s'?", near);
  }
  return sn_api_status(SN_EINPUT, &e, error);
}

int sinew_energy(sinew_simulation *x, const char *name, double *out, sinew_error *error)
{
  const char *names[SN_ENERGIES];
  for (int i = 0; i < SN_ENERGIES; i++) {
    names[i] = sn_energy_rows[i].name;
    if (name && strcmp(name, names[i]) == 0) {
      *out = sn_energy_value(&x->total, i);
      return SINEW_OK;
    }
  }
  return unknown("energy", name ? name : "", names, SN_ENERGIES, error);
}

static sn_status observe(sinew_simulation *x, sn_error *e)
{
  if (!x->observed) {
    SN_TRY(sn_motion_observe(x->session.motion, x->state, &x->total, &x->now, e));
    x->observed = 1;
  }
  return SN_OK;
}

static int hand_out(const double *from, int n, double *out, int room, int *count, sinew_error *error)
{
  if (count) {
    *count = n;
  }
  if (room < n || !out) {
    return sn_api_fail(error, SN_EINPUT, "There is not enough room for the numbers asked for.",
                       "Outputs have at most 4 numbers; *n says how many this one has.");
  }
  memcpy(out, from, sizeof(double) * (size_t)n);
  return SINEW_OK;
}

/* The numbers of a row at the present instant. */
static int hand_out_row(sinew_simulation *x, int row, double *out, int room, int *n, sinew_error *error)
{
  sn_error e = {0};
  double value[MOST_NUMBERS];
  const sn_status status = observe(x, &e);
  if (status != SN_OK) {
    return sn_api_status(status, &e, error);
  }
  sn_row_now(&x->now, row, value);
  return hand_out(value, x->session.frozen.system->output[row].n, out, room, n, error);
}

int sinew_output(sinew_simulation *x, const char *item, const char *name, double *out, int room, int *n,
                 sinew_error *error)
{
  const sn_system *s = x->session.frozen.system;
  const char *near[64];
  size_t n_near = 0;
  item = item ? item : "";
  name = name ? name : "";
  for (int i = 0; i < s->n_output; i++) {
    const sn_output_row *row = &s->output[i];
    if (row->owner < 0 || strcmp(row->item, item) != 0) {
      continue;
    }
    if (strcmp(row->name, name) == 0 && row->n <= MOST_NUMBERS) {
      return hand_out_row(x, i, out, room, n, error);
    }
    if (n_near < 64) {
      near[n_near++] = row->name;
    }
  }
  if (n_near > 0) {
    return unknown("output", name, near, n_near, error);
  }
  const int items = sn_model_items(x->model->model);
  const char **names = SN_NEW(x->arena, const char *, items + 1);
  for (int i = 0; names && i < items; i++) {
    names[i] = sn_model_item(x->model->model, i)->name;
  }
  return unknown("item with outputs", item, names, names ? (size_t)items : 0, error);
}

int sinew_channel_value(sinew_simulation *x, const char *name, double *out, int room, int *n, sinew_error *error)
{
  const sn_system *s = x->session.frozen.system;
  const char *names[64];
  size_t n_names = 0;
  const int row = sn_channel_row(s, name ? name : "");
  if (row >= 0) {
    return hand_out_row(x, row, out, room, n, error);
  }
  for (int i = 0; i < s->n_channel && n_names < 64; i++) {
    names[n_names++] = s->output[s->channel[i]].name;
  }
  return unknown("channel", name ? name : "", names, n_names, error);
}

/* ---- whole runs */

typedef struct {
  int (*progress)(void *data, double t, double duration, long long steps);
  void *data;
  volatile int stop;
} caller;

static void on_progress(void *data, double t, double duration, long steps)
{
  caller *c = data;
  if (c->progress && c->progress(c->data, t, duration, steps) != 0) {
    c->stop = 1;
  }
}

static sinew_summary public_summary(const sn_run_summary *sum, int freedom)
{
  return (sinew_summary){.t_end = sum->t_end,
                         .wall_seconds = sum->wall_seconds,
                         .energy_identity_error = sum->energy_identity_error,
                         .numerical_dissipation = sum->still ? 0 : sum->total.numerical / sum->scale,
                         .constraint_error = sum->constraint_error,
                         .steps = sum->steps,
                         .newton_iterations = sum->iterations,
                         .step_rejections = sum->rejections,
                         .error_rejections = sum->error_rejections,
                         .inaccurate_steps = sum->inaccurate_steps,
                         .completed = sum->completed,
                         .unknowns = sum->unknowns,
                         .degrees_of_freedom = freedom};
}

static sn_status run(sinew_model *m, sn_arena *arena, const char *file, caller *c, sinew_summary *out, sn_error *e)
{
  sn_session s;
  sn_run_summary sum = {0};
  sn_status status = sn_session_open(&s, m->model, m->name, arena, e);
  s.options.stop = &c->stop;
  if (status == SN_OK) {
    status = sn_session_settings(&s, NAN, e);
  }
  if (status == SN_OK) {
    status = sn_session_start(&s, e);
  }
  if (status == SN_OK) {
    status = sn_session_run(&s, file, &(sn_session_hooks){c, on_progress}, &sum, e);
  }
  if (out) {
    *out = public_summary(&sum, s.freedom.freedom);
  }
  sn_session_close(&s);
  return status;
}

int sinew_run(sinew_model *m, const char *file, int (*progress)(void *data, double t, double duration, long long steps),
              void *data, sinew_summary *summary, sinew_error *error)
{
  int status = sn_api_complete(m, error);
  if (status != SINEW_OK) {
    return status;
  }
  if (!file) {
    return sn_api_fail(error, SN_EINPUT, "A result file needs a name.", "");
  }
  sn_arena *arena = sn_arena_new(m->allocator.allocate ? &m->allocator : NULL);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the run.", "");
  }
  sn_error e = {0};
  caller c = {progress, data, 0};
  status = sn_api_status(run(m, arena, file, &c, summary, &e), &e, error);
  sn_arena_free(arena);
  return status;
}

static sn_status resume(sn_arena *arena, const char *file, double until, caller *c, sinew_summary *out, sn_error *e)
{
  sn_session s = {0};
  sn_run_summary sum = {0};
  sn_going going = SN_GO_ON;
  s.options.stop = &c->stop;
  sn_status status = sn_session_reopen(&s, file, until, arena, &going, e);
  if (status == SN_OK && going == SN_GO_ON) {
    status = sn_session_run(&s, file, &(sn_session_hooks){c, on_progress}, &sum, e);
  } else if (status == SN_OK) {
    sum = sn_snapshot_summary(&s.point->snapshot);
  }
  if (out) {
    *out = public_summary(&sum, s.freedom.freedom);
  }
  sn_session_close(&s);
  return status;
}

int sinew_resume(const char *file, double until, const sinew_allocator *allocator,
                 int (*progress)(void *data, double t, double duration, long long steps), void *data,
                 sinew_summary *summary, sinew_error *error)
{
  const sn_allocator own =
      allocator ? (sn_allocator){allocator->allocate, allocator->release, allocator->data} : (sn_allocator){0};
  if (!file) {
    return sn_api_fail(error, SN_EINPUT, "A result file needs a name.", "");
  }
  sn_arena *arena = sn_arena_new(allocator ? &own : NULL);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the run.", "");
  }
  sn_error e = {0};
  caller c = {progress, data, 0};
  const int status = sn_api_status(resume(arena, file, until, &c, summary, &e), &e, error);
  sn_arena_free(arena);
  return status;
}
