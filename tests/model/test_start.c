/* tests/model/test_start.c -- initial joint coordinates: places, velocities against differences, closed loops. */
#include "harness.h"
#include "tests/model/kinds.h"

static sn_arena *arena;
static sn_error error;

static sn_item *part(sn_model *m, const char *name, double x, double y, double z)
{
  sn_item *item = NULL;
  const sn_value f = RECORD(arena, {"at", vector(arena, x, y, z)});
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_body, name, NULL, 0, &f, "m.lua:1"}, &item, &error), error);
  return item;
}

static void hinge(sn_model *m, const sn_item *a, const sn_item *b, sn_v3 at, sn_v3 axis, const double q[4])
{
  const sn_ref refs[2] = {{.item = a, .station = SN_STATION_SELF, .given = 1},
                          {.item = b, .station = SN_STATION_SELF, .given = 1}};
  const sn_value f = RECORD(arena, {"at", vector(arena, at.x[0], at.x[1], at.x[2])},
                            {"axis", vector(arena, axis.x[0], axis.x[1], axis.x[2])}, {"angle", number(q[0])},
                            {"angle_rate", number(q[1])}, {"slide", number(q[2])}, {"slide_rate", number(q[3])});
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_joint, NULL, refs, 2, &f, "m.lua:7"}, NULL, &error), error);
}

/* A chain of three: angles at all joints; the velocities are the time derivatives of the places. */
static sn_model *chain(double t, int second_grounded)
{
  static const double rate[3][2] = {{0.7, 0.2}, {-1.1, 0.4}, {0.5, -0.3}};
  sn_model *m = sn_model_new(arena);
  const sn_item *p[3];
  for (int k = 0; k < 3; k++) {
    p[k] = part(m, NULL, k + 0.5, 0, 0);
  }
  for (int k = 0; k < 3; k++) {
    const double q[4] = {0.3 * (k + 1) + rate[k][0] * t, rate[k][0], 0.1 * k + rate[k][1] * t, rate[k][1]};
    const sn_item *before = k > 0 ? p[k - 1] : NULL;
    const sn_v3 axis = k == 0 ? v3(0, 0, 1) : k == 1 ? v3(0, 1, 1) : v3(1, 0, 1);
    const int turned = second_grounded && k == 0; /* ground as second part: the first moves backwards */
    const double back[4] = {-q[0], -q[1], -q[2], -q[3]};
    hinge(m, turned ? p[0] : before, turned ? NULL : p[k], v3(k, 0, 0), axis, turned ? back : q);
  }
  return m;
}

static void test_chain(void)
{
  sn_frozen f, before, after, mirror;
  sn_model *m = chain(0, 0);
  const double h = 1e-5;
  CHECK_OK(sn_model_freeze(m, 0, arena, &f, &error), error);
  CHECK_OK(sn_model_freeze(chain(-h, 0), 0, arena, &before, &error), error);
  CHECK_OK(sn_model_freeze(chain(h, 0), 0, arena, &after, &error), error);
  CHECK_OK(sn_model_freeze(chain(0, 1), 0, arena, &mirror, &error), error);
  for (int a = 0; a < 12; a++) {
    for (int k = 0; k < 3; k++) {
      const double v = (after.start.q[a].x[k] - before.start.q[a].x[k]) / (2 * h);
      CHECK_NEAR(f.start.v[a].x[k], v, 1e-8);
      CHECK_NEAR(f.start.q[a].x[k], mirror.start.q[a].x[k], 1e-14);
      CHECK_NEAR(f.start.v[a].x[k], mirror.start.v[a].x[k], 1e-14);
    }
  }
  /* first joint by hand: (0.5, 0, 0) turned by 0.3 */
  CHECK_NEAR(f.start.q[0].x[0], 0.5 * cos(0.3), 1e-15);
  CHECK_NEAR(f.start.q[0].x[1], 0.5 * sin(0.3), 1e-15);
}

static void test_closed_loop(void)
{
  sn_model *m = sn_model_new(arena);
  sn_frozen f;
  const sn_item *a = part(m, "a", 1, 0, 0), *b = part(m, "b", 2, 0, 0);
  const double none[4] = {0}, some[4] = {0.1, 0, 0, 0};
  hinge(m, NULL, a, v3(0, 0, 0), v3(0, 0, 1), none);
  hinge(m, a, b, v3(1, 1, 0), v3(0, 0, 1), some);
  hinge(m, b, NULL, v3(2, 0, 0), v3(0, 0, 1), none);
  CHECK(sn_model_freeze(m, 0, arena, &f, &error) == SN_EMODEL);
  CHECK_TEXT(error.what, "closed loop");
  CHECK_TEXT(error.where, "m.lua:7, joint 'hinge2' (hinge)");
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_chain);
  RUN(test_closed_loop);
  sn_arena_free(arena);
  return REPORT();
}
