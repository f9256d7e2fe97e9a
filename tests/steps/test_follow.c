/* tests/steps/test_follow.c -- eta that is no unknown of the linear system (steps/ed/follow.c, settle.c) against eta that is.
 * Laws:    the same steps to round-off, the same losses, balance and momenta exact, fewer unknowns, not many more iterations: bricks and shells,
 *          soft and of steel, steps of a millisecond and ten times too large, masses at nodes and between them, beside bodies, joints,
 *          springs and loads. One step against the oracle, which shares no code. Meshes do so by themselves, chains do not.
 */
#include <string.h>

#include "harness.h"
#include "steps/step.h"
#include "support/elements.h"
#include "support/flexible.h"
#include "support/oracle.h"
#include "support/written.h"

static const material rubber = {.E = 2e6, .nu = 0.3, .density = 1100}, steel = {.E = 2e11, .nu = 0.3, .density = 7800};

typedef struct {
  int unknowns, iterations, factorisations, failed;
  double numerical, defect;
} outcome;

static outcome run(mechanism *m, int follow, double alpha, double h, int steps)
{
  const sn_step_options o = {.alpha = alpha, .threads = 1, .follow = follow};
  sn_stepper *x = NULL;
  outcome out = {.failed = 1};
  CHECK_OK(m->status, m->error);
  if (m->status != SN_OK ||
      sn_scheme_begin(&sn_scheme_ed, m->system, &o, m->arena, &m->state, &x, &m->error) != SN_OK) {
    return out;
  }
  out.failed = 0;
  for (int i = 0; i < steps && !out.failed; i++) {
    sn_step_report r;
    out.failed = sn_scheme_ed.step(x, &m->state, h, &r, &m->error) != SN_OK;
    CHECK_OK(m->error.status, m->error);
    out.iterations += r.iterations;
    out.factorisations += r.factorisations;
    out.numerical += r.ledger.numerical;
    out.defect = fmax(out.defect, fabs(r.ledger.defect) / *m->state.scale);
  }
  out.unknowns = sn_scheme_ed.unknowns(x);
  sn_scheme_ed.destroy(x);
  return out;
}

static double apart(const mechanism *a, const mechanism *b)
{
  double most = 0;
  for (int i = 0; i < a->system->n_vector; i++) {
    const double length = a->system->vector[i].role == 0 ? a->system->extent : 1;
    most = fmax(most, v3_norm(v3_sub(a->state.q[i], b->state.q[i])) / length);
  }
  return most;
}

/* two copies of a mechanism; more: iterations in each step that following may cost */
static void same(const char *name, mechanism follows, mechanism unknown, double alpha, double h, int steps, double more)
{
  sn_v3 p, j, p0, j0;
  if (follows.status == SN_OK) {
    sn_momenta(follows.system, &follows.state, &p0, &j0);
  }
  const outcome a = run(&follows, 1, alpha, h, steps), b = run(&unknown, -1, alpha, h, steps);
  if (!a.failed && !b.failed) {
    const double d = apart(&follows, &unknown);
    printf(
        "  %-24s h %-6g unknowns %4d of %4d, iterations %.1f and %.1f, apart %.1e, loss %.6e and %.6e, defect %.1e\n",
        name, h, a.unknowns, b.unknowns, (double)a.iterations / steps, (double)b.iterations / steps, d, a.numerical,
        b.numerical, a.defect);
    CHECK(a.unknowns < b.unknowns);
    CHECK_BELOW(d, 1e-10);
    CHECK_NEAR(a.numerical, b.numerical, 1e-6 * b.numerical + 1e-15);
    CHECK_BELOW(a.defect, 1e-11);
    CHECK(a.iterations <= b.iterations + more * steps);
    if (strncmp(name, "hinged", 6) == 0) {
      CHECK(a.factorisations <= b.factorisations + 1);
    }
    sn_momenta(follows.system, &follows.state, &p, &j);
    if (strncmp(name, "free", 4) == 0) {
      CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
      CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-11 * v3_norm(j0));
    }
  }
  mechanism_free(&follows);
  mechanism_free(&unknown);
}

#define SAME(name, what, alpha, h, steps, more) same(name, what, what, alpha, h, steps, more)

static void test_bricks(void)
{
  static const int n[3] = {2, 2, 2};
  SAME("free, rubber", brick_block(n, 0.02, rubber), 1, 1e-3, 10, 2);
  SAME("free, rubber", brick_block(n, 0.02, rubber), 0.3, 1e-3, 10, 2);
  SAME("free, rubber", brick_block(n, 0.02, rubber), 1, 1e-2, 5, 4);
  SAME("free, steel", brick_block(n, 0.02, steel), 1, 1e-3, 10, 2);
  SAME("free, steel", brick_block(n, 0.02, steel), 1, 1e-2, 5, 6);
}

static void test_shells(void)
{
  SAME("free, masses at nodes", fibre_patch(3, 0), 1, 1e-3, 10, 3);
  SAME("free, masses between", fibre_patch(3, 1), 1, 1e-3, 10, 3);
  SAME("free, large steps", fibre_patch(3, 1), 1, 5e-3, 5, 6);
}

/* a plate on a body that turns, with a hinge, a spring and a load that follows: eta is unknown where these act */
static const char mixed[] =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { mass = 1, inertia = {0.1, 0.12, 0.15}, at = {0, 0.5, 0}, angular_velocity = {1, 2, 3} }\n"
    "local s = shell { corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = {3, 2}, thickness = 0.02,\n"
    "  E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true, on = a }, pressure = 300, follows = true }\n"
    "revolute { ground, a, at = {0, 0.5, 0}, axis = 'y' }\n"
    "spring { ground, s:at(1, 0), at_a = {1, 0, 0.5}, stiffness = 1e4, damping = 3 }\n"
    "run { dt = 1e-3, duration = 1 }\n";

static void test_mixed(void)
{
  SAME("plate on a hinge", written(mixed), 1, 1e-3, 8, 7); /* the body turns, the plate begins at rest: a blow */
  SAME("plate on a hinge", written(mixed), 1, 1e-2, 4, 6);
}

/* A hinge on the mean of an end face, with masses between all nodes of an element: eta of the face is unknown, and beside it both. Without
   the overlap tetrahedra took 13 iterations and 10 factorisations at 5 ms. */
static void test_hinged_meshes(void)
{
  static const int thin[3] = {10, 1, 1}, thick[3] = {8, 2, 2};
  SAME("hinged, bricks", brick_bar(thin, 0.1, steel), 1, 5e-3, 20, 3);
  SAME("hinged, bricks", brick_bar(thick, 0.05, steel), 1, 5e-3, 20, 2);
  SAME("hinged, bricks", brick_bar(thick, 0.05, rubber), 1, 1e-3, 20, 2);
  SAME("hinged, tetrahedra", tet_bar(thin, 0.1, steel), 1, 1e-3, 20, 2.5);
  SAME("hinged, tetrahedra", tet_bar(thin, 0.1, steel), 1, 5e-3, 20, 3);
}

static void test_oracle(void)
{
  static const int n[3] = {2, 1, 1};
  mechanism m = brick_block(n, 0.1, rubber), trusted = brick_block(n, 0.1, rubber);
  sn_step_report r;
  const outcome a = run(&m, 1, 1, 2e-3, 1);
  CHECK_OK(oracle_step(trusted.system, &trusted.state, 1, 2e-3, &r, &trusted.error), trusted.error);
  CHECK(!a.failed);
  CHECK_BELOW(apart(&m, &trusted), 1e-13);
  mechanism_free(&m);
  mechanism_free(&trusted);
}

/* 6 unknowns a node in a mesh, 9 in a chain or a few elements, 18 in a beam */
static int unknowns_of(mechanism m, int *nodes)
{
  const outcome a = run(&m, 0, 1, 1e-3, 0);
  *nodes = m.status == SN_OK ? m.system->n_node : 0;
  mechanism_free(&m);
  return a.unknowns;
}

static void test_where(void)
{
  int nodes;
  CHECK(unknowns_of(brick_block((const int[]){4, 4, 4}, 0.02, rubber), &nodes) == 6 * 125 && nodes == 125);
  CHECK(unknowns_of(brick_block((const int[]){2, 2, 2}, 0.02, rubber), &nodes) == 9 * 27 && nodes == 27);
  CHECK(unknowns_of(written("cable { ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 150, stiffness = 300,"
                            " mass_per_length = 0.3 }\nrun { dt = 1e-3, duration = 1 }\n"),
                    &nodes) >= 9 * 149);
  /* sections of beams: all of eta is unknown, theory (11.19); with the rows of the hinge and their nu */
  CHECK(unknowns_of(
            written("local b = beam { from = {0, 0, 0}, to = {1, 0, 0}, elements = 40, order = 3, E = 1e9, nu = 0.3,"
                    " density = 1000, section = rectangle { width = 0.1, height = 0.1 } }\n"
                    "revolute { ground, b.first, at = {0, 0, 0}, axis = 'z' }\nrun { dt = 1e-3, duration = 1 }\n"),
            &nodes) == 18 * 121 + 3 * 5 &&
        nodes == 121);
}

int main(void)
{
  RUN(test_bricks);
  RUN(test_shells);
  RUN(test_mixed);
  RUN(test_hinged_meshes);
  RUN(test_oracle);
  RUN(test_where);
  return REPORT();
}
