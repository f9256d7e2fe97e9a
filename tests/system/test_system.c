/* tests/system/test_system.c -- composite strains, loads and moving frames against differences; the builder's errors.
 * Laws:    gradient and Hessian of angles, lengths and forms; a moment load exerts exactly its moment; tangents of loads;
 *          velocities and accelerations of moving frames; memory that runs out anywhere is reported, never a crash.
 */
#include <stdlib.h>

#include "harness.h"
#include "math/rotation.h"
#include "system/builder.h"
#include "system/kernel.h"

/* eps = 2 angle(form 0, 1) - 0.5 length(form 2) + 3 form 3 + 0.25 */
static const sn_coordinate coordinates[] = {{SN_COORDINATE_ANGLE, 0, 2, 0, NULL, NULL},
                                            {SN_COORDINATE_LENGTH, 2, -0.5, -1, NULL, NULL},
                                            {SN_COORDINATE_FORM, 3, 3, -1, NULL, NULL}};
static const sn_block mixed = {
    .law = &sn_law_potential, .n_form = 4, .n_coordinate = 3, .coordinate = coordinates, .offset = 0.25};

static void test_composite_derivatives(void)
{
  const double own[1] = {20}, e[4] = {0.6, 0.9, 0.8, -0.3}, h = 1e-5;
  double g[4], H[16];
  sn_composite(&mixed, own, e, g, H);
  for (int k = 0; k < 4; k++) {
    double up[4], down[4], gu[4], gd[4];
    memcpy(up, e, sizeof e);
    memcpy(down, e, sizeof e);
    up[k] += h;
    down[k] -= h;
    const double vu = sn_composite(&mixed, own, up, gu, NULL), vd = sn_composite(&mixed, own, down, gd, NULL);
    CHECK_NEAR((vu - vd) / (2 * h), g[k], 1e-9);
    for (int l = 0; l < 4; l++) {
      CHECK_NEAR((gu[l] - gd[l]) / (2 * h), H[l * 4 + k], 1e-8);
    }
  }
}

static void test_angles_are_counted(void)
{
  const double tau = 2 * acos(-1.0);
  double own[1] = {0}, e[4] = {1, 0, 0.5, 0};
  for (int i = 0; i <= 4000; i++) { /* forty turns in steps of a hundredth, and back */
    const double angle = tau * (i <= 2000 ? i : 4000 - i) / 50;
    e[0] = 1.5 * cos(angle);
    e[1] = 1.5 * sin(angle);
    own[0] = sn_counted_angle(own[0], e[0], e[1]);
    CHECK_NEAR(own[0], angle, 1e-11);
    CHECK_NEAR(sn_composite(&mixed, own, e, NULL, NULL), 2 * angle - 0.5 + 0.25, 1e-11);
  }
}

/* one body with a force off its centre and a moment, both following it or not */
static const sn_expr *drag(sn_arena *arena, int k)
{
  static const char *const names[] = {"t", "v1", "v2", "v3"};
  sn_error error = {0};
  const sn_expr *out = NULL;
  sn_expr_builder *e = sn_expr_begin(arena, 4, names);
  int square = sn_expr_constant(e, 0.1);
  for (int i = 1; i < 4; i++) {
    const int v = sn_expr_variable(e, i);
    square = sn_expr_op(e, SN_OP_ADD, square, sn_expr_op(e, SN_OP_MUL, v, v, -1), -1);
  }
  const int speed = sn_expr_op(e, SN_OP_SQRT, square, -1, -1);
  const int force = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, -0.7 - k), speed, -1);
  CHECK_OK(sn_expr_end(e, sn_expr_op(e, SN_OP_MUL, force, sn_expr_variable(e, 1 + k), -1), &out, &error), error);
  return out;
}

static void loaded_body(int follows, sn_arena *arena, const sn_system **system, sn_state *state)
{
  sn_error error = {0};
  sn_builder *b = sn_builder_new(arena);
  const double inertia[3][3] = {{1, 0, 0}, {0, 2, 0}, {0, 0, 2.5}};
  const sn_expr *f[3] = {sn_expr_number(arena, 3), sn_expr_number(arena, -2), sn_expr_number(arena, 5)};
  const sn_m3 r = sn_rotation_axis_angle(v3(1, 2, 3), 0.7);
  const sn_frame node = sn_node_frame(b, sn_add_triad(b, v3(1, 2, 3), v3(0, 0, 0), r, v3(0, 0, 0)));
  const sn_frame at = sn_frame_local(b, &node, v3(0.3, 0.1, -0.2), m3_identity());
  sn_add_rigid_mass(b, &node, 2, v3(0, 0, 0), inertia);
  sn_add_force(b, &at, f, follows);
  sn_add_moment(b, &node, f, follows);
  sn_add_force(b, &at, (const sn_expr *[3]){drag(arena, 0), drag(arena, 1), drag(arena, 2)}, follows);
  CHECK_OK(sn_builder_finish(b, system, state, &error), error);
}

static void test_loads(void)
{
  for (int follows = 0; follows < 2; follows++) {
    sn_arena *arena = sn_arena_new(NULL);
    const sn_system *s = NULL;
    sn_state x;
    loaded_body(follows, arena, &s, &x);
    CHECK(s->n_load == 3 && !s->load[0].of_velocity && s->load[2].of_velocity);
    for (int a = 0; a < s->n_vector; a++) {
      x.v[a] = v3(0.3 * a, 1 - 0.2 * a, 0.5);
    }
    for (int i = 0; i < s->n_load; i++) {
      const sn_load *l = s->load + i;
      sn_v3 F[4], U[4], D[4];
      double K[144], by_v[144];
      for (int a = 0; a < s->n_vector; a++) { /* directors that are not quite orthonormal */
        x.q[a] = v3_axpy(x.q[a], 0.01 * (a + 1), v3(1, -1, 0.5));
      }
      sn_load_forces(l, x.q, x.v, 0, F, K, by_v);
      sn_v3 force = v3(0, 0, 0), moment = v3(0, 0, 0), expected = v3(3, -2, 5);
      if (follows) {
        expected = v3(0, 0, 0);
        for (int j = 0; j < 3; j++) {
          for (int k = 0; k < l->n_vec; k++) {
            expected = v3_axpy(expected, (double[]){3, -2, 5}[j] * l->axes[j][k], x.q[l->vector[k]]);
          }
        }
      }
      for (int a = 0; a < l->n_vec; a++) {
        if (s->vector[l->vector[a]].role == 0) {
          force = v3_add(force, F[a]);
        } else {
          moment = v3_add(moment, v3_cross(x.q[l->vector[a]], F[a]));
        }
      }
      const sn_v3 got = l->type == SN_LOAD_FORCE ? force : moment;
      if (!l->of_velocity) {
        CHECK_BELOW(v3_norm(v3_sub(got, expected)), 1e-14);
      }
      const int ld = 3 * l->n_vec;
      for (int c = 0; c < ld; c++) { /* tangent */
        double *q = &x.q[l->vector[c / 3]].x[c % 3];
        const double keep = *q, h = 1e-6;
        *q = keep + h;
        sn_load_forces(l, x.q, x.v, 0, U, NULL, NULL);
        *q = keep - h;
        sn_load_forces(l, x.q, x.v, 0, D, NULL, NULL);
        *q = keep;
        for (int r = 0; r < ld; r++) {
          CHECK_NEAR((U[r / 3].x[r % 3] - D[r / 3].x[r % 3]) / (2 * h), K[r * ld + c], 1e-8);
        }
        double *v = &x.v[l->vector[c / 3]].x[c % 3];
        const double rate = *v;
        *v = rate + h;
        sn_load_forces(l, x.q, x.v, 0, U, NULL, NULL);
        *v = rate - h;
        sn_load_forces(l, x.q, x.v, 0, D, NULL, NULL);
        *v = rate;
        for (int r = 0; r < ld; r++) {
          CHECK_NEAR((U[r / 3].x[r % 3] - D[r / 3].x[r % 3]) / (2 * h), by_v[r * ld + c], 1e-8);
        }
      }
    }
    sn_arena_free(arena);
  }
}

static void test_moving_frame(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const char *names[] = {"t"};
  const sn_expr *f[4] = {0};
  sn_error error = {0};
  for (int k = 0; k < 4; k++) { /* sin((k + 1) t) */
    sn_expr_builder *e = sn_expr_begin(arena, 1, names);
    const int arg = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, k + 1), sn_expr_variable(e, 0), -1);
    CHECK_OK(sn_expr_end(e, sn_expr_op(e, SN_OP_SIN, arg, -1, -1), f + k, &error), error);
  }
  const sn_moving_frame frame = {.position = {f[0], f[1], f[2]},
                                 .axis = {v3_unit(v3(1, 2, 2))},
                                 .turn = {f[3]},
                                 .r0 = sn_rotation_axis_angle(v3(0, 1, 1), 0.4)};
  for (int i = 0; i < 10; i++) {
    const double t = 0.3 * i, h = 1e-4;
    sn_v3 q[4], v[4], a[4], qu[4], qd[4], vu[4], vd[4];
    sn_frame_motion(&frame, t, q, v, a);
    sn_frame_motion(&frame, t + h, qu, vu, NULL);
    sn_frame_motion(&frame, t - h, qd, vd, NULL);
    const sn_m3 r = {{q[1], q[2], q[3]}};
    CHECK_BELOW(sn_rotation_defect(r), 1e-14);
    for (int k = 0; k < 4; k++) {
      CHECK_BELOW(v3_norm(v3_sub(v3_scale(0.5 / h, v3_sub(qu[k], qd[k])), v[k])), 1e-6);
      CHECK_BELOW(v3_norm(v3_sub(v3_scale(0.5 / h, v3_sub(vu[k], vd[k])), a[k])), 1e-5);
    }
  }
  sn_arena_free(arena);
}

/* an allocator whose n-th call fails */
static void *limited(void *left, size_t size)
{
  return (*(int *)left)-- > 0 ? malloc(size) : NULL;
}
static void release(void *left, void *memory)
{
  (void)left;
  free(memory);
}

static void test_no_memory(void)
{
  int reached = 0;
  for (int n = 0; n < 40 && !reached; n++) {
    int left = n;
    const sn_allocator allocator = {.allocate = limited, .release = release, .data = &left};
    sn_arena *arena = sn_arena_new(&allocator);
    sn_builder *b = arena ? sn_builder_new(arena) : NULL;
    if (b) {
      const sn_system *s = NULL;
      sn_state x;
      sn_error error = {0};
      for (int i = 0; i < 500; i++) {
        sn_item_begin(b, "point", "a point with a name of some length, so that memory is asked for again",
                      "model.lua:1");
        const int node = sn_add_point(b, v3(i, 0, 0), v3(0, 0, 0));
        const sn_frame f = sn_node_frame(b, node), ground = sn_ground_frame(b);
        sn_add_mass(b, f.vector[0], f.vector[0], 1);
        sn_block_meet(b);
        const int gap = sn_between(b, &ground, &f);
        sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &ground, 0), 0));
      }
      const sn_status status = sn_builder_finish(b, &s, &x, &error);
      CHECK(status == SN_OK || status == SN_ENOMEM);
      CHECK(status == SN_OK || error.what[0]);
      reached = status == SN_OK;
    }
    sn_arena_free(arena);
  }
  CHECK(reached);
}

static void test_first_error_is_kept(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_builder *b = sn_builder_new(arena);
  const sn_system *s = NULL;
  sn_state x;
  sn_error error = {0};
  const sn_expr *m[3] = {0};
  sn_item_begin(b, "point", "p", "model.lua:7");
  const sn_frame f = sn_node_frame(b, sn_add_point(b, v3(0, 0, 0), v3(0, 0, 0)));
  sn_add_moment(b, &f, m, 0);
  sn_builder_fail(b, SN_EMODEL, "a second trouble");
  sn_add_point(b, v3(1, 0, 0), v3(0, 0, 0)); /* does nothing now */
  CHECK(sn_builder_finish(b, &s, &x, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "a moment needs a part with axes");
  CHECK_TEXT(error.where, "model.lua:7, point 'p'");
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_composite_derivatives);
  RUN(test_angles_are_counted);
  RUN(test_loads);
  RUN(test_moving_frame);
  RUN(test_no_memory);
  RUN(test_first_error_is_kept);
  return REPORT();
}
