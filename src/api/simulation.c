/* api/simulation.c -- public interface: stepping a frozen model, and reading it.
 * What:    a simulation is a state; machines (machine.c) step and observe it. Outputs are evaluated on a consistent instant
 *          (velocities that fit the joints, reactions), found when first asked after a step.
 * Tests:   tests/api/test_api.c, examples/c_pendulum.
 */
#include <math.h>
#include <string.h>

#include "api/api_private.h"
#include "base/text.h"
#include "session/runner.h"
#include "system/guard.h"

enum { MOST_NUMBERS = 64 }; /* of a row that is handed out */

/* Which rows of joints repeat others here: the step must know. */
static sn_status find_dependent(sinew_simulation *x, sn_machine *m, sn_error *e)
{
  int n = 0;
  x->observed = 0; /* the look uses the same memory */
  return sn_instant_dependent(m->session.instant, &x->state, m->dependent, &n, e);
}

sn_status sn_api_observe(sinew_simulation *x, sn_machine *m, sn_error *e)
{
  SN_ASSERT(m->of == x->number);
  if (!x->observed) {
    SN_TRY(sn_instant_observe(m->session.instant, &x->state, &x->total, &m->now, e));
    x->observed = 1;
  }
  return SN_OK;
}

/* Controllers that are due after a step of h. */
static sn_status sample(sinew_simulation *x, sn_machine *m, double h, sn_error *e)
{
  SN_ASSERT(h >= 0); /* 0: the start */
  const double slack = 1e-6 * h;
  if (!(sn_next_sample(m->session.frozen.system, x->state.internal) <= *x->state.t + slack)) {
    return SN_OK;
  }
  SN_TRY(sn_api_observe(x, m, e));
  x->observed = 0; /* forces are others then */
  return sn_take_samples(&m->now, slack, x->state.internal, e);
}

/* A step must not go past a sample. */
static sn_status check_step(const sinew_simulation *x, double h, sn_error *e)
{
  const double next = sn_next_sample(x->session->frozen.system, x->state.internal), t = *x->state.t;
  if (t + h <= next + 1e-6 * h) {
    return SN_OK;
  }
  sn_failf(e, SN_EINPUT, "A step of %g s at t = %.9g s goes past the next sample of a controller, at t = %.9g s.", h, t,
           next);
  sn_error_why(e, "A sample is taken between two steps.");
  sn_error_fix(e, "Step by %.9g s, and by whole parts of the controller's `every` after it.", next - t);
  return SN_EINPUT;
}

/* What is frozen and started, in the arena of the family. */
static sn_status open_simulation(sinew_simulation *x, const sinew_model *m, sn_error *e)
{
  sn_session *s = &x->family->first.session;
  SN_TRY(sn_session_open(s, m->model, m->name, x->family->arena, e));
  SN_TRY(sn_session_need_schemes(s, "Stepping by hand", "Run the model with sinew_run.", e));
  sn_session_watch(s, &m->stop);
  SN_TRY(sn_session_start(s, e));
  sn_session_watch(s, NULL); /* it may continue in another thread than the model */
  sn_run_options *given = &sn_model_run(s->model)->options;
  given->dt = isnan(given->dt) ? 1 : given->dt; /* stepping by hand needs no dt and no duration: any value will do */
  SN_TRY(sn_session_settings(s, 0, e));
  SN_TRY(sn_api_first_machine(x->family, 1, e));
  SN_TRY(sn_api_begin(x, e));
  *x->state.scale = fmax(*x->state.scale, x->total.kinetic + x->total.strain);
  sn_machine *machine;
  SN_TRY(sn_api_borrow(x, &machine, e));
  sn_status status = s->freedom.n_redundant > 0 ? find_dependent(x, machine, e) : SN_OK;
  status = status == SN_OK ? sample(x, machine, 0, e) : status;
  sn_api_give_back(x, machine);
  return status;
}

/* The start of a model for statics: nothing moves, hold { ... } holds. */
static sn_status open_equilibrium(sinew_simulation *x, const sinew_model *m, sn_error *e)
{
  sn_session *s = &x->family->first.session;
  SN_TRY(sn_session_open_static(s, m->model, m->name, x->family->arena, e));
  sn_session_watch(s, &m->stop);
  SN_TRY(sn_session_start(s, e));
  sn_session_watch(s, NULL);
  SN_TRY(sn_api_first_machine(x->family, 0, e));
  return sn_api_begin(x, e);
}

static int make(sinew_model *m, sn_status (*open)(sinew_simulation *, const sinew_model *, sn_error *),
                sinew_simulation **out, sinew_error *error)
{
  *out = NULL;
  const int status = sn_api_complete(m, error);
  if (status != SINEW_OK) {
    return status;
  }
  sinew_simulation *x = sn_api_member(m, NULL);
  if (!x) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the simulation.", "");
  }
  sn_error e = {0};
  const sn_status opened = open(x, m, &e);
  if (opened != SN_OK) {
    sinew_simulation_free(x);
    return sn_api_status(opened, &e, error);
  }
  *out = x;
  return SINEW_OK;
}

int sinew_freeze(sinew_model *m, sinew_simulation **out, sinew_error *error)
{
  return make(m, open_simulation, out, error);
}

int sinew_static(sinew_model *m, sinew_simulation **out, sinew_error *error)
{
  return make(m, open_equilibrium, out, error);
}

/* The error of a failed step: the law without a value, or time, step and what to try. */
static void explain(const sinew_simulation *x, const sn_machine *m, sn_status status, double h, sn_error *e)
{
  const sn_system *system = m->session.frozen.system;
  sn_bad_law bad = x->report.bad;
  if (bad.kind != SN_NOT_BAD) {
    (void)sn_bad_law_error(system, &bad, status, e);
  } else if (status == SN_ENOCONV || status == SN_ESINGULAR) {
    sn_error_where(e, "t = %.9g s, step %.3g s", *x->state.t, h);
    sn_error_fix(e, "Try a smaller step: the state is what it was before this one.");
    sn_blame_samples(system, x->state.internal, e);
  }
}

/* A step of the scheme as a run takes it; on failure the state is what it was. */
static sn_status take_step(sinew_simulation *x, sn_machine *m, double h, sn_error *e)
{
  SN_ASSERT(h > 0 && m->stepper);
  const sn_system *system = m->session.frozen.system;
  x->observed = 0; /* the scheme uses the same motion */
  x->report = (sn_step_report){0};
  sn_state_copy(&x->state, &m->backup);
  for (int i = 0; i < system->n_stress; i++) { /* what nothing determines starts from nothing, and cannot drift */
    x->state.stress[i] = (m->dependent[i] & SN_ROW_DEPENDENT) ? 0 : x->state.stress[i];
  }
  sn_status status = m->session.options.scheme->step(m->stepper, &x->state, h, &x->report, e);
  if (status == SN_OK && !sn_ledger_finite(&x->report.ledger)) {
    const sn_configuration end = {x->state.q, x->state.v, x->state.internal, *m->backup.t + h};
    (void)sn_find_bad_law(system, &end, &x->report.bad);
    status = sn_fail(e, SN_ENOCONV, "", "The step gave numbers that are not finite.", "", "");
  }
  if (status == SN_OK && sn_find_folded(system, m->backup.q, x->state.q, *m->backup.t + h, &x->report.bad)) {
    status = SN_ENOCONV;
  }
  if (status != SN_OK) {
    sn_error ignored = {0};
    sn_state_copy(&m->backup, &x->state);
    explain(x, m, status, h, e);
    (void)find_dependent(x, m, &ignored); /* other rows may depend on each other by now: the next try knows */
  }
  return status;
}

static sn_status step(sinew_simulation *x, sn_machine *m, double h, sn_error *e)
{
  SN_TRY(check_step(x, h, e));
  SN_TRY(take_step(x, m, h, e));
  sn_ledger_add(&x->total, &x->report.ledger);
  *x->state.scale = fmax(*x->state.scale, sn_ledger_scale(&x->total));
  return sample(x, m, h, e);
}

int sinew_step(sinew_simulation *x, double h, sinew_error *error)
{
  sn_error e = {0};
  sn_machine *m;
  if (!(h > 0) || !isfinite(h)) {
    return sn_api_fail(error, SN_EINPUT, "The step size must be a positive number of seconds.", "");
  }
  if (!x->family->first.stepper) {
    return sn_api_fail(error, SN_EINPUT, "An equilibrium does not move.", "Step what sinew_freeze gives.");
  }
  sn_status status = sn_api_borrow(x, &m, &e);
  if (status == SN_OK) {
    status = step(x, m, h, &e);
    sn_api_give_back(x, m);
  }
  return status == SN_OK ? SINEW_OK : sn_api_status(status, &e, error);
}

double sinew_time(const sinew_simulation *x)
{
  return *x->state.t;
}

int sinew_unknowns(const sinew_simulation *x)
{
  const sn_stepper *stepper = x->family->first.stepper;
  return stepper ? x->session->options.scheme->unknowns(stepper) : x->session->freedom.coordinates;
}

int sinew_degrees_of_freedom(const sinew_simulation *x)
{
  return x->session->freedom.freedom;
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

/* Where the value of an input is kept, by name; NULL: there is none, and the error is set. */
static double *input_named(const sinew_simulation *x, const char *name, sinew_error *error)
{
  const sn_model *m = x->session->model;
  const char *names[64];
  const int i = sn_model_find_input(m, name ? name : "");
  size_t n = 0;
  if (i >= 0) {
    return x->input + i;
  }
  for (; n < 64 && (int)n < sn_model_inputs(m); n++) {
    names[n] = sn_model_input_at(m, (int)n)->name;
  }
  (void)unknown("input", name ? name : "", names, n, error);
  return NULL;
}

int sinew_set_input(sinew_simulation *x, const char *name, double value, sinew_error *error)
{
  double *input = input_named(x, name, error);
  if (!input) {
    return SINEW_EINPUT;
  }
  if (!isfinite(value)) {
    return sn_api_fail(error, SN_EINPUT, "An input must be a finite number.", "Check how it is computed.");
  }
  *input = value;
  x->observed = 0; /* forces are others now */
  return SINEW_OK;
}

int sinew_input(sinew_simulation *x, const char *name, double *out, sinew_error *error)
{
  const double *input = input_named(x, name, error);
  *out = input ? *input : NAN;
  return input ? SINEW_OK : SINEW_EINPUT;
}

static int hand_out(const double *from, int n, double *out, int room, int *count, sinew_error *error)
{
  SN_ASSERT(n >= 0 && from);
  if (count) {
    *count = n;
  }
  if (room < n || !out) {
    return sn_api_fail(error, SN_EINPUT, "The array is too small for the numbers.",
                       "Outputs have at most 4 numbers; *n is the number of this one.");
  }
  memcpy(out, from, sizeof(double) * (size_t)n);
  return SINEW_OK;
}

/* The numbers of a row at the present instant. */
static int hand_out_row(sinew_simulation *x, int row, double *out, int room, int *n, sinew_error *error)
{
  sn_error e = {0};
  double value[MOST_NUMBERS];
  sn_machine *m;
  sn_status status = sn_api_borrow(x, &m, &e);
  if (status == SN_OK) {
    status = sn_api_observe(x, m, &e);
    if (status == SN_OK) {
      sn_observable_now(&m->now, row, value);
    }
    sn_api_give_back(x, m);
  }
  return status == SN_OK ? hand_out(value, x->session->frozen.system->output[row].n, out, room, n, error)
                         : sn_api_status(status, &e, error);
}

/* The row of an output of an item, or (item NULL) of a channel; -1: there is none that is handed out. */
static int row_of(const sn_system *s, const char *item, const char *name)
{
  const int row = item ? sn_observable_of_item(s, item, name) : sn_observable_of_channel(s, name);
  return row >= 0 && s->output[row].n <= MOST_NUMBERS ? row : -1;
}

static int no_such_output(sinew_simulation *x, const char *item, const char *name, sinew_error *error)
{
  const sn_system *s = x->session->frozen.system;
  const char *near[64];
  size_t n_near = 0;
  for (int i = 0; i < s->n_output && n_near < 64; i++) {
    if (s->output[i].owner >= 0 && strcmp(s->output[i].item, item) == 0) {
      near[n_near++] = s->output[i].what->name;
    }
  }
  if (n_near > 0) {
    return unknown("output", name, near, n_near, error);
  }
  const int items = sn_model_items(x->session->model);
  const char **names = SN_NEW(x->arena, const char *, items + 1);
  for (int i = 0; names && i < items; i++) {
    names[i] = sn_model_item(x->session->model, i)->name;
  }
  return unknown("item with outputs", item, names, names ? (size_t)items : 0, error);
}

static int no_such_channel(const sn_system *s, const char *name, sinew_error *error)
{
  const char *names[64];
  size_t n_names = 0;
  for (int i = 0; i < s->n_channel && n_names < 64; i++) {
    names[n_names++] = s->output[s->channel[i]].what->name;
  }
  return unknown("channel", name, names, n_names, error);
}

int sinew_row(sinew_simulation *x, const char *item, const char *name, int *row, sinew_error *error)
{
  name = name ? name : "";
  *row = row_of(x->session->frozen.system, item, name);
  if (*row >= 0) {
    return SINEW_OK;
  }
  return item ? no_such_output(x, item, name, error) : no_such_channel(x->session->frozen.system, name, error);
}

int sinew_row_value(sinew_simulation *x, int row, double *out, int room, int *n, sinew_error *error)
{
  const sn_system *s = x->session->frozen.system;
  if (row < 0 || row >= s->n_output || s->output[row].n > MOST_NUMBERS) {
    return sn_api_fail(error, SN_EINPUT, "There is no output with this number.", "Ask sinew_row for it.");
  }
  return hand_out_row(x, row, out, room, n, error);
}

int sinew_output(sinew_simulation *x, const char *item, const char *name, double *out, int room, int *n,
                 sinew_error *error)
{
  int row;
  const int status = sinew_row(x, item ? item : "", name, &row, error);
  return status == SINEW_OK ? hand_out_row(x, row, out, room, n, error) : status;
}

int sinew_channel_value(sinew_simulation *x, const char *name, double *out, int room, int *n, sinew_error *error)
{
  int row;
  const int status = sinew_row(x, NULL, name, &row, error);
  return status == SINEW_OK ? hand_out_row(x, row, out, room, n, error) : status;
}

int sinew_rows(const sinew_simulation *x)
{
  return x->session->frozen.system->n_output;
}

int sinew_row_at(const sinew_simulation *x, int row, sinew_quantity *out, sinew_error *error)
{
  const sn_system *s = x->session->frozen.system;
  if (row < 0 || row >= s->n_output) {
    return sn_api_fail(error, SN_EINPUT, "There is no output with this number.", "");
  }
  const sn_observable *r = &s->output[row];
  const sinew_quantity q = {.item = r->owner >= 0 ? r->item : NULL,
                            .name = r->what->name,
                            .unit = r->what->unit ? r->what->unit : "",
                            .help = "",
                            .n = r->n,
                            .is_channel = row_of(s, NULL, r->what->name) == row};
  return SN_API_GIVE(out, &q, error);
}
