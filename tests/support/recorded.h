/* tests/support/recorded.h -- a model text run by the time loop, with its rows and snapshots kept: same bits for any number of threads and
 * from any snapshot.
 */
#ifndef SN_TESTS_RECORDED_H
#define SN_TESTS_RECORDED_H
#include "support/simulated.h"

typedef struct {
  int rows, n_kept, n_vector;
  double row[1000];
  sn_arena *arena;
  sn_snapshot kept[16];
} record;

static inline sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  record *x = data;
  (void)error;
  x->n_vector = o->system->n_vector;
  double sum = total->dissipation;
  for (int i = 0; i < x->n_vector; i++) {
    sum += o->q[i].x[0] + 1.1 * o->q[i].x[1] + 1.2 * o->q[i].x[2] + 0.3 * o->v[i].x[1];
  }
  x->row[x->rows++] = sum;
  return SN_OK;
}

static inline void *copy_of(sn_arena *arena, const void *from, size_t n)
{
  void *to = sn_arena_get(arena, n + sizeof(double), sizeof(double));
  if (to && n > 0) {
    memcpy(to, from, n);
  }
  return to;
}

static inline sn_status on_keep(void *data, const sn_snapshot *s, sn_error *error)
{
  record *x = data;
  (void)error;
  if (x->n_kept == 16) {
    return SN_OK;
  }
  sn_snapshot *k = &x->kept[x->n_kept++];
  *k = *s;
  k->memory = copy_of(x->arena, s->memory, s->n_memory);
  k->state = copy_of(x->arena, s->state, s->n_state * sizeof(double));
  k->dependent = copy_of(x->arena, s->dependent, s->n_dependent);
  k->row = copy_of(x->arena, s->row, s->n_row);
  k->past = copy_of(x->arena, s->past, s->n_past * sizeof(double));
  return SN_OK;
}

/* The model by its run, from a snapshot unless that is NULL. The end of the state in *end (the caller's). */
static inline sn_status run(const char *text, const char *scheme, int threads, const sn_snapshot *from, record *x,
                            simulated *s, sn_run_summary *sum)
{
  const sn_sink sink = {.data = x, .row = on_row, .keep = on_keep};
  if (!simulate(s, "recorded.lua", text, scheme, 1)) {
    return s->status;
  }
  s->status = sn_session_settings(&s->session, NAN, &s->error);
  sn_run_options o = s->session.options;
  o.scheme = s->scheme;
  o.step.alpha = 1;
  o.step.threads = threads;
  o.checkpoint = 23;
  o.from = from;
  if (s->status == SN_OK) {
    s->status = sn_run(s->session.frozen.system, &o, s->arena, s->state, &sink, sum, &s->error);
  }
  CHECK_OK(s->status, s->error);
  return s->status;
}

static inline double largest_difference(const simulated *a, const simulated *b)
{
  double most = 0;
  for (int i = 0; i < a->session.frozen.system->n_vector; i++) {
    most = fmax(most, v3_norm(v3_sub(a->state->q[i], b->state->q[i])));
  }
  return most;
}

/* Two and three threads, and runs that go on from some of the snapshots, have the same bits. */
static inline void check_same_bits(const char *text, const char *scheme)
{
  record x = {.arena = sn_arena_new(NULL)};
  simulated s;
  sn_run_summary sum;
  if (run(text, scheme, 1, NULL, &x, &s, &sum) == SN_OK) {
    for (int threads = 2; threads <= 3; threads++) {
      record y = {.arena = x.arena};
      simulated other;
      CHECK(run(text, scheme, threads, NULL, &y, &other, &sum) == SN_OK);
      CHECK(y.rows == x.rows && memcmp(x.row, y.row, sizeof(double) * (size_t)x.rows) == 0);
      CHECK(memcmp(s.state->data, other.state->data, sizeof(double) * s.state->n) == 0);
      simulated_free(&other);
    }
    CHECK(x.n_kept > 8);
    for (int k = 1; k < x.n_kept - 1; k += 4) {
      record y = {.arena = x.arena};
      simulated other;
      CHECK(run(text, scheme, 1, &x.kept[k], &y, &other, &sum) == SN_OK);
      CHECK(memcmp(s.state->data, other.state->data, sizeof(double) * s.state->n) == 0);
      simulated_free(&other);
    }
  }
  simulated_free(&s);
  sn_arena_free(x.arena);
}

#endif
