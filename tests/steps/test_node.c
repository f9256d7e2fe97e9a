/* tests/steps/test_node.c -- the first guess of a step. */
#include "../harness.h"
#include "math/rotation.h"
#include "steps/node.h"
#include "system/builder.h"
#include "system/kernel.h"

/* any node turning steadily: the guess of its directors is the Cayley rotation by h omega, orthonormal */
static void test_guess_turns_directors(void)
{
  const double h = 1e-3;
  for (int n_dir = 1; n_dir <= 3; n_dir++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_builder *b = sn_builder_new(arena);
    const sn_system *s = NULL;
    sn_state x;
    sn_error error = {0};
    const sn_m3 r = sn_rotation_axis_angle(v3(1, 2, 3), 0.7);
    const sn_v3 omega =
        n_dir == 1 ? v3_cross(r.c[0], v3(3, 1, -2)) : v3(3, 1, -2); /* a fibre knows no spin about itself */
    sn_add_node(b, 1, v3(1, 0, 0), v3(0, 2, 0), n_dir, r.c, omega);
    CHECK_OK(sn_builder_finish(b, &s, &x, &error), error);
    sn_v3 dq[4], direction[3];
    sn_predict(s, &x, x.v, h, dq);
    CHECK_BELOW(v3_norm(v3_sub(dq[0], v3(0, 2 * h, 0))), 1e-18);
    for (int k = 0; k < n_dir; k++) {
      const sn_v3 d = v3_add(x.q[1 + k], dq[1 + k]);
      CHECK_BELOW(v3_norm(v3_sub(d, sn_rotate_cayley(v3_scale(h, omega), r.c[k]))), 1e-15);
      CHECK_NEAR(v3_norm(d), 1, 1e-15);
    }
    CHECK(sn_node_rotations(s->node) == (n_dir == 1 ? 2 : 3));
    sn_rotation_directions(s->node, x.q, direction);
    for (int j = 0; j < sn_node_rotations(s->node); j++) {
      CHECK_NEAR(v3_norm(direction[j]), 1, 1e-15);
      CHECK(n_dir > 1 || fabs(v3_dot(direction[j], x.q[1])) < 1e-15);
    }
    sn_arena_free(arena);
  }
}

int main(void)
{
  RUN(test_guess_turns_directors);
  return REPORT();
}
