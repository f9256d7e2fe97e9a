/* tests/mechanisms/test_mesh.c -- a box as a surface moves like a box: in Lua and built in C, tumbling and on a hinge. */
#include "harness.h"
#include "sinew.h"

#define GOOD(call)                                                                                                 \
  do {                                                                                                             \
    sinew_error e_ = {0};                                                                                          \
    sinew_error *error = &e_;                                                                                      \
    if ((call) != SINEW_OK) {                                                                                      \
      printf("%s:%d: %s\n  %s\n  %s\n  %s\n  %s\n", __FILE__, __LINE__, #call, e_.where, e_.what, e_.why, e_.fix); \
      harness_bad_here++;                                                                                          \
    }                                                                                                              \
  } while (0)

enum { STEPS = 400 };
static const char data[] = SN_TEST_SOURCE "/tests/data/";

static const char model[] =
    "param { with = 'box' }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local function solid()\n"
    "  if with == 'box' then return box { size = {0.4, 0.2, 0.1}, density = 700, at = {0.1, 0, 0.05}, axis = 'y' } "
    "end\n"
    "  return mesh { file = with, scale = 1e-3, density = 700, at = {0.1, 0, 0.05}, axis = 'y' }\n"
    "end\n"
    "body { name = 'free', at = {1, 0, 0}, velocity = {0, 1, 4}, angular_velocity = {1, 5, 0.3}, shape = solid() }\n"
    "local swing = body { name = 'swing', at = {0, 0, 0}, shape = solid() }\n"
    "revolute { name = 'hinge', ground, swing, at = {0.3, 0, 0.1}, axis = {0, 1, 0.2} }\n"
    "channel('free', position('free')) channel('turn', angular_velocity('free')) channel('angle', angle('hinge'))\n"
    "channel('energy', energy('total'))\n"
    "run { dt = 2e-3, duration = 1 }\n";

typedef struct {
  double x[8];
} result;

static result values(sinew_simulation *s)
{
  static const char *const channel[] = {"free", "turn", "angle", "energy"};
  result r = {{0}};
  int n = 0, size = 0;
  for (int k = 0; s && k < 4; k++, n += size) {
    GOOD(sinew_channel_value(s, channel[k], r.x + n, 8 - n, &size, error));
  }
  return r;
}

static result run(sinew_model *m)
{
  sinew_simulation *s = NULL;
  GOOD(sinew_freeze(m, &s, error));
  for (int k = 0; s && k < STEPS; k++) {
    GOOD(sinew_step(s, 2e-3, error));
  }
  const result r = values(s);
  sinew_simulation_free(s);
  sinew_model_free(m);
  return r;
}

static result run_lua(const char *with)
{
  const char *const name = "with";
  sinew_model *m = NULL;
  GOOD(sinew_model_load_text("mesh", model, data, &name, &with, 1, NULL, &m, error));
  return run(m);
}

static void test_moves_like_a_box(void)
{
  static const char *const file[] = {"box.stl", "box_text.stl", "box.obj"};
  const result box = run_lua("box");
  CHECK(fabs(box.x[6]) > 0.1);
  for (int k = 0; k < 3; k++) {
    const result r = run_lua(file[k]);
    double most = 0;
    for (int i = 0; i < 8; i++) {
      most = fmax(most, fabs(r.x[i] - box.x[i]) / fmax(1, fabs(box.x[i])));
    }
    printf("  %s: largest difference after %d steps %.2g\n", file[k], STEPS, most);
    CHECK_BELOW(most, 1e-12);
  }
}

static void add_c(sinew_model *m, const char *file)
{
  GOOD(sinew_add(m, "body", "free", error));
  GOOD(sinew_set_vector(m, "angular_velocity", 1, 5, 0.3, error));
  GOOD(sinew_open(m, "shape", file ? "mesh" : "box", error));
  if (file) {
    GOOD(sinew_set_text(m, "file", file, error));
    GOOD(sinew_set_number(m, "scale", 1e-3, error));
  } else {
    GOOD(sinew_set_vector(m, "size", 0.4, 0.2, 0.1, error));
  }
  GOOD(sinew_set_number(m, "density", 700, error));
  GOOD(sinew_close(m, error));
  GOOD(sinew_channel(m, "free", "free", "orientation", NULL, error));
  GOOD(sinew_channel(m, "turn", "free", "angular_velocity", NULL, error));
}

/* In C any path will do. */
static void test_built_in_c(void)
{
  double x[2][4] = {{0}}, w[2][3] = {{0}};
  for (int k = 0; k < 2; k++) {
    sinew_model *m = NULL;
    sinew_simulation *s = NULL;
    int n;
    GOOD(sinew_model_new(NULL, &m, error));
    add_c(m, k ? SN_TEST_SOURCE "/tests/data/box.stl" : NULL);
    GOOD(sinew_freeze(m, &s, error));
    for (int i = 0; s && i < 100; i++) {
      GOOD(sinew_step(s, 2e-3, error));
    }
    GOOD(sinew_channel_value(s, "free", x[k], 4, &n, error));
    GOOD(sinew_channel_value(s, "turn", w[k], 3, &n, error));
    sinew_simulation_free(s);
    sinew_model_free(m);
  }
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(x[0][i], x[1][i], 1e-12);
    CHECK_NEAR(w[0][i], w[1][i], 1e-12);
  }
  CHECK(fabs(x[0][2]) > 0.1);
}

int main(void)
{
  RUN(test_moves_like_a_box);
  RUN(test_built_in_c);
  return REPORT();
}
