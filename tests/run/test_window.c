/* tests/run/test_window.c -- lines that a run sees through a window: the motion is that of all nodes in every step, and checkpoints and threads
 * leave no trace of the windows.
 * What:    two trolleys that pass each other on a rope of 25 nodes; one on a beam so fast that a
 *          step crosses several windows; one that leaves the end. Compared with steps that know all nodes at all times. A narrow block
 *          against that of all nodes: row, gradient and forces.
 */
#include "support/recorded.h"
#include "system/kernel.h"
#include "system/window.h"

static const char rope[] =
    "gravity { 0, 0, -9.81 } "
    "local c = cable { name = 'c', ground, ground, from = {0, 0, 0}, to = {12, 0, 0}, elements = 24, order = 1, "
    "stiffness = 2e4, mass_per_length = 0.2, length = 12.3 } "
    "local b = body { name = 'b', at = {4, 0, -0.5}, mass = 2, inertia = {0.1, 0.1, 0.1}, velocity = {6, 0, 0} } "
    "local p = point { name = 'p', at = {8, 0, 0}, mass = 1, velocity = {-7, 0, 0} } "
    "slide { name = 'one', b, c, at = {4, 0, 0}, mass = 0.1 } slide { name = 'two', p, c } "
    "channel('x', position(p)) run { duration = 1.2, dt = 4e-3 }";

/* 2 m within the first step, from rest: the rate at the start does not predict it. The step is made again, and not halved. */
static const char blow[] =
    "local c = cable { name = 'c', ground, ground, from = {0, 0, 0}, to = {12, 0, 0}, elements = 30, order = 1, "
    "stiffness = 2e4, mass_per_length = 0.2, length = 11.9 } "
    "local b = body { name = 'b', at = {2, 0, 0}, mass = 2, inertia = {0.1, 0.1, 0.1} } slide { name = 'one', b, c } "
    "force { b, value = {5e5, 0, 0} } "
    "channel('x', position(b)) run { duration = 0.008, dt = 4e-3 }";

static const char fast[] =
    "gravity { 0, 0, -9.81 } "
    "local c = beam { name = 'c', from = {0, 0, 0}, to = {12, 0, 0}, elements = 10, order = 3, E = 2e9, nu = 0, "
    "section = rectangle { width = 0.1, height = 0.1 }, density = 1000 } "
    "revolute { ground, c.first, axis = 'y', at = {0, 0, 0} } point_on_line { ground, c.last, axis = 'x', at = {12, 0, "
    "0} } "
    "local b = body { name = 'b', at = {0.1, 0, 0.2}, mass = 2, inertia = {0.1, 0.1, 0.1}, velocity = {900, 0, 0} } "
    "slide { name = 'one', b, c, at = {0.1, 0, 0} } channel('x', position(b)) run { duration = 0.02, dt = 4e-3 }";

/* Schemes with a balance share what closes it among the forms of a block: with fewer nodes it is shared otherwise, by as little as it is. The
   midpoint rule has none of it. */
static void check_same_motion(const char *text, const char *scheme, double T, int n, double within)
{
  simulated all, narrow;
  record x = {.arena = sn_arena_new(NULL)};
  sn_run_summary sum = {0};
  char early[2000];
  (void)snprintf(early, sizeof early, "%s", text);
  char *d = strstr(early, "duration = ");
  (void)snprintf(d, 60, "duration = %g, dt = %g }", T, T / n);
  if (run(early, scheme, 1, NULL, &x, &narrow, &sum) == SN_OK && simulate(&all, "all", text, scheme, 1)) {
    CHECK(sum.rejections == 0);
    CHECK(!narrow.scheme->has_identity || sum.energy_identity_error < 1e-12);
    CHECK_BELOW(sum.constraint_error, 1e-11);
    advance_to(&all, T, n);
    printf("  %s: %.1e m from steps with all nodes\n", scheme, largest_difference(&all, &narrow));
    CHECK_BELOW(largest_difference(&all, &narrow), within);
    simulated_free(&all);
  }
  simulated_free(&narrow);
  sn_arena_free(x.arena);
}

static void test_two_stages(void)
{
  check_same_motion(rope, "ed", 0.4, 100, 1e-5);
  check_same_bits(rope, "ed");
}
static void test_one_stage(void)
{
  check_same_motion(rope, "ep", 0.4, 200, 2e-6);
  check_same_bits(rope, "ep");
}
static void test_midpoint(void)
{
  check_same_motion(rope, "midpoint", 0.4, 100, 1e-10);
}

/* past the end, where the line goes on straight: 3.6 m in a step, of nodes every 0.4 m */
static void test_fast(void)
{
  check_same_motion(fast, "ed", 0.02, 5, 1e-5);
  check_same_motion(fast, "midpoint", 0.02, 5, 1e-9);
  check_same_motion(blow, "midpoint", 0.008, 2, 1e-9);
}

/* A narrow block says the same as that of all nodes, wherever it has all nodes that count. */
static void test_block(void)
{
  simulated s;
  if (simulate(&s, "rope", rope, "ed", 1)) {
    const sn_system *system = s.session.frozen.system;
    int found = 0;
    for (int i = 0; i < system->n_block; i++) {
      const sn_block *b = system->block + i;
      sn_block own;
      double e[SN_MAX_COMPOSITE_FORMS], few[SN_MAX_COMPOSITE_FORMS], g[SN_MAX_COMPOSITE_FORMS],
          h[SN_MAX_COMPOSITE_FORMS];
      if (!sn_window_of(b)) {
        continue;
      }
      found++;
      sn_forms(b, s.state->q, e);
      int first, n;
      sn_window_of(b)->between(b->coordinate->gap, e[b->n_form - 1] - 0.6, e[b->n_form - 1] + 0.3, &first, &n);
      CHECK(n == 6 || n == 5);
      CHECK_OK(sn_block_narrow(b, first, n, s.arena, &own, &s.error), s.error);
      CHECK(own.n_form == n + 1 && own.n_node < b->n_node);
      sn_forms(&own, s.state->q, few);
      CHECK(memcmp(few, e + first, (size_t)n * sizeof(double)) == 0);
      CHECK_NEAR(sn_composite(&own, NULL, few, h, NULL), sn_composite(b, NULL, e, g, NULL), 1e-15);
      CHECK(h[n] == g[b->n_form - 1]);
      for (int k = 0; k < b->n_form - 1; k++) {
        CHECK(k >= first && k < first + n ? h[k - first] == g[k] : g[k] == 0);
      }
      for (int a = 0; a < own.n_vec; a++) {
        CHECK(own.node_of[a] < 0 || own.node[own.node_of[a]] == system->vector[own.vector[a]].node);
      }
    }
    CHECK(found == 6);
  }
  simulated_free(&s);
}

int main(void)
{
  RUN(test_block);
  RUN(test_two_stages);
  RUN(test_one_stage);
  RUN(test_midpoint);
  RUN(test_fast);
  return REPORT();
}
