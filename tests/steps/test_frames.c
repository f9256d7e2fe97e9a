/* tests/steps/test_frames.c -- a frame between several nodes is one like any other: joints, springs and forces attach to it.
 * What:    a rod hangs by a joint from a point on a face of three masses that springs hold together, pulled by a spring and a force at
 *          another. Laws: energy identity in every step, the joint stays closed, forces balance; the frame itself by hand.
 */
#include "harness.h"
#include "instant/instant.h"
#include "steps/step.h"
#include "support/mechanisms.h"
#include "system/kernel.h"

static const sn_v3 corner[3] = {{{0, 0, 0}}, {{1, 0, 0}}, {{0.2, 0.9, 0}}};

typedef struct {
  mechanism m;
  sn_frame place, other, rod; /* on the face, and the end of the rod that hangs there */
} hanging;

static void spring(sn_builder *b, const sn_frame *f, const sn_frame *g, double stiffness)
{
  sn_block_begin(b, &sn_law_potential, "spring");
  const int gap = sn_between(b, f, g);
  sn_coordinate_length(b, sn_form(b, 0.5, gap, gap, 0), 1);
  sn_composite_potential(b, sn_potential_spring(b, stiffness, sn_composite_now(b)));
}

static hanging make(void)
{
  hanging k = {.m = {.arena = sn_arena_new(NULL), .own = -1}};
  sn_builder *b = sn_builder_new(k.m.arena);
  const double inertia[3][3] = {{0.01, 0, 0}, {0, 0.02, 0}, {0, 0, 0.02}}, w[3] = {0.5, 0.2, 0.3},
               u[3] = {0.1, 0.8, 0.1};
  const sn_expr *force[3] = {sn_expr_number(k.m.arena, 1), sn_expr_number(k.m.arena, -2),
                             sn_expr_number(k.m.arena, 0.5)};
  int vector[3];
  sn_frame point[3];
  sn_set_gravity(b, v3(0, 0, -9.81));
  for (int i = 0; i < 3; i++) {
    const int node = sn_add_point(b, corner[i], v3(0, 0, 0.1 * i));
    vector[i] = sn_vector_of(b, node, 0);
    sn_add_mass(b, vector[i], vector[i], 1 + 0.5 * i);
    point[i] = sn_node_frame(b, node);
    const sn_frame post = sn_fixed_point_frame(b, v3_add(corner[i], v3(0.1, 0.2, 1)));
    spring(b, &post, point + i, 300);
  }
  for (int i = 0; i < 3; i++) {
    spring(b, point + i, point + (i + 1) % 3, 500);
  }
  k.place = sn_weighted_frame(b, 3, vector, w, NULL);
  k.other = sn_weighted_frame(b, 3, vector, u, NULL);
  const sn_v3 x = sn_frame_point(b, &k.place);
  const sn_frame body =
      sn_node_frame(b, sn_add_triad(b, v3_add(x, v3(0.4, 0, 0)), v3(0, 0, 0), m3_identity(), v3(0, 0, 0)));
  sn_add_rigid_mass(b, &body, 0.7, v3(0, 0, 0), inertia);
  k.rod = sn_frame_local(b, &body, v3(-0.4, 0, 0), m3_identity());
  sn_block_meet(b);
  const int gap = sn_between(b, &k.place, &k.rod);
  for (int j = 0; j < 3; j++) {
    sn_form(b, 1, gap, sn_axis_of(b, &k.rod, j), 0);
  }
  spring(b, &k.other, &body, 50);
  sn_add_force(b, &k.other, force, 0);
  k.m.status = sn_builder_finish(b, &k.m.system, &k.m.state, &k.m.error);
  return k;
}

static void test_the_frame(void)
{
  hanging k = make();
  CHECK(k.m.status == SN_OK);
  const sn_v3 x = sn_point_in(&k.place, k.m.state.q);
  CHECK_NEAR(x.x[0], 0.5 * 0 + 0.2 * 1 + 0.3 * 0.2, 1e-15);
  CHECK_NEAR(x.x[1], 0.3 * 0.9, 1e-15);
  CHECK(k.place.node == -1 && k.place.moves == 2 && k.place.n == 3);
  CHECK_BELOW(v3_norm(v3_sub(sn_point_in(&k.rod, k.m.state.q), x)), 1e-15);
  CHECK(k.m.system->n_load == 3); /* one for each node, which share the force */
  sn_v3 sum = v3(0, 0, 0), F[4];
  for (int i = 0; i < k.m.system->n_load; i++) {
    sn_load_forces(k.m.system->load + i, k.m.state.q, NULL, 0, F, NULL, NULL);
    sum = v3_add(sum, F[0]);
  }
  CHECK_BELOW(v3_norm(v3_sub(sum, v3(1, -2, 0.5))), 1e-15);
  mechanism_free(&k.m);
}

static void test_axes_between_nodes(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_builder *b = sn_builder_new(arena);
  const sn_frame f = sn_node_frame(b, sn_add_triad(b, v3(0, 0, 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0)));
  const sn_frame g = sn_node_frame(b, sn_add_triad(b, v3(2, 0, 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0)));
  int vector[8];
  double point[8] = {0.5, 0, 0, 0, 0.5}, axis[3][8] = {{0}};
  for (int k = 0; k < 4; k++) {
    vector[k] = f.vector[k];
    vector[4 + k] = g.vector[k];
  }
  for (int j = 0; j < 3; j++) {
    axis[j][1 + j] = axis[j][5 + j] = 0.5;
  }
  const double *const axes[3] = {axis[0], axis[1], axis[2]};
  const sn_frame middle = sn_weighted_frame(b, 8, vector, point, axes);
  sn_frame at;
  sn_error error = {0};
  CHECK(sn_frame_at(b, &middle, v3(1, 0.3, -0.2), m3_identity(), &at, &error) == SN_OK);
  CHECK(at.n == 8 && at.n_dir == 3 && at.node == -1);
  CHECK_BELOW(v3_norm(v3_sub(sn_frame_point(b, &at), v3(1, 0.3, -0.2))), 1e-15);
  CHECK_BELOW(v3_norm(v3_sub(sn_frame_axes(b, &at).c[1], v3(0, 1, 0))), 1e-15);
  const sn_expr *const none[3] = {NULL, NULL, NULL};
  sn_add_moment(b, &middle, none, 0);
  const sn_system *s;
  sn_state x;
  CHECK(sn_builder_finish(b, &s, &x, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "between several");
  sn_arena_free(arena);
}

static void test_motion(const char *scheme)
{
  hanging k = make();
  const sn_scheme *type = sn_scheme_named(scheme);
  sn_stepper *stepper = NULL;
  sn_instant *instant = NULL;
  sn_error *error = &k.m.error;
  double worst = 0, open = 0, moved = 0;
  CHECK(sn_instant_new(k.m.system, k.m.arena, &instant, error) == SN_OK);
  CHECK(sn_instant_start(instant, &k.m.state, 1, NULL, error) == SN_OK);
  const sn_v3 x = sn_point_in(&k.place, k.m.state.q);
  const sn_step_options options = {.alpha = 1, .instant = instant};
  CHECK(sn_scheme_begin(type, k.m.system, &options, k.m.arena, &k.m.state, &stepper, error) == SN_OK);
  for (int i = 0; i < 200 && stepper; i++) {
    sn_step_report report;
    CHECK(type->step(stepper, &k.m.state, 2e-3, &report, error) == SN_OK);
    worst = fmax(worst, fabs(report.ledger.defect) / *k.m.state.scale);
    const sn_v3 gap = v3_sub(sn_point_in(&k.place, k.m.state.q), sn_point_in(&k.rod, k.m.state.q));
    open = fmax(open, v3_norm(gap));
    moved = fmax(moved, v3_norm(v3_sub(sn_point_in(&k.place, k.m.state.q), x)));
  }
  printf("  %s: defect %.1e, gap %.1e m, moved %.2g m\n", scheme, worst, open, moved);
  CHECK_BELOW(worst, 1e-12);
  CHECK_BELOW(open, 1e-11);
  CHECK(moved > 0.01);
  type->destroy(stepper);
  sn_instant_free(instant);
  mechanism_free(&k.m);
}

static void test_ed(void)
{
  test_motion("ed");
}

static void test_ep(void)
{
  test_motion("ep");
}

int main(void)
{
  RUN(test_the_frame);
  RUN(test_axes_between_nodes);
  RUN(test_ed);
  RUN(test_ep);
  return REPORT();
}
