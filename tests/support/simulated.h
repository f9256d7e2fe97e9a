/* tests/support/simulated.h -- a model text run step by step inside the test, and its channels at any instant.
 * What:    language -> freeze -> start -> steps of any size -> observation; ledger summed, laws watched.
 */
#ifndef SN_TESTS_SIMULATED_H
#define SN_TESTS_SIMULATED_H
#include <string.h>

#include "harness.h"
#include "language/language.h"
#include "session/session.h"

#ifndef SN_TEST_FOLDER
#define SN_TEST_FOLDER NULL /* of files that a model reads; a test may say another one */
#endif

typedef struct {
  sn_arena *arena;
  sn_session session;
  sn_stepper *stepper;
  const sn_scheme *scheme;
  sn_state *state; /* in session.frozen */
  sn_error error;
  sn_status status;
  sn_ledger total;
  sn_observation now;
  double defect, scale;      /* largest of one step, J; largest kinetic + strain energy + work of a step, J */
  double constraint, lowest; /* largest; smallest loss of a step, J */
  long steps, iterations;
  int most;
} simulated;

/* a model text, with parameters set (may be NULL) */
static inline int simulate_with(simulated *s, const char *name, const char *text, const sn_language_options *set,
                                const char *scheme, double alpha)
{
  sn_model *model = NULL;
  memset(s, 0, sizeof *s);
  s->arena = sn_arena_new(NULL);
  s->scheme = sn_scheme_named(scheme);
  s->status = sn_language_load_text(&(sn_language_text){name, text, strlen(text), SN_TEST_FOLDER}, set, s->arena,
                                    &model, &s->error);
  if (s->status == SN_OK) {
    s->status = sn_session_open(&s->session, model, name, s->arena, &s->error);
  }
  if (s->status == SN_OK) {
    s->status = sn_session_start(&s->session, &s->error);
  }
  sn_step_options options = {0};
  if (s->status == SN_OK) {
    sn_scheme_presets(s->scheme, &options);
    options.alpha = alpha;
    s->status = sn_scheme_begin(s->scheme, s->session.frozen.system, &options, s->arena, &s->session.frozen.start,
                                &s->stepper, &s->error);
  }
  s->state = &s->session.frozen.start;
  CHECK_OK(s->status, s->error);
  return s->status == SN_OK;
}

static inline int simulate(simulated *s, const char *name, const char *text, const char *scheme, double alpha)
{
  return simulate_with(s, name, text, NULL, scheme, alpha);
}

static inline void simulated_free(simulated *s)
{
  if (s->stepper) {
    s->scheme->destroy(s->stepper);
  }
  sn_session_close(&s->session);
  sn_arena_free(s->arena);
  memset(s, 0, sizeof *s);
}

/* one step; 0: it failed (a failed check, once) */
static inline int advance(simulated *s, double h)
{
  sn_step_report r = {0};
  if (s->status != SN_OK) {
    return 0;
  }
  s->status = s->scheme->step(s->stepper, s->state, h, &r, &s->error);
  CHECK_OK(s->status, s->error);
  if (s->status != SN_OK) {
    return 0;
  }
  const sn_ledger *l = &r.ledger;
  sn_ledger *t = &s->total;
  t->kinetic = l->kinetic, t->strain = l->strain, t->potential = l->potential;
  t->work_loads += l->work_loads, t->work_drives += l->work_drives, t->work_base += l->work_base;
  t->work_control += l->work_control;
  t->dissipation += l->dissipation, t->numerical += l->numerical, t->defect += l->defect;
  s->scale =
      fmax(s->scale, l->kinetic + l->strain + fabs(l->work_loads + l->work_drives + l->work_base + l->work_control));
  s->defect = fmax(s->defect, fabs(l->defect));
  s->constraint = fmax(s->constraint, sn_constraint_error(s->session.frozen.system, s->state));
  s->lowest = fmin(s->lowest, fmin(l->numerical, l->dissipation));
  s->steps++;
  s->iterations += r.iterations;
  s->most = r.iterations > s->most ? r.iterations : s->most;
  return 1;
}

/* energy balance of every step, where promised, over the largest energy seen (as a run reports it), joints closed, losses not negative */
static inline void check_laws(const simulated *s)
{
  CHECK_BELOW(s->scheme->has_identity ? s->defect : 0, 1e-12 * s->scale);
  CHECK_BELOW(s->constraint, 1e-12);
  CHECK(s->lowest >= -1e-15 * s->scale);
}

static inline int advance_to(simulated *s, double t, int n)
{
  const double h = (t - *s->state->t) / n;
  int good = 1;
  for (int i = 0; i < n && good; i++) {
    good = advance(s, h);
  }
  return good;
}

static inline int observe(simulated *s)
{
  if (s->status == SN_OK) {
    s->status = sn_instant_observe(s->session.instant, s->state, &s->total, &s->now, &s->error);
    CHECK_OK(s->status, s->error);
  }
  return s->status == SN_OK;
}

/* the components of a channel at the observed instant; how many, 0: there is none */
static inline int channel(const simulated *s, const char *name, double *out)
{
  const sn_system *system = s->session.frozen.system;
  const int row = sn_observable_of_channel(system, name);
  if (row < 0) {
    return 0;
  }
  sn_observable_now(&s->now, row, out);
  return system->output[row].n;
}

#endif
