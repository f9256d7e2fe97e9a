/* session/scheme_runner.c -- models that the time-stepping schemes move (src/steps, src/run): settings, run, and what is said about it.
 * What:    a table of session/runner.h; its start is session/session_start.c. A run that fails because joints repeat each other names them.
 * Tests:   tests/api/test_api.c, tests/cli/test_cli.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/control.h"
#include "session/runner.h"
#include "session/warnings.h"
#include "system/law.h"
#include "system/sampler.h"

/* ---- settings */

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
  o->step = r->options.step;
  o->step.alpha = or_else(o->step.alpha, 1);
  o->step.newton_tolerance = or_else(o->step.newton_tolerance, 0);
  if (!o->scheme) {
    return unknown_scheme(name, r->where, error);
  }
  sn_scheme_presets(o->scheme, &o->step);
  for (const sn_setting *p = o->scheme->setting; p && p->name; p++) {
    const double value = sn_setting_get(&r->options.step, p);
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

static sn_status settings(sn_session *s, double until, sn_error *error)
{
  const sn_run_settings *r = sn_model_run(s->model);
  sn_run_options *o = &s->options;
  const sn_run_options *given = &r->options;
  const volatile int *stop = o->stop;
  *o = *given;
  o->stop = stop;
  SN_TRY(sn_session_scheme(r, o, error));
  const double duration = isnan(until) ? given->duration : until;
  if (isnan(given->dt) && given->n_schedule == 0 && isnan(given->tolerance)) {
    return missing("dt", r->where, error);
  }
  if (isnan(duration)) {
    return missing("duration", r->where, error);
  }
  /* the grid of a run with a tolerance alone hangs on the duration of the model, not on --until: a run that goes on meets it */
  const double usual = or_else(given->duration, duration) / rows_of_automatic_run;
  o->tolerance = or_else(given->tolerance, 0);
  if (sn_control_check(o, error) != SN_OK) {
    sn_error_where(error, "%s", r->where ? r->where : "run");
    return SN_EINPUT;
  }
  o->dt = or_else(given->dt, given->n_schedule > 0 ? given->schedule_dt[0] : usual > 0 ? usual : 1);
  o->duration = duration;
  o->min_step = or_else(given->min_step, 0);
  o->store = or_else(given->store, 0);
  o->wall_limit = or_else(given->wall_limit, 0);
  if (!(duration > 0)) { /* stepping by hand, or one row */
    return SN_OK;
  }
  SN_TRY(o->n_schedule == 0 ? sn_check_samples(s->frozen.system, o->dt, error) : SN_OK);
  for (int i = 0; i < o->n_schedule; i++) {
    SN_TRY(sn_check_samples(s->frozen.system, o->schedule_dt[i], error));
  }
  return SN_OK;
}

static void tell_settings(const sn_session *s, sn_say say)
{
  const sn_run_options *o = &s->options;
  char own[200] = "", schedule[40] = "";
  for (const sn_setting *p = o->scheme->setting; p && p->name; p++) {
    const size_t used = strlen(own);
    (void)snprintf(own + used, sizeof own - used, ", %s %g", p->name, sn_setting_get(&o->step, p));
  }
  if (o->n_schedule > 0) {
    (void)snprintf(schedule, sizeof schedule, ", %d step sizes by schedule", o->n_schedule);
  }
  sn_sayf(say, "scheme %s%s, dt %g s, duration %g s%s", o->scheme->name, own, o->dt, o->duration, schedule);
}

/* ---- run */

/* Up to a few items that share the forces of dependent rows: those that can contradict each other. */
static int name_shared(sn_session *s, char *names, size_t size)
{
  enum { NAMES = 6 };
  const sn_system *system = s->frozen.system;
  const unsigned char *shared = NULL;
  int first = -1, n = 0;
  names[0] = 0;
  if (sn_session_indeterminate(s, &shared, NULL) != SN_OK) {
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
  if (sn_instant_contradiction(s->instant, &s->frozen.start, s->arena, error) == SN_EMODEL) {
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
               "Use joints with fewer equations there, e.g. spherical or cylindrical instead of revolute, or remove "
               "a drive. If a closed loop lies flat at the start, draw it in another position.");
  return SN_EMODEL;
}

/* A given length that goes through zero in the step that failed: neither rigid nor elastic parts have a direction there. */
static int blame_length(const sn_session *s, const sn_run_summary *run, sn_error *error)
{
  const double step = isnan(s->options.dt) ? s->options.duration / 1000 : s->options.dt;
  sn_shrunk x;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    if (sn_session_shrunk(s, i, run->t_end, run->t_end + step, &x)) {
      *error = (sn_error){.status = SN_ENOCONV};
      sn_error_where(error, "%s, %s '%s'", x.item->where, x.item->kind->name, x.item->name);
      (void)snprintf(error->what, sizeof error->what, "Its `%s` goes to zero at t = %.6g s, and the run ends there.",
                     x.input->name, x.t);
      sn_error_why(error,
                   "It has no direction when it has no length: the last step that was possible ended at t = %.9g s.",
                   run->t_end);
      sn_error_fix(error, "Limit it, e.g. with max(..., 0.1), or end the run earlier.");
      return 1;
    }
  }
  return 0;
}

static sn_status run(sn_session *s, const sn_sink *sink, sn_run_summary *out, sn_error *error)
{
  s->options.step.instant = s->instant;
  const sn_status status = sn_run(s->frozen.system, &s->options, s->arena, &s->frozen.start, sink, out, error);
  const int numerics = status == SN_ESINGULAR || status == SN_ENOCONV;
  const int by_model = (out->steps == 0 || out->opened) && !out->no_value && s->freedom.n_redundant > 0;
  if (numerics && blame_length(s, out, error)) {
    return SN_ENOCONV;
  }
  return numerics && by_model ? blame_redundant(s, out, error) : status;
}

static void tell_error(const sn_session *s, const sn_run_summary *r, sn_say say)
{
  char above[60] = "";
  const long n = r->noticed[SN_WARN_INACCURATE].count;
  if (n > 0) {
    (void)snprintf(above, sizeof above, ", %ld step%s above the tolerance", n, n == 1 ? "" : "s");
  }
  sn_sayf(say, "error        tolerance %g: %ld steps undone, largest estimate %.2g%s", s->options.tolerance,
          r->error_rejections, r->largest_error, above);
}

static void tell_energy(const sn_session *s, const sn_run_summary *r, sn_say say)
{
  if (r->still) {
    char below[40] = "";
    (void)(r->scale > 0 && snprintf(below, sizeof below, ": less than %.0e J in every step", r->scale));
    sn_sayf(say, "energy       nothing moves%s", below);
    return;
  }
  if (s->options.scheme->has_identity) {
    sn_sayf(say, "energy       balance closed to %.1e in every step (of %.4g J)", r->energy_identity_error, r->scale);
  } else {
    sn_sayf(
        say,
        "energy       balance open by up to %.1e in a step (of %.4g J): this scheme does not close it; %s %.2e in all",
        r->energy_identity_error, r->scale, r->total.defect > 0 ? "it gained" : "it lost",
        fabs(r->total.defect) / r->scale);
  }
  sn_sayf(say, "dissipation  numerical %.2e, physical %.2e (same scale)%s", r->total.numerical / r->scale,
          r->total.dissipation / r->scale,
          r->noticed[SN_WARN_LOSS].count > 0 ? "; much: compare with half the step" : "");
}

/* Does friction follow the reaction of this item? */
static int has_friction(const sn_system *system, int item)
{
  for (int i = 0; i < system->n_block; i++) {
    if (system->block[i].item == item && system->block[i].law == &sn_law_friction) {
      return 1;
    }
  }
  return 0;
}

/* Items of the rows that repeat others, as the check of the model has them. */
static void tell_redundant(const sn_session *s, sn_say say)
{
  const sn_freedom_count *f = &s->freedom;
  char names[240] = "";
  int last = -1, n = 0, rubs = 0;
  for (int i = 0; i < f->n_redundant && i < (int)(sizeof f->item / sizeof f->item[0]); i++) {
    if (f->item[i] >= 0 && f->item[i] != last && n < 5) {
      const size_t used = strlen(names);
      (void)snprintf(names + used, sizeof names - used,
                     n == 4 ? ", ..."
                     : n    ? ", %s"
                            : "%s",
                     s->frozen.system->item_name[f->item[i]]);
      last = f->item[i];
      n++;
    }
    rubs = rubs || has_friction(s->frozen.system, f->item[i]);
  }
  if (f->n_redundant > 0) {
    sn_sayf(say, "redundant    %d equation%s of joints repeat%s others (%s): %s; `sinew check` lists them",
            f->n_redundant, f->n_redundant == 1 ? "" : "s", f->n_redundant == 1 ? "s" : "", names,
            rubs ? "the forces of joints in these loops are not unique, nor is the motion: friction follows them"
                 : "the motion is the same, the forces of joints in these loops are not unique");
  }
}

static void tell_run(const sn_session *s, const sn_run_summary *r, sn_say say)
{
  sn_sayf(say, "steps        %ld (scheme %s), smallest %.3g s, %ld halvings", r->steps, s->options.scheme->name,
          r->smallest_step, r->rejections);
  if (s->options.tolerance > 0) {
    tell_error(s, r, say);
  }
  sn_sayf(say, "iterations   %ld, %.2f per step, %d unknowns, %d degrees of freedom", r->iterations,
          r->steps > 0 ? (double)r->iterations / (double)r->steps : 0, r->unknowns, s->freedom.freedom);
  tell_redundant(s, say);
  tell_energy(s, r, say);
  sn_sayf(say, "constraints  largest error %.1e", r->constraint_error);
  if (r->gave_way > 0 && r->gave_way <= s->frozen.system->n_item) {
    sn_sayf(say, "penalties    violated by %.3g m at most (%s, t = %.6g s)", r->gave_way_by,
            s->frozen.system->item_name[r->gave_way - 1], r->gave_way_t);
  }
}

const sn_runner sn_runner_schemes = {.open = sn_schemes_open,
                                     .settings = settings,
                                     .start = sn_schemes_start,
                                     .run = run,
                                     .tell_settings = tell_settings,
                                     .tell_run = tell_run};
