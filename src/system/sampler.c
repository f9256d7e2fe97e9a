/* system/sampler.c -- see sampler.h. */
#include "system/sampler.h"

#include <math.h>
#include <string.h>

enum { MOST = 64, FIRST_SAMPLES = 3 };
static const double whole = 1e-6; /* of a step: rounding of every/dt */
static const double bursting =
    1e9; /* a first sample that is larger by this than those before says nothing of their size */
static const double suspicious = 1e3; /* over the largest output of the first samples, when a run has failed */

int sn_sampler_numbers(const sn_sampler *c)
{
  SN_ASSERT(c->n_state >= 0 && c->n_output >= 0 && c->delay >= 0);
  return 2 + c->n_state + c->n_output * (c->delay + 1);
}

static const double *held_of(const sn_sampler *c, const double *internal)
{
  return internal + sn_sampler_states(c) + c->n_state;
}

static double due(const sn_sampler *c, const double *internal)
{
  SN_ASSERT(c->every > 0 && internal[c->internal] >= 0); /* own: number of the next sample */
  return internal[c->internal] * c->every;
}

double sn_next_sample(const sn_system *s, const double *internal)
{
  double next = INFINITY;
  for (int i = 0; i < s->n_sampler; i++) {
    next = fmin(next, due(s->sampler + i, internal));
  }
  return next;
}

void sn_hold_samples(const sn_system *s, const double *internal)
{
  for (int i = 0; i < s->n_sampler; i++) {
    const sn_sampler *c = s->sampler + i;
    for (int k = 0; k < c->n_output; k++) {
      *c->held[k] = held_of(c, internal)[k];
    }
  }
}

static sn_status not_finite(const sn_sampler *c, const char *what, const char *name, double value, double t,
                            sn_error *error)
{
  sn_failf(error, SN_ESINGULAR, "Controller '%s': its %s '%s' is %s at t = %.9g s.", c->name, what, name,
           isnan(value) ? "not a number" : "infinite", t);
  sn_error_why(error, "A division by zero, a root or logarithm of a negative number or an overflow made it so.");
  sn_error_fix(error, "Check its update at this time; min and max keep numbers within limits.");
  sn_error_where(error, "%s, controller '%s'", c->where, c->name);
  return SN_ESINGULAR;
}

/* The next states and outputs into own; what is held moves up by one. */
static sn_status sample(const sn_sampler *c, const sn_observation *o, double *internal, sn_error *error)
{
  double x[1 + 2 * MOST], next[MOST], out[MOST];
  double *state = internal + sn_sampler_states(c), *line = state + c->n_state;
  const double n = internal[c->internal];
  SN_ASSERT(c->n_state + c->n_variable <= 2 * MOST && c->n_state <= MOST && c->n_output <= MOST);
  x[0] = n * c->every;
  memcpy(x + 1, state, sizeof(double) * (size_t)c->n_state);
  for (int k = 0; k < c->n_variable; k++) {
    double part[SN_FORMULA_PARTS];
    SN_ASSERT(c->variable[k].part >= 0 && c->variable[k].part < SN_FORMULA_PARTS);
    sn_observable_now(o, c->variable[k].row, part);
    x[1 + c->n_state + k] = part[c->variable[k].part];
  }
  for (int k = 0; k < c->n_state; k++) {
    next[k] = sn_expr_value(c->next[k], x);
    if (!isfinite(next[k])) {
      return not_finite(c, "state", c->state_name[k], next[k], o->t, error);
    }
  }
  for (int k = 0; k < c->n_output; k++) {
    out[k] = sn_expr_value(c->output[k], x);
    if (!isfinite(out[k])) {
      return not_finite(c, "output", c->output_name[k], out[k], o->t, error);
    }
    const double first = internal[c->internal + 1];
    if (n == 0 || first == 0 || (n < FIRST_SAMPLES && fabs(out[k]) <= bursting * first)) {
      internal[c->internal + 1] = fmax(internal[c->internal + 1], fabs(out[k]));
    }
  }
  memcpy(state, next, sizeof(double) * (size_t)c->n_state);
  memmove(line, line + c->n_output, sizeof(double) * (size_t)(c->n_output * c->delay));
  memcpy(line + c->n_output * c->delay, out, sizeof(double) * (size_t)c->n_output);
  internal[c->internal] = n + 1;
  return SN_OK;
}

void sn_blame_samples(const sn_system *s, const double *internal, sn_error *error)
{
  for (int i = 0; i < s->n_sampler && error; i++) {
    const sn_sampler *c = s->sampler + i;
    const double *line = held_of(c, internal), first = internal[c->internal + 1];
    for (int k = 0; k < c->n_output * (c->delay + 1); k++) {
      if (fabs(line[k]) > suspicious * first) {
        error->fix[0] = '\0';
        sn_error_fix(error,
                     "Controller '%s' (%s) looks unstable: its output '%s' is %.3g, %.1g times what it was at first. "
                     "Look at the "
                     "signs of its gains, lower them, or sample more often.",
                     c->name, c->where, c->output_name[k % c->n_output], line[k], fabs(line[k]) / first);
        return;
      }
    }
  }
}

sn_status sn_take_samples(const sn_observation *o, double slack, double *internal, sn_error *error)
{
  const sn_system *s = o->system;
  SN_ASSERT(slack >= 0 && (s->n_sampler == 0 || internal));
  for (int i = 0; i < s->n_sampler; i++) { /* all see what was held before */
    if (due(s->sampler + i, internal) <= o->t + slack) {
      SN_TRY(sample(s->sampler + i, o, internal, error));
    }
  }
  sn_hold_samples(s, internal);
  return SN_OK;
}

sn_status sn_check_samples(const sn_system *s, double dt, sn_error *error)
{
  SN_ASSERT(dt > 0);
  for (int i = 0; i < s->n_sampler; i++) {
    const sn_sampler *c = s->sampler + i;
    const double n = c->every / dt, near = fmax(1, ceil(n - whole));
    if (n >= 1 - whole && fabs(n - round(n)) <= whole * n) {
      continue;
    }
    sn_failf(error, SN_EINPUT, "Steps of %g s do not meet the samples of controller '%s', every %g s.", dt, c->name,
             c->every);
    sn_error_why(error, "A sample is taken between two steps: `every` must be a whole number of steps.");
    sn_error_fix(error, "Give run { dt = %.6g }, or change `every`.", c->every / near);
    sn_error_where(error, "%s, controller '%s'", c->where, c->name);
    return SN_EINPUT;
  }
  return SN_OK;
}
