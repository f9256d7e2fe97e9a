/* tests/api/test_stepper.c -- the stepper of the public interface: the steps of a run, arrays in place, states that are kept, restored
 *                             and copied go on to the same bits, redundant joints, mistakes.
 * ctest:   threads
 */
#include <pthread.h>
#include <stdlib.h>

#include "api/public.h"

enum { STEPS = 40, COPIES = 4 };
static const double h = 0x1p-8;

/* a door on two hinges (five equations repeat others), a pendulum with a damper on it, a flexible beam */
static const char door[] =
    "gravity { 0, 0, -9.81 }\n"
    "local door = body { name = 'door', at = {0.4, 0, 1}, velocity = {0, 0.4, 0}, angular_velocity = {0, 0, 1},\n"
    "  shape = box { size = {0.8, 0.04, 2}, density = 600 } }\n"
    "local bob = body { name = 'bob', at = {0.8, 0, 0.5}, velocity = {0, 0.8, 0}, angular_velocity = {0, 0, 1},\n"
    "  shape = sphere { radius = 0.1, density = 1000 } }\n"
    "revolute { name = 'low', ground, door, at = {0, 0, 0.3}, axis = 'z', torque = function(t) return 30*sin(7*t) end "
    "}\n"
    "revolute { name = 'high', ground, door, at = {0, 0, 1.7}, axis = 'z' }\n"
    "revolute { name = 'hook', door, bob, at = {0.8, 0, 1}, axis = 'x', damping = 2 }\n"
    "beam { name = 'whip', bob, from = {0.8, 0, 0.4}, to = {0.8, 0, 0}, elements = 3, section = circle { radius = 0.01 "
    "},\n"
    "  E = 2e9, nu = 0.3, density = 1500 }\n"
    "channel('tip', position(item('whip').last)) channel('angle', angle('low')) channel('energy', energy('total'))\n"
    "run { dt = 0x1p-8, duration = 40*0x1p-8 }\n";

typedef struct {
  double tip[3], angle, energy, work, dissipation, reaction[3];
} seen;

static sinew_simulation *open_door(sinew_model **m)
{
  sinew_simulation *s = NULL;
  *m = NULL;
  GOOD(sinew_model_load_text("door", door, "./", NULL, NULL, 0, NULL, m, error));
  if (*m) {
    GOOD(sinew_freeze(*m, &s, error));
  }
  return s;
}

static void advance(sinew_simulation *s, int n)
{
  for (int i = 0; i < n; i++) {
    GOOD(sinew_step(s, h, error));
  }
}

static seen look(sinew_simulation *s)
{
  seen x = {0};
  GOOD(sinew_channel_value(s, "tip", x.tip, 3, NULL, error));
  GOOD(sinew_channel_value(s, "angle", &x.angle, 1, NULL, error));
  GOOD(sinew_channel_value(s, "energy", &x.energy, 1, NULL, error));
  GOOD(sinew_energy(s, "work", &x.work, error));
  GOOD(sinew_energy(s, "dissipation", &x.dissipation, error));
  GOOD(sinew_output(s, "hook", "reaction", x.reaction, 3, NULL, error));
  return x;
}

static int same(const seen *a, const seen *b)
{
  return memcmp((const void *)a, (const void *)b, sizeof *a) == 0;
}

/* Redundant joints and all: by hand it goes where the run goes, and its ledger closes. */
static void test_as_the_run(void)
{
  sinew_model *m;
  sinew_simulation *s = open_door(&m), *end = NULL;
  sinew_summary sum = {.size = sizeof sum};
  double defect = 1, a[3], b[3] = {0};
  if (!s) {
    return;
  }
  advance(s, STEPS);
  GOOD(sinew_energy(s, "defect", &defect, error));
  GOOD(sinew_run(m, "door.h5", NULL, NULL, &sum, error));
  CHECK(sum.completed && sum.steps == STEPS && sum.step_rejections == 0);
  const seen x = look(s);
  CHECK(x.work != 0 && x.dissipation > 0);
  CHECK_BELOW(fabs(defect), 1e-9);
  GOOD(sinew_set_run(m, "start_from", "door.h5", error));
  GOOD(sinew_freeze(m, &end, error));
  GOOD(sinew_channel_value(s, "tip", a, 3, NULL, error));
  if (end) {
    GOOD(sinew_channel_value(end, "tip", b, 3, NULL, error));
  }
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(a[k], b[k], 1e-12);
  }
  sinew_simulation_free(end);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* Looking does not change what follows. */
static void test_looking(void)
{
  sinew_model *m, *m2;
  sinew_simulation *s = open_door(&m), *t = open_door(&m2);
  if (s && t) {
    for (int i = 0; i < STEPS; i++) {
      advance(s, 1);
      advance(t, 1);
      (void)look(t);
    }
    const seen a = look(s), b = look(t);
    CHECK(same(&a, &b));
  }
  sinew_simulation_free(s);
  sinew_simulation_free(t);
  sinew_model_free(m);
  sinew_model_free(m2);
}

static void test_arrays(void)
{
  sinew_model *m;
  sinew_simulation *s = open_door(&m);
  int n = 0, n_v = 0;
  if (!s) {
    return;
  }
  const double *q = sinew_q(s, &n), *v = sinew_v(s, &n_v);
  CHECK(n == n_v && n % 3 == 0 && n > 20);
  CHECK_NEAR(q[0], 0.4, 1e-12); /* the first node is that of the door */
  CHECK_NEAR(v[1], 0.4, 1e-12);
  const double before = q[1];
  advance(s, 5);
  int again = 0;
  CHECK(sinew_q(s, &again) == q && again == n);
  double at[3];
  GOOD(sinew_output(s, "door", "position", at, 3, NULL, error));
  CHECK(q[1] != before);
  CHECK_NEAR(q[1], at[1], 1e-14);
  int row = -1, got = 0;
  GOOD(sinew_row(s, "low", "angle", &row, error));
  GOOD(sinew_row_value(s, row, at, 3, &got, error));
  CHECK(got == 1);
  sinew_quantity what = {.size = sizeof what};
  GOOD(sinew_row_at(s, row, &what, error));
  CHECK_TEXT(what.item, "low");
  CHECK_TEXT(what.unit, "rad");
  CHECK(!what.is_channel && what.n == 1);
  GOOD(sinew_row(s, NULL, "tip", &row, error));
  GOOD(sinew_row_at(s, row, &what, error));
  CHECK(what.is_channel && what.n == 3 && row < sinew_rows(s));
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static void test_restore(void)
{
  sinew_model *m, *other = NULL;
  sinew_simulation *s = open_door(&m), *t = NULL;
  if (!s) {
    return;
  }
  const size_t n = sinew_state_size(s);
  unsigned char *start = malloc(n), *middle = malloc(n);
  GOOD(sinew_state_save(s, start, n, error));
  advance(s, STEPS / 2);
  GOOD(sinew_state_save(s, middle, n, error));
  advance(s, STEPS / 2);
  const seen end = look(s);
  GOOD(sinew_state_restore(s, middle, n, error));
  CHECK_NEAR(sinew_time(s), 0.5 * STEPS * h, 0);
  advance(s, STEPS / 2);
  seen again = look(s);
  CHECK(same(&end, &again));
  GOOD(sinew_state_restore(s, start, n, error)); /* backwards, all the way */
  advance(s, STEPS);
  again = look(s);
  CHECK(same(&end, &again));
  GOOD(sinew_freeze(m, &t, error)); /* another simulation of the model takes it, too */
  GOOD(sinew_state_restore(t, middle, n, error));
  advance(t, STEPS / 2);
  again = look(t);
  CHECK(same(&end, &again));
  /* what is no state of it */
  BAD(sinew_state_save(s, start, n - 1, error), SINEW_EINPUT, "room");
  BAD(sinew_state_save(s, NULL, n, error), SINEW_EINPUT, "room");
  BAD(sinew_state_restore(s, middle, n - 1, error), SINEW_EINPUT, "cut");
  BAD(sinew_state_restore(s, middle, 3, error), SINEW_EINPUT, "short");
  BAD(sinew_state_restore(s, NULL, n, error), SINEW_EINPUT, "state");
  middle[n / 2] ^= 1;
  BAD(sinew_state_restore(s, middle, n, error), SINEW_EINPUT, "changed");
  again = look(s);
  CHECK(same(&end, &again));
  sinew_simulation *x = NULL;
  GOOD(sinew_model_load_text("other", "point { mass = 1, at = {0, 0, 0} } run { dt = 1, duration = 1 }", NULL, NULL,
                             NULL, 0, NULL, &other, error));
  GOOD(sinew_freeze(other, &x, error));
  BAD(sinew_state_restore(x, start, n, error), SINEW_EINPUT, "another");
  sinew_simulation_free(x);
  sinew_simulation_free(t);
  sinew_simulation_free(s);
  sinew_model_free(m);
  sinew_model_free(other);
  free(start);
  free(middle);
}

static void *walk(void *data)
{
  sinew_simulation *s = data;
  int good = 1;
  for (int i = 0; i < STEPS / 2; i++) {
    good &= sinew_step(s, h, NULL) == SINEW_OK;
  }
  return good ? s : NULL;
}

/* Copies go on in threads of their own, to the bits of the first, which may be gone by then. */
static void test_copies(void)
{
  sinew_model *m;
  sinew_simulation *s = open_door(&m), *copy[COPIES] = {0};
  pthread_t thread[COPIES];
  if (!s) {
    return;
  }
  advance(s, STEPS / 2);
  for (int i = 0; i < COPIES; i++) {
    GOOD(sinew_simulation_copy(i ? copy[i - 1] : s, &copy[i], error));
  }
  advance(s, STEPS / 2);
  const seen end = look(s);
  sinew_simulation_free(s);
  for (int i = 0; i < COPIES; i++) {
    CHECK(pthread_create(&thread[i], NULL, walk, copy[i]) == 0);
  }
  for (int i = 0; i < COPIES; i++) {
    void *done = NULL;
    CHECK(pthread_join(thread[i], &done) == 0 && done == copy[i]);
    const seen x = look(copy[i]);
    CHECK(same(&end, &x));
    sinew_simulation_free(copy[i]);
  }
  sinew_model_free(m);
}

/* A step that fails leaves the state; smaller ones go on. */
static void test_failed_step(void)
{
  static const char text[] =
      "local a = point { name = 'a', at = {1, 0, 0}, mass = 1, velocity = {3, 0, 0} }\n"
      "spring { ground, a, at_a = {0, 0, 0}, force = function(x, v, t) return log(1.1 - x) end }\n"
      "run { dt = 1e-3, duration = 1 }\n";
  sinew_model *m = NULL;
  sinew_simulation *s = NULL;
  sinew_error e = {0};
  int n = 0;
  GOOD(sinew_model_load_text("fails", text, NULL, NULL, NULL, 0, NULL, &m, error));
  if (!m || sinew_freeze(m, &s, &e) != SINEW_OK) {
    printf("%s %s\n", e.what, e.why);
    CHECK(0);
    sinew_model_free(m);
    return;
  }
  const double *q = sinew_q(s, &n), x = q[0];
  const int failed = sinew_step(s, 1, &e);
  CHECK(failed == SINEW_ENOCONV || failed == SINEW_ESINGULAR);
  CHECK_TEXT(e.where, "fails:2"); /* the law, and where it stands */
  CHECK_TEXT(e.what, "not a number");
  CHECK(q[0] == x && sinew_time(s) == 0 && e.what[0]);
  GOOD(sinew_step(s, 1e-3, error));
  CHECK(q[0] > x);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* An allocator that ends: every copy fails cleanly until one works. */
typedef struct {
  int left, out;
} budget;
static void *allocate(void *data, size_t size)
{
  budget *b = data;
  void *memory = b->left > 0 ? malloc(size) : NULL;
  b->left -= memory != NULL;
  b->out += memory != NULL;
  return memory;
}
static void release(void *data, void *memory)
{
  ((budget *)data)->out -= memory != NULL;
  free(memory);
}

static void test_memory(void)
{
  budget b = {1 << 20, 0};
  const sinew_allocator a = {allocate, release, &b};
  sinew_model *m = NULL;
  sinew_simulation *s = NULL, *copy = NULL;
  int worked = 0;
  GOOD(sinew_model_load_text("door", door, NULL, NULL, NULL, 0, &a, &m, error));
  GOOD(sinew_freeze(m, &s, error));
  for (int n = 0; n < 400 && !worked; n++) {
    b.left = n;
    const int before = b.out, status = sinew_simulation_copy(s, &copy, NULL);
    worked = status == SINEW_OK;
    CHECK(worked || (status == SINEW_ENOMEM && !copy && b.out == before));
  }
  CHECK(worked);
  b.left = 1 << 20;
  sinew_simulation_free(s);
  advance(copy, 2);
  sinew_simulation_free(copy);
  sinew_model_free(m);
  CHECK(b.out == 0);
}

int main(void)
{
  RUN(test_as_the_run);
  RUN(test_looking);
  RUN(test_arrays);
  RUN(test_restore);
  RUN(test_copies);
  RUN(test_failed_step);
  RUN(test_memory);
  return REPORT();
}
