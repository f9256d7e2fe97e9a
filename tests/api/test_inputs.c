/* tests/api/test_inputs.c -- inputs: held over a step, exact work, known motions, kept with states and copies; where they cannot stand. */
#include <stdlib.h>

#include "api/public.h"

static sinew_simulation *begin(const char *text, sinew_model **m)
{
  sinew_simulation *s = NULL;
  *m = NULL;
  GOOD(sinew_model_load_text("inputs", text, NULL, NULL, NULL, 0, NULL, m, error));
  if (*m) {
    GOOD(sinew_freeze(*m, &s, error));
  }
  return s;
}

static double energy(sinew_simulation *s, const char *name)
{
  double x = NAN;
  GOOD(sinew_energy(s, name, &x, error));
  return x;
}

static double channel(sinew_simulation *s, const char *name)
{
  double x = NAN;
  GOOD(sinew_channel_value(s, name, &x, 1, NULL, error));
  return x;
}

/* A sequence of values that jumps. */
static double jumpy(int i)
{
  return 3 * sin(7.3 * i) + (i % 4 == 0 ? 5 : -1);
}

/* A free mass under a held force: v and x by hand, work = kinetic energy, in every scheme with a balance. */
static void test_mass(void)
{
  static const char *const schemes[] = {"ed", "ep"};
  for (int k = 0; k < 2; k++) {
    char text[400];
    (void)snprintf(text, sizeof text,
                   "local u = input('u', { default = 2, unit = 'N' })\n"
                   "local p = point { name='p', at={0,0,0}, mass=4 }\n"
                   "force { p, value = function(t) return 3*u, 0, u*0 end }\n"
                   "channel('x', position(p).x) channel('v', velocity(p).x) channel('u', u)\n"
                   "run { scheme='%s', alpha=0, dt=1e-2, duration=1 }\n",
                   schemes[k]);
    if (k == 1) {
      char *alpha = strstr(text, "alpha=0, ");
      memset(alpha, ' ', strlen("alpha=0, "));
    }
    sinew_model *m;
    sinew_simulation *s = begin(text, &m);
    double v = 0, x = 0, work = 0, now = 0;
    const double h = 1e-2;
    CHECK(s && channel(s, "u") == 2);
    for (int i = 0; s && i < 60; i++) {
      const double u = i < 5 ? 2 : jumpy(i), a = 3 * u / 4;
      if (i >= 5) {
        GOOD(sinew_set_input(s, "u", u, error));
        CHECK(channel(s, "u") == u);
      }
      GOOD(sinew_step(s, h, error));
      work += 3 * u * (v * h + a * h * h / 2);
      x += v * h + a * h * h / 2;
      v += a * h;
    }
    if (s) {
      GOOD(sinew_input(s, "u", &now, error));
      CHECK(now == jumpy(59));
      CHECK_NEAR(channel(s, "v"), v, 1e-13);
      CHECK_NEAR(channel(s, "x"), x, 1e-13);
      CHECK_NEAR(energy(s, "work_loads"), work, 1e-12);
      CHECK_NEAR(energy(s, "kinetic"), work, 1e-12);
      CHECK_BELOW(fabs(energy(s, "defect")), 1e-13);
    }
    sinew_simulation_free(s);
    sinew_model_free(m);
  }
}

/* Torque, law and rate of a drive on a flexible mechanism: the balance of every step is round-off, whatever jumps. */
static const char mechanism[] =
    "gravity { 0, 0, -9.81 }\n"
    "input('torque', { unit = 'N m' }) input('damping', { default = 0.2 }) local w = input('rate', { unit = 'rad/s' "
    "})\n"
    "local arm = body { name='arm', at={0.5,0,0}, shape=cylinder{ length=1, radius=0.02, axis='x', density=2700 } }\n"
    "local fan = body { name='fan', at={0,1,0}, shape=box{ size={0.4,0.05,0.1}, density=500 } }\n"
    "revolute { name='j', ground, arm, at={0,0,0}, axis='y', torque = input('torque'),\n"
    "  law = function(x, v, t) return input('damping')*v*(1 + x^2) end }\n"
    "revolute { name='k', ground, fan, at={0,1,0}, axis='y', drive_rate = 2*w }\n"
    "beam { name='b', arm, from={1,0,0}, to={1.5,0,0}, elements=3, section=circle{ radius=0.005 }, E=7e10, nu=0.3,"
    " density=2700 }\n"
    "channel('a', angle('j')) channel('turn', angle('k')) channel('twice', 2*input('torque'))\n"
    "run { dt=1e-2, duration=1 }\n";

static void drive(sinew_simulation *s, int i)
{
  GOOD(sinew_set_input(s, "torque", jumpy(i), error));
  GOOD(sinew_set_input(s, "damping", 0.1 * (i % 3), error));
  GOOD(sinew_set_input(s, "rate", 0.5 * jumpy(i + 1), error));
  GOOD(sinew_step(s, 5e-3, error));
}

static void test_mechanism(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(mechanism, &m), *copy = NULL, *copy2 = NULL;
  double largest = 0, before = 0, turn = 0;
  if (!s) {
    return;
  }
  for (int i = 0; i < 60; i++) {
    drive(s, i);
    const double defect = energy(s, "defect");
    largest = fmax(largest, fabs(defect - before));
    before = defect;
    turn += 5e-3 * jumpy(i + 1);
  }
  CHECK_BELOW(largest, 1e-11);
  CHECK(energy(s, "work") != 0 && energy(s, "total") > 0);
  CHECK_NEAR(channel(s, "turn"), turn, 1e-11); /* a rate that is held is integrated exactly */
  CHECK(channel(s, "twice") == 2 * jumpy(59));
  /* states and copies have the inputs with them */
  const size_t n = sinew_state_size(s);
  unsigned char *state = malloc(n);
  GOOD(sinew_state_save(s, state, n, error));
  GOOD(sinew_simulation_copy(s, &copy, error));
  GOOD(sinew_simulation_copy(copy, &copy2, error));
  GOOD(sinew_step(s, 5e-3, error)); /* with what was set last */
  const double a = channel(s, "a");
  GOOD(sinew_set_input(s, "torque", 77, error)); /* nothing of this reaches the copies */
  GOOD(sinew_step(copy, 5e-3, error));
  CHECK(channel(copy, "a") == a);
  GOOD(sinew_state_restore(s, state, n, error));
  GOOD(sinew_step(s, 5e-3, error));
  CHECK(channel(s, "a") == a);
  sinew_simulation_free(s);
  sinew_simulation_free(copy);
  GOOD(sinew_step(copy2, 5e-3, error));
  CHECK(channel(copy2, "a") == a);
  sinew_simulation_free(copy2);
  sinew_model_free(m);
  free(state);
}

/* Copies of a start that is an equilibrium, with joints moved from the drawing: nothing is started again, and the model may have been
   changed meanwhile. */
static void test_copies(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(
                       "gravity { 0, 0, -9.81 }\n"
                       "local u = input('u', { default = 1 })\n"
                       "local a = body { name='a', at={0.5,0,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
                       "local b = body { name='b', at={1.5,0,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
                       "revolute { name='j', ground, a, at={0,0,0}, axis='y', initial=1.2, torque=u }\n"
                       "revolute { name='k', a, b, at={1,0,0}, axis='y', initial=-0.4, stiffness=5, torque=2*u }\n"
                       "force { name='f', b, value=function(t) return u, 0, u*t end }\n"
                       "channel('a', angle('j')) channel('b', angle('k')) channel('u', 3*u)\n"
                       "run { start='static', dt=1e-2, duration=1 }\n",
                       &m),
                   *copy = NULL, *again = NULL;
  if (!s) {
    return;
  }
  GOOD(sinew_set_input(s, "u", 2.5, error));
  for (int i = 0; i < 5; i++) {
    GOOD(sinew_step(s, 1e-2, error));
  }
  GOOD(sinew_model_read(m, "more", 1, "point { name='p', at={0,0,0}, mass=1 }", error));
  GOOD(sinew_simulation_copy(s, &copy, error));
  GOOD(sinew_simulation_copy(copy, &again, error));
  sinew_simulation_free(copy);
  CHECK(again && channel(again, "a") == channel(s, "a") && channel(again, "u") == 7.5);
  for (int i = 0; again && i < 5; i++) {
    double f[3] = {0}, g[3] = {0};
    GOOD(sinew_set_input(again, "u", i, error));
    GOOD(sinew_step(s, 1e-2, error));
    GOOD(sinew_step(again, 1e-2, error));
    GOOD(sinew_output(s, "f", "value", f, 3, NULL, error));
    GOOD(sinew_output(again, "f", "value", g, 3, NULL, error));
    CHECK(f[0] == 2.5 && g[0] == i && channel(s, "u") == 7.5 && channel(again, "u") == 3 * i);
  }
  sinew_simulation_free(s);
  GOOD(sinew_step(again, 1e-2, error));
  GOOD(sinew_simulation_copy(again, &copy, error)); /* the first one is gone */
  GOOD(sinew_step(copy, 1e-2, error));
  sinew_simulation_free(again);
  sinew_simulation_free(copy);
  sinew_model_free(m);
  s = begin(mechanism, &m);
  GOOD(sinew_simulation_copy(s, &copy, error));
  for (int i = 0; i < 10; i++) {
    drive(s, i);
    drive(copy, i);
  }
  CHECK(channel(s, "a") == channel(copy, "a") && energy(s, "work") == energy(copy, "work"));
  sinew_simulation_free(s);
  sinew_simulation_free(copy);
  sinew_model_free(m);
}

/* Two simulations of one model have inputs of their own; a run has the defaults. */
static void test_apart(void)
{
  sinew_model *m;
  sinew_simulation *a = begin(mechanism, &m), *b = NULL, *c = NULL;
  GOOD(sinew_freeze(m, &b, error));
  GOOD(sinew_freeze(m, &c, error));
  if (a && b && c) {
    GOOD(sinew_set_input(a, "torque", 50, error));
    for (int i = 0; i < 5; i++) {
      GOOD(sinew_step(a, 5e-3, error));
      GOOD(sinew_step(b, 5e-3, error));
      GOOD(sinew_step(c, 5e-3, error));
    }
    CHECK(channel(a, "a") != channel(b, "a") && channel(b, "a") == channel(c, "a"));
  }
  sinew_summary sum = {.size = sizeof sum};
  GOOD(sinew_run(m, "inputs.h5", NULL, NULL, &sum, error));
  CHECK(sum.completed && sum.energy_identity_error < 1e-11);
  sinew_quantity q = {.size = sizeof q};
  double preset = -1;
  CHECK(sinew_inputs(m) == 3);
  GOOD(sinew_input_at(m, 1, &q, &preset, error));
  CHECK(strcmp(q.name, "damping") == 0 && preset == 0.2);
  BAD(sinew_input_at(m, 3, &q, &preset, error), SINEW_EINPUT, "input");
  sinew_simulation_free(a);
  sinew_simulation_free(b);
  sinew_simulation_free(c);
  sinew_model_free(m);
}

static void test_mistakes(void)
{
  static const struct {
    const char *text, *words;
  } wrong[] = {
      {"input('u', {}) input('u', {})", "twice"},
      {"input('torque', {}) x = input('torqe')", "\"torque\""},
      {"input('u', { default = 0/0 })", "number"},
      {"input('u', { defalt = 1 })", "default"},
      {"input('a b', {})", "name"},
      {"input(3)", "input needs a name"},
      {"input('u', {}) local b = body { name='b', mass=1, inertia={1,1,1} }\n"
       "revolute { ground, b, at={0,0,0}, axis='y', potential = function(x) return input('u')*x^2 end }",
       "does not depend on time"},
      {"input('u', {}) body { mass = input('u') }", "mass"},
      {"input('u', {}) beam { ground, from={0,0,0}, to={1,0,0}, section=circle{radius=0.01}, nu=0.3, density=1,"
       " E=function(s) return 1e9 + input('u') end }",
       "does not depend on time"},
      {"x = input('u', {}) if x > 1 then y = 1 end", "compared"}};
  sinew_model *m = NULL;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    BAD(sinew_model_load_text("wrong", wrong[i].text, NULL, NULL, NULL, 0, NULL, &m, error), SINEW_EINPUT,
        wrong[i].words);
  }
  sinew_simulation *s = NULL;
  GOOD(sinew_model_load_text("wrong",
                             "input('u', {}) local b = body { name='b', mass=1, inertia={1,1,1} }\n"
                             "revolute { ground, b, at={0,0,0}, axis='y', drive = input('u') }",
                             NULL, NULL, NULL, 0, NULL, &m, error));
  BAD(sinew_freeze(m, &s, error), SINEW_EINPUT, "rate");
  sinew_model_free(m);
  s = begin(mechanism, &m);
  if (s) {
    double x;
    BAD(sinew_set_input(s, "torqe", 1, error), SINEW_EINPUT, "'torque'");
    BAD(sinew_set_input(s, "torque", NAN, error), SINEW_EINPUT, "finite");
    BAD(sinew_set_input(s, NULL, 1, error), SINEW_EINPUT, "input");
    BAD(sinew_input(s, "nothing", &x, error), SINEW_EINPUT, "input");
  }
  sinew_simulation_free(s);
  sinew_model_free(m);
}

int main(void)
{
  RUN(test_mass);
  RUN(test_mechanism);
  RUN(test_copies);
  RUN(test_apart);
  RUN(test_mistakes);
  return REPORT();
}
