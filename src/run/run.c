/* run/run.c -- the time loop.
 * What:    walks a nominal grid of times; a step that fails is halved and the step size grows back, but every nominal
 *          time is met exactly, so that stored rows never depend on halvings. Sums the ledger, watches the constraints,
 *          and, when it must end, says where, why and what to try.
 * Theory:  inside a nominal interval of length H the step is H/2^level and the place is counted in whole steps of that
 *          size (run/grid.h), so no time is ever accumulated. The step handed to the scheme is the difference of two such
 *          times, which is exact in floating point (Sterbenz), hence t + h is the next time to the last bit.
 * Limits:  no error control: the size changes only when a step fails.
 * Tests:   tests/run/test_run.c, tests/run/test_grid.c, tests/run/test_checkpoint.c.
 */
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/memory.h"

enum {
  GOOD_STEPS = 4,       /* good steps before the size is doubled again */
  MOST_GOOD_STEPS = 64, /* the same after doubling has failed several times in a row */
  LOG_LINES = 200       /* halvings written to the log; the rest is counted only */
};
/* a row that was dependent and no longer is stays open: the next look finds it */
static const double most_open = 1e-10;
static const double progress_interval = 0.2; /* s */
static const double keep_interval = 20;      /* s on the clock between snapshots */

/* Everything the loop needs, made before it: nothing is allocated inside. */
typedef struct {
  const sn_system *system;
  const sn_run_options *options;
  const sn_sink *sink;
  const sn_scheme *scheme;
  sn_stepper *stepper;
  sn_motion *motion;
  sn_state *state;
  sn_state backup;
  sn_step_options step;
  unsigned char *dependent; /* rows that depend on others, where the last look was taken */
  sn_step_report report;
  sn_run_memory m;     /* what decides the future: goes into snapshots */
  sn_run_summary *out; /* &m.out */
  unsigned char *row;  /* for snapshots: what the motion keeps */
  double *value;       /* one output; then the variables of a stop condition, n_value later */
  int n_value;
  double began, last_progress, wall_before; /* wall_before: of the run that is taken up */
  double last_keep;
  long kept_steps, first_steps; /* at the last snapshot; when this process began */
  int observed;                 /* 1: `now` shows the present state */
  sn_observation now;
} loop;

static sn_status check_options(const sn_run_options *o, sn_error *error)
{
  if (!o->scheme) {
    return sn_fail(error, SN_EINPUT, "", "No scheme was given.", "", "Choose one, e.g. scheme = \"ed\".");
  }
  if (!(o->duration >= 0) || !isfinite(o->duration)) {
    sn_failf(error, SN_EINPUT, "The duration is %g s.", o->duration);
    sn_error_fix(error, "Give run { duration = ... } a number of seconds that is not negative.");
    return SN_EINPUT;
  }
  if (o->store < 0 || !isfinite(o->store)) {
    sn_failf(error, SN_EINPUT, "The time between stored rows is %g s.", o->store);
    sn_error_fix(error, "Give run { store = ... } a positive number of seconds, or 0 for every step.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static void log_line(loop *l, const char *text)
{
  if (!l->sink->log || l->m.log_lines > LOG_LINES) {
    return;
  }
  l->m.log_lines++;
  l->sink->log(l->sink->data, *l->state->t, l->m.log_lines > LOG_LINES ? "further messages are counted only" : text);
}

/* What can be seen of the present state, found once. */
static sn_status observe(loop *l, sn_error *error)
{
  if (!l->observed) {
    SN_TRY(sn_motion_observe(l->motion, l->state, &l->out->total, &l->now, error));
    l->observed = 1;
  }
  return SN_OK;
}

/* Hands the current state to the sink as a stored row. */
static sn_status store_row(loop *l, sn_error *error)
{
  l->m.stored_t = *l->state->t;
  SN_TRY(observe(l, error));
  return l->sink->row(l->sink->data, &l->now, &l->out->total, error);
}

/* A nominal time is stored when the next multiple of `store` has been reached; the last time always is. */
static sn_status at_nominal_time(loop *l, sn_error *error)
{
  const double store = l->options->store, t = *l->state->t;
  const double slack = 1e-6 * sn_grid_interval(&l->m.grid);
  if (store > 0 && t < l->m.next_store - slack && !sn_grid_done(&l->m.grid)) {
    return SN_OK;
  }
  if (store > 0) {
    l->m.next_store = store * (floor((t + slack) / store) + 1);
  }
  return store_row(l, error);
}

static void add_up(loop *l)
{
  sn_ledger *total = &l->out->total;
  const sn_ledger *step = &l->report.ledger;
  sn_ledger_add(total, step);
  *l->state->scale = fmax(*l->state->scale, sn_ledger_scale(total));
  l->out->scale = *l->state->scale;
  l->m.largest_defect = fmax(l->m.largest_defect, fabs(step->defect));
  l->out->still = !(l->out->scale > l->m.rest);
  l->out->energy_identity_error = l->out->still ? 0 : l->m.largest_defect / l->out->scale;
}

static int finite_ledger(const sn_ledger *g)
{
  return isfinite(g->kinetic) && isfinite(g->strain) && isfinite(g->potential) && isfinite(g->work_loads) &&
         isfinite(g->work_drives) && isfinite(g->work_base) && isfinite(g->dissipation) && isfinite(g->numerical) &&
         isfinite(g->defect);
}

/* Dependent rows are met because the others are, or they contradict them: then nothing closes them. */
static int is_open(const loop *l, double constraint_error)
{
  if (!(constraint_error > most_open)) {
    return 0;
  }
  for (int i = 0; i < l->system->n_stress; i++) {
    if (l->dependent[i]) {
      return 1;
    }
  }
  return constraint_error > 2 * l->out->constraint_error;
}

/* One try of the current size. On failure the state is what it was. */
static sn_status try_step(loop *l, double h, double *constraint_error, sn_error *error)
{
  l->report = (sn_step_report){.worst_item = {-1, -1, -1}};
  l->out->opened = 0;
  sn_state_copy(l->state, &l->backup);
  for (int i = 0; i < l->system->n_stress; i++) { /* what nothing determines starts from nothing, and cannot drift */
    l->state->stress[i] = l->dependent[i] ? 0 : l->state->stress[i];
  }
  sn_status status = l->scheme->step(l->stepper, l->state, h, &l->report, error);
  l->out->iterations += l->report.iterations;
  l->out->factorisations += l->report.factorisations;
  if (status == SN_OK) {
    *constraint_error = sn_constraint_error(l->system, l->state);
    if (!finite_ledger(&l->report.ledger) || !isfinite(*constraint_error)) {
      status = sn_fail(error, SN_ENOCONV, "", "The step gave numbers that are not finite.", "", "");
    } else if (is_open(l, *constraint_error)) {
      l->out->opened = 1;
      status = sn_fail(error, SN_ENOCONV, "", "The step opened a joint.", "", "");
    }
  }
  if (status != SN_OK) {
    sn_state_copy(&l->backup, l->state);
  }
  return status;
}

static sn_status accept(loop *l, double h, double t_new, double constraint_error, sn_error *error)
{
  sn_run_summary *out = l->out;
  *l->state->t = t_new;
  l->observed = 0;
  add_up(l);
  out->t_end = t_new;
  out->steps++;
  out->fallbacks += l->report.fallback;
  out->roundoff_steps += l->report.at_roundoff;
  out->constraint_error = fmax(out->constraint_error, constraint_error);
  out->smallest_step = out->smallest_step > 0 ? fmin(out->smallest_step, h) : h;
  const sn_step_record record = {t_new, h, &l->report, l->m.halvings, constraint_error};
  if (l->sink->step) {
    SN_TRY(l->sink->step(l->sink->data, &record, error));
  }
  l->m.halvings = 0;
  l->m.just_doubled = 0;
  l->m.good++;
  if (sn_grid_advance(&l->m.grid)) {
    SN_TRY(at_nominal_time(l, error));
  }
  if (l->m.good >= l->m.wanted && sn_grid_double(&l->m.grid)) {
    l->m.good = 0;
    l->m.just_doubled = 1;
    if (sn_grid_level(&l->m.grid) == 0) {
      l->m.wanted = GOOD_STEPS;
    }
  }
  return SN_OK;
}

/* Which rows of joints repeat others here: the step must know. */
static sn_status find_dependent(loop *l, sn_error *error)
{
  int n = 0;
  l->observed = 0; /* the look uses the same memory */
  return sn_motion_dependent(l->motion, l->state, l->dependent, &n, error);
}

/* Halves the step after a failure; SN_OK if there is a smaller one to try. */
static sn_status reject(loop *l, sn_status status, double h, sn_error *error)
{
  char line[160];
  l->out->rejections++;
  l->m.halvings++;
  sn_trouble_add(&l->m.trouble, status, h, &l->report, sn_grid_level(&l->m.grid) == 0);
  if (l->m.just_doubled && l->m.wanted < MOST_GOOD_STEPS) {
    l->m.wanted *= 2;
  }
  l->m.just_doubled = 0;
  l->m.good = 0;
  SN_TRY(find_dependent(l, error)); /* other rows may depend on each other by now */
  if (sn_grid_halve(&l->m.grid)) {
    (void)snprintf(line, sizeof line, "a step of %.3g s failed (%s); halved", h, sn_trouble_word(status));
    log_line(l, line);
    return SN_OK;
  }
  sn_trouble_report(&l->m.trouble, l->system, *l->state->t, error);
  return status;
}

static void tell_progress(loop *l)
{
  const double now = sn_wall_seconds();
  l->out->wall_seconds = l->wall_before + now - l->began;
  if (l->sink->progress && now - l->last_progress >= progress_interval) {
    l->last_progress = now;
    l->sink->progress(l->sink->data, *l->state->t, l->options->duration, l->out->steps);
  }
}

/* ---- ends: conditions of the model, signals, the clock; snapshots */

static int holds(loop *l, const sn_stop_condition *c)
{
  const sn_system *s = l->system;
  double *variable = l->value + l->n_value;
  for (int i = 0; i < c->n_variables; i++) {
    const sn_output_row *row = &s->output[c->output[i]];
    row->evaluate(&l->now, row->data, l->value);
    variable[i] = l->value[c->part[i]];
  }
  const double x = sn_expr_value(c->condition, variable);
  return !isnan(x) && x != 0;
}

/* Does a condition of the model end the run here? The first one in the order of the model counts. */
static sn_status watch(loop *l, sn_error *error)
{
  const sn_run_options *o = l->options;
  for (int i = 0; i < o->n_stop_when && !l->out->stopped; i++) {
    SN_TRY(observe(l, error));
    if (holds(l, &o->stop_when[i])) {
      char line[120];
      (void)snprintf(line, sizeof line, "stopped by the condition '%.70s'", o->stop_when[i].name);
      l->out->stopped = i + 1;
      if (l->sink->log) {
        l->sink->log(l->sink->data, *l->state->t, line);
      }
    }
  }
  return SN_OK;
}

static sn_status keep(loop *l, const char *status, sn_error *error)
{
  if (!l->sink->keep) {
    return SN_OK;
  }
  sn_motion_keep(l->motion, l->row);
  l->out->wall_seconds = l->wall_before + sn_wall_seconds() - l->began;
  sn_snapshot x = {.t = *l->state->t,
                   .status = status,
                   .n_memory = sizeof l->m,
                   .n_state = l->state->n,
                   .n_dependent = (size_t)l->system->n_stress,
                   .n_row = (size_t)sn_motion_rows(l->motion),
                   .memory = &l->m,
                   .state = l->state->data,
                   .dependent = l->dependent,
                   .row = l->row};
  const sn_run_options *options = l->m.grid.options;
  l->m.grid.options = NULL; /* an address says nothing to the next run */
  const sn_status result = l->sink->keep(l->sink->data, &x, error);
  l->m.grid.options = options;
  l->last_keep = sn_wall_seconds();
  l->kept_steps = l->out->steps;
  return result;
}

static sn_status keep_if_due(loop *l, sn_error *error)
{
  const long every = l->options->checkpoint;
  const int due =
      every > 0 ? l->out->steps - l->kept_steps >= every : sn_wall_seconds() - l->last_keep >= keep_interval;
  return due ? keep(l, "running", error) : SN_OK;
}

/* Asked to stop, or out of time? Every process makes one step at least. */
static sn_status check_interruption(const loop *l, sn_error *error)
{
  const volatile int *stop = l->options->stop;
  const double limit = l->options->wall_limit;
  if (stop && *stop) {
    sn_failf(error, SN_ESTOP, "The run was interrupted at t = %.9g s.", *l->state->t);
  } else if (limit > 0 && l->out->steps > l->first_steps && sn_wall_seconds() - l->began >= limit) {
    sn_failf(error, SN_ESTOP, "The run reached its limit of %.4g s on the clock at t = %.9g s.", limit, *l->state->t);
  } else {
    return SN_OK;
  }
  sn_error_why(error, "The result holds everything up to there.");
  return SN_ESTOP;
}

static sn_status walk(loop *l, sn_error *error)
{
  while (!sn_grid_done(&l->m.grid) && !l->out->stopped) {
    SN_TRY(check_interruption(l, error));
    const double t_new = sn_grid_next(&l->m.grid), h = t_new - *l->state->t;
    double constraint_error = 0;
    const sn_status status = try_step(l, h, &constraint_error, error);
    if (status == SN_OK) {
      SN_TRY(accept(l, h, t_new, constraint_error, error));
      SN_TRY(watch(l, error));
      SN_TRY(keep_if_due(l, error));
    } else if (status == SN_ENOCONV || status == SN_ESINGULAR) {
      SN_TRY(reject(l, status, h, error));
    } else {
      return status;
    }
    tell_progress(l);
  }
  return SN_OK;
}

/* The first row of a run that begins. */
static sn_status begin(loop *l, sn_error *error)
{
  sn_ledger *total = &l->out->total;
  sn_energies(l->system, l->state, &total->kinetic, &total->strain, &total->potential);
  *l->state->scale = fmax(*l->state->scale, total->kinetic + total->strain);
  l->out->scale = *l->state->scale;
  l->m.rest = sn_rest_energy(l->system);
  l->out->still = !(l->out->scale > l->m.rest);
  l->out->constraint_error = sn_constraint_error(l->system, l->state);
  l->m.next_store = l->options->store > 0 ? *l->state->t + l->options->store : 0;
  SN_TRY(store_row(l, error));
  SN_TRY(keep(l, "running", error));
  return watch(l, error);
}

/* Whatever ends the loop, the last nominal state is stored; that of a condition always. A sink that fails here is the graver
   trouble. */
static sn_status go(loop *l, sn_error *error)
{
  if (!l->options->from) {
    SN_TRY(begin(l, error));
  }
  l->first_steps = l->out->steps;
  const sn_status status = walk(l, error);
  if (status == SN_OK) {
    l->out->completed = 1;
    if (l->m.stored_t < *l->state->t) {
      SN_TRY(store_row(l, error));
    }
    return keep(l, l->out->stopped ? "stopped" : "complete", error);
  }
  if (status == SN_ENOCONV || status == SN_ESINGULAR || status == SN_ESTOP) {
    SN_TRY(keep(l, status == SN_ESTOP ? "interrupted" : "failed", error));
    if (sn_grid_at_nominal(&l->m.grid) && l->m.stored_t < *l->state->t) {
      SN_TRY(store_row(l, error));
    }
  }
  return status;
}

/* Takes up a run where a snapshot left it. */
static sn_status take_up(loop *l, const sn_snapshot *from, sn_error *error)
{
  if (from->n_memory == sizeof l->m) {
    memcpy(&l->m, from->memory, sizeof l->m);
  }
  SN_TRY(sn_memory_check(&l->m, l->system, l->options, sn_motion_rows(l->motion), l->state->n, error));
  memcpy(l->state->data, from->state, sizeof(double) * from->n_state);
  memcpy(l->dependent, from->dependent, from->n_dependent);
  sn_motion_recall(l->motion, from->row);
  l->out->completed = 0;
  l->wall_before = l->out->wall_seconds;
  l->kept_steps = l->out->steps;
  return sn_memory_regrid(&l->m, l->options, *l->state->t, error);
}

/* Everything is allocated here. */
static sn_status prepare(loop *l, sn_arena *arena, sn_error *error)
{
  const sn_system *s = l->system;
  int widest = 1, most = 1;
  for (int i = 0; i < s->n_output; i++) {
    widest = s->output[i].n > widest ? s->output[i].n : widest;
  }
  for (int i = 0; i < l->options->n_stop_when; i++) {
    most = l->options->stop_when[i].n_variables > most ? l->options->stop_when[i].n_variables : most;
  }
  l->n_value = widest;
  l->value = SN_NEW(arena, double, widest + most);
  l->dependent = SN_NEW(arena, unsigned char, s->n_stress);
  SN_TRY(sn_state_new(s, arena, &l->backup, error));
  SN_TRY(sn_motion_new(s, arena, &l->motion, error));
  l->row = SN_NEW(arena, unsigned char, sn_motion_rows(l->motion));
  if (!l->value || !l->dependent || !l->row) {
    return sn_no_memory(error, "the run");
  }
  l->step = l->options->step;
  l->step.dependent = l->dependent;
  if (l->options->from) {
    return take_up(l, l->options->from, error);
  }
  l->m.wanted = GOOD_STEPS;
  l->m.duration = l->options->duration;
  SN_TRY(sn_grid_start(&l->m.grid, l->options, *l->state->t, error));
  return find_dependent(l, error);
}

sn_status sn_run(const sn_system *s, const sn_run_options *o, sn_arena *arena, sn_state *state, const sn_sink *sink,
                 sn_run_summary *out, sn_error *error)
{
  *out = (sn_run_summary){.t_end = *state->t};
  SN_TRY(check_options(o, error));
  loop *l = SN_NEW(arena, loop, 1);
  if (!l) {
    return sn_no_memory(error, "the run");
  }
  l->system = s;
  l->options = o;
  l->sink = sink;
  l->scheme = o->scheme;
  l->state = state;
  l->out = &l->m.out;
  l->out->t_end = *state->t;
  l->began = l->last_progress = l->last_keep = sn_wall_seconds();
  sn_status status = prepare(l, arena, error);
  status = status == SN_OK ? l->scheme->create(s, &l->step, arena, &l->stepper, error) : status;
  if (status == SN_OK) {
    l->out->unknowns = l->scheme->unknowns(l->stepper);
    status = go(l, error);
    l->scheme->destroy(l->stepper);
  }
  sn_motion_free(l->motion);
  l->out->completed = status == SN_OK;
  l->out->wall_seconds = l->wall_before + sn_wall_seconds() - l->began;
  *out = l->m.out;
  return status;
}
