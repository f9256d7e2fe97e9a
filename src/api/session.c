/* api/session.c -- from a model to a run and its result file.
 * What:    see api/session.h.
 * Tests:   tests/api/test_api.c, tests/cli/test_cli.c.
 */
#include "api/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "results/writer.h"
#include "system/kernel.h"

static const double largest_misfit = 1e-6; /* of a starting position; the first step closes smaller ones */
static const double noticeable = 1e-6;     /* relative change of initial velocities that is worth a line in the log */

/* Before the first step a singular matrix is the model's fault, not the numerics'. */
static sn_status of_model(sn_status status, sn_error *error)
{
  if (status != SN_ESINGULAR && status != SN_ENOCONV) {
    return status;
  }
  if (error) {
    error->status = SN_EMODEL;
  }
  return SN_EMODEL;
}

sn_status sn_session_open(sn_session *s, sn_model *model, const char *name, sn_arena *arena, sn_error *error)
{
  *s = (sn_session){.arena = arena, .model = model, .name = name};
  SN_TRY(sn_model_freeze(model, arena, &s->frozen, error));
  SN_TRY(sn_motion_new(s->frozen.system, arena, &s->motion, error));
  return of_model(sn_motion_freedom(s->motion, &s->frozen.start, &s->freedom, error), error);
}

/* The item whose rows are farthest from zero in the starting position. */
static int worst_item(const sn_system *system, const sn_state *x, const char **rows)
{
  double worst = 0, e[SN_MAX_FORMS];
  int item = -1;
  for (int i = 0; i < system->n_block; i++) {
    const sn_block *b = &system->block[i];
    double size = 0;
    if (b->law == SN_LINEAR_CONSTRAINT) {
      sn_forms(b, x->q, e);
      for (int k = 0; k < b->n_form; k++) {
        size = fmax(size, fabs(e[k]));
      }
    } else if (b->law == SN_COMPOSITE_CONSTRAINT) {
      sn_forms(b, x->q, e);
      const double u = sn_drive(b, x->own, *x->t);
      size = fabs(sn_composite(b, x->own, e, NULL, NULL) - u);
    }
    if (size > worst) {
      worst = size;
      item = b->item;
      *rows = b->row_text;
    }
  }
  return item;
}

static sn_status does_not_fit(const sn_session *s, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const char *rows = "";
  const int item = worst_item(system, &s->frozen.start, &rows);
  sn_failf(error, SN_EMODEL, "The parts do not fit together in the starting position.");
  if (item >= 0 && item < system->n_item) {
    sn_error_where(error, "%s, %s", system->item_where[item], system->item_name[item]);
  }
  sn_error_why(error, "Its equations (%s) miss by %.3g (lengths over the size of the model, or radians).",
               rows ? rows : "rows", s->misfit);
  sn_error_fix(error, "Move the parts or the frames of the joint; a drive must begin at the drawn position "
                      "(or give `initial`).");
  return SN_EMODEL;
}

sn_status sn_session_start(sn_session *s, sn_error *error)
{
  s->misfit = sn_constraint_error(s->frozen.system, &s->frozen.start);
  if (!(s->misfit <= largest_misfit)) {
    return does_not_fit(s, error);
  }
  int given = 0; /* drives set parts in motion that were drawn at rest: that is no misfit */
  for (int i = 0; i < s->frozen.system->n_vector; i++) {
    given |= s->frozen.system->vector[i].freedom == SN_FREE && v3_norm(s->frozen.start.v[i]) > 0;
  }
  const sn_status status = of_model(sn_motion_start(s->motion, &s->frozen.start, 1, &s->moved, error), error);
  s->moved = given ? s->moved : 0;
  return status;
}

void sn_session_close(sn_session *s)
{
  if (s->motion) {
    sn_motion_free(s->motion);
    s->motion = NULL;
  }
}

static sn_status unknown_scheme(const char *name, const char *where, sn_error *error)
{
  const char *names[32];
  char list[200] = "";
  int n = 0;
  for (; n < 32 && sn_schemes[n]; n++) {
    const size_t used = strlen(list);
    names[n] = sn_schemes[n]->name;
    (void)snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", names[n]);
  }
  const char *near = sn_nearest(name, names, (size_t)n);
  sn_failf(error, SN_EINPUT, "There is no scheme '%.60s'.", name);
  sn_error_where(error, "%s", where ? where : "");
  sn_error_why(error, "The schemes are: %s.", list);
  sn_error_fix(error, "%s'%s'%s", near ? "Did you mean " : "Use ", near ? near : "ed", near ? "?" : ", the default.");
  return SN_EINPUT;
}

static sn_status missing(const char *field, const char *where, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The model does not say run { %s = ... }.", field);
  sn_error_where(error, "%s", where && where[0] ? where : "run");
  sn_error_fix(error, "Add for example: run { dt = 1e-3, duration = 10 }.");
  return SN_EINPUT;
}

static double or_else(double x, double otherwise)
{
  return isnan(x) ? otherwise : x;
}

sn_status sn_session_settings(sn_session *s, double until, sn_error *error)
{
  const sn_run_settings *r = sn_model_run(s->model);
  const char *scheme = r->scheme ? r->scheme : "ed";
  sn_run_options *o = &s->options;
  const volatile int *stop = o->stop;
  *o = (sn_run_options){.scheme = sn_scheme_named(scheme), .stop = stop};
  if (!o->scheme) {
    return unknown_scheme(scheme, r->where, error);
  }
  const double duration = isnan(until) ? r->duration : until;
  if (isnan(r->dt) && r->step_times.n == 0) {
    return missing("dt", r->where, error);
  }
  if (isnan(duration)) {
    return missing("duration", r->where, error);
  }
  o->step = (sn_step_options){
      .alpha = or_else(r->alpha, 1), .tolerance = or_else(r->tolerance, 0), .max_iterations = r->max_iterations};
  o->dt = or_else(r->dt, r->step_times.n > 0 ? r->step_sizes.x[0] : 0);
  o->duration = duration;
  o->min_step = or_else(r->min_step, 0);
  o->store = or_else(r->store, 0);
  o->n_schedule = r->step_times.n;
  o->schedule_time = r->step_times.x;
  o->schedule_dt = r->step_sizes.x;
  return SN_OK;
}

/* ---- running */

typedef struct {
  sn_sink file;
  const sn_session_hooks *hooks;
  const sn_session *session;
  const sn_result_plan *plan;
  int told;
} tee;

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  tee *x = data;
  SN_TRY(x->file.row(x->file.data, o, total, error));
  if (!x->told && x->session->moved > noticeable) {
    char line[120];
    (void)snprintf(line, sizeof line, "initial velocities changed by %.2g of their size to fit the joints",
                   x->session->moved);
    x->file.log(x->file.data, o->t, line);
  }
  if (!x->told && x->plan->n_left_out > 0) {
    char line[120];
    (void)snprintf(line, sizeof line, "%d outputs of joints and forces are not stored: ask for them by channels",
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

/* A run that fails in its first step with joints that repeat each other fails because of the model. */
static sn_status blame_redundant(const sn_session *s, sn_error *error)
{
  const sn_freedom_count *f = &s->freedom;
  const sn_system *system = s->frozen.system;
  const int item = f->item[0];
  char names[200] = "";
  for (int i = 0; i < f->n_redundant && i < 4; i++) {
    const size_t used = strlen(names);
    int seen = f->item[i] < 0 || f->item[i] >= system->n_item;
    for (int k = 0; k < i; k++) {
      seen |= f->item[k] == f->item[i];
    }
    if (!seen) {
      (void)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", system->item_name[f->item[i]]);
    }
  }
  *error = (sn_error){.status = SN_EMODEL};
  (void)snprintf(error->what, sizeof error->what, "%d equations of joints repeat or contradict others.",
                 f->n_redundant);
  if (item >= 0 && item < system->n_item) {
    sn_error_where(error, "%s, %s", system->item_where[item], system->item_name[item]);
  }
  sn_error_why(error, "Only %d of %d equations are independent in the starting position; the others belong to %s.",
               f->rank, f->rows, names);
  sn_error_fix(error,
               "Use joints with fewer equations there, e.g. spherical or cylindrical in place of revolute, or remove "
               "a drive.");
  return SN_EMODEL;
}

sn_status sn_session_run(sn_session *s, const char *file, const sn_session_hooks *hooks, sn_run_summary *out,
                         sn_error *error)
{
  sn_result_plan plan;
  sn_writer *writer = NULL;
  sn_error local = {0}, closing = {0};
  sn_error *why = error ? error : &local;
  SN_TRY(sn_session_plan(s, &plan, why));
  SN_TRY(sn_writer_new(&plan, file, s->arena, &writer, why));
  tee x = {sn_writer_sink(writer), hooks, s, &plan, 0};
  const sn_sink sink = {&x, on_row, on_step, on_progress, on_log};
  sn_status status = sn_run(s->frozen.system, &s->options, s->arena, &s->frozen.start, &sink, out, why);
  if ((status == SN_ESINGULAR || status == SN_ENOCONV) && out->steps == 0 && s->freedom.n_redundant > 0) {
    status = blame_redundant(s, why);
  }
  const char *word = status == SN_OK ? "complete" : status == SN_ESTOP ? "interrupted" : "failed";
  const sn_status closed = sn_writer_finish(writer, word, out, status == SN_OK ? NULL : why, &closing);
  if (status == SN_OK && closed != SN_OK) {
    *why = closing;
    return closed;
  }
  return status;
}

/* ---- masses */

/* Adds mass and first moment of one node's own masses. */
static void add_node(const sn_node *n, const sn_v3 *q, double *mass, sn_v3 *moment)
{
  if (n->has_x) {
    *mass += n->mass[0][0];
    for (int a = 0; a < n->n_vec; a++) {
      *moment = v3_axpy(*moment, n->mass[0][a], q[n->vector[a]]);
    }
  }
}

double sn_session_mass(const sn_session *s, const sn_item *item, sn_v3 *centre)
{
  const sn_system *system = s->frozen.system;
  const sn_v3 *q = s->frozen.start.q;
  double mass = 0;
  sn_v3 moment = v3(0, 0, 0);
  for (int i = 0; i < system->n_node; i++) {
    if (system->node[i].item == item->builder_item) {
      add_node(&system->node[i], q, &mass, &moment);
    }
  }
  for (int i = 0; i < system->n_pair; i++) {
    const sn_mass_pair *p = &system->pair[i];
    const sn_vector *a = &system->vector[p->a], *b = &system->vector[p->b];
    if (a->role == 0 && b->role == 0 && a->node >= 0 && b->node >= 0 &&
        system->node[a->node].item == item->builder_item && system->node[b->node].item == item->builder_item) {
      mass += 2 * p->m;
      moment = v3_axpy(v3_axpy(moment, p->m, q[p->a]), p->m, q[p->b]);
    }
  }
  *centre = mass > 0 ? v3_scale(1 / mass, moment) : v3(0, 0, 0);
  return mass;
}

double sn_session_total_mass(const sn_session *s)
{
  const sn_system *system = s->frozen.system;
  double mass = 0;
  for (int i = 0; i < system->n_vector; i++) {
    mass += system->vector[i].role == 0 ? system->mass[i] : 0;
  }
  for (int i = 0; i < system->n_pair; i++) {
    const sn_mass_pair *p = &system->pair[i];
    mass += system->vector[p->a].role == 0 && system->vector[p->b].role == 0 ? 2 * p->m : 0;
  }
  return mass;
}
