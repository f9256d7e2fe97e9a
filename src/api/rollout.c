/* api/rollout.c -- public interface: many motions of one model, from given states and with given inputs, on several threads.
 * What:    threads take one motion after the other; each has a copy of the simulation, which is a state, so a motion costs its steps and
 *          little else. A motion gives the same bits on any thread.
 * Tests:   tests/api/test_rollout.c, tests/python/test_rollout.py
 */
#include <math.h>
#include <string.h>

#include "api/api_private.h"
#include "base/pool.h"
#include "session/session_linearize.h"

typedef struct {
  const sinew_rollouts *r;
  const sinew_simulation *from;
  int *input;             /* n_inputs: numbers of the inputs */
  int n_out;              /* numbers of all rows */
  atomic_int now;         /* the motion that is taken next */
  sinew_simulation **own; /* of every thread */
  int *failed;            /* of every thread: the first motion that failed, -1: none; and why */
  sn_error *why;
} work;

/* Outputs at the present state. */
static sn_status read_rows(sinew_simulation *y, const sinew_rollouts *r, double *out, sn_error *e)
{
  sn_machine *m;
  SN_TRY(sn_api_borrow(y, &m, e));
  const sn_status status = sn_api_observe(y, m, e);
  for (int i = 0; status == SN_OK && i < r->n_rows; i++) {
    sn_observable_now(&m->now, r->rows[i], out);
    out += y->session->frozen.system->output[r->rows[i]].n;
  }
  sn_api_give_back(y, m);
  return status;
}

/* All steps of motion i; *done: how many were made. */
static sn_status follow(const work *w, sinew_simulation *y, int i, int *done, sn_error *e)
{
  const sinew_rollouts *r = w->r;
  const size_t steps = (size_t)r->steps, m = (size_t)r->n_inputs, first = (size_t)i * steps;
  sinew_error error = {0};
  for (size_t k = 0; k < steps; k++) {
    if (r->stop && *r->stop) {
      return sn_fail(e, SN_ESTOP, "", "The motions were asked to stop.", "", "");
    }
    for (size_t j = 0; j < m; j++) {
      y->input[w->input[j]] = r->values[(first + k) * m + j];
    }
    y->observed = 0;
    const int status = sinew_step(y, r->h, &error);
    if (status != SINEW_OK) {
      (void)sn_fail(e, (sn_status)status, error.where, error.what, error.why, error.fix);
      return (sn_status)status;
    }
    if (r->out && w->n_out > 0) {
      SN_TRY(read_rows(y, r, r->out + (first + k) * (size_t)w->n_out, e));
    }
    *done = (int)k + 1;
  }
  return SN_OK;
}

static sn_status begin(const work *w, sinew_simulation *y, int i, sn_error *e)
{
  const size_t bytes = sinew_state_size(y);
  sinew_error error = {0};
  if (!w->r->states) {
    sn_api_take_state(y, w->from);
    return SN_OK;
  }
  const char *state = (const char *)w->r->states + (w->r->n_states > 1 ? (size_t)i * bytes : 0);
  const int status = sinew_state_restore(y, state, bytes, &error);
  return status == SINEW_OK ? SN_OK : sn_fail(e, (sn_status)status, error.where, error.what, error.why, error.fix);
}

/* What a thread does. */
static void take_motions(void *data, int part)
{
  work *w = data;
  const sinew_rollouts *r = w->r;
  sinew_simulation *y = w->own[part];
  for (int i; (i = atomic_fetch_add(&w->now, 1)) < r->motions;) {
    sn_error e = {0};
    int done = 0;
    sn_status status = begin(w, y, i, &e);
    status = status == SN_OK ? follow(w, y, i, &done, &e) : status;
    const size_t n = (size_t)w->n_out, first = (size_t)i * (size_t)r->steps;
    for (size_t k = (first + (size_t)done) * n; r->out && k < (first + (size_t)r->steps) * n; k++) {
      r->out[k] = NAN;
    }
    if (r->ends) {
      const size_t bytes = sinew_state_size(y);
      (void)sinew_state_save(y, (char *)r->ends + (size_t)i * bytes, bytes, NULL);
    }
    if (r->done) {
      r->done[i] = done;
    }
    if (status != SN_OK && w->failed[part] < 0) {
      w->failed[part] = i;
      w->why[part] = e;
    }
  }
}

/* ---- what is asked for */

static sn_status wrong(const char *what, const char *fix, sn_error *e)
{
  return sn_fail(e, SN_EINPUT, "rollout", what, "", fix);
}

static sn_status check(const sinew_simulation *x, const sinew_rollouts *r, sn_error *e)
{
  if (!x->family->first.stepper) {
    return wrong("An equilibrium does not move.", "Ask it of what sinew_freeze gives.", e);
  }
  if (!(r->h > 0) || !isfinite(r->h)) {
    return wrong("The step size must be a positive number of seconds.", "Set h.", e);
  }
  if (r->motions < 0 || r->steps < 0 || r->n_inputs < 0 || r->n_rows < 0 || r->threads < 0) {
    return wrong("Numbers of motions, steps, inputs, rows and threads must not be negative.", "", e);
  }
  if ((r->n_inputs > 0 && (!r->inputs || !r->values)) || (r->n_rows > 0 && !r->rows)) {
    return wrong("Lists of inputs, values and rows must be there.",
                 "Set inputs, values and rows, or their numbers to 0.", e);
  }
  if (r->states && r->n_states != 1 && r->n_states != r->motions) {
    return wrong("There must be one state for all motions, or one for each.", "Set n_states to 1 or to motions.", e);
  }
  const size_t n = (size_t)r->motions * (size_t)r->steps * (size_t)r->n_inputs;
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(r->values[i])) {
      sn_failf(e, SN_EINPUT, "The input '%.60s' of motion %d, step %d is not a finite number.",
               r->inputs[i % (size_t)r->n_inputs], (int)(i / (size_t)r->n_inputs / (size_t)r->steps),
               (int)(i / (size_t)r->n_inputs % (size_t)r->steps));
      sn_error_where(e, "rollout");
      sn_error_fix(e, "Check how it is computed.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

static sn_status find_names(work *w, sn_arena *arena, sn_error *e)
{
  const sinew_rollouts *r = w->r;
  const sn_session *session = w->from->session;
  const sn_system *s = session->frozen.system;
  w->input = SN_NEW(arena, int, r->n_inputs + 1);
  if (!w->input) {
    return sn_no_memory(e, "the motions");
  }
  for (int i = 0; i < r->n_inputs; i++) {
    SN_TRY(sn_session_input(session, r->inputs[i] ? r->inputs[i] : "", &w->input[i], e));
  }
  for (int i = 0; i < r->n_rows; i++) {
    if (r->rows[i] < 0 || r->rows[i] >= s->n_output) {
      return wrong("There is no output with this number.", "Ask sinew_row for it.", e);
    }
    w->n_out += s->output[r->rows[i]].n;
  }
  return SN_OK;
}

/* ---- the call */

static sn_status make_copies(work *w, int threads, sn_arena *arena, sn_error *e)
{
  w->own = SN_NEW(arena, sinew_simulation *, threads);
  w->failed = SN_NEW(arena, int, threads);
  w->why = SN_NEW(arena, sn_error, threads);
  if (!w->own || !w->failed || !w->why) {
    return sn_no_memory(e, "the motions");
  }
  for (int i = 0; i < threads; i++) {
    w->failed[i] = -1;
    if (sinew_simulation_copy(w->from, &w->own[i], NULL) != SINEW_OK) {
      return sn_no_memory(e, "the motions");
    }
  }
  return SN_OK;
}

/* The failure of the first motion that failed; of its steps, where nobody asks how many are good. */
static sn_status first_failure(const work *w, int threads, sn_error *e)
{
  int first = -1;
  for (int i = 0; i < threads; i++) {
    if (w->failed[i] >= 0 && (first < 0 || w->failed[i] < w->failed[first])) {
      first = i;
    }
  }
  if (first < 0) {
    return SN_OK;
  }
  const sn_status status = w->why[first].status;
  if (w->r->done && (status == SN_ENOCONV || status == SN_ESINGULAR)) {
    return SN_OK;
  }
  *e = w->why[first];
  e->where[0] = '\0';
  sn_error_where(e, "motion %d, %.200s", w->failed[first], w->why[first].where);
  return status;
}

static sn_status roll_out(work *w, sn_arena *arena, sn_error *e)
{
  SN_TRY(check(w->from, w->r, e));
  SN_TRY(find_names(w, arena, e));
  const int wanted = w->r->threads > 0 ? w->r->threads : sn_cores();
  sn_pool *pool = sn_pool_new(wanted < w->r->motions ? wanted : w->r->motions > 0 ? w->r->motions : 1, arena);
  const int threads = sn_pool_threads(pool);
  sn_status status = pool ? make_copies(w, threads, arena, e) : sn_no_memory(e, "the motions");
  if (status == SN_OK) {
    atomic_init(&w->now, 0);
    sn_pool_each(pool, take_motions, w);
    status = first_failure(w, threads, e);
  }
  for (int i = 0; w->own && i < threads; i++) {
    sinew_simulation_free(w->own[i]);
  }
  sn_pool_free(pool);
  return status;
}

int sinew_rollout(const sinew_simulation *x, const sinew_rollouts *rollouts, sinew_error *error)
{
  sinew_rollouts r = {.size = sizeof r};
  if (!rollouts || rollouts->size < sizeof r.size || rollouts->size > sizeof r) {
    return sn_api_fail(error, SN_EINPUT, "The member `size` of the rollouts is not set.",
                       "Write sinew_rollouts r = {.size = sizeof r};");
  }
  memcpy(&r, rollouts, rollouts->size);
  sn_arena *arena = sn_api_arena(x->model);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the motions.", "");
  }
  work w = {.r = &r, .from = x};
  sn_error e = {0};
  const sn_status status = roll_out(&w, arena, &e);
  sn_arena_free(arena);
  return sn_api_status(status, &e, error);
}
