/* tests/api/test_two_simulations.c -- several simulations of one model: beside each other, and in threads, to the bits of one alone.
 * Why:     freezing leaves the model as it is; what becomes of its items belongs to the simulation.
 * ctest:   threads
 */
#include <pthread.h>

#include "harness.h"
#include "sinew.h"

enum { STEPS = 40, NUMBERS = 8, THREADS = 4 };
static const double h = 4e-3;

/* parts that are moved to their start, references of every kind (entries, lists of joints, signals), a beam, gravity */
static const char text[] =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name='a', at={0.5,0,0}, shape=cylinder{ length=1, radius=0.02, axis='x', density=7850 } }\n"
    "local b = body { name='b', at={1.5,0,0}, shape=cylinder{ length=1, radius=0.02, axis='x', density=7850 } }\n"
    "revolute { name='j', ground, a, at={0,0,0}, axis='y', initial=0.3 }\n"
    "revolute { name='k', a, b, at={1,0,0}, axis='y', damping=0.2, initial_rate=1 }\n"
    "local c = body { name='c', at={0,1,0}, shape=box{ size={0.2,0.3,0.1}, density=1000 } }\n"
    "revolute { name='w', ground, c, at={0,1,0}, axis='y', torque=function(t) return sin(9*t) end }\n"
    "coupling { name='tie', joints={'j','w'}, factors={1,2}, stiffness=40 }\n"
    "beam { name='r', b, from={2,0,0}, to={3,0,0}, elements=3, section=circle{ radius=0.01 }, E=7e10, nu=0.3,"
    " density=2700 }\n"
    "channel('tip', position(b, {2,0,0}))\n"
    "channel('angle', angle('k'))\n"
    "channel('energy', energy('total'))\n"
    "run { scheme='ed', dt=4e-3, duration=1 }\n";

static int advance(sinew_simulation *x, int steps)
{
  sinew_error error = {0};
  int good = 1;
  for (int i = 0; i < steps && good; i++) {
    good = sinew_step(x, h, &error) == SINEW_OK;
  }
  return good;
}

static int read(sinew_simulation *x, double *out)
{
  sinew_error error = {0};
  memset(out, 0, sizeof(double) * NUMBERS);
  return sinew_channel_value(x, "tip", out, 3, NULL, &error) == SINEW_OK &&
         sinew_channel_value(x, "angle", out + 3, 1, NULL, &error) == SINEW_OK &&
         sinew_channel_value(x, "energy", out + 4, 1, NULL, &error) == SINEW_OK &&
         sinew_output(x, "k", "reaction", out + 5, 3, NULL, &error) == SINEW_OK;
}

static sinew_model *load(void)
{
  sinew_model *m = NULL;
  sinew_error error = {0};
  CHECK(sinew_model_load_text("two", text, NULL, NULL, NULL, 0, NULL, &m, &error) == SINEW_OK);
  if (error.what[0]) {
    printf("  %s %s\n", error.where, error.what);
  }
  return m;
}

static void alone(double *out)
{
  sinew_model *m = load();
  sinew_simulation *x = NULL;
  sinew_error error = {0};
  CHECK(m && sinew_freeze(m, &x, &error) == SINEW_OK);
  CHECK(x && advance(x, STEPS) && read(x, out));
  sinew_simulation_free(x);
  sinew_model_free(m);
}

/* one is made and read while the other is under way, and outlives it */
static void test_beside_each_other(void)
{
  double reference[NUMBERS], a[NUMBERS], b[NUMBERS];
  sinew_model *m = load();
  sinew_simulation *x = NULL, *y = NULL;
  sinew_error error = {0};
  alone(reference);
  CHECK(sinew_freeze(m, &x, &error) == SINEW_OK);
  CHECK(x && advance(x, STEPS / 2) && read(x, a));
  CHECK(sinew_freeze(m, &y, &error) == SINEW_OK);
  for (int i = 0; i < STEPS / 2 && x && y; i++) {
    CHECK(advance(x, 1) && advance(y, 2) && read(y, b));
  }
  CHECK(x && read(x, a) && memcmp(a, reference, sizeof a) == 0);
  sinew_simulation_free(x);
  CHECK(y && read(y, b) && memcmp(b, reference, sizeof b) == 0);
  sinew_simulation_free(y);
  sinew_model_free(m);
}

typedef struct {
  sinew_model *model;
  double out[NUMBERS];
  int good;
} job;

static void *run(void *data)
{
  job *j = data;
  sinew_simulation *x = NULL;
  sinew_error error = {0};
  j->good = sinew_freeze(j->model, &x, &error) == SINEW_OK && advance(x, STEPS) && read(x, j->out);
  sinew_simulation_free(x);
  return NULL;
}

static void test_in_threads(void)
{
  double reference[NUMBERS];
  job list[THREADS];
  pthread_t thread[THREADS];
  sinew_model *m = load();
  alone(reference);
  for (int i = 0; i < THREADS; i++) {
    list[i] = (job){.model = m};
    CHECK(pthread_create(thread + i, NULL, run, list + i) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
    CHECK(list[i].good && memcmp(list[i].out, reference, sizeof reference) == 0);
  }
  sinew_model_free(m);
}

int main(void)
{
  RUN(test_beside_each_other);
  RUN(test_in_threads);
  return REPORT();
}
