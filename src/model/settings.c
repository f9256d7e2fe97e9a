/* model/settings.c -- run { ... }: what the run should do, by its field table.
 * Limits:  the name of the scheme is checked where schemes are known (run), with the list of them.
 * Tests:   tests/model/test_model.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/fields.h"

#define FIELD(name) SN_MEMBER(sn_run_settings, name)
#define SCHEME(name) #name ", "
const sn_input sn_run_inputs[] = {
    {"scheme", SN_TEXT, "",
     "time-stepping scheme: " SN_EVERY_SCHEME(SCHEME) "by default ed; all but ed and ep are for comparison",
     FIELD(scheme)},
    {"alpha", SN_NUMBER, "",
     "numerical damping of what the step cannot resolve, scheme ed: 0 none, 1 all (default); scheme hht: 0 none, -1/3 "
     "most (default -0.2)",
     FIELD(options.step.alpha), SN_BETWEEN(-1.0 / 3, 1)},
    {"rho_inf", SN_NUMBER, "",
     "scheme generalized_alpha: what a step leaves of a vibration that it does not resolve at all; default 0.8",
     FIELD(options.step.rho_inf), SN_BETWEEN(0, 1)},
    {"gamma", SN_NUMBER, "", "scheme newmark: 0.5 no damping, more of it above; default 0.6", FIELD(options.step.gamma),
     SN_BETWEEN(0.5, 1)},
    {"beta", SN_NUMBER, "", "scheme newmark: at least gamma/2; default (gamma + 1/2)^2/4", FIELD(options.step.beta),
     SN_BETWEEN(0, 1)},
    {"constraints", SN_CHOICE, "",
     "constraints of joints, links and points of bodies: exact, by multipliers (default); by a penalty, an elastic "
     "`stiffness` in their place; exactly, by multipliers found with a penalty (augmented Lagrangian)",
     FIELD(constraints), SN_PRESET(0), .choices = "multipliers|penalty|augmented"},
    {"stiffness", SN_NUMBER, "N/m", "of the penalty", FIELD(stiffness), SN_POSITIVE},
    {"dt", SN_NUMBER, "s", "step size; with `tolerance` the largest one, default duration/200", FIELD(options.dt),
     SN_POSITIVE},
    {"duration", SN_NUMBER, "s", "end time", FIELD(options.duration), SN_NOT_NEGATIVE},
    {"store", SN_NUMBER, "s", "time between stored rows; 0: every step", FIELD(options.store), SN_NOT_NEGATIVE,
     SN_PRESET(0)},
    {"tolerance", SN_NUMBER, "",
     "turns on automatic steps: error that the motion may gather in one characteristic time, over the size of the "
     "model",
     FIELD(options.tolerance), SN_BETWEEN(1e-10, 0.1)},
    {"newton_tolerance", SN_NUMBER, "",
     "of the iteration, over the size of the model; default 1e-10. A larger one saves iterations: the balance is then "
     "open by up to a hundredth of it",
     FIELD(options.step.newton_tolerance), SN_POSITIVE},
    {"max_iterations", SN_COUNT, "", "of one step; default 25", FIELD(options.step.max_iterations), SN_BETWEEN(1, 1000),
     SN_PRESET(0)},
    {"min_step", SN_NUMBER, "s", "halving of steps stops here; default dt/1024, with `tolerance` dt/2^20",
     FIELD(options.min_step), SN_POSITIVE},
    {"assembly_tolerance", SN_NUMBER, "",
     "gaps of joints in the drawing up to this part of the model's size (angles: rad) are closed; default 1e-3",
     FIELD(assembly_tolerance), SN_POSITIVE},
    {"start", SN_CHOICE, "", "where the run begins: as drawn (default), or in static equilibrium", FIELD(start),
     SN_PRESET(0), .choices = "as_drawn|static"},
    {"wall_limit", SN_NUMBER, "s", "time on the clock after which the run is interrupted; it can be resumed",
     FIELD(options.wall_limit), SN_POSITIVE},
    {"checkpoint", SN_COUNT, "", "steps between checkpoints; default: every 20 s on the clock",
     FIELD(options.checkpoint), SN_BETWEEN(1, 1000000000), SN_PRESET(0)},
    {"threads", SN_COUNT, "",
     "threads, of all schemes but ed_paper; 0 (default): as many as pay. The numbers are the same for all",
     FIELD(options.step.threads), SN_BETWEEN(0, SN_MOST_THREADS), SN_PRESET(0)},
    {"start_from", SN_TEXT, "",
     "result in the folder of the model whose end is the start of this run (time begins at 0 again)",
     FIELD(start_from)},
    {"strict", SN_FLAG, "", "true: warnings, of the model and of the run, are errors once all is computed and stored",
     FIELD(strict), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"schedule", SN_NUMBERS, "s", "pairs {time, step size}: from that time on that step size", FIELD(schedule),
     SN_NOT_NEGATIVE},
    {0}};

static const sn_idle idle[] = {{"schedule", "tolerance", 1, "with a tolerance the run chooses its steps itself"}, {0}};

static sn_status schedule_wrong(const char *what, const char *where, sn_error *error)
{
  return sn_fail(error, SN_EINPUT, where, what, "Each entry is {time, step size}, times rising, step sizes positive.",
                 "Write for example schedule = { {0, 1e-3}, {1.0, 1e-4} }.");
}

sn_status sn_model_settings(sn_model *m, const sn_value *fields, const char *where, sn_error *error)
{
  sn_run_settings r = {0};
  if (m->run.where) {
    sn_failf(error, SN_EINPUT, "run { ... } is called twice.");
    sn_error_why(error, "%s: it was called there first.", m->run.where);
    sn_error_fix(error, "Keep one of them.");
    sn_error_where(error, "%s", where);
    return SN_EINPUT;
  }
  const sn_reading reading = {.model = m, .arena = m->arena, .what = "run", .where = where, .error = error};
  SN_TRY(sn_fields_fill(sn_run_inputs, fields, &r, m->arena, "run", where, error));
  SN_TRY(sn_check_idle(&reading, idle, NULL, fields));
  if (r.schedule.n > 0) {
    const sn_numbers pairs = r.schedule;
    const int n = pairs.n / 2;
    if (pairs.columns != 2) {
      return schedule_wrong("run: `schedule` must be a list of pairs.", where, error);
    }
    double *x = SN_NEW(m->arena, double, 2 * n);
    if (!x) {
      return sn_no_memory(error, "the model");
    }
    for (int i = 0; i < n; i++) {
      x[i] = pairs.x[2 * i];
      x[n + i] = pairs.x[2 * i + 1];
      if (!(x[n + i] > 0) || (i > 0 && !(x[i] > x[i - 1]))) {
        return schedule_wrong("run: `schedule` has times that do not rise, or a step size of zero.", where, error);
      }
    }
    r.options.n_schedule = n;
    r.options.schedule_time = x;
    r.options.schedule_dt = x + n;
  }
  r.where = sn_arena_text(m->arena, where ? where : "");
  if (!r.where) {
    return sn_no_memory(error, "the model");
  }
  m->run = r;
  return SN_OK;
}

static const sn_input *setting_named(const char *name)
{
  const sn_input *in = sn_run_inputs;
  while (in->name && strcmp(in->name, name) != 0) {
    in++;
  }
  return in->name ? in : NULL;
}

/* A text of the command line as the value that the field needs. */
static sn_status value_of(const sn_input *in, const char *text, sn_value *out, sn_error *error)
{
  char *end = NULL;
  *out = (sn_value){.type = SN_VALUE_TEXT, .text = text};
  if (in->type == SN_NUMBERS) {
    return sn_fail(error, SN_EINPUT, "", "run: `schedule` cannot be set from outside the model.",
                   "It is a list of pairs.", "Write it into run { ... }, or set dt.");
  }
  if (in->type == SN_FLAG && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) {
    *out = (sn_value){.type = SN_VALUE_FLAG, .number = text[0] == 't'};
  }
  if (in->type == SN_NUMBER || in->type == SN_COUNT) {
    const double x = strtod(text, &end);
    if (end != text && *end == '\0') {
      *out = (sn_value){.type = SN_VALUE_NUMBER, .number = x};
    }
  }
  return SN_OK;
}

sn_status sn_model_set_run(sn_model *m, const char *name, const char *text, const char *where, sn_error *error)
{
  SN_REQUIRE(name && text && where, error);
  const sn_input *in = setting_named(name);
  const sn_reading r = {.model = m, .arena = m->arena, .what = "run", .where = where, .error = error};
  sn_value v = {.type = SN_VALUE_NONE};
  sn_status status = in ? value_of(in, text, &v, error) : SN_OK;
  const sn_value record = {.type = SN_VALUE_RECORD, .n = 1, .name = &name, .entry = &v};
  if (status == SN_OK) {
    status = sn_fill_level(&r, sn_run_inputs, &m->run, NULL, NULL, &record);
  }
  if (status != SN_OK) {
    sn_error_where(error, "%s", where);
    return status;
  }
  if (in &&
      in->offset == offsetof(sn_run_settings, strict)) { /* a setting without times: a model for statics remains one */
    return SN_OK;
  }
  if (in && (in->offset == offsetof(sn_run_settings, options.dt) ||
             in->offset == offsetof(sn_run_settings, options.tolerance))) { /* the schedule of the model is not meant */
    m->run.schedule = (sn_numbers){0};
    m->run.options.n_schedule = 0;
  }
  if (!m->run.where || !strstr(m->run.where, where)) { /* later errors of these settings name both places */
    m->run.where =
        m->run.where ? sn_arena_format(m->arena, "%s, %s", m->run.where, where) : sn_arena_text(m->arena, where);
  }
  return m->run.where ? SN_OK : sn_no_memory(error, "the model");
}

sn_run_settings *sn_model_run(sn_model *m)
{
  return &m->run;
}
