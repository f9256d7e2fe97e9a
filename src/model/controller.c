/* model/controller.c -- sampled controllers of a model: kept, and frozen to samplers (system/sampler.h).
 * Tests:   tests/language/test_control.c, tests/mechanisms/test_controller.c
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/model_private.h"

static sn_status check(const sn_model *m, const sn_model_controller *c, sn_error *error)
{
  const double samples = c->delay / c->every;
  for (int i = 0; i < m->controller.n; i++) {
    const sn_model_controller *other = m->controller.at + i;
    if (strcmp(other->name, c->name) == 0) {
      sn_failf(error, SN_EINPUT, "The controller '%s' is defined twice.", c->name);
      sn_error_why(error, "%s: it was defined there first.", other->where);
      sn_error_fix(error, "Give it another name.");
      return SN_EINPUT;
    }
    for (int k = 0; k < c->n_output * other->n_output; k++) {
      if (c->output[k / other->n_output] == other->output[k % other->n_output]) {
        sn_failf(error, SN_EINPUT, "Controllers '%s' and '%s' both set the input '%s'.", other->name, c->name,
                 m->input.at[c->output[k / other->n_output]].name);
        sn_error_fix(error, "Let one of them set another input, and add both where they act.");
        return SN_EINPUT;
      }
    }
  }
  if (samples > 1000 || fabs(samples - round(samples)) > 1e-6) {
    sn_failf(error, SN_EINPUT, "Controller '%s' has a delay of %g s, %.4g samples.", c->name, c->delay, samples);
    sn_error_why(error, "Outputs change at samples, every %g s: a delay is a whole number of them, at most 1000.",
                 c->every);
    sn_error_fix(error, "Give delay = %g.", c->every * fmax(1, fmin(round(samples), 1000)));
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_model_add_controller(sn_model *m, const sn_model_controller *c, sn_error *error)
{
  const sn_status status = check(m, c, error);
  if (status != SN_OK) {
    sn_error_where(error, "%s", c->where);
    return status;
  }
  if (!SN_ROOM(m->arena, m->controller)) {
    return sn_no_memory(error, "the model");
  }
  m->controller.at[m->controller.n++] = *c;
  return SN_OK;
}

int sn_model_controllers(const sn_model *m)
{
  return m->controller.n;
}

/* ---- states as signals */

static sn_status unknown(const char *what, const char *name, const char *const *names, int n, const sn_signal *s,
                         sn_error *error)
{
  const char *meant = sn_nearest(name, names, (size_t)n);
  sn_failf(error, SN_EINPUT, "There is no %s \"%.60s\".", what, name);
  sn_error_fix(error, meant ? "Did you mean \"%s\"?" : "Make it above this line%s.", meant ? meant : "");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

sn_status sn_find_state(const sn_model *m, const sn_signal *s, int *controller, int *state, sn_error *error)
{
  const char *names[64];
  int n = 0;
  for (*controller = 0; *controller < m->controller.n; ++*controller) {
    const sn_model_controller *c = m->controller.at + *controller;
    if (strcmp(c->name, s->text) == 0) {
      for (*state = 0; *state < c->n_state; ++*state) {
        if (strcmp(c->state_name[*state], s->coordinate) == 0) {
          return SN_OK;
        }
      }
      return unknown("state", s->coordinate, c->state_name, c->n_state, s, error);
    }
    if (n < 64) {
      names[n++] = c->name;
    }
  }
  return unknown("controller", s->text, names, n, s, error);
}

/* ---- freezing */

static sn_status begin_one(sn_model *m, const sn_model_controller *c, sn_builder *b, sn_sampler *out, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  const int n = c->n_state + c->n_output;
  const sn_expr_signal *signal;
  const int n_signal = sn_expr_signals(c->result[0], &signal);
  const sn_expr **result = SN_NEW(arena, const sn_expr *, n);
  sn_variable *variable = SN_NEW(arena, sn_variable, n_signal);
  double **held = SN_NEW(arena, double *, c->n_output);
  const char **name = SN_NEW(arena, const char *, c->n_output);
  if (!result || !variable || !held || !name) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    result[k] = sn_expr_bound(c->result[k], m->input_value, arena);
    if (!result[k]) {
      return sn_no_memory(error, "the model");
    }
  }
  for (int k = 0; k < c->n_output; k++) {
    held[k] = m->input_value + c->output[k];
    name[k] = m->input.at[c->output[k]].name;
  }
  *out = (sn_sampler){.name = c->name,
                      .where = c->where,
                      .every = c->every,
                      .delay = (int)lround(c->delay / c->every),
                      .n_state = c->n_state,
                      .n_output = c->n_output,
                      .n_variable = n_signal,
                      .state_name = c->state_name,
                      .output_name = name,
                      .next = result,
                      .output = result + c->n_state,
                      .variable = variable,
                      .held = held};
  sn_add_sampler(b, out, c->state);
  return SN_OK;
}

sn_status sn_controllers_begin(sn_model *m, sn_builder *b, sn_sampler **out, sn_error *error)
{
  *out = SN_NEW(sn_builder_arena(b), sn_sampler, m->controller.n + 1);
  if (!*out) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < m->controller.n; i++) {
    SN_TRY(begin_one(m, m->controller.at + i, b, *out + i, error));
  }
  return SN_OK;
}

void sn_controllers_end(const sn_model *m, const sn_sampler *made, const int *row)
{
  SN_ASSERT(m->controller.n == 0 || (made && row));
  for (int i = 0; i < m->controller.n; i++) {
    const sn_expr_signal *signal;
    const int n = sn_expr_signals(m->controller.at[i].result[0], &signal);
    sn_variable *to = made[i].variable;
    for (int k = 0; k < n; k++) {
      to[k] = (sn_variable){row[signal[k].signal], signal[k].component};
    }
  }
}
