/* tests/api/test_linearize.c -- the public interface: a cart with a pole by hand, names and sizes, equilibria, memory that fails, mistakes. */
#include <stdlib.h>

#include "api/public.h"

static const char text[] = "gravity { 0, 0, -9.81 }\n"
                           "local u = input('u', { default = 0, unit = 'N' }) input('idle', {})\n"
                           "local cart = body { name='cart', at={0,0,0}, mass=2, inertia={0.1,0.1,0.1} }\n"
                           "local pole = body { name='pole', at={0,0,0.5}, mass=0.3, inertia={0.02,0.02,0.001} }\n"
                           "prismatic { name='rail', ground, cart, at={0,0,0}, axis='x', force=u, damping=0.7 }\n"
                           "revolute { name='hinge', cart, pole, at={0,0,0}, axis='y' }\n"
                           "channel('x', displacement('rail')) channel('angle', angle('hinge'))\n"
                           "run { dt=1e-2, duration=1 }\n";

static sinew_simulation *begin(const char *from, const sinew_allocator *memory, sinew_model **m)
{
  sinew_simulation *s = NULL;
  *m = NULL;
  GOOD(sinew_model_load_text("cart", from, NULL, NULL, NULL, 0, memory, m, error));
  if (*m) {
    GOOD(sinew_freeze(*m, &s, error));
  }
  return s;
}

/* By hand: (M + m) x'' + m l a'' = u - c x',  m l x'' + (J + m l^2) a'' = m g l a. */
static void check_cart(const sinew_linear_matrices *m)
{
  const double a = 2.3, b = 0.15, c = 0.095, det = a * c - b * b, moment = 0.3 * 9.81 * 0.5;
  const double wanted[16] = {
      0, 0, 1, 0, 0, 0, 0, 1, 0, -b * moment / det, -0.7 * c / det, 0, 0, a * moment / det, 0.7 * b / det, 0};
  CHECK(m->states == 4 && m->inputs == 2 && m->outputs == 2);
  for (int i = 0; i < 16; i++) {
    CHECK_NEAR(m->A[i], wanted[i], 1e-12);
  }
  CHECK_NEAR(m->B[4], c / det, 1e-13);
  CHECK_NEAR(m->B[6], -b / det, 1e-13);
  for (int i = 0; i < 8; i++) {
    CHECK_NEAR(m->C[i], i == 0 || i == 5 ? 1 : 0, 1e-12);
    CHECK(i % 2 == 0 || m->B[i] == 0); /* the idle one */
  }
}

static void test_cart(void)
{
  static const char *const inputs[] = {"u", "idle"}, *const states[] = {"cart.x", "pole.turn_y", "cart.x'",
                                                                        "pole.turn_y'"};
  sinew_model *m;
  sinew_simulation *s = begin(text, NULL, &m);
  sinew_linear *linear = NULL;
  sinew_linear_matrices x = {.size = sizeof x};
  int rows[2] = {-1, -1};
  const char *unit = NULL;
  if (!s) {
    return;
  }
  GOOD(sinew_row(s, NULL, "x", &rows[0], error));
  GOOD(sinew_row(s, "hinge", "angle", &rows[1], error));
  const sinew_linear_wishes w = {.size = sizeof w, .inputs = inputs, .n_inputs = 2, .rows = rows, .n_rows = 2};
  GOOD(sinew_linearize(s, &w, &linear, error));
  sinew_simulation_free(s); /* it stands for itself */
  sinew_model_free(m);
  if (!linear) {
    return;
  }
  GOOD(sinew_linear_read(linear, &x, error));
  check_cart(&x);
  CHECK(x.speed == 0 && x.acceleration < 1e-12);
  for (int i = 0; i < 4; i++) {
    const char *name = sinew_linear_state(linear, i, &unit);
    CHECK(name && strcmp(name, states[i]) == 0);
  }
  CHECK(unit && strcmp(unit, "rad/s") == 0);
  const char *output = sinew_linear_output(linear, 1, &unit);
  CHECK(output && strcmp(output, "hinge.angle") == 0 && strcmp(unit, "rad") == 0);
  CHECK(!sinew_linear_state(linear, 4, &unit) && !unit && !sinew_linear_state(linear, -1, NULL));
  CHECK(!sinew_linear_output(linear, 2, NULL));
  sinew_linear_free(linear);
  sinew_linear_free(NULL);
}

/* Of an equilibrium, nothing but A; an older struct is shorter. */
static void test_equilibrium(void)
{
  sinew_model *m = NULL;
  sinew_simulation *s = NULL;
  sinew_linear *linear = NULL;
  GOOD(sinew_model_load_text("hang",
                             "gravity { 0, 0, -9.81 }\n"
                             "local b = body { name='b', at={1,0,0}, mass=2, inertia={0.1,0.1,0.1} }\n"
                             "revolute { name='h', ground, b, at={0,0,0}, axis='y', initial=deg(50) }\n",
                             NULL, NULL, NULL, 0, NULL, &m, error));
  GOOD(sinew_static(m, &s, error));
  const sinew_linear_wishes w = {.size = offsetof(sinew_linear_wishes, rotation)};
  GOOD(sinew_linearize(s, &w, &linear, error));
  struct {
    size_t size;
    int states, inputs, outputs;
    const double *A;
  } x = {.size = sizeof x};
  if (linear) {
    GOOD(sinew_linear_read(linear, (sinew_linear_matrices *)&x, error));
    CHECK(x.states == 2 && x.inputs == 0 && x.outputs == 0);
    CHECK_NEAR(x.A[2], -2 * 9.81 / 2.1, 1e-7);
  }
  sinew_linear_free(linear);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static void test_mistakes(void)
{
  static const char *const wrong[] = {"v"}, *const nothing[] = {NULL}, *const rate[] = {"rate"};
  sinew_model *m;
  sinew_simulation *s = begin(text, NULL, &m);
  sinew_linear *linear = NULL;
  int row = 10000;
  sinew_linear_wishes w = {.size = sizeof w, .inputs = wrong, .n_inputs = 1};
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "There is no input 'v'");
  w.inputs = nothing;
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "no input");
  w.inputs = NULL;
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "lists");
  w = (sinew_linear_wishes){.size = sizeof w, .rows = &row, .n_rows = 1};
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "no output with this number");
  w = (sinew_linear_wishes){.size = sizeof w, .rotation = {0, NAN, 0}};
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "finite");
  w.size = 0;
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "size");
  BAD(sinew_linearize(s, NULL, &linear, error), SINEW_EINPUT, "size");
  CHECK(!linear);
  sinew_simulation_free(s);
  sinew_model_free(m);
  s = begin("input('rate', {}) local b = body { name='b', mass=1, inertia={1,1,1} }\n"
            "revolute { ground, b, at={0,0,0}, axis='y', drive_rate = input('rate') }",
            NULL, &m);
  w = (sinew_linear_wishes){.size = sizeof w, .inputs = rate, .n_inputs = 1};
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EINPUT, "rate of a drive");
  sinew_simulation_free(s);
  sinew_model_free(m);
  s = begin("local b = body { name='b', mass=1, inertia={1,1,1} }\n"
            "revolute { name='j', ground, b, at={0,0,0}, axis='y' } channel('root', sqrt(angle('j')))\n",
            NULL, &m);
  GOOD(sinew_row(s, NULL, "root", &row, error));
  w = (sinew_linear_wishes){.size = sizeof w, .rows = &row, .n_rows = 1};
  BAD(sinew_linearize(s, &w, &linear, error), SINEW_EMODEL, "'root' has no derivative");
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* Memory of the caller, which ends after so many pieces. */
typedef struct {
  long left, held;
} purse;

static void *take(void *data, size_t size)
{
  purse *p = data;
  if (p->left-- <= 0) {
    return NULL;
  }
  p->held++;
  return malloc(size);
}

static void give_back(void *data, void *memory)
{
  ((purse *)data)->held -= memory != NULL;
  free(memory);
}

static void test_memory(void)
{
  static const char *const inputs[] = {"u"};
  purse p = {.left = 1 << 30};
  const sinew_allocator memory = {take, give_back, &p};
  sinew_model *m;
  sinew_simulation *s = begin(text, &memory, &m);
  const sinew_linear_wishes w = {.size = sizeof w, .inputs = inputs, .n_inputs = 1};
  sinew_linear *linear = NULL;
  int failed = 0;
  for (long n = 0; n < 200 && s && !linear; n++) {
    sinew_error e = {0};
    const long held = p.held;
    p.left = n;
    const int status = sinew_linearize(s, &w, &linear, &e);
    CHECK(status == SINEW_OK || (status == SINEW_ENOMEM && p.held == held));
    failed += status != SINEW_OK;
  }
  CHECK(linear && failed > 0);
  p.left = 1 << 30;
  sinew_linear_free(linear);
  sinew_simulation_free(s);
  sinew_model_free(m);
  CHECK(p.held == 0);
}

int main(void)
{
  RUN(test_cart);
  RUN(test_equilibrium);
  RUN(test_mistakes);
  RUN(test_memory);
  return REPORT();
}
