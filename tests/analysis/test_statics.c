/* tests/analysis/test_statics.c -- static equilibrium: the tangent against differences, closed forms, stability, and what
 *                                   nothing holds. */
#include "analysis/statics_private.h"
#include "mechanism.h"

static const double g = 9.81;
static const double pi = 3.14159265358979323846;

static int point(mechanism *k, const char *name, sn_v3 x, double mass)
{
  sn_item_begin(k->b, "point", name, "here.lua:1");
  const int node = sn_add_point(k->b, x, v3(0, 0, 0)), v = sn_vector_of(k->b, node, 0);
  sn_add_mass(k->b, v, v, mass);
  return node;
}

static sn_frame frame_of(mechanism *k, int node)
{
  return node < 0 ? sn_ground_frame(k->b) : sn_node_frame(k->b, node);
}

/* k (l - rest)^2/2 */
static void spring(mechanism *k, const sn_frame *a, const sn_frame *b, double stiffness, double rest)
{
  sn_item_begin(k->b, "spring", "spring", "here.lua:2");
  sn_block_begin(k->b, &sn_law_potential, "spring");
  const int u = sn_between(k->b, a, b);
  sn_coordinate_length(k->b, sn_form(k->b, 0.5, u, u, 0), 1);
  sn_composite_potential(k->b, sn_potential_spring(k->b, stiffness, rest));
}

static void rod(mechanism *k, int a, int b)
{
  const sn_frame A = frame_of(k, a), B = frame_of(k, b);
  sn_item_begin(k->b, "distance", "rod", "here.lua:3");
  sn_block_begin(k->b, &sn_law_constraint, "length");
  const int u = sn_between(k->b, &A, &B);
  sn_form_zero(k->b, sn_form(k->b, 0.5, u, u, 0));
}

static sn_equilibrium solve(mechanism *k)
{
  sn_equilibrium e;
  CHECK_OK(sn_statics(k->m, &k->x, k->arena, &e, &k->error), k->error);
  CHECK_BELOW(e.residual, 1e-10);
  CHECK_BELOW(sn_constraint_error(k->s, &k->x), 1e-13);
  /* nothing is accelerated: the equations of motion agree */
  CHECK_OK(sn_instant_start(k->m, &k->x, 1, NULL, &k->error), k->error);
  CHECK_OK(sn_instant_observe(k->m, &k->x, NULL, &k->o, &k->error), k->error);
  for (int i = 0; i < k->s->n_vector; i++) {
    CHECK_BELOW(v3_norm(k->o.a[i]), 1e-9);
  }
  return e;
}

/* A weight on a spring hangs m g/k below its rest; drawn to the side. */
static void test_spring_and_mass(void)
{
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int p = point(&k, "p", v3(0.3, -0.2, -0.9), 2);
  const sn_frame G = frame_of(&k, -1), P = frame_of(&k, p);
  spring(&k, &G, &P, 100, 1);
  mechanism_finish(&k);
  const sn_equilibrium e = solve(&k);
  CHECK_BELOW(distance(k.x.q[position_of(&k, p)], v3(0, 0, -1 - 2 * g / 100)), 1e-13);
  CHECK(!e.unstable);
  CHECK_NEAR(e.force, 2 * g, 1e-9);
  mechanism_end(&k);
}

/* A body on a hinge: from anywhere it goes to the bottom; drawn exactly upright it stays, and that is said. */
static void test_pendulum(void)
{
  static const double drawn[] = {0.1, 1.5, 3.0, -3.1};
  const double l = 0.7, J[3] = {0.02, 0.05, 0.04};
  for (int i = 0; i < 5; i++) {
    const double a = i < 4 ? drawn[i] : 0;
    const sn_v3 x = i < 4 ? v3(l * sin(a), 0, -l * cos(a)) : v3(0, 0, l);
    mechanism k = mechanism_begin(v3(0, 0, -g));
    const int b = add_body(&k, "bar", x, m3_identity(), 3, J);
    revolute(&k, "pivot", -1, b, v3(0, 0, 0), v3(0, 1, 0));
    mechanism_finish(&k);
    const sn_equilibrium e = solve(&k);
    CHECK_BELOW(distance(k.x.q[position_of(&k, b)], v3(0, 0, i < 4 ? -l : l)), 1e-12);
    CHECK(e.unstable == (i == 4));
    if (i == 4) {
      /* the metric of the search has a millionth more inertia than the body */
      CHECK_NEAR(e.unstable_rate, sqrt(3 * g * l / (J[1] + 3 * l * l)), 1e-4);
      CHECK(e.unstable_item == k.s->node[0].item);
    }
    mechanism_end(&k);
  }
}

/* m g l sin a = c (a0 - a): three equilibria; from either side the nearest stable one, the middle one is unstable. */
static void test_pendulum_with_spring(void)
{
  const double l = 0.5, m = 2, c = 2.5, J[3] = {0.02, 0.05, 0.04};
  static const double drawn[] = {2.6, -2.6, 0.05};
  double found[3] = {0};
  for (int i = 0; i < 3; i++) { /* upright at angle zero, spring at rest there: buckled to either side */
    const sn_m3 r = sn_rotation_axis_angle(v3(0, 1, 0), drawn[i]);
    mechanism k = mechanism_begin(v3(0, 0, -g));
    const int b = add_body(&k, "bar", m3_mul(r, v3(0, 0, l)), r, m, J);
    const sn_m3 axes = sn_rotation_along(v3(0, 1, 0));
    const sn_frame A = frame_at(&k, -1, v3(0, 0, 0), axes), B = frame_at(&k, b, v3(0, 0, 0), m3_mul3(r, axes));
    sn_item_begin(k.b, "revolute", "pivot", "here.lua:2");
    coincide(&k, &A, &B);
    align(&k, &A, &B, 2);
    sn_block_begin(k.b, &sn_law_potential, "spring");
    angle_forms(&k, &A, &B, 1);
    sn_composite_potential(k.b, sn_potential_spring(k.b, c, 0));
    mechanism_finish(&k);
    const sn_equilibrium e = solve(&k);
    const sn_v3 x = k.x.q[position_of(&k, b)];
    found[i] = atan2(x.x[0], x.x[2]);
    CHECK_NEAR(m * g * l * sin(found[i]), c * found[i], 1e-10); /* c a balances the weight */
    CHECK(!e.unstable);
    mechanism_end(&k);
  }
  CHECK_NEAR(found[0], -found[1], 1e-10);
  CHECK_NEAR(found[0], found[2], 1e-10);
  CHECK(found[0] > 1);
}

/* A hanging chain of n + 1 equal rods with equal weights at its knots: slopes rise by equal steps. */
static void test_chain(void)
{
  enum { N = 9 };
  const double l = 0.3, m = 0.4, span = 2.1;
  mechanism k = mechanism_begin(v3(0, 0, -g));
  int node[N];
  const double a = acos(span / ((N + 1) * l)); /* drawn as a V */
  for (int i = 0; i < N; i++) {
    const int s = i + 1, down = s <= (N + 1) / 2 ? s : N + 1 - s;
    node[i] = point(&k, "knot", v3(s * l * cos(a), 0, -down * l * sin(a)), m);
    rod(&k, i ? node[i - 1] : -1, node[i]);
  }
  sn_item_begin(k.b, "distance", "last", "here.lua:3");
  const sn_frame B = sn_fixed_point_frame(k.b, v3(span, 0, 0)), A = frame_of(&k, node[N - 1]);
  sn_block_begin(k.b, &sn_law_constraint, "length");
  const int u = sn_between(k.b, &A, &B);
  sn_form_zero(k.b, sn_form(k.b, 0.5, u, u, 0));
  mechanism_finish(&k);
  const sn_equilibrium e = solve(&k);
  CHECK(!e.unstable);
  double first = 0, H = 0;
  for (int i = 0; i <= N; i++) {
    const sn_v3 p = i ? k.x.q[position_of(&k, node[i - 1])] : v3(0, 0, 0);
    const sn_v3 q = i < N ? k.x.q[position_of(&k, node[i])] : v3(span, 0, 0);
    const double slope = (q.x[2] - p.x[2]) / (q.x[0] - p.x[0]);
    H = i == 1 ? m * g / (slope - first) : H; /* H (slope_1 - slope_0) = m g */
    first = i == 0 ? slope : first;
    CHECK_NEAR(slope, first + i * m * g / (H > 0 ? H : 1), i < 2 ? 1 : 1e-10);
    CHECK_BELOW(fabs(q.x[1]), 1e-12);
  }
  CHECK_NEAR(first, -(N * m * g) / (2 * H), 1e-10); /* each end carries half of the weight */
  mechanism_end(&k);
}

/* Bars in a row with torsion springs: small loads bend it like a beam, the last force acts at the tip. */
static void test_row_of_springs(void)
{
  enum { N = 6 };
  const double l = 0.2, c = 50, F = 1.5, J[3] = {0.001, 0.002, 0.002};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  int before = -1;
  sn_frame tip = {.node = -1};
  for (int i = 0; i < N; i++) {
    const int b = add_body(&k, "bar", v3((i + 0.5) * l, 0, 0), m3_identity(), 0.1, J);
    const sn_m3 axes = sn_rotation_along(v3(0, 1, 0));
    const sn_frame A = frame_at(&k, before, v3(i * l, 0, 0), axes), B = frame_at(&k, b, v3(i * l, 0, 0), axes);
    sn_item_begin(k.b, "revolute", "hinge", "here.lua:2");
    coincide(&k, &A, &B);
    align(&k, &A, &B, 2);
    sn_block_begin(k.b, &sn_law_potential, "spring");
    angle_forms(&k, &A, &B, 1);
    sn_composite_potential(k.b, sn_potential_spring(k.b, c, 0));
    before = b;
    tip = frame_at(&k, b, v3((i + 1) * l, 0, 0), m3_identity());
  }
  const sn_expr *f[3] = {NULL, NULL, NULL};
  sn_expr_builder *e = sn_expr_begin(k.arena, 1, (const char *const[]){"t"});
  CHECK_OK(sn_expr_end(e, sn_expr_constant(e, -F), &f[2], &k.error), k.error);
  sn_item_begin(k.b, "force", "force", "here.lua:4");
  sn_add_force(k.b, &tip, f, 0);
  mechanism_finish(&k);
  solve(&k);
  /* exact: c (phi_i - phi_(i-1)) = F times the horizontal arm from hinge i to the tip */
  double phi[N + 1] = {0}, x[N + 1] = {0};
  for (int i = 0; i < N; i++) {
    const int *d = k.s->node[i].vector + 1;
    phi[i + 1] = atan2(-k.x.q[d[0]].x[2], k.x.q[d[0]].x[0]);
    x[i + 1] = x[i] + l * cos(phi[i + 1]);
  }
  for (int i = 0; i < N; i++) {
    CHECK_NEAR(c * (phi[i + 1] - phi[i]), F * (x[N] - x[i]), 1e-10);
  }
  CHECK(phi[N] > 0.05);
  mechanism_end(&k);
}

/* Nothing holds a body that falls, and the message says so; a body that is not loaded stays. */
static void test_unsupported(void)
{
  const double J[3] = {0.02, 0.05, 0.04};
  mechanism k = mechanism_begin(v3(0, 0, -g));
  add_body(&k, "loose", v3(1, 0, 0), m3_identity(), 3, J);
  const int b = add_body(&k, "bar", v3(0, 0, -1), m3_identity(), 3, J);
  revolute(&k, "pivot", -1, b, v3(0, 0, 0), v3(0, 1, 0));
  mechanism_finish(&k);
  sn_equilibrium e;
  CHECK(sn_statics(k.m, &k.x, k.arena, &e, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.what, "nothing holds");
  CHECK_TEXT(k.error.what, "'loose'");
  CHECK_TEXT(k.error.what, "gravity along -z");
  CHECK_TEXT(k.error.fix, "hold");
  CHECK_BELOW(distance(k.x.q[position_of(&k, 0)], v3(1, 0, 0)), 0);
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, 0));
  add_body(&k, "idle", v3(1, 0, 0), m3_identity(), 3, J);
  mechanism_finish(&k);
  solve(&k);
  CHECK_BELOW(distance(k.x.q[position_of(&k, 0)], v3(1, 0, 0)), 0);
  mechanism_end(&k);
}

/* C^T total at q moved by h along unknown `of`, against the matrix times the unit vector. */
static void test_tangent(void)
{
  const double J[3] = {0.02, 0.05, 0.04};
  mechanism k = mechanism_begin(v3(1, 2, -g));
  const sn_m3 r = sn_rotation_axis_angle(v3(1, 2, 3), 0.7);
  const int a = add_body(&k, "a", v3(0.3, 0.1, -0.4), r, 2, J), b = add_body(&k, "b", v3(0.9, 0.3, -0.2), r, 1, J);
  spherical(&k, "ball", a, b, v3(0.6, 0.2, -0.3));
  revolute(&k, "pivot", -1, a, v3(0, 0, 0), v3(0.2, 1, 0.1));
  const sn_frame G = frame_at(&k, -1, v3(1, 1, 1), m3_identity()), B = frame_at(&k, b, v3(1, 0.4, -0.1), r);
  spring(&k, &G, &B, 40, 0.8);
  const sn_frame A = frame_at(&k, a, v3(0.3, 0, 0), sn_rotation_along(v3(0.2, 1, 0.1)));
  sn_block_begin(k.b, &sn_law_elastic, "bushing");
  const int u = sn_between(k.b, &A, &B);
  for (int i = 0; i < 3; i++) {
    sn_form(k.b, 1, u, sn_axis_of(k.b, &A, i), 0.1 * i);
    sn_block_matrix(k.b, i, i, 10 + 5 * i);
  }
  const sn_expr *f[3] = {swing(&k, 3, 1), swing(&k, 2, 2), swing(&k, 1, 3)};
  sn_add_force(k.b, &B, f, 1);
  sn_add_moment(k.b, &A, f, 1);
  mechanism_finish(&k);
  *k.x.t = 0.8;
  sn_instant *m = k.m;
  sn_still w;
  sn_instant_read(m, &k.x);
  CHECK(!sn_still_has_potential(k.s));
  CHECK_OK(sn_still_new(m, 0, k.arena, &w, &k.error), k.error);
  memset(m->softness, 0, (size_t)m->n_row * sizeof(double));
  for (int i = 0; i < m->n_row; i++) {
    w.lambda[i] = 3 + cos(i);
  }
  m->load = m->weight = 0.7;
  const double h = 1e-6;
  double *xi = SN_NEW(k.arena, double, m->n_unknown + 1);
  double *side[2] = {SN_NEW(k.arena, double, m->n_unknown + 1), SN_NEW(k.arena, double, m->n_unknown + 1)};
  sn_v3 q[64];
  memcpy(q, m->q, sizeof(sn_v3) * (size_t)k.s->n_vector);
  for (int n = 0; n < k.s->n_node; n++) {
    for (int j = 0; j < m->node[n].size; j++) {
      for (int s = 0; s < 2; s++) {
        memcpy(m->q, q, sizeof(sn_v3) * (size_t)k.s->n_vector);
        memset(xi, 0, sizeof(double) * (size_t)m->n_unknown);
        xi[m->node[n].first + j] = s ? h : -h;
        sn_instant_displace(m, xi, 1);
        CHECK_OK(sn_still_forces(&w, &k.error), k.error);
        sn_still_total(&w);
        memset(side[s], 0, sizeof(double) * (size_t)m->n_unknown);
        sn_instant_add_projection(m, w.total, side[s]);
      }
      memcpy(m->q, q, sizeof(sn_v3) * (size_t)k.s->n_vector);
      sn_instant_set_axes(m);
      CHECK_OK(sn_still_forces(&w, &k.error), k.error);
      sn_still_total(&w);
      sn_still_metric(&w);
      sn_still_tangent(&w, 0);
      CHECK(sn_lin_factor(w.lin) == SN_OK);
      /* K x + G^T mu = -(difference) with rows G x = their change: x must be the unit vector */
      memset(w.x, 0, sizeof(double) * (size_t)w.n_unknown);
      for (int i = 0; i < k.s->n_node; i++) {
        for (int l = 0; l < m->node[i].size; l++) {
          const int at = m->node[i].first + l;
          w.x[w.first[i] + l] = -(side[1][at] - side[0][at]) / (2 * h);
        }
      }
      sn_instant_find_rows(m);
      for (int c = 0; c < m->n_constraint; c++) {
        const sn_constraint_rows *row = m->constraint + c;
        const sn_block *block = sn_instant_block(m, row);
        sn_instant_copy_rows(m, row, m->projected);
        for (int t = 0, local = 0; t < block->n_node; t++) {
          for (int l = 0; l < m->node[block->node[t]].size; l++, local++) {
            for (int i = 0; block->node[t] == n && l == j && i < row->n_row; i++) {
              w.x[w.row_first[row->block] + i] = m->projected[i * row->n_local + local];
            }
          }
        }
      }
      CHECK(sn_lin_solve(w.lin, w.x) == SN_OK);
      for (int i = 0; i < k.s->n_node; i++) {
        for (int l = 0; l < m->node[i].size; l++) {
          CHECK_NEAR(w.x[w.first[i] + l], i == n && l == j ? 1 : 0, 2e-7);
        }
      }
    }
  }
  sn_lin_free(w.lin);
  mechanism_end(&k);
}

/* Away from the equilibrium: the matrix that is kept as a symmetric one is the symmetric part of the exact one. */
static void test_symmetric_tangent(void)
{
  const double J[3] = {0.02, 0.05, 0.04};
  mechanism k = mechanism_begin(v3(1, 2, -g));
  const sn_m3 r = sn_rotation_axis_angle(v3(1, 2, 3), 0.7);
  const int a = add_body(&k, "a", v3(0.3, 0.1, -0.4), r, 2, J), b = add_body(&k, "b", v3(0.9, 0.3, -0.2), r, 1, J);
  spherical(&k, "ball", a, b, v3(0.6, 0.2, -0.3));
  revolute(&k, "pivot", -1, a, v3(0, 0, 0), v3(0.2, 1, 0.1));
  const sn_frame G = frame_at(&k, -1, v3(1, 1, 1), m3_identity()), B = frame_at(&k, b, v3(1, 0.4, -0.1), r);
  spring(&k, &G, &B, 40, 0.8);
  mechanism_finish(&k);
  sn_still w[2];
  sn_instant_read(k.m, &k.x);
  CHECK(sn_still_has_potential(k.s));
  memset(k.m->softness, 0, (size_t)k.m->n_row * sizeof(double));
  for (int i = 0; i < 2; i++) {
    CHECK_OK(sn_still_new(k.m, i, k.arena, w + i, &k.error), k.error);
    for (int row = 0; row < k.m->n_row; row++) {
      w[i].lambda[row] = 3 + cos(row);
    }
    CHECK_OK(sn_still_forces(w + i, &k.error), k.error);
    sn_still_total(w + i);
    sn_still_metric(w + i);
    sn_still_tangent(w + i, 0.3);
  }
  enum { MOST = 64 };
  const int n = w[0].n_unknown;
  CHECK(n == w[1].n_unknown && n < MOST);
  static double full[MOST][MOST], half[MOST][MOST];
  for (int j = 0; j < n; j++) {
    double unit[MOST] = {0};
    unit[j] = 1;
    memset(full[j], 0, sizeof full[j]);
    memset(half[j], 0, sizeof half[j]);
    sn_lin_times(w[0].lin, 1, 0, unit, full[j]);
    sn_lin_times(w[1].lin, 1, 0, unit, half[j]);
  }
  double off = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      CHECK_NEAR(half[i][j], (full[i][j] + full[j][i]) / 2, 1e-12);
      off = fmax(off, fabs(full[i][j] - full[j][i]));
    }
  }
  CHECK(off > 0.1); /* it is not symmetric here */
  for (int i = 0; i < 2; i++) {
    sn_lin_free(w[i].lin);
  }
  mechanism_end(&k);
}

/* A force that is no number is no balance, whichever row it is in. */
static void test_residual(void)
{
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int p = point(&k, "p", v3(0.6, 0, 0), 2), q = point(&k, "q", v3(1, 0.5, 0), 1);
  rod(&k, -1, p);
  rod(&k, p, q);
  mechanism_finish(&k);
  sn_still w;
  sn_instant_read(k.m, &k.x);
  CHECK_OK(sn_still_new(k.m, 1, k.arena, &w, &k.error), k.error);
  const int at[2] = {position_of(&k, p), position_of(&k, q)};
  for (int i = 0; i < 2; i++) {
    CHECK_OK(sn_still_forces(&w, &k.error), k.error);
    sn_still_total(&w);
    CHECK_NEAR(sn_still_residual(&w), 1, 1e-12); /* weight that nothing carries yet, over the largest */
    w.total[at[i]].x[2] = NAN;
    CHECK(isnan(sn_still_residual(&w)));
    CHECK(!(sn_still_residual(&w) <= sn_still_balanced(&w)));
  }
  sn_lin_free(w.lin);
  mechanism_end(&k);
}

/* The same place however the model is turned; in mm and with grams. */
static void test_invariance(void)
{
  sn_v3 want = v3(0, 0, 0);
  for (int which = 0; which < 3; which++) {
    const double u = which == 2 ? 1000 : 1;
    const sn_m3 r = which == 1 ? sn_rotation_axis_angle(v3(3, -1, 2), 1.3) : m3_identity();
    mechanism k = mechanism_begin(m3_mul(r, v3(0, 0, -g * u)));
    const int p = point(&k, "p", m3_mul(r, v3(0.6 * u, 0, 0)), 2), q = point(&k, "q", m3_mul(r, v3(u, 0.5 * u, 0)), 1);
    rod(&k, -1, p);
    rod(&k, p, q);
    const sn_frame S = sn_fixed_point_frame(k.b, m3_mul(r, v3(u, -u, 0.5 * u))), Q = frame_of(&k, q);
    spring(&k, &S, &Q, 30, 0.5 * u);
    mechanism_finish(&k);
    solve(&k);
    const sn_v3 x = v3_scale(1 / u, k.x.q[position_of(&k, q)]);
    if (which == 0) {
      want = x;
    }
    CHECK_BELOW(distance(x, m3_mul(r, want)), 1e-12);
    mechanism_end(&k);
  }
  CHECK(fabs(want.x[2]) < pi);
}

int main(void)
{
  RUN(test_tangent);
  RUN(test_symmetric_tangent);
  RUN(test_residual);
  RUN(test_spring_and_mass);
  RUN(test_pendulum);
  RUN(test_pendulum_with_spring);
  RUN(test_chain);
  RUN(test_row_of_springs);
  RUN(test_unsupported);
  RUN(test_invariance);
  return REPORT();
}
