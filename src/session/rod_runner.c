/* session/rod_runner.c -- a model that is a laboratory rod, from its settings to rows of the ordinary result file.
 * What:    the laboratory (component/lab.h) moves it; every row becomes positions and directions of the frozen system, so that channels, pictures
 *          and results are those of any part. The ledger holds the energies of the rod; its defect is the error of the
 *          integrator, not round-off.
 * Limits:  no checkpoints: such a run cannot be resumed.
 * Tests:   tests/lab/test_rod_models.c.
 */
#include "session/rod_runner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "session/runner.h"

static const double usual_rows = 200; /* when neither dt nor store is given */

const sn_rod_session *sn_session_rod(const sn_session *s)
{
  return s->runner == &sn_runner_rod ? s->own : NULL;
}

static sn_status open_rod(sn_session *s, sn_error *error)
{
  sn_rod_session *own = SN_NEW(s->arena, sn_rod_session, 1);
  if (!own) {
    return sn_no_memory(error, "the rod");
  }
  (void)sn_runner_of(s->model, &own->item);
  own->part = own->item->frozen;
  s->own = own;
  const int n = 2 * own->part->rod.n;
  s->freedom = (sn_freedom_count){.coordinates = n, .freedom = n};
  return SN_OK;
}

/* ---- settings */

/* A setting that means nothing here. */
static sn_status refuse(const sn_run_settings *r, const char *field, const char *fix, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "run: `%s` means nothing for a plane_rod.", field);
  sn_error_where(error, "%s", r->where ? r->where : "run");
  sn_error_why(error, "Its integrator chooses the steps by its tolerance.");
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

static sn_status check_settings(const sn_run_settings *r, const sn_session *s, sn_error *error)
{
  const char *scheme = "Leave it out; plane_rod { formulation = ..., integrator = ... } says how it is run.";
  const char *steps = "Leave it out; plane_rod { tolerance = 1e-6 } says how accurate, store how often it is written.";
  const struct {
    const char *name;
    int given;
    const char *fix;
  } all[] = {{"scheme", r->scheme != NULL, scheme},
             {"alpha", !isnan(r->options.step.alpha), scheme},
             {"tolerance", !isnan(r->options.tolerance), steps},
             {"schedule", r->options.n_schedule > 0, steps},
             {"min_step", !isnan(r->options.min_step), steps},
             {"newton_tolerance", !isnan(r->options.step.newton_tolerance), steps},
             {"max_iterations", r->options.step.max_iterations > 0, steps},
             {"checkpoint", r->options.checkpoint > 0, "Leave it out: such a run cannot be resumed."},
             {"start_from", r->start_from || s->start_from, "Leave it out; draw the start by angles."}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (all[i].given) {
      return refuse(r, all[i].name, all[i].fix, error);
    }
  }
  return SN_OK;
}

static sn_status settings(sn_session *s, double until, sn_error *error)
{
  const sn_run_settings *r = sn_model_run(s->model);
  sn_rod_session *own = s->own;
  const sn_plane_rod *rod = own->part;
  const volatile int *stop = s->options.stop;
  const double duration = isnan(until) ? r->options.duration : until;
  SN_TRY(check_settings(r, s, error));
  if (isnan(duration)) {
    (void)sn_failf(error, SN_EINPUT, "The model does not say run { duration = ... }.");
    sn_error_where(error, "%s", r->where && r->where[0] ? r->where : "run");
    sn_error_fix(error, "Add for example: run { duration = 1 }.");
    return SN_EINPUT;
  }
  sn_scheme *scheme = SN_NEW(s->arena, sn_scheme, 1);
  char *name = sn_arena_format(s->arena, "plane_rod %s %s", rod->lab->formulation[rod->options.formulation],
                               rod->lab->integrator[rod->options.integrator].name);
  if (!scheme || !name) {
    return sn_no_memory(error, "the run");
  }
  scheme->name = name;
  scheme->help = "";
  const double rows =
      isnan(r->options.dt) ? (isnan(r->options.duration) ? duration : r->options.duration) / usual_rows : r->options.dt;
  s->options = (sn_run_options){.scheme = scheme,
                                .stop = stop,
                                .dt = rows > 0 ? rows : 1,
                                .duration = duration,
                                .store = r->options.store > 0 ? r->options.store
                                         : rows > 0           ? rows
                                                              : 1,
                                .tolerance = rod->options.relative,
                                .wall_limit = isnan(r->options.wall_limit) ? 0 : r->options.wall_limit};
  sn_rod_options *o = &own->options;
  *o = rod->options;
  o->duration = duration;
  o->store = s->options.store;
  o->max_step = isnan(r->options.dt) ? 0 : r->options.dt;
  o->ledger = 1;
  o->stop = stop;
  return SN_OK;
}

static void tell_settings(const sn_session *s, sn_say say)
{
  const sn_rod_session *own = s->own;
  const sn_rod_options *o = &own->options;
  sn_sayf(say, "%s, tolerance %g, measure %s, stabilisation %g 1/s, duration %g s, rows every %g s",
          s->options.scheme->name, o->relative, own->part->lab->measure[own->part->rod.measure], o->stabilise,
          s->options.duration, o->store);
}

/* ---- start */

static sn_status of_item(const sn_rod_session *own, sn_status status, sn_error *error)
{
  sn_error_where(error, "%s, plane_rod '%s'", own->item->where, own->item->name);
  return status;
}

static sn_status start(sn_session *s, sn_error *error)
{
  sn_rod_session *own = s->own;
  const sn_rod *rod = &own->part->rod;
  const sn_lab *lab = own->part->lab;
  double *p = own->p = SN_NEW(s->arena, double, 4 * rod->n);
  double *v = own->v = SN_NEW(s->arena, double, 4 * rod->n);
  sn_rod_drive o;
  if (!p || !v) {
    return sn_no_memory(error, "the run");
  }
  lab->place(rod, own->part->angles, p, v);
  s->is_static = sn_model_run(s->model)->start == 1;
  if (s->is_static) {
    sn_rod_balance b;
    const sn_status status = lab->statics(rod, s->arena, p, &b, error);
    if (status != SN_OK) {
      return of_item(own, status, error);
    }
    s->equilibrium = (sn_equilibrium){.iterations = b.iterations, .load_steps = 1, .residual = b.residual};
    s->equilibrium.force = lab->mass(rod) * sqrt(p2_dot(rod->gravity, rod->gravity));
    lab->drive_at(rod, 0, &o);
    for (int i = 0; i < rod->n; i++) { /* at rest seen from the root */
      p2_put(p2_scale(o.omega, p2_turn(p2_at(p + 4 * i))), v + 4 * i);
      p2_put(p2_axpy(o.v, o.omega, p2_turn(p2_sub(p2_at(p + 4 * i + 2), o.x))), v + 4 * i + 2);
    }
  }
  lab->drive_at(rod, 0, &o);
  sn_plane_rod_put(own->part, &o, p, v, s->frozen.start.q, s->frozen.start.v);
  return SN_OK;
}

/* ---- run */

typedef struct {
  sn_session *session;
  const sn_plane_rod *part;
  const sn_sink *sink;
  sn_run_summary *out;
  sn_v3 *q, *v, *a; /* of the system */
  double *acceleration, *scratch;
  sn_rod_work *work;
  sn_ledger total;
  double energy_start, last_row, defect;
  int rows;
} mover;

/* Vectors of the system from numbers of the rod. */
static void fill(mover *x, const sn_rod_drive *o, const double *p, const double *v, const double *a)
{
  const sn_plane_rod *r = x->part;
  sn_plane_rod_put(r, o, p, v, x->q, x->v);
  x->a[r->position[0]] = v3(o->a.x, o->a.y, 0);
  x->a[r->direction[0]] = v3(o->zdd.x, o->zdd.y, 0);
  for (int i = 0; i < r->rod.n; i++) {
    x->a[r->direction[i + 1]] = v3(a[4 * i], a[4 * i + 1], 0);
    x->a[r->position[i + 1]] = v3(a[4 * i + 2], a[4 * i + 3], 0);
  }
}

static sn_observation observation(const mover *x, double t)
{
  const sn_session *s = x->session;
  return (sn_observation){.system = s->frozen.system,
                          .t = t,
                          .q = x->q,
                          .local = x->q,
                          .v = x->v,
                          .a = x->a,
                          .stress = s->frozen.start.stress,
                          .internal = s->frozen.start.internal,
                          .scratch = x->scratch,
                          .ledger = &x->total};
}

static void keep_energies(mover *x, const sn_rod_energy *e, double loads, double root, double loss)
{
  const double energy = e->kinetic + e->stretch + e->bend + e->gravity;
  x->energy_start = x->rows == 0 ? energy : x->energy_start;
  x->total = (sn_ledger){.kinetic = e->kinetic,
                         .strain = e->stretch + e->bend,
                         .potential = e->gravity,
                         .work_loads = loads,
                         .work_base = root,
                         .dissipation = loss,
                         .defect = energy - x->energy_start - loads - root + loss};
  x->out->scale = fmax(x->out->scale, sn_ledger_scale(&x->total));
  x->out->total = x->total;
}

static sn_status on_row(void *data, const sn_rod_row *r, sn_error *error)
{
  mover *x = data;
  keep_energies(x, &r->energy, r->work_loads, r->work_root, r->loss);
  fill(x, r->drive, r->p, r->v, r->a);
  const sn_observation o = observation(x, r->t);
  x->last_row = r->t;
  x->rows++;
  return x->sink->row(x->sink->data, &o, &x->total, error);
}

/* Conditions of the model that end the run; the row of that time is stored. */
static sn_status watch(mover *x, const sn_rod_step *s, sn_error *error)
{
  if (x->session->frozen.system->n_stop == 0) {
    return SN_OK;
  }
  x->part->lab->accelerations(&x->part->rod, s->drive, s->p, s->v, 0, x->work, x->acceleration, NULL);
  fill(x, s->drive, s->p, s->v, x->acceleration);
  const sn_observation now = observation(x, s->t);
  x->out->stopped = sn_stop_now(&now);
  return x->out->stopped && s->t > x->last_row ? x->sink->row(x->sink->data, &now, &x->total, error) : SN_OK;
}

static sn_status on_step(void *data, const sn_rod_step *s, sn_error *error)
{
  mover *x = data;
  const double gap = fmax(s->drift.shear * x->part->rod.l / x->session->frozen.system->extent, s->drift.unit);
  sn_step_report report = {.ledger = {.defect = s->defect - x->defect}};
  const sn_step_record record = {.t = s->t, .h = s->h, .report = &report, .constraint_error = gap};
  x->defect = s->defect;
  x->out->energy_identity_error = fmax(x->out->energy_identity_error, fabs(s->defect));
  x->out->constraint_error = fmax(x->out->constraint_error, gap);
  SN_TRY(x->sink->step(x->sink->data, &record, error));
  SN_TRY(watch(x, s, error));
  return x->out->stopped ? SN_ESTOP : SN_OK;
}

static void on_progress(void *data, double t, double duration, long steps)
{
  mover *x = data;
  if (x->sink->progress) {
    x->sink->progress(x->sink->data, t, duration, steps);
  }
}

static void tell(const mover *x, double t, const sn_rod_statistics *n)
{
  char line[200];
  if (x->rows == 0) {
    return; /* nothing has begun: there is no file */
  }
  /* no times: a result is a function of its model */
  (void)snprintf(line, sizeof line,
                 "%ld right-hand sides, %ld more in difference quotients, %ld Jacobians, %ld Newton iterations", n->rhs,
                 n->rhs_jacobian, n->jacobians, n->newton);
  x->sink->log(x->sink->data, t, line);
  (void)snprintf(line, sizeof line, "largest drift: shear %.2g of an element, unit length %.2g, strains %.2g",
                 n->drift.shear, n->drift.unit, n->drift.strain);
  x->sink->log(x->sink->data, t, line);
}

static sn_status make_room(mover *x, sn_error *error)
{
  sn_session *s = x->session;
  const int n = s->frozen.system->n_vector;
  x->q = SN_NEW(s->arena, sn_v3, n);
  x->v = SN_NEW(s->arena, sn_v3, n);
  x->a = SN_NEW(s->arena, sn_v3, n);
  x->acceleration = SN_NEW(s->arena, double, 4 * x->part->rod.n);
  x->scratch = SN_NEW(s->arena, double, s->frozen.system->n_scratch);
  x->work = x->part->lab->work_new(&x->part->rod, s->arena);
  return x->q && x->v && x->a && x->acceleration && x->scratch && x->work ? SN_OK : sn_no_memory(error, "the run");
}

static sn_status run(sn_session *s, const sn_sink *sink, sn_run_summary *out, sn_error *error)
{
  sn_rod_session *own = s->own;
  mover x = {.session = s, .part = own->part, .sink = sink, .out = out};
  sn_rod_statistics *n = &own->count;
  const double began = sn_wall_seconds();
  *out = (sn_run_summary){0};
  own->options.wall_limit = s->options.wall_limit;
  SN_TRY(make_room(&x, error));
  if (sink->begin) {
    sink->begin(sink->data, own->part->lab->unknowns(&own->part->rod, &own->options));
  }
  const sn_rod_sink rows = {&x, on_row, on_step, on_progress};
  sn_status status = own->part->lab->run(&own->part->rod, &own->options, own->p, own->v, s->arena, &rows, n, error);
  out->t_end = n->t;
  out->steps = n->steps;
  out->iterations = n->newton;
  out->rejections = n->rejected;
  out->unknowns = n->unknowns;
  out->smallest_step = n->smallest_step;
  out->wall_seconds = sn_wall_seconds() - began;
  out->still = !(out->scale > sn_rest_energy(s->frozen.system));
  out->scale = out->still ? sn_rest_energy(s->frozen.system) : out->scale;
  out->energy_identity_error = out->still ? 0 : out->energy_identity_error / out->scale;
  if (out->stopped) {
    status = SN_OK;
    if (error) {
      *error = (sn_error){0};
    }
  }
  out->completed = status == SN_OK;
  tell(&x, out->t_end, n);
  if (status != SN_OK && status != SN_ESTOP) {
    return of_item(own, status, error);
  }
  return status;
}

/* What its integrator did, and how far it drifted; its energy balance says how well it integrates. */
static void tell_run(const sn_session *s, const sn_run_summary *r, sn_say say)
{
  const sn_rod_session *own = s->own;
  const sn_rod_statistics *n = &own->count;
  sn_sayf(say, "steps        %ld (%s), smallest %.3g s, %ld undone", r->steps, s->options.scheme->name,
          r->smallest_step, r->rejections);
  sn_sayf(say, "work         %ld right-hand sides, %ld more in difference quotients, %ld Jacobians", n->rhs,
          n->rhs_jacobian, n->jacobians);
  sn_sayf(say, "size         %d unknowns, %d degrees of freedom, tolerance %g", r->unknowns, s->freedom.freedom,
          own->options.relative);
  sn_sayf(say, "energy       balance of the whole run open by at most %.1e (of %.4g J), %.2e lost by damping",
          r->energy_identity_error, r->scale, r->total.dissipation / r->scale);
  sn_sayf(say, "drift        shear %.1e of an element, unit length %.1e, strains %.1e", n->drift.shear, n->drift.unit,
          n->drift.strain);
}

const sn_runner sn_runner_rod = {
    .name = "plane_rod",
    .kind = &sn_kind_plane_rod,
    .apart = "A plane_rod is a laboratory of its own, run by other integrators (docs/rods.md).",
    .no_resume = "The integrators of a plane_rod keep their past to themselves: it has no checkpoints.",
    .open = open_rod,
    .settings = settings,
    .start = start,
    .run = run,
    .tell_settings = tell_settings,
    .tell_run = tell_run};
