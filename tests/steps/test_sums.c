/* tests/steps/test_sums.c -- sums: weighted sums of vectors as vectors of their own.
 * Same:    a body hung on the mean of a net by a sum moves, rests and vibrates as one hung by a frame of all its vectors, in every scheme;
 *          the bits do not depend on the number of threads.
 * Laws:    energy identity, losses, both momenta and the oracle for a lattice whose surface is a frame: a triad without mass, tied to its mean
 *          and first moments by polar rows, with a hinge, a spring on its angle and a body on it.
 * Size:    what the blocks of a sum are made of grows with the number of its terms, and no faster.
 */
#include <string.h>

#include "analysis/modes.h"
#include "analysis/statics.h"
#include "harness.h"
#include "steps/step.h"
#include "support/mechanisms.h"
#include "support/oracle.h"
#include "system/kernel.h"

static const sn_v3 ZERO = {{0, 0, 0}};

static sn_builder *begin(mechanism *m)
{
  *m = (mechanism){.own = -1, .arena = sn_arena_new(NULL)};
  return sn_builder_new(m->arena);
}

static void bar(sn_builder *b, int from, int to, sn_v3 rest, double stiffness)
{
  const int ends[2] = {to, from};
  const double length = v3_norm(rest), weights[2] = {1 / length, -1 / length};
  sn_block_begin(b, &sn_law_elastic, "bar");
  const int slope = sn_interpolate(b, 2, ends, weights);
  sn_form(b, 0.5, slope, slope, -0.5);
  sn_block_matrix(b, 0, 0, stiffness * length);
}

static sn_frame body_at(sn_builder *b, sn_v3 x, sn_v3 v, sn_v3 spin)
{
  const double inertia[3][3] = {{0.05, 0, 0}, {0, 0.06, 0}, {0, 0, 0.08}};
  const sn_frame f = sn_node_frame(b, sn_add_triad(b, x, v, m3_identity(), spin));
  sn_add_rigid_mass(b, &f, 2, ZERO, inertia);
  return f;
}

static void meet(sn_builder *b, const sn_frame *place, const sn_frame *joint)
{
  sn_block_meet(b);
  const int gap = sn_between(b, place, joint);
  for (int j = 0; j < 3; j++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, joint, j), 0));
  }
}

/* ---- a body on the mean of a net of k x k points, the corners of which are held by springs */

static mechanism net(int k, int by_sum)
{
  mechanism m;
  sn_builder *b = begin(&m);
  const int n = k * k;
  int *vector = SN_NEW(m.arena, int, n);
  double *weight = SN_NEW(m.arena, double, n), total = 0;
  const double edge = 1.0 / (k - 1);
  sn_set_gravity(b, v3(0, 0, -9.81));
  for (int i = 0; i < n; i++) {
    const int row = i / k;
    const sn_v3 x = v3(i % k * edge, row * edge, 0);
    vector[i] = sn_vector_of(b, sn_add_point(b, x, v3(0, 0, 0.2 * x.x[0])), 0);
    sn_add_mass(b, vector[i], vector[i], 0.5 / n);
    weight[i] = 1 + 0.3 * sin(i);
    total += weight[i];
    if (i % k > 0) {
      bar(b, vector[i - 1], vector[i], v3(edge, 0, 0), 40);
    }
    if (i >= k) {
      bar(b, vector[i - k], vector[i], v3(0, edge, 0), 40);
    }
    if (i % k > 0 && i >= k) {
      bar(b, vector[i - k - 1], vector[i], v3(edge, edge, 0), 20);
    }
    if ((i % k == 0 || i % k == k - 1) && (i / k == 0 || i / k == k - 1)) {
      const sn_frame post = sn_fixed_point_frame(b, v3_add(x, v3(x.x[0] - 0.5, x.x[1] - 0.5, 0.5)));
      bar(b, post.vector[0], vector[i], v3_scale(0.8, v3(x.x[0] - 0.5, x.x[1] - 0.5, 0.5)), 100);
    }
  }
  for (int i = 0; i < n; i++) {
    weight[i] /= total;
  }
  const double one = 1;
  const int p = by_sum ? sn_add_sum(b, n, vector, weight) : -1;
  const sn_frame place =
      by_sum ? sn_weighted_frame(b, 1, &p, &one, NULL) : sn_weighted_frame(b, n, vector, weight, NULL);
  const sn_v3 x = sn_frame_point(b, &place);
  const sn_frame body = body_at(b, v3_add(x, v3(0.1, 0, -0.2)), ZERO, v3(1, 0, 2)),
                 joint = sn_frame_local(b, &body, v3(-0.1, 0, 0.2), m3_identity());
  meet(b, &place, &joint);
  const sn_expr *const pull[3] = {sn_expr_number(m.arena, 0.3), NULL, sn_expr_number(m.arena, -0.5)};
  sn_add_force(b, &place, pull, 0); /* a force on a sum goes to its terms */
  m.status = sn_builder_finish(b, &m.system, &m.state, &m.error);
  return m;
}

static double differ(const mechanism *a, const sn_v3 *x, const sn_v3 *y, int n)
{
  double d = 0;
  for (int i = 0; i < n; i++) { /* points come first, in both */
    d = fmax(d, v3_norm(v3_sub(x[a->system->node[i].vector[0]], y[a->system->node[i].vector[0]])));
  }
  return d;
}

/* n steps; the worst defect over the scale at the end */
static double run(mechanism *m, const sn_scheme *scheme, double alpha, int threads, double h, int n)
{
  sn_stepper *x = NULL;
  sn_instant *instant = NULL;
  double defect = 0;
  CHECK_OK(m->status, m->error);
  CHECK_OK(sn_instant_new(m->system, m->arena, &instant, &m->error), m->error);
  CHECK_OK(sn_instant_start(instant, &m->state, 1, NULL, &m->error), m->error);
  sn_step_options options = {.threads = threads};
  sn_scheme_presets(scheme, &options);
  options.alpha = scheme == &sn_scheme_ed || scheme == &sn_scheme_ed_paper ? alpha : options.alpha;
  options.instant = instant;
  CHECK_OK(sn_scheme_begin(scheme, m->system, &options, m->arena, &m->state, &x, &m->error), m->error);
  for (int i = 0; i < n && x; i++) {
    sn_step_report r;
    const sn_status status = scheme->step(x, &m->state, h, &r, &m->error);
    CHECK_OK(status, m->error);
    if (status != SN_OK) {
      break;
    }
    defect = fmax(defect, fabs(r.ledger.defect));
    CHECK(r.ledger.numerical >= -1e-14 * *m->state.scale);
  }
  if (x) {
    scheme->destroy(x);
  }
  sn_instant_free(instant);
  return defect / *m->state.scale;
}

static void test_same_motion(void)
{
  enum { K = 7, STEPS = 40 };
  for (int i = 0; sn_schemes[i]; i++) {
    const sn_scheme *scheme = sn_schemes[i];
    const double h = scheme == &sn_scheme_newmark ? 1e-3 : 5e-3;
    mechanism a = net(K, 1), b = net(K, 0);
    const double defect = run(&a, scheme, 0, 1, h, STEPS);
    (void)run(&b, scheme, 0, 1, h, STEPS);
    const double x = differ(&b, a.state.q, b.state.q, K * K), v = differ(&b, a.state.v, b.state.v, K * K);
    printf("  %-18s places %.1e, velocities %.1e, identity %.1e, closed to %.1e\n", scheme->name, x, v, defect,
           sn_constraint_error(a.system, &a.state));
    CHECK_BELOW(x, 1e-10);
    CHECK_BELOW(v, 1e-8);
    CHECK(!scheme->has_identity || defect < 1e-13);
    CHECK_BELOW(sn_constraint_error(a.system, &a.state), 1e-13);
    mechanism_free(&a);
    mechanism_free(&b);
  }
}

/* The damping of `ed` sees other blocks (what it takes is of the order of its error): the same up to that, and an exact balance. */
static void test_damped(void)
{
  double x[2];
  for (int i = 0; i < 2; i++) {
    mechanism a = net(7, 1), b = net(7, 0);
    const double defect = run(&a, &sn_scheme_ed, 1, 1, i ? 1.25e-3 : 5e-3, i ? 160 : 40);
    (void)run(&b, &sn_scheme_ed, 1, 1, i ? 1.25e-3 : 5e-3, i ? 160 : 40);
    x[i] = differ(&b, a.state.q, b.state.q, 49);
    printf("  places differ by %.1e, identity %.1e\n", x[i], defect);
    CHECK_BELOW(defect, 1e-13);
    mechanism_free(&a);
    mechanism_free(&b);
  }
  CHECK(x[0] < 2e-6 && x[1] < x[0] / 16);
}

/* Counts of freedom, accelerations, equilibrium and modes. */
static void test_same_instant(void)
{
  enum { K = 6 };
  mechanism m[2];
  sn_freedom_count freedom[2];
  sn_v3 *a[2];
  sn_modes modes[2] = {{0}};
  sn_equilibrium e[2];
  const sn_modes_options options = {.count = 8, .shift = NAN};
  for (int k = 0; k < 2; k++) {
    sn_instant *instant = NULL;
    sn_observation o;
    m[k] = net(K, k);
    CHECK_OK(sn_instant_new(m[k].system, m[k].arena, &instant, &m[k].error), m[k].error);
    CHECK_OK(sn_instant_freedom(instant, &m[k].state, freedom + k, &m[k].error), m[k].error);
    CHECK_OK(sn_instant_observe(instant, &m[k].state, NULL, &o, &m[k].error), m[k].error);
    a[k] = SN_NEW(m[k].arena, sn_v3, m[k].system->n_vector);
    memcpy(a[k], o.a, sizeof(sn_v3) * (size_t)m[k].system->n_vector);
    CHECK_OK(sn_statics(instant, &m[k].state, m[k].arena, e + k, &m[k].error), m[k].error);
    CHECK_OK(sn_modes_find(instant, &m[k].state, &options, m[k].arena, modes + k, &m[k].error), m[k].error);
    sn_instant_free(instant);
  }
  CHECK(freedom[0].freedom == freedom[1].freedom && freedom[1].n_redundant == 0);
  CHECK(freedom[1].coordinates > freedom[0].coordinates);
  CHECK_BELOW(differ(m, a[0], a[1], K * K), 1e-11);
  CHECK_BELOW(differ(m, m[0].state.q, m[1].state.q, K * K), 1e-9);
  CHECK(!e[0].unstable && !e[1].unstable && modes[0].n == modes[1].n);
  for (int i = 0; i < modes[0].n && i < modes[1].n; i++) {
    CHECK_NEAR(modes[0].mode[i].frequency, modes[1].mode[i].frequency, 1e-7);
  }
  printf("  statics in %d and %d iterations, damped %d and %d\n", e[0].iterations, e[1].iterations, e[0].damped,
         e[1].damped);
  mechanism_free(m);
  mechanism_free(m + 1);
}

static void test_threads(void)
{
  for (int k = 0; k < 2; k++) {
    const sn_scheme *scheme = k ? &sn_scheme_ep : &sn_scheme_ed;
    mechanism a = net(9, 1), b = net(9, 1);
    (void)run(&a, scheme, 1, 1, 5e-3, 10);
    (void)run(&b, scheme, 1, 2, 5e-3, 10);
    CHECK(a.state.n == b.state.n && memcmp(a.state.data, b.state.data, sizeof(double) * a.state.n) == 0);
    mechanism_free(&a);
    mechanism_free(&b);
  }
}

/* ---- a surface as a frame */

/* A lattice of 2 x 2 x 3 points, thrown; its first moments make a frame, on which a body turns about a hinge with a spring. */
static mechanism surface(void)
{
  enum { N = 12 };
  mechanism m;
  sn_builder *b = begin(&m);
  int vector[N], y[4];
  sn_v3 place[N];
  double weight[4][N];
  const sn_v3 spin = v3(0.5, -1, 2);
  for (int i = 0; i < N; i++) {
    const int layer = i / 4;
    place[i] = v3(0.3 * (i % 2) - 0.15, 0.2 * (i / 2 % 2) - 0.1, 0.2 * layer - 0.2);
    const sn_v3 v = v3_add(v3(1, 0.2, 0), v3_cross(spin, place[i]));
    vector[i] = sn_vector_of(b, sn_add_point(b, place[i], v3_axpy(v, 0.3 * sin(i), v3(0, 1, 1))), 0);
    sn_add_mass(b, vector[i], vector[i], 0.1);
    weight[0][i] = 1.0 / N;
    for (int k = 0; k < 3; k++) {
      weight[1 + k][i] = place[i].x[k] / N / 0.01;
    }
    for (int j = 0; j < i; j++) {
      if (v3_norm(v3_sub(place[i], place[j])) < 0.42) {
        bar(b, vector[j], vector[i], v3_sub(place[i], place[j]), 60);
      }
    }
  }
  for (int k = 0; k < 4; k++) {
    y[k] = sn_add_sum(b, N, vector, weight[k]);
  }
  const sn_frame frame = sn_node_frame(b, sn_add_triad(b, ZERO, v3(1, 0.2, 0), m3_identity(), spin));
  sn_block_meet(b);
  const double one = 1;
  const int pair[2] = {y[0], frame.vector[0]}, minus = sn_interpolate(b, 2, pair, (const double[]){1, -1});
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, minus, sn_axis_of(b, &frame, k), 0);
  }
  sn_block_begin(b, &sn_law_constraint, "polar"); /* d_k.y_j = d_j.y_k */
  int moment[3], axis[3];
  for (int k = 0; k < 3; k++) {
    moment[k] = sn_interpolate(b, 1, y + 1 + k, &one);
    axis[k] = sn_axis_of(b, &frame, k);
  }
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    sn_form_begin(b, 0);
    sn_form_term(b, 1, axis[i], moment[j]);
    sn_form_term(b, -1, axis[j], moment[i]);
  }
  const sn_frame hinge = sn_frame_local(b, &frame, v3(0, 0, 0.25), m3_identity());
  const sn_v3 x = v3(0.1, 0, 0.3), x_dot = v3_add(v3(1, 0.2, 0), v3_cross(spin, x));
  const sn_frame body = body_at(b, x, x_dot, v3(0.5, -1, 6)),
                 on = sn_frame_local(b, &body, v3(-0.1, 0, -0.05), m3_identity());
  meet(b, &hinge, &on);
  sn_block_begin(b, &sn_law_constraint, "axis");
  for (int k = 0; k < 2; k++) {
    sn_form(b, 1, sn_axis_of(b, &on, 2), sn_axis_of(b, &hinge, k), 0);
  }
  sn_block_begin(b, &sn_law_potential, "spring");
  const int ex = sn_axis_of(b, &on, 0), hx = sn_axis_of(b, &hinge, 0), hy = sn_axis_of(b, &hinge, 1);
  const int cosine = sn_form(b, 1, ex, hx, 0);
  sn_form(b, 1, ex, hy, 0);
  sn_coordinate_angle(b, cosine, 1);
  sn_composite_potential(b, sn_potential_spring(b, 3, 0.2));
  m.status = sn_builder_finish(b, &m.system, &m.state, &m.error);
  return m;
}

static void test_surface(void)
{
  for (int k = 0; k < 3; k++) {
    const sn_scheme *scheme = k < 2 ? &sn_scheme_ed : &sn_scheme_ep;
    mechanism m = surface();
    sn_instant *instant = NULL;
    sn_v3 p0, j0, p, j;
    CHECK_OK(m.status, m.error);
    CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
    CHECK_OK(sn_instant_start(instant, &m.state, 1, NULL, &m.error), m.error);
    sn_instant_free(instant);
    sn_momenta(m.system, &m.state, &p0, &j0);
    const double defect = run(&m, scheme, k == 0, 1, 5e-3, 200);
    sn_momenta(m.system, &m.state, &p, &j);
    const double linear = v3_norm(v3_sub(p, p0)) / v3_norm(p0), angular = v3_norm(v3_sub(j, j0)) / v3_norm(j0);
    printf("  %s(%d): identity %.1e, momenta %.1e %.1e, closed to %.1e\n", scheme->name, k == 0, defect, linear,
           angular, sn_constraint_error(m.system, &m.state));
    CHECK_BELOW(defect, 1e-12);
    CHECK_BELOW(linear, 1e-13);
    CHECK_BELOW(angular, 1e-13);
    CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-12);
    mechanism_free(&m);
  }
}

static void test_oracle(void)
{
  for (int k = 0; k < 3; k++) {
    const sn_scheme *scheme = k < 2 ? &sn_scheme_ed : &sn_scheme_ep;
    mechanism m = net(3, 1);
    sn_stepper *x = NULL;
    sn_instant *instant = NULL;
    double apart = 0;
    CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
    CHECK_OK(sn_instant_start(instant, &m.state, 1, NULL, &m.error), m.error);
    sn_state trusted = mechanism_state(&m);
    const sn_step_options options = {.alpha = k == 0, .instant = instant};
    CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
    /* damped: one step, since later ones look at 16 of the 20 bars only, and the oracle at all of them */
    for (int i = 0; i < (k == 0 ? 1 : 3) && x; i++) {
      sn_step_report r, o;
      CHECK_OK(scheme->step(x, &m.state, 5e-3, &r, &m.error), m.error);
      CHECK_OK(k == 2 ? oracle_ep_step(m.system, &trusted, 5e-3, &o, &m.error)
                      : oracle_step(m.system, &trusted, k == 0, 5e-3, &o, &m.error),
               m.error);
      for (int v = 0; v < m.system->n_vector; v++) {
        apart = fmax(apart, v3_norm(v3_sub(m.state.q[v], trusted.q[v])));
        apart = fmax(apart, 5e-3 * v3_norm(v3_sub(m.state.v[v], trusted.v[v])));
      }
    }
    printf("  %s(%d): oracle %.1e\n", scheme->name, k == 0, apart);
    CHECK_BELOW(apart, 1e-11);
    scheme->destroy(x);
    sn_instant_free(instant);
    mechanism_free(&m);
  }
}

/* ---- what sums are made of */

static void test_size(void)
{
  double before = 0;
  for (int n = 64; n <= 4096; n *= 4) {
    mechanism m;
    sn_builder *b = begin(&m);
    int *vector = SN_NEW(m.arena, int, n);
    double *weight = SN_NEW(m.arena, double, n), work = 0;
    int wide = 0;
    sn_v3 exact = ZERO;
    for (int i = 0; i < n; i++) {
      const sn_v3 x = v3(i, sin(i), 1);
      vector[i] = i % 5 ? sn_vector_of(b, sn_add_point(b, x, ZERO), 0) : sn_fixed_point_frame(b, x).vector[0];
      weight[i] = cos(3 * i);
      exact = v3_axpy(exact, weight[i], x);
    }
    const int p = sn_add_sum(b, n, vector, weight);
    sn_item_begin(b, "joint", "soft", "here.lua:1");
    sn_item_penalty(b, 100); /* does not concern definitions */
    (void)sn_add_sum(b, 3, vector, weight);
    CHECK_OK(sn_builder_finish(b, &m.system, &m.state, &m.error), m.error);
    CHECK_BELOW(v3_norm(v3_sub(m.state.q[p], exact)), 1e-12 * n * n);
    CHECK(m.system->n_penalty == 0);
    for (int i = 0; i < m.system->n_block; i++) {
      const sn_block *k = m.system->block + i;
      wide += !k->is_sum || k->n_vec > 20 || m.system->node[k->node[0]].vector[0] != k->vector[0];
      work += (double)k->n_vec * k->n_vec;
    }
    CHECK(wide == 0);
    CHECK(n == 64 || (work / before > 3.5 && work / before < 4.5));
    before = work;
    mechanism_free(&m);
  }
}

int main(void)
{
  RUN(test_same_motion);
  RUN(test_damped);
  RUN(test_same_instant);
  RUN(test_threads);
  RUN(test_surface);
  RUN(test_oracle);
  RUN(test_size);
  return REPORT();
}
