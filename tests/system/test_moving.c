/* tests/system/test_moving.c -- frames that move by given functions of time: any turn, its rates and accelerations.
 * Laws:    axes stay orthonormal; velocities and accelerations are the derivatives of places and axes (differences).
 * Against: the Euler angles and the axis and angle of math/rotation.h; a rotation vector of constant direction is an axis and
 *          an angle; the two formulas of its functions meet where one takes over.
 */
#include "harness.h"
#include "math/rotation.h"
#include "system/kernel.h"

/* a + b t + c sin(w t) */
static const sn_expr *wave(sn_arena *arena, double a, double b, double c, double w)
{
  static const char *const names[] = {"t"};
  sn_expr_builder *e = sn_expr_begin(arena, 1, names);
  const int t = sn_expr_variable(e, 0);
  const int line =
      sn_expr_op(e, SN_OP_ADD, sn_expr_constant(e, a), sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, b), t, -1), -1);
  const int phase = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, w), t, -1);
  const int swing = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, c), sn_expr_op(e, SN_OP_SIN, phase, -1, -1), -1);
  const sn_expr *out = NULL;
  CHECK(sn_expr_end(e, sn_expr_op(e, SN_OP_ADD, line, swing, -1), &out, NULL) == SN_OK);
  return out;
}

static sn_moving_frame frame(sn_arena *arena, int by_vector, double size)
{
  sn_moving_frame f = {.by_vector = by_vector, .axis = {v3(0, 0, 1), v3(0, 1, 0), v3(1, 0, 0)}};
  f.r0 = sn_rotation_axis_angle(v3(1, 2, -1), 0.7);
  for (int k = 0; k < 3; k++) {
    f.position[k] = wave(arena, k, 0.3 * k, 0.2, 2 + k);
    f.turn[k] = wave(arena, 0.1 * (k + 1) * size, (0.4 - 0.3 * k) * size, 0.5, 1 + k);
  }
  return f;
}

static void check_rates(const sn_moving_frame *f, double t)
{
  const double h = 1e-4;
  sn_v3 q[4], v[4], a[4], before[4], after[4], v_before[4], v_after[4];
  sn_frame_motion(f, t, q, v, a);
  sn_frame_motion(f, t - h, before, v_before, NULL);
  sn_frame_motion(f, t + h, after, v_after, NULL);
  CHECK_BELOW(sn_rotation_defect((sn_m3){{q[1], q[2], q[3]}}), 4e-15);
  for (int k = 0; k < 4; k++) { /* third derivatives are below 1e2 here */
    CHECK_BELOW(v3_norm(v3_sub(v[k], v3_scale(1 / (2 * h), v3_sub(after[k], before[k])))), 1e-6);
    CHECK_BELOW(v3_norm(v3_sub(a[k], v3_scale(1 / (2 * h), v3_sub(v_after[k], v_before[k])))), 1e-5);
  }
}

static void test_rates(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  for (int by_vector = 0; by_vector < 2; by_vector++) {
    for (double size = 0; size < 10; size += 1.5) { /* rotation vectors from zero to several turns */
      const sn_moving_frame f = frame(arena, by_vector, size);
      for (double t = 0; t < 2; t += 0.37) {
        check_rates(&f, t);
      }
    }
  }
  sn_arena_free(arena);
}

static void check_axes(const sn_moving_frame *f, double t, sn_m3 turn)
{
  sn_v3 q[4];
  sn_frame_motion(f, t, q, NULL, NULL);
  for (int k = 0; k < 3; k++) {
    CHECK_BELOW(v3_norm(v3_sub(q[1 + k], m3_mul(turn, f->r0.c[k]))), 4e-15);
  }
}

static void test_angles(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_moving_frame f = frame(arena, 0, 1), r = frame(arena, 1, 1);
  for (double t = 0; t < 3; t += 0.29) {
    double angle[3], turn[3];
    for (int k = 0; k < 3; k++) {
      angle[k] = sn_expr_value(f.turn[k], &t);
      turn[k] = sn_expr_value(r.turn[k], &t);
    }
    const sn_v3 vector = v3(turn[0], turn[1], turn[2]);
    check_axes(&f, t, sn_rotation_euler("zyx", angle));
    check_axes(&r, t, sn_rotation_axis_angle(vector, v3_norm(vector)));
  }
  sn_arena_free(arena);
}

/* constant direction n: exp(n a) = R(n, a), also in rates, on both sides of where the series ends (|r| = 2) */
static void test_one_axis(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_v3 n = v3_unit(v3(2, -1, 3));
  sn_moving_frame one = {.axis = {n, n, n}, .r0 = m3_identity()}, vector = {.by_vector = 1, .r0 = m3_identity()};
  one.turn[0] = wave(arena, 1.98, 0.4, 0.3, 2);
  for (int k = 0; k < 3; k++) {
    vector.turn[k] = wave(arena, 1.98 * n.x[k], 0.4 * n.x[k], 0.3 * n.x[k], 2);
  }
  for (double t = -6; t < 6; t += 0.17) {
    sn_v3 q[4], v[4], a[4], q2[4], v2[4], a2[4];
    sn_frame_motion(&one, t, q, v, a);
    sn_frame_motion(&vector, t, q2, v2, a2);
    for (int k = 0; k < 4; k++) {
      CHECK_BELOW(v3_norm(v3_sub(q[k], q2[k])), 4e-15);
      CHECK_BELOW(v3_norm(v3_sub(v[k], v2[k])), 8e-15);
      CHECK_BELOW(v3_norm(v3_sub(a[k], a2[k])), 2e-14);
    }
  }
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_rates);
  RUN(test_angles);
  RUN(test_one_axis);
  return REPORT();
}
