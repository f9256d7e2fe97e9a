/* tests/api/test_api.c -- the public interface: building, loading, stepping, reading, running; mistakes; memory that ends. */
#include <stdlib.h>

#include "api/public.h"

static void add_rod(sinew_model *m)
{
  GOOD(sinew_add(m, "body", "rod", error));
  GOOD(sinew_set_vector(m, "at", 0.5, 0, 0, error));
  GOOD(sinew_open(m, "shape", "cylinder", error));
  GOOD(sinew_set_number(m, "length", 1, error));
  GOOD(sinew_set_number(m, "radius", 0.02, error));
  GOOD(sinew_set_text(m, "axis", "x", error));
  GOOD(sinew_set_number(m, "density", 7850, error));
  GOOD(sinew_close(m, error));
}

static void add_hinge(sinew_model *m)
{
  GOOD(sinew_add(m, "revolute", "hinge", error));
  GOOD(sinew_connect(m, "ground", error));
  GOOD(sinew_connect(m, "rod", error));
  GOOD(sinew_set_vector(m, "at", 0, 0, 0, error));
  GOOD(sinew_set_text(m, "axis", "y", error));
}

static const char in_lua[] =
    "param { dt = 1e-3 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name='rod', at={0.5,0,0}, shape=cylinder{ length=1, radius=0.02, axis='x', density=7850 } }\n"
    "revolute { name='hinge', ground, rod, at={0,0,0}, axis='y', torque=function(t) return 3*sin(5*t) end }\n"
    "channel('tip', position(rod, {1,0,0}))\n"
    "run { dt=dt, duration=0.1 }\n";

/* The same model in C and in Lua takes the same steps to the last bit. */
static void test_same_as_the_language(void)
{
  sinew_model *a = NULL, *b = NULL;
  sinew_simulation *x = NULL, *y = NULL;
  const double point[3] = {1, 0, 0};
  GOOD(sinew_model_new(NULL, &a, error));
  GOOD(sinew_gravity(a, 0, 0, -9.81, error));
  add_rod(a);
  add_hinge(a);
  GOOD(sinew_set_function(a, "torque", "3*sin(5*t)", error));
  GOOD(sinew_channel(a, "tip", "rod", "position", point, error));
  GOOD(sinew_channel(a, "total", NULL, "total", NULL, error));
  GOOD(sinew_freeze(a, &x, error));
  GOOD(sinew_model_load_text("lua", in_lua, NULL, NULL, NULL, 0, NULL, &b, error));
  GOOD(sinew_freeze(b, &y, error));
  if (x && y) {
    CHECK(sinew_degrees_of_freedom(x) == 1 && sinew_unknowns(x) == sinew_unknowns(y));
    for (int i = 0; i < 50; i++) {
      GOOD(sinew_step(x, 2e-3, error));
      GOOD(sinew_step(y, 2e-3, error));
    }
    double p[3] = {0}, q[3] = {1, 1, 1}, e = 0, f = 0, work = 0, defect = 1;
    int n = 0;
    GOOD(sinew_channel_value(x, "tip", p, 3, &n, error));
    CHECK(n == 3);
    GOOD(sinew_channel_value(y, "tip", q, 3, NULL, error));
    CHECK(memcmp(p, q, sizeof p) == 0);
    CHECK_NEAR(sinew_time(x), 0.1, 1e-15);
    GOOD(sinew_energy(x, "total", &e, error));
    GOOD(sinew_channel_value(x, "total", &f, 1, NULL, error));
    CHECK_NEAR(e, f, 0);
    GOOD(sinew_energy(x, "work", &work, error));
    GOOD(sinew_energy(x, "defect", &defect, error));
    CHECK(work != 0);
    CHECK_BELOW(fabs(defect), 1e-12);
    CHECK(sinew_last_iterations(x) > 0);
    CHECK(sinew_last_factorisations(x) > 0 && sinew_last_factorisations(x) <= sinew_last_iterations(x));
    CHECK(sinew_last_factorisations(x) == sinew_last_factorisations(y));
    GOOD(sinew_output(x, "hinge", "angle", &e, 1, &n, error));
    CHECK(n == 1);
    CHECK_NEAR(p[0], cos(e), 1e-12);
  }
  sinew_simulation_free(x);
  sinew_simulation_free(y);
  sinew_model_free(a);
  sinew_model_free(b);
}

static void test_mistakes(void)
{
  sinew_model *m = NULL;
  sinew_simulation *s = NULL;
  GOOD(sinew_model_new(NULL, &m, error));
  BAD(sinew_set_number(m, "mass", 1, error), SINEW_EINPUT, "sinew_add");
  BAD(sinew_close(m, error), SINEW_EINPUT, "sinew_open");
  BAD(sinew_add(m, "bodie", "a", error), SINEW_EINPUT, "'body'");
  BAD(sinew_add(m, NULL, "a", error), SINEW_EINPUT, "kind");
  GOOD(sinew_add(m, "body", "a", error));
  GOOD(sinew_set_number(m, "masss", 1, error));
  BAD(sinew_add(m, "body", "b", error), SINEW_EINPUT, "mass"); /* the field is checked when the item is complete */
  add_rod(m);
  GOOD(sinew_add(m, "revolute", "h", error));
  BAD(sinew_connect(m, "rood", error), SINEW_EINPUT, "'rood'");
  BAD(sinew_set_function(m, "at", "t", error), SINEW_EINPUT, "function");
  BAD(sinew_set_function(m, "torque", "sin(", error), SINEW_EINPUT, "expression");
  BAD(sinew_set_function(m, "torque", "x*t", error), SINEW_EINPUT, "x");
  GOOD(sinew_open(m, "angle", NULL, error));
  BAD(sinew_freeze(m, &s, error), SINEW_EINPUT, "sinew_close");
  CHECK(s == NULL);
  sinew_model_free(m);

  GOOD(sinew_model_new(NULL, &m, error));
  BAD(sinew_freeze(m, &s, error), SINEW_EMODEL, "no part");
  add_rod(m);
  add_hinge(m);
  GOOD(sinew_freeze(m, &s, error));
  if (s) {
    double x[3];
    BAD(sinew_step(s, -1, error), SINEW_EINPUT, "positive");
    BAD(sinew_step(s, NAN, error), SINEW_EINPUT, "positive");
    BAD(sinew_energy(s, "kinetik", x, error), SINEW_EINPUT, "'kinetic'");
    BAD(sinew_energy(s, NULL, x, error), SINEW_EINPUT, "energy");
    BAD(sinew_output(s, "hinge", "angel", x, 3, NULL, error), SINEW_EINPUT, "'angle'");
    BAD(sinew_output(s, "hing", "angle", x, 3, NULL, error), SINEW_EINPUT, "'hinge'");
    BAD(sinew_output(s, "rod", "position", x, 2, NULL, error), SINEW_EINPUT, "too small");
    BAD(sinew_channel_value(s, "tip", x, 3, NULL, error), SINEW_EINPUT, "channel");
    CHECK(sinew_step(s, 0, NULL) == SINEW_EINPUT); /* no error object */
  }
  BAD(sinew_run(m, "api.h5", NULL, NULL, NULL, error), SINEW_EINPUT, "run {");
  sinew_simulation_free(s);
  sinew_model_free(m);
  BAD(sinew_model_load("no_such.lua", NULL, NULL, 0, NULL, &m, error), SINEW_EIO, "no_such.lua");
  CHECK(m == NULL);
  BAD(sinew_model_load_text("bad", "body {", NULL, NULL, NULL, 0, NULL, &m, error), SINEW_EINPUT, "bad");
  sinew_model_free(NULL);
  sinew_simulation_free(NULL);
}

static int stop_soon(void *data, double t, double duration, long long steps)
{
  (void)t;
  (void)duration;
  (void)steps;
  return ++*(int *)data >= 2;
}

/* What another thread or a signal handler may do. */
static int ask_to_stop(void *data, double t, double duration, long long steps)
{
  (void)t;
  (void)duration;
  (void)steps;
  sinew_stop(data);
  return 0;
}

static void test_stop(void)
{
  sinew_model *m = NULL;
  sinew_simulation *x = NULL;
  sinew_summary sum = {.size = sizeof sum};
  const char *const names[] = {"dt"}, *const values[] = {"1e-8"};
  GOOD(sinew_model_load_text("lua", in_lua, NULL, names, values, 1, NULL, &m, error));
  CHECK(m && sinew_run(m, "stop.h5", ask_to_stop, m, &sum, NULL) == SINEW_ESTOP && !sum.completed && sum.steps > 0);
  sinew_stop(m); /* nothing is at work: nothing happens */
  sinew_stop(NULL);
  GOOD(sinew_freeze(m, &x, error));
  sinew_stop(m); /* steps by hand are the caller's */
  GOOD(sinew_step(x, 1e-3, error));
  sinew_simulation_free(x);
  sinew_model_free(m);
}

/* Settings of a single run: the next one has those of the model. */
static void test_settings_of_a_run(void)
{
  sinew_model *m = NULL;
  sinew_summary sum = {.size = sizeof sum};
  GOOD(sinew_model_load_text("lua", in_lua, NULL, NULL, NULL, 0, NULL, &m, error));
  GOOD(sinew_run(m, "settings.h5", NULL, NULL, &sum, error));
  const long long steps = sum.steps;
  for (int k = 0; k < 3; k++) {
    GOOD(sinew_set_run(m, "dt", "5e-4", error));
    GOOD(sinew_set_run(m, "scheme", "ep", error));
    GOOD(sinew_run(m, "settings.h5", NULL, NULL, &sum, error));
    CHECK(sum.steps > steps);
    sinew_unset_run(m);
    sinew_unset_run(m); /* nothing is left to take back */
    GOOD(sinew_run(m, "settings.h5", NULL, NULL, &sum, error));
    CHECK(sum.steps == steps);
  }
  sinew_unset_run(NULL);
  sinew_model_free(m);
}

static void test_run(void)
{
  sinew_model *m = NULL;
  sinew_summary sum = {.size = sizeof sum};
  int calls = 0;
  const char *const names[] = {"dt"}, *const values[] = {"2e-3"};
  GOOD(sinew_model_load_text("lua", in_lua, NULL, names, values, 1, NULL, &m, error));
  if (!m) {
    return;
  }
  GOOD(sinew_run(m, "api.h5", NULL, NULL, &sum, error));
  CHECK(sum.completed && sum.steps == 50 && sum.degrees_of_freedom == 1);
  CHECK_BELOW(sum.energy_identity_error, 1e-12);
  CHECK_BELOW(sum.constraint_error, 1e-12);
  GOOD(sinew_resume("api.h5", NAN, NULL, NULL, NULL, &sum, error)); /* nothing left to do */
  CHECK(sum.completed && sum.steps == 50);
  GOOD(sinew_resume("api.h5", 0.2, NULL, NULL, NULL, &sum, error));
  CHECK(sum.completed && sum.steps == 100);
  CHECK(sinew_resume("no_such.h5", NAN, NULL, NULL, NULL, &sum, NULL) == SINEW_EIO);
  CHECK(sinew_resume(NULL, NAN, NULL, NULL, NULL, &sum, NULL) == SINEW_EINPUT);
  CHECK(sinew_run(m, "no_such_folder/api.h5", NULL, NULL, NULL, NULL) == SINEW_EIO);
  CHECK(sinew_run(m, NULL, NULL, NULL, NULL, NULL) == SINEW_EINPUT);
  BAD(sinew_run(m, "api.h5", NULL, NULL, &(sinew_summary){0}, error), SINEW_EINPUT, "size");
  sinew_model_free(m);
  /* long enough that the progress function is heard */
  const char *const long_names[] = {"dt"}, *const long_values[] = {"1e-8"};
  GOOD(sinew_model_load_text("lua", in_lua, NULL, long_names, long_values, 1, NULL, &m, error));
  CHECK(m && sinew_run(m, "api.h5", stop_soon, &calls, &sum, NULL) == SINEW_ESTOP);
  CHECK(calls >= 2 && !sum.completed);
  sinew_model_free(m);
  const long long steps = sum.steps;
  calls = 0;
  CHECK(sinew_resume("api.h5", NAN, NULL, stop_soon, &calls, &sum, NULL) == SINEW_ESTOP);
  CHECK(calls >= 2 && sum.steps > steps);
}

/* An allocator that counts what is out, and can end. */
typedef struct {
  int left, out;
} budget;
static void *allocate(void *data, size_t size)
{
  budget *b = data;
  if (b->left <= 0) {
    return NULL;
  }
  b->left--;
  b->out++;
  return malloc(size);
}
static void release(void *data, void *memory)
{
  if (memory) {
    ((budget *)data)->out--;
  }
  free(memory);
}

static void test_memory(void)
{
  int worked = 0;
  for (int n = 0; n < 400 && !worked; n++) {
    budget b = {n, 0};
    const sinew_allocator a = {allocate, release, &b};
    sinew_model *m = NULL;
    sinew_simulation *s = NULL;
    sinew_error e = {0};
    int status = sinew_model_load_text("lua", in_lua, NULL, NULL, NULL, 0, &a, &m, &e);
    status = status ? status : sinew_freeze(m, &s, &e);
    status = status ? status : sinew_step(s, 1e-3, &e);
    CHECK(status == SINEW_OK || status == SINEW_ENOMEM);
    worked = status == SINEW_OK;
    sinew_simulation_free(s);
    sinew_model_free(m);
    CHECK(b.out == 0);
  }
  CHECK(worked);
}

static void test_version(void)
{
  CHECK(strcmp(sinew_version(), SINEW_VERSION) == 0);
}

int main(void)
{
  RUN(test_version);
  RUN(test_same_as_the_language);
  RUN(test_mistakes);
  RUN(test_run);
  RUN(test_stop);
  RUN(test_settings_of_a_run);
  RUN(test_memory);
  return REPORT();
}
