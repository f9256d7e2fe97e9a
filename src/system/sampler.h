/* system/sampler.h -- sampled controllers: numbers that are found at instants and held between them.
 * What:    at t = 0, every, 2 every, ... a sampler reads rows of the system and its own states, finds its next states and its outputs;
 *          these are held, in inputs of the model, until the next sample (or later by a number of samples: a delay). All that it
 *          remembers is in sn_state.internal, so that checkpoints and copies have it.
 * Who:     freezing makes them; whoever walks in time (run, api) asks for samples between steps.
 * Tests:   tests/mechanisms/test_controller.c
 */
#ifndef SN_SYSTEM_SAMPLER_H
#define SN_SYSTEM_SAMPLER_H
#include "system/formula.h"

typedef struct sn_sampler {
  const char *name, *where;
  double every; /* s */
  int delay;    /* samples by which outputs come later */
  int n_state, n_output, n_variable;
  const char *const *state_name;  /* n_state */
  const char *const *output_name; /* of the inputs it sets */
  const sn_expr *const *next;     /* n_state: of t, states, variables */
  const sn_expr *const *output;   /* n_output: of the same */
  sn_variable *variable;          /* n_variable: components of rows */
  double **held;                  /* n_output: where functions of the model see them */
  /* in sn_state.internal: the number of the next sample, the largest output of the first samples, states, then outputs: those held, and
     those that wait, each n_output */
  int internal;
} sn_sampler;

/* How many numbers it has in own, and where its states are. */
int sn_sampler_numbers(const sn_sampler *c);
static inline int sn_sampler_states(const sn_sampler *c)
{
  return c->internal + 2;
}
/* The next instant at which any of them samples; INFINITY: there are none. */
double sn_next_sample(const sn_system *s, const double *internal);
/* Takes the samples that are due at o->t, up to `slack` later: own changes, and inputs are held. SN_ESINGULAR: an output or a state is
   not finite; the error says which and when. */
sn_status sn_take_samples(const sn_observation *o, double slack, double *internal, sn_error *error);
/* A run has failed: if outputs of a controller have grown without measure, the advice in the error names it. */
void sn_blame_samples(const sn_system *s, const double *internal, sn_error *error);
/* Inputs as own has them: before the first step, and after a state was taken up. */
void sn_hold_samples(const sn_system *s, const double *internal);
/* Whether steps of dt meet all instants: dt divides `every` of each; else an error that says which dt does. */
sn_status sn_check_samples(const sn_system *s, double dt, sn_error *error);

#endif
