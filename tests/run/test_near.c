/* tests/run/test_near.c -- lists of contacts that are near: the motion is that of all contacts in every step, and checkpoints and threads
 * leave no trace of the lists.
 * What:    18 balls that fall into a box, bounce and roll apart: pairs come and go. Compared with steps that know all pairs at all times; a run
 *          that goes on from any of its snapshots, and runs of two and three threads, have the same bits. A ball that is shot at another one
 *          faster than any list foresees is not missed.
 * ctest:   timeout=200
 */
#include "support/simulated.h"

static const char balls[] =
    "param { dt = 2e-3, scheme = 'ed', jointed = false } gravity {0, 0, -9.81} "
    "local walls = { plane {}, plane { at = {-0.2, 0, 0}, normal = {1, 0, 0} }, "
    "plane { at = {0.4, 0, 0}, normal = {-1, 0, 0} }, plane { at = {0, -0.4, 0}, normal = {0, 1, 0} }, "
    "plane { at = {0, 0.4, 0}, normal = {0, -1, 0} } } "
    "local all, k = {}, 0 "
    "for i = 0, 1 do for j = -1, 1 do for l = 0, 2 do k = k + 1 "
    "all[k] = body { name = 'b'..k, at = {0.22*i + 0.01*l*j, 0.22*j + 0.006*l*i, 0.1 + 0.2*l + 0.001*k}, "
    "velocity = {0.3*j, -0.2*i, 0}, shape = sphere { radius = 0.07 + 0.01*l, mass = 1 } } end end end "
    "for _, w in ipairs(walls) do all[#all + 1] = w end "
    "contact { name = 'c', all = all, friction = 0.3, restitution = 0.5, stiffness = 3e4 } "
    "channel('x', position(all[1])) channel('touches', output('c', 'touches')) "
    "run { dt = dt, duration = 0.6, scheme = scheme }";

typedef struct {
  int rows, n_kept, n_vector;
  double row[1000];
  sn_arena *arena;
  sn_snapshot kept[16];
} record;

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
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

static void *copy(sn_arena *arena, const void *from, size_t n)
{
  void *to = sn_arena_get(arena, n + sizeof(double), sizeof(double));
  if (to && n > 0) {
    memcpy(to, from, n);
  }
  return to;
}

static sn_status on_keep(void *data, const sn_snapshot *s, sn_error *error)
{
  record *x = data;
  (void)error;
  if (x->n_kept == 16) {
    return SN_OK;
  }
  sn_snapshot *k = &x->kept[x->n_kept++];
  *k = *s;
  k->memory = copy(x->arena, s->memory, s->n_memory);
  k->state = copy(x->arena, s->state, s->n_state * sizeof(double));
  k->dependent = copy(x->arena, s->dependent, s->n_dependent);
  k->row = copy(x->arena, s->row, s->n_row);
  k->past = copy(x->arena, s->past, s->n_past * sizeof(double));
  return SN_OK;
}

/* The model by its run, from a snapshot unless that is NULL. The end of the state in *end (the caller's). */
static sn_status run(const char *text, const char *scheme, int threads, const sn_snapshot *from, record *x,
                     simulated *s, sn_run_summary *sum)
{
  const sn_sink sink = {.data = x, .row = on_row, .keep = on_keep};
  if (!simulate(s, "near.lua", text, scheme, 1)) {
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

static double largest_difference(const simulated *a, const simulated *b)
{
  double most = 0;
  for (int i = 0; i < a->session.frozen.system->n_vector; i++) {
    most = fmax(most, v3_norm(v3_sub(a->state->q[i], b->state->q[i])));
  }
  return most;
}

static void test_same_motion(const char *scheme)
{
  simulated all, near;
  record x = {.arena = sn_arena_new(NULL)};
  sn_run_summary sum = {0};
  if (run(balls, scheme, 1, NULL, &x, &near, &sum) == SN_OK && simulate(&all, "near.lua", balls, scheme, 1)) {
    CHECK(sum.rejections == 0);
    CHECK_BELOW(sum.energy_identity_error, 1e-11);
    advance_to(&all, 0.15, 75); /* later it is chaos: round-off grows */
    record y = {.arena = x.arena};
    simulated early;
    sn_run_summary unused;
    char text[sizeof balls + 8];
    (void)snprintf(text, sizeof text, "%s", balls);
    char *end = strstr(text, "duration = 0.6") + strlen("duration = 0.");
    end[-2] = '.';
    end[-1] = '1';
    end[0] = '5';
    if (run(text, scheme, 1, NULL, &y, &early, &unused) == SN_OK) {
      printf("  %s: %.1e m from steps with all pairs\n", scheme, largest_difference(&all, &early));
      CHECK_BELOW(largest_difference(&all, &early), 1e-10);
    }
    simulated_free(&early);
    simulated_free(&all);
  }
  simulated_free(&near);
  sn_arena_free(x.arena);
}

static void test_same_bits(const char *scheme)
{
  record x = {.arena = sn_arena_new(NULL)};
  simulated s;
  sn_run_summary sum;
  if (run(balls, scheme, 1, NULL, &x, &s, &sum) == SN_OK) {
    for (int threads = 2; threads <= 3; threads++) {
      record y = {.arena = x.arena};
      simulated other;
      CHECK(run(balls, scheme, threads, NULL, &y, &other, &sum) == SN_OK);
      CHECK(y.rows == x.rows && memcmp(x.row, y.row, sizeof(double) * (size_t)x.rows) == 0);
      CHECK(memcmp(s.state->data, other.state->data, sizeof(double) * s.state->n) == 0);
      simulated_free(&other);
    }
    CHECK(x.n_kept > 8);
    for (int k = 1; k < x.n_kept - 1; k += 4) {
      record y = {.arena = x.arena};
      simulated other;
      CHECK(run(balls, scheme, 1, &x.kept[k], &y, &other, &sum) == SN_OK);
      CHECK(memcmp(s.state->data, other.state->data, sizeof(double) * s.state->n) == 0);
      simulated_free(&other);
    }
  }
  simulated_free(&s);
  sn_arena_free(x.arena);
}

/* A load throws a ball that was at rest at the others within one step. */
static void test_shot(void)
{
  static const char text[] = "local all = {} for i = 1, 8 do all[i] = body { name = 'b'..i, at = {0.3*i, 0, 0}, "
                             "shape = sphere { radius = 0.1, mass = 1 } } end "
                             "force { all[1], value = function(t) return 2e5*step((t - 0.0105)/1e-5)*(1 - step((t - "
                             "0.0115)/1e-5)), 0, 0 end } "
                             "contact { name = 'c', all = all, stiffness = 1e7 } "
                             "channel('last', velocity(all[8])) run { dt = 1e-3, duration = 0.05, scheme = 'ed' }";
  simulated s;
  record x = {.arena = sn_arena_new(NULL)};
  sn_run_summary sum = {0};
  if (run(text, "ed", 1, NULL, &x, &s, &sum) == SN_OK) {
    const sn_system *system = s.session.frozen.system;
    sn_v3 p, j;
    sn_momenta(system, s.state, &p, &j);
    printf("  shot: %.3g m/s, %ld halvings\n", p.x[0], sum.rejections);
    double last = 0, first = 0;
    for (int i = 0; i < system->n_vector; i++) { /* the order on the line is kept: nothing went through */
      if (system->vector[i].role == SN_ROLE_POSITION) {
        first = s.state->q[i].x[0];
        CHECK(last == 0 || first > last + 0.19 || system->vector[i].freedom != SN_FREE);
        last = system->vector[i].freedom == SN_FREE ? first : last;
      }
    }
    CHECK(p.x[0] > 100);
  }
  simulated_free(&s);
  sn_arena_free(x.arena);
}

static void test_two_stages(void)
{
  test_same_motion("ed");
  test_same_bits("ed");
}
static void test_one_stage(void)
{
  test_same_motion("ep");
  test_same_bits("ep");
}

int main(void)
{
  RUN(test_two_stages);
  RUN(test_one_stage);
  RUN(test_shot);
  return REPORT();
}
