/* api/session.c -- from a model to a run and its result file.
 * What:    see api/session.h.
 * Tests:   tests/api/test_api.c, tests/cli/test_cli.c.
 */
#include "api/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/going.h"
#include "api/rod.h"
#include "base/text.h"
#include "run/control.h"
#include "system/kernel.h"

void sn_session_close(sn_session *s)
{
  if (s->motion) {
    sn_motion_free(s->motion);
    s->motion = NULL;
  }
}

static double or_else(double x, double otherwise)
{
  return isnan(x) ? otherwise : x;
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
  sn_failf(error, SN_EINPUT, "run: there is no scheme '%.60s'.", name);
  sn_error_where(error, "%s", where ? where : "");
  sn_error_why(error, "The schemes are: %s.", list);
  sn_error_fix(error, "%s'%s'%s", near ? "Did you mean " : "Use ", near ? near : "ed", near ? "?" : ", the default.");
  return SN_EINPUT;
}

/* ---- the scheme and its settings */

double sn_run_number(const sn_run_settings *r, const char *name)
{
  for (const sn_input *i = sn_run_inputs; i->name; i++) {
    if (strcmp(i->name, name) == 0) {
      double value;
      memcpy(&value, (const char *)r + i->offset, sizeof value);
      return value;
    }
  }
  return NAN;
}

static sn_status out_of_range(const sn_scheme *scheme, const sn_setting *p, double value, const char *where,
                              sn_error *error)
{
  sn_failf(error, SN_EINPUT, "run: the scheme %s cannot have %s = %.6g.", scheme->name, p->name, value);
  sn_error_where(error, "%s", where && where[0] ? where : "run");
  sn_error_why(error, "It must lie between %.4g and %.4g (%s).", p->low, p->high, p->help);
  sn_error_fix(error, "Leave it out (default %.4g), or choose a value between the two.", p->preset);
  return SN_EINPUT;
}

sn_status sn_session_scheme(const sn_run_settings *r, sn_run_options *o, sn_error *error)
{
  const char *name = r->scheme ? r->scheme : "ed";
  o->scheme = sn_scheme_named(name);
  o->step = (sn_step_options){.alpha = or_else(r->alpha, 1)};
  if (!o->scheme) {
    return unknown_scheme(name, r->where, error);
  }
  sn_scheme_presets(o->scheme, &o->step);
  for (const sn_setting *p = o->scheme->setting; p && p->name; p++) {
    const double value = sn_run_number(r, p->name);
    if (value < p->low || value > p->high) {
      return out_of_range(o->scheme, p, value, r->where, error);
    }
    if (!isnan(value)) {
      sn_setting_set(&o->step, p, value);
    }
  }
  const sn_status status = o->scheme->check ? o->scheme->check(&o->step, error) : SN_OK;
  if (status != SN_OK) {
    sn_error_where(error, "%s", r->where && r->where[0] ? r->where : "run");
  }
  return status;
}

/* duration over the largest step, when there is a tolerance and no dt */
static const double rows_of_automatic_run = 200;

static sn_status missing(const char *field, const char *where, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The model does not say run { %s = ... }.", field);
  sn_error_where(error, "%s", where && where[0] ? where : "run");
  sn_error_fix(error, "Add for example: run { dt = 1e-3, duration = 10 }, or run { tolerance = 1e-5, duration = 10 }.");
  return SN_EINPUT;
}

static sn_status stop_conditions(sn_session *s, sn_error *error)
{
  const int n = sn_model_stops(s->model);
  sn_stop_condition *list = SN_NEW(s->arena, sn_stop_condition, n);
  for (int i = 0; list && i < n; i++) {
    const sn_channel *c = sn_model_stop_at(s->model, i);
    int *output = SN_NEW(s->arena, int, c->n_variables), *part = SN_NEW(s->arena, int, c->n_variables);
    if (!output || !part) {
      return sn_no_memory(error, "the run");
    }
    for (int k = 0; k < c->n_variables; k++) {
      output[k] = s->frozen.signal_output[c->variable[k].signal];
      part[k] = c->variable[k].component;
    }
    list[i] = (sn_stop_condition){c->name, c->component[0], c->n_variables, output, part};
  }
  s->options.n_stop_when = n;
  s->options.stop_when = list;
  return list ? SN_OK : sn_no_memory(error, "the run");
}

sn_status sn_session_settings(sn_session *s, double until, sn_error *error)
{
  if (s->rod) {
    SN_TRY(sn_session_rod_settings(s, until, error));
    return stop_conditions(s, error);
  }
  const sn_run_settings *r = sn_model_run(s->model);
  sn_run_options *o = &s->options;
  const volatile int *stop = o->stop;
  *o = (sn_run_options){.stop = stop, .checkpoint = r->checkpoint};
  SN_TRY(sn_session_scheme(r, o, error));
  const double duration = isnan(until) ? r->duration : until;
  const int automatic = !isnan(r->tolerance);
  if (isnan(r->dt) && r->step_times.n == 0 && !automatic) {
    return missing("dt", r->where, error);
  }
  if (isnan(duration)) {
    return missing("duration", r->where, error);
  }
  /* the grid of a run with a tolerance alone hangs on the duration of the model, not on --until: a run that goes on meets it */
  const double usual = or_else(r->duration, duration) / rows_of_automatic_run;
  o->step.newton_tolerance = or_else(r->newton_tolerance, 0);
  o->step.max_iterations = r->max_iterations;
  o->step.threads = r->threads;
  o->tolerance = or_else(r->tolerance, 0);
  if (sn_control_check(o, error) != SN_OK) {
    sn_error_where(error, "%s", r->where ? r->where : "run");
    return SN_EINPUT;
  }
  o->dt = or_else(r->dt, r->step_times.n > 0 ? r->step_sizes.x[0] : usual > 0 ? usual : 1);
  o->duration = duration;
  o->min_step = or_else(r->min_step, 0);
  o->store = or_else(r->store, 0);
  o->wall_limit = or_else(r->wall_limit, 0);
  o->n_schedule = r->step_times.n;
  o->schedule_time = r->step_times.x;
  o->schedule_dt = r->step_sizes.x;
  return stop_conditions(s, error);
}

/* ---- running */

typedef struct {
  sn_sink file;
  const sn_session_hooks *hooks;
  const sn_session *session;
  const sn_result_plan *plan;
  int told;
  sn_keeper keeper;
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
  char start[160];
  for (int i = 0; !x->told && sn_session_start_line(x->session, i, start, sizeof start); i++) {
    x->file.log(x->file.data, o->t, start);
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

static sn_status on_keep(void *data, const sn_snapshot *snapshot, sn_error *error)
{
  tee *x = data;
  return sn_keep(&x->keeper, snapshot, error);
}

/* Up to a few items that share the forces of dependent rows: those that can contradict each other. */
static int name_shared(sn_session *s, char *names, size_t size)
{
  enum { NAMES = 6 };
  const sn_system *system = s->frozen.system;
  const unsigned char *shared = NULL;
  int first = -1, n = 0;
  names[0] = 0;
  if (sn_session_shared(s, &shared, NULL) != SN_OK) {
    return first;
  }
  for (int i = 0; i < system->n_item; i++) {
    if (shared[i] && n++ < NAMES) {
      const size_t used = strlen(names);
      (void)snprintf(names + used, size - used, "%s%s", used ? ", " : "", system->item_name[i]);
      first = first < 0 ? i : first;
    }
  }
  if (n > NAMES) {
    const size_t used = strlen(names);
    (void)snprintf(names + used, size - used, " and %d more", n - NAMES);
  }
  return first;
}

/* A run with joints that repeat each other fails because of the model if it fails in its first step, or if nothing can keep
   a joint closed. */
static sn_status blame_redundant(sn_session *s, const sn_run_summary *run, sn_error *error)
{
  const sn_freedom_count *f = &s->freedom;
  char names[320];
  const int item = name_shared(s, names, sizeof names);
  if (sn_motion_contradiction(s->motion, &s->frozen.start, s->arena, error) == SN_EMODEL) {
    return SN_EMODEL; /* it can say which, and by how much */
  }
  *error = (sn_error){.status = SN_EMODEL};
  if (run->opened) {
    (void)snprintf(
        error->what, sizeof error->what,
        "Joints or drives contradict each other after t = %.9g s: a step of %.3g s opens one by %.3g of the size of "
        "the model (%.3g m).",
        run->t_end, run->opened_in, run->opened_by, s->frozen.system->extent);
  } else {
    (void)snprintf(error->what, sizeof error->what, "%d equations of joints repeat or contradict others.",
                   f->n_redundant);
  }
  if (item >= 0) {
    sn_error_where(error, "%s, %s", s->frozen.system->item_where[item], s->frozen.system->item_name[item]);
  }
  sn_error_why(
      error,
      "Only %d of %d equations are independent in the starting position; those that depend on each other belong to %s.",
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
  SN_TRY(sn_going_writer(s, &plan, file, &writer, why));
  tee x = {sn_writer_sink(writer), hooks, s, &plan, s->options.from != NULL, {0}};
  const sn_status prepared = sn_keeper_new(s, &plan, file, writer, &x.keeper, why);
  if (prepared != SN_OK) {
    (void)sn_writer_finish(writer, "failed", NULL, why, &closing);
    return prepared;
  }
  const sn_sink sink = {&x, on_begin, on_row, on_step, on_progress, on_log, on_keep};
  sn_status status = s->rod ? sn_session_rod_run(s, &sink, out, why)
                            : sn_run(s->frozen.system, &s->options, s->arena, &s->frozen.start, &sink, out, why);
  if (s->rod && out->steps > 0) {
    sn_forget_checkpoint(s, file);
  }
  if ((status == SN_ESINGULAR || status == SN_ENOCONV) && (out->steps == 0 || out->opened) && !out->no_value &&
      s->freedom.n_redundant > 0) {
    status = blame_redundant(s, out, why);
  }
  const char *word = status == SN_OK      ? (out->stopped ? "stopped" : "complete")
                     : status == SN_ESTOP ? "interrupted"
                                          : "failed";
  if (status == SN_OK && !s->rod) {
    sn_keep_inside(&x.keeper);
  }
  const sn_status closed = sn_writer_finish(writer, word, out, status == SN_OK ? NULL : why, &closing);
  if (status == SN_OK && closed != SN_OK) {
    *why = closing;
    return closed;
  }
  sn_keep_end(&x.keeper);
  s->not_finite = sn_writer_not_finite(writer);
  return status;
}

/* ---- masses */

int sn_session_mass(const sn_session *s, const sn_item *item, sn_own_mass *out)
{
  *out = (sn_own_mass){0};
  if (item->kind->mass && item->frozen) {
    item->kind->mass(item, s->frozen.start.q, out);
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
