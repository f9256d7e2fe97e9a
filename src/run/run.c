/* run/run.c -- the time loop.
 * What:    walks a nominal grid of times; a step that fails is halved and the step size grows back, but every nominal
 *          time is met exactly, so that stored rows never depend on halvings. Sums the ledger, watches the constraints,
 *          and, when it must end, says where, why and what to try.
 * Theory:  inside a nominal interval of length H the step is H/2^level and the place is counted in whole steps of that
 *          size (run/grid.h), so no time is ever accumulated. The step handed to the scheme is the difference of two such
 *          times, which is exact in floating point (Sterbenz), hence t + h is the next time to the last bit.
 * Limits:  no error control: the size changes only when a step fails.
 * Tests:   tests/run/test_run.c, tests/run/test_grid.c.
 */
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/grid.h"
#include "run/report.h"

enum {
  GOOD_STEPS = 4,       /* good steps before the size is doubled again */
  MOST_GOOD_STEPS = 64, /* the same after doubling has failed several times in a row */
  LOG_LINES = 200       /* halvings written to the log; the rest is counted only */
};
/* a row that was dependent and no longer is stays open: the next look finds it */
static const double most_open = 1e-10;
static const double progress_interval = 0.2; /* s */

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
  sn_grid grid;
  sn_step_options step;
  unsigned char *dependent; /* rows that depend on others, where the last look was taken */
  sn_run_summary *out;
  sn_step_report report;
  sn_trouble trouble;
  int halvings;     /* since the last accepted step */
  int good, wanted; /* good steps since the last change of size, and how many are wanted to double it */
  int just_doubled;
  int log_lines;
  double largest_defect;
  double rest; /* energy of a model that does not move */
  double stored_t, next_store;
  double began, last_progress;
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
  if (!l->sink->log || l->log_lines > LOG_LINES) {
    return;
  }
  l->log_lines++;
  l->sink->log(l->sink->data, *l->state->t, l->log_lines > LOG_LINES ? "further messages are counted only" : text);
}

/* Hands the current state to the sink as a stored row. */
static sn_status store_row(loop *l, sn_error *error)
{
  sn_observation o;
  l->stored_t = *l->state->t;
  SN_TRY(sn_motion_observe(l->motion, l->state, &l->out->total, &o, error));
  return l->sink->row(l->sink->data, &o, &l->out->total, error);
}

/* A nominal time is stored when the next multiple of `store` has been reached; the last time always is. */
static sn_status at_nominal_time(loop *l, sn_error *error)
{
  const double store = l->options->store, t = *l->state->t;
  const double slack = 1e-6 * sn_grid_interval(&l->grid);
  if (store > 0 && t < l->next_store - slack && !sn_grid_done(&l->grid)) {
    return SN_OK;
  }
  if (store > 0) {
    l->next_store = store * (floor((t + slack) / store) + 1);
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
  l->largest_defect = fmax(l->largest_defect, fabs(step->defect));
  l->out->still = !(l->out->scale > l->rest);
  l->out->energy_identity_error = l->out->still ? 0 : l->largest_defect / l->out->scale;
}

static int finite_ledger(const sn_ledger *g)
{
  return isfinite(g->kinetic) && isfinite(g->strain) && isfinite(g->potential) && isfinite(g->work_loads) &&
         isfinite(g->work_drives) && isfinite(g->work_base) && isfinite(g->dissipation) && isfinite(g->numerical) &&
         isfinite(g->defect);
}

/* One try of the current size. On failure the state is what it was. */
static sn_status try_step(loop *l, double h, double *constraint_error, sn_error *error)
{
  l->report = (sn_step_report){.worst_item = {-1, -1, -1}};
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
    } else if (*constraint_error > most_open && *constraint_error > 2 * l->out->constraint_error) {
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
  add_up(l);
  out->t_end = t_new;
  out->steps++;
  out->fallbacks += l->report.fallback;
  out->roundoff_steps += l->report.at_roundoff;
  out->constraint_error = fmax(out->constraint_error, constraint_error);
  out->smallest_step = out->smallest_step > 0 ? fmin(out->smallest_step, h) : h;
  const sn_step_record record = {t_new, h, &l->report, l->halvings, constraint_error};
  if (l->sink->step) {
    SN_TRY(l->sink->step(l->sink->data, &record, error));
  }
  l->halvings = 0;
  l->just_doubled = 0;
  l->good++;
  if (sn_grid_advance(&l->grid)) {
    SN_TRY(at_nominal_time(l, error));
  }
  if (l->good >= l->wanted && sn_grid_double(&l->grid)) {
    l->good = 0;
    l->just_doubled = 1;
    if (sn_grid_level(&l->grid) == 0) {
      l->wanted = GOOD_STEPS;
    }
  }
  return SN_OK;
}

/* Which rows of joints repeat others here: the step must know. */
static sn_status find_dependent(loop *l, sn_error *error)
{
  int n = 0;
  return sn_motion_dependent(l->motion, l->state, l->dependent, &n, error);
}

/* Halves the step after a failure; SN_OK if there is a smaller one to try. */
static sn_status reject(loop *l, sn_status status, double h, sn_error *error)
{
  char line[160];
  l->out->rejections++;
  l->halvings++;
  sn_trouble_add(&l->trouble, status, h, &l->report, sn_grid_level(&l->grid) == 0);
  if (l->just_doubled && l->wanted < MOST_GOOD_STEPS) {
    l->wanted *= 2;
  }
  l->just_doubled = 0;
  l->good = 0;
  SN_TRY(find_dependent(l, error)); /* other rows may depend on each other by now */
  if (sn_grid_halve(&l->grid)) {
    (void)snprintf(line, sizeof line, "a step of %.3g s failed (%s); halved", h, sn_trouble_word(status));
    log_line(l, line);
    return SN_OK;
  }
  sn_trouble_report(&l->trouble, l->system, *l->state->t, error);
  return status;
}

static void tell_progress(loop *l)
{
  const double now = sn_wall_seconds();
  l->out->wall_seconds = now - l->began;
  if (l->sink->progress && now - l->last_progress >= progress_interval) {
    l->last_progress = now;
    l->sink->progress(l->sink->data, *l->state->t, l->options->duration, l->out->steps);
  }
}

static sn_status walk(loop *l, sn_error *error)
{
  const volatile int *stop = l->options->stop;
  while (!sn_grid_done(&l->grid)) {
    if (stop && *stop) {
      sn_failf(error, SN_ESTOP, "The run was interrupted at t = %.9g s.", *l->state->t);
      sn_error_why(error, "The result holds everything up to there.");
      return SN_ESTOP;
    }
    const double t_new = sn_grid_next(&l->grid), h = t_new - *l->state->t;
    double constraint_error = 0;
    const sn_status status = try_step(l, h, &constraint_error, error);
    if (status == SN_OK) {
      SN_TRY(accept(l, h, t_new, constraint_error, error));
    } else if (status == SN_ENOCONV || status == SN_ESINGULAR) {
      SN_TRY(reject(l, status, h, error));
    } else {
      return status;
    }
    tell_progress(l);
  }
  return SN_OK;
}

/* The first row and the loop; whatever ends it, the last nominal state is stored. */
static sn_status run_from_start(loop *l, sn_error *error)
{
  sn_ledger *total = &l->out->total;
  sn_energies(l->system, l->state, &total->kinetic, &total->strain, &total->potential);
  *l->state->scale = fmax(*l->state->scale, total->kinetic + total->strain);
  l->out->scale = *l->state->scale;
  l->rest = sn_rest_energy(l->system);
  l->out->still = !(l->out->scale > l->rest);
  l->out->constraint_error = sn_constraint_error(l->system, l->state);
  l->next_store = l->options->store > 0 ? *l->state->t + l->options->store : 0;
  SN_TRY(store_row(l, error));
  const sn_status status = walk(l, error);
  if ((status == SN_ENOCONV || status == SN_ESINGULAR || status == SN_ESTOP) && sn_grid_at_nominal(&l->grid) &&
      l->stored_t < *l->state->t) {
    SN_TRY(store_row(l, error)); /* a sink that fails here is the graver trouble */
  }
  return status;
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
  l->out = out;
  l->wanted = GOOD_STEPS;
  l->began = l->last_progress = sn_wall_seconds();
  SN_TRY(sn_grid_start(&l->grid, o, *state->t, error));
  l->dependent = SN_NEW(arena, unsigned char, s->n_stress);
  if (!l->dependent) {
    return sn_no_memory(error, "the run");
  }
  SN_TRY(sn_state_new(s, arena, &l->backup, error));
  SN_TRY(sn_motion_new(s, arena, &l->motion, error));
  l->step = o->step;
  l->step.dependent = l->dependent;
  sn_status status = find_dependent(l, error);
  status = status == SN_OK ? l->scheme->create(s, &l->step, arena, &l->stepper, error) : status;
  if (status == SN_OK) {
    out->unknowns = l->scheme->unknowns(l->stepper);
    status = run_from_start(l, error);
    l->scheme->destroy(l->stepper);
  }
  sn_motion_free(l->motion);
  out->completed = status == SN_OK;
  out->wall_seconds = sn_wall_seconds() - l->began;
  return status;
}
