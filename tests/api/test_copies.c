/* tests/api/test_copies.c -- copies of a simulation, and models, used side by side in threads: each reads the numbers that it reads alone.
 * Why:     what is frozen is shared by all copies and written by none. Under the thread sanitizer (preset tsan) every shared write is found,
 *          also one that happens to give the right number.
 * What:    each thread steps a copy of its own, which is at another time than the others, and reads every channel, every row of every item
 *          (fields of shells, section forces of beams and cables, reactions) and every energy; copies and frees a copy; saves and restores
 *          its state; linearises it. Then statics and modes of one model, asked by all threads at once.
 * ctest:   threads timeout=120
 */
#include <pthread.h>
#include <stdlib.h>

#include "api/public.h"

enum { THREADS = 4, APART = 3, STEPS = SANITIZED ? 2 : 12, LOOKS = SANITIZED ? 2 : 40, MOST = 1 << 16 };
static const double h = 0x1p-8;

typedef struct {
  const char *name, *text;
} sample;
static const sample samples[] = {
    {"joints",
     "gravity { 0, 0, -9.81 }\n"
     "local a = body { name = 'a', at = {0.5, 0, 0}, shape = box { size = {1, 0.1, 0.1}, density = 800 } }\n"
     "local b = body { name = 'b', at = {1.5, 0, 0}, shape = box { size = {1, 0.1, 0.1}, density = 800 } }\n"
     "local p = point { name = 'p', at = {2, 0, -1}, mass = 1 }\n"
     "revolute { name = 'j', ground, a, at = {0, 0, 0}, axis = 'y', friction = 0.1, friction_arm = 0.02, damping = 3,\n"
     "  stiffness = 300 }\n"
     "revolute { name = 'k', a, b, at = {1, 0, 0}, axis = 'y', stiffness = 90, upper = 0.02, stop_stiffness = 5000 }\n"
     "spring { name = 's', b, p, at_a = {2, 0, 0}, stiffness = 40, damping = 1 }\n"
     "local r = beam { name = 'r', b, from = {2, 0, 0}, to = {3, 0, 0}, elements = 3, section = circle { radius = 0.01 "
     "},\n"
     "  E = 7e10, nu = 0.3, density = 2700 }\n"
     "cable { name = 'c', r.last, p, from = {3, 0, 0}, to = {2, 0, -1}, elements = 3, stiffness = 1000,\n"
     "  mass_per_length = 0.1 }\n"
     "channel('tip', position(r.last)) channel('sum', norm(position(b, {2, 0, 0})) + angle('j')*angle('k'))\n"
     "channel('energy', energy('total'))\n"
     "run { dt = 0x1p-8, duration = 1 }\n"},
    {"inputs",
     "gravity { 0, 0, -9.81 }\n"
     "local u = input('u', { default = 0.5 })\n"
     "local a = body { name = 'a', at = {0.5, 0, 0}, shape = box { size = {1, 0.1, 0.1}, density = 800 } }\n"
     "revolute { name = 'j', ground, a, at = {0, 0, 0}, axis = 'y', stiffness = 300, damping = 1, torque = u }\n"
     "controller { name = 'c', every = 2*0x1p-8, states = { sum = 0 }, update = function(t, s)\n"
     "  s.sum = s.sum + angle('j')\n  return { u = -angle('j') - s.sum }\nend }\n"
     "channel('angle', angle('j')) channel('u', u)\n"
     "run { dt = 0x1p-8, duration = 1 }\n"},
    {"shells",
     "gravity { 0, 0, -9.81 }\n"
     "shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {3, 2}, order = 1,\n"
     "  thickness = 0.01, E = 1e8, nu = 0.3, density = 1000, u_first = { clamped = true },\n"
     "  fields = { 'S11 top', 'von_mises_max', 'M11' } }\n"
     "shell { name = 'r', corners = {{0, 2, 0}, {1, 2, 0}, {1, 3, 0}, {0, 3, 0}}, elements = {2, 1}, order = 2,\n"
     "  thickness = 0.01, E = 1e8, nu = 0.3, density = 1000, u_first = { clamped = true } }\n"
     "channel('corner', position(item('s'):at(1, 1)) - position(item('r'):at(1, 1)))\n"
     "run { dt = 0x1p-8, duration = 1 }\n"},
    {"contacts",
     "gravity { 0, 0, -9.81 }\n"
     "local road = plane { name = 'road' }\n"
     "local a = body { name = 'a', at = {0, 0, 0.11}, shape = box { size = {0.2, 0.2, 0.2}, density = 800 }, velocity "
     "= {0.1, 0, 0} }\n"
     "local b = body { name = 'b', at = {0.3, 0, 0.1}, shape = sphere { radius = 0.1, density = 800 } }\n"
     "contact { name = 'ar', a, road, friction = 0.3, stiffness = 1e4 }\n"
     "contact { name = 'br', b, road, friction = 0.3, stiffness = 1e4 }\n"
     "contact { name = 'ab', a, b, friction = 0.2, stiffness = 1e4 }\n"
     "local h = body { name = 'h', at = {0, 2, 0.45}, mass = 1, inertia = {1, 1, 1}, angular_velocity = {0, 1, 0} }\n"
     "wheel { name = 'w', h, radius = 0.5, axis = 'y', tube = 0.1, stiffness = 1e4, on = { road } }\n"
     "channel('n', output('ar', 'normal') + output('br', 'normal')) channel('g', output('ab', 'gap'))\n"
     "run { dt = 0x1p-8, duration = 1 }\n"},
    {"solids", "gravity { 0, 0, -9.81 }\n"
               "local s = solid { name = 's', box = { size = {1, 0.2, 0.2}, elements = {2, 1, 1} }, element = 'hex8', "
               "E = 1e6, nu = 0.3, "
               "density = 1000,\n"
               "  surfaces = { x0 = { clamped = true } } }\n"
               "local r = solid { name = 'r', box = { size = {1, 0.2, 0.2}, elements = {1, 1, 1} }, element = 'tet4', "
               "at = {0, 1, 0},\n"
               "  E = 1e6, law = 'neo_hooke', nu = 0.3, density = 1000, damping = 1e-3 }\n"
               "fixed { name = 'f', ground, r:surface('x0'), at = {0, 1.1, 0.1} }\n"
               "channel('end', position(s:surface('x1')) - position(r:surface('x1')))\n"
               "channel('S', output(s:surface('x0'), 'von_mises')) channel('R', output(s:surface('x0'), 'reaction'))\n"
               "run { dt = 0x1p-8, duration = 1 }\n"},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

typedef struct {
  int n;
  double value[MOST];
} numbers;

static void keep(numbers *to, const double *x, int n)
{
  for (int i = 0; i < n && to->n < MOST; i++) {
    to->value[to->n++] = x[i];
  }
}

/* Every number that can be asked for. 0: something could not be read. */
static int look(sinew_simulation *s, const sinew_model *m, numbers *out)
{
  sinew_error error = {0};
  double x[64];
  int n = 0, good = 1;
  for (int i = 0; i < sinew_rows(s) && good; i++) {
    good = sinew_row_value(s, i, x, 64, &n, &error) == SINEW_OK;
    keep(out, x, n);
  }
  for (int i = 0; i < sinew_channels(m) && good; i++) {
    sinew_quantity q = {.size = sizeof q};
    good =
        sinew_channel_at(m, i, &q, &error) == SINEW_OK && sinew_channel_value(s, q.name, x, 64, &n, &error) == SINEW_OK;
    keep(out, x, n);
  }
  for (int i = 0; i < sinew_energies() && good; i++) {
    sinew_quantity q = {.size = sizeof q};
    good = sinew_energy_at(i, &q, &error) == SINEW_OK && sinew_energy(s, q.name, x, &error) == SINEW_OK;
    keep(out, x, 1);
  }
  if (!good) {
    printf("  %s %s\n", error.what, error.why);
  }
  return good;
}

typedef struct {
  sinew_model *model;
  sinew_simulation *own;
  numbers seen;
  int good, same; /* the same numbers every time they are read */
} job;

static int linearise(job *j)
{
  sinew_error error = {0};
  sinew_linear *l = NULL;
  sinew_linear_wishes wishes = {.size = sizeof wishes};
  sinew_linear_matrices m = {.size = sizeof m};
  const int good =
      sinew_linearize(j->own, &wishes, &l, &error) == SINEW_OK && sinew_linear_read(l, &m, &error) == SINEW_OK;
  if (good) {
    keep(&j->seen, m.A, m.states * m.states);
  } else {
    printf("  %s %s\n", error.what, error.why);
  }
  sinew_linear_free(l);
  return good;
}

/* Steps the copy of this thread, reading all the while; then reads a copy of that copy, restored, again and again. */
static void *walk(void *data)
{
  job *j = data;
  sinew_error error = {0};
  sinew_simulation *copy = NULL;
  j->good = j->same = 1;
  j->seen.n = 0;
  for (int i = 0; i < STEPS && j->good; i++) {
    j->seen.n = 0;
    j->good = sinew_step(j->own, h, &error) == SINEW_OK && look(j->own, j->model, &j->seen);
  }
  const size_t bytes = sinew_state_size(j->own);
  char *state = malloc(bytes);
  j->good = j->good && state && sinew_state_save(j->own, state, bytes, &error) == SINEW_OK &&
            sinew_simulation_copy(j->own, &copy, &error) == SINEW_OK &&
            sinew_state_restore(copy, state, bytes, &error) == SINEW_OK;
  const int n = j->seen.n;
  for (int i = 0; i < LOOKS && j->good; i++) {
    j->good = look(copy, j->model, &j->seen);
    j->same =
        j->same && j->seen.n == 2 * n && memcmp(j->seen.value, j->seen.value + n, sizeof(double) * (size_t)n) == 0;
    j->seen.n = n;
  }
  sinew_simulation_free(copy);
  free(state);
  j->good = j->good && linearise(j);
  if (!j->good) {
    printf("  %s %s\n", error.what, error.why);
  }
  return NULL;
}

static int same(const numbers *a, const numbers *b)
{
  return a->n == b->n && memcmp(a->value, b->value, sizeof(double) * (size_t)a->n) == 0;
}

static void run_all(job *j, void *(*what)(void *))
{
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&thread[i], NULL, what, j + i) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_join(thread[i], NULL) == 0);
  }
}

static void check_copies(const sample *s)
{
  job *alone = calloc(THREADS, sizeof *alone), *beside = calloc(THREADS, sizeof *beside);
  sinew_model *m = NULL;
  sinew_simulation *first = NULL;
  GOOD(sinew_model_load_text(s->name, s->text, NULL, NULL, NULL, 0, NULL, &m, error));
  if (m) {
    GOOD(sinew_freeze(m, &first, error));
  }
  for (int i = 0; i < THREADS && alone && beside && first; i++) { /* each at a time of its own */
    alone[i].model = beside[i].model = m;
    GOOD(sinew_simulation_copy(first, &alone[i].own, error));
    GOOD(sinew_simulation_copy(first, &beside[i].own, error));
    for (int k = 0; k < APART; k++) {
      GOOD(sinew_step(first, h, error));
    }
    walk(alone + i);
    CHECK(alone[i].good && alone[i].same && alone[i].seen.n > 10 && alone[i].seen.n < MOST);
    CHECK(i == 0 || !same(&alone[i].seen, &alone[0].seen));
  }
  if (first && alone && beside) {
    run_all(beside, walk);
    for (int i = 0; i < THREADS; i++) {
      CHECK(beside[i].good && beside[i].same && same(&alone[i].seen, &beside[i].seen));
      sinew_simulation_free(alone[i].own);
      sinew_simulation_free(beside[i].own);
    }
  }
  sinew_simulation_free(first);
  sinew_model_free(m);
  free(alone);
  free(beside);
}

static void test_copies(void)
{
  for (int i = 0; i < SAMPLES; i++) {
    check_copies(samples + i);
  }
}

/* One model, frozen by every thread: its equilibrium, and its modes. */
static void *analyse(void *data)
{
  enum { MODES = 4 };
  job *j = data;
  sinew_error error = {0};
  sinew_mode mode[MODES];
  int n = 0;
  mode[0].size = sizeof mode[0];
  j->seen.n = 0;
  j->good = sinew_static(j->model, &j->own, &error) == SINEW_OK && look(j->own, j->model, &j->seen) &&
            sinew_modes(j->model, NULL, 0, MODES, mode, MODES, &n, &error) == SINEW_OK && n == MODES;
  for (int i = 0; i < n && j->good; i++) {
    keep(&j->seen, &mode[i].frequency, 1);
  }
  sinew_simulation_free(j->own);
  j->own = NULL;
  if (!j->good) {
    printf("  %s %s %s\n", error.where, error.what, error.why);
  }
  return NULL;
}

static void test_analyses(void)
{
  for (int k = 0; k < SAMPLES; k += 2) {
    job *alone = calloc(1, sizeof *alone), *beside = calloc(THREADS, sizeof *beside);
    sinew_model *m = NULL;
    GOOD(sinew_model_load_text(samples[k].name, samples[k].text, NULL, NULL, NULL, 0, NULL, &m, error));
    for (int i = 0; i < THREADS && alone && beside; i++) {
      alone->model = m;
      beside[i].model = m;
    }
    if (m && alone && beside) {
      (void)analyse(alone);
      run_all(beside, analyse);
      CHECK(alone->good);
      for (int i = 0; i < THREADS; i++) {
        CHECK(beside[i].good && same(&alone->seen, &beside[i].seen));
      }
    }
    sinew_model_free(m);
    free(alone);
    free(beside);
  }
}

int main(void)
{
  RUN(test_copies);
  RUN(test_analyses);
  return REPORT();
}
