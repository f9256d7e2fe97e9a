/* lab/rod/references.c -- the same accelerations as lab/rod/absolute.c, relative.c and mixed.c by matrices: slow, plain, for checks.
 * What:    (1) by the banded KKT matrix, order (c, s, lambda1, lambda2, x, y) per element, half bandwidth 4; (3) by the banded
 *          matrix of order (eta_k, lambda1, eta_xi, k, c, s, x, y, xi, lambda2), half bandwidth 6; both with pivoting.
 *          (2) by the dense mass matrix and Cholesky.
 * Theory:  docs/rods.md (10), (14), (17).
 * Tests:   tests/lab/test_rod.c; `sinew study` measures what they cost.
 */
#include <math.h>
#include <string.h>

#include "lab/rod/rod_private.h"
#include "math/lapack.h"

sn_status sn_rod_band_new(int n, int upper, int lower, sn_arena *arena, sn_rod_band *out, sn_error *error)
{
  const int top = upper + lower, rows = top + lower + 1;
  double **column = SN_NEW(arena, double *, n), *all = SN_NEW(arena, double, (size_t)n *(size_t)rows);
  int *pivot = SN_NEW(arena, int, n);
  if (!column || !all || !pivot) {
    (void)sn_no_memory(error, "the matrix of the rod");
    return SN_ENOMEM;
  }
  for (int j = 0; j < n; j++) {
    column[j] = all + (size_t)j * (size_t)rows;
  }
  *out = (sn_rod_band){column, n, upper, lower, top, pivot};
  return SN_OK;
}

void sn_rod_band_clear(sn_rod_band *b)
{
  memset(b->column[0], 0, sizeof(double) * (size_t)b->n * (size_t)(b->top + b->lower + 1));
}

sn_status sn_rod_band_solve(sn_rod_band *b, double *x, sn_error *error)
{
  const int one = 1, rows = b->top + b->lower + 1;
  int info = 0;
  dgbsv_(&b->n, &b->lower, &b->upper, &one, b->column[0], &rows, b->pivot, x, &b->n, &info);
  return info == 0 ? SN_OK : sn_fail(error, SN_ESINGULAR, "", "The matrix of the rod is singular.", "", "");
}

static void add_pair(sn_rod_band *b, int i, int j, double value)
{
  sn_rod_band_add(b, i, j, value);
  sn_rod_band_add(b, j, i, value);
}

/* Indices of the unknowns of an element: c, s, x, y, lambda1, lambda2, in a block of `size`. */
typedef struct {
  int size, c, x, shear, unit;
} order;

/* M and G of one element, and its right sides. */
static void add_kkt(const sn_rod_motion *m, const double *f, int rank_one, order w, int i, sn_rod_band *b, double *rhs)
{
  const sn_rod *rod = m->rod;
  sn_rod_element e;
  sn_rod_element_at(rod, m->o, m->p, m->v, i, &e);
  const int at = w.size * i, c = at + w.c, x = at + w.x, shear = at + w.shear, unit = at + w.unit;
  const sn_p2 iz = p2_turn(e.z), iD = p2_turn(e.D);
  const double omega = p2_cross(e.z, e.zd);
  const double inertia[3] = {rank_one ? iz.x * iz.x : 1, rank_one ? iz.x * iz.y : 0, rank_one ? iz.y * iz.y : 1};
  sn_rod_band_add(b, c, c, rod->J * inertia[0]);
  sn_rod_band_add(b, c + 1, c + 1, rod->J * inertia[2]);
  add_pair(b, c, c + 1, rod->J * inertia[1]);
  sn_rod_band_add(b, x, x, rod->m[i]);
  sn_rod_band_add(b, x + 1, x + 1, rod->m[i]);
  add_pair(b, shear, c, -iD.x);
  add_pair(b, shear, c + 1, -iD.y);
  add_pair(b, shear, x, iz.x);
  add_pair(b, shear, x + 1, iz.y);
  add_pair(b, unit, c, e.z.x);
  add_pair(b, unit, c + 1, e.z.y);
  if (i > 0) {
    add_pair(b, shear, x - w.size, -iz.x);
    add_pair(b, shear, x + 1 - w.size, -iz.y);
  }
  p2_put(p2_at(f + 4 * i), rhs + c);
  if (rank_one) { /* the inertia turns with z: its quadratic force of velocities */
    rhs[c] += 2 * rod->J * omega * e.zd.y;
    rhs[c + 1] -= 2 * rod->J * omega * e.zd.x;
  }
  p2_put(p2_at(f + 4 * i + 2), rhs + x);
  rhs[shear] = -2 * p2_cross(e.zd, e.Dd) + (i == 0 ? p2_dot(iz, m->o->a) : 0);
  rhs[unit] = -p2_dot(e.zd, e.zd);
}

sn_status sn_rod_absolute_band(const sn_rod_motion *m, int rank_one, sn_arena *scratch, double *a, double *lambda,
                               sn_error *error)
{
  const order w = {6, 0, 4, 2, 3};
  const int n = m->rod->n;
  sn_rod_band b;
  double *rhs = SN_NEW(scratch, double, 6 * n), *f = SN_NEW(scratch, double, 4 * n);
  SN_TRY(sn_rod_band_new(6 * n, 4, 4, scratch, &b, error));
  if (!rhs || !f) {
    return sn_no_memory(error, "the matrix of the rod");
  }
  sn_rod_forces(m->rod, m->o, m->p, m->v, NULL, NULL, 1, f);
  for (int i = 0; i < n; i++) {
    add_kkt(m, f, rank_one, w, i, &b, rhs);
  }
  SN_TRY(sn_rod_band_solve(&b, rhs, error));
  for (int i = 0; i < n; i++) {
    p2_put(p2_at(rhs + 6 * i), a + 4 * i);
    p2_put(p2_at(rhs + 6 * i + 4), a + 4 * i + 2);
    if (lambda) {
      p2_put(p2_at(rhs + 6 * i + 2), lambda + 2 * i);
    }
  }
  return SN_OK;
}

/* -Psi of element i, and the rows of q and eta. */
static void add_strains(const sn_rod_motion *m, const double *still, const double *stress, int i, sn_rod_band *b,
                        double *rhs)
{
  enum { ETA_K, SHEAR, ETA_XI, K, C, S, X, Y, XI, UNIT, SIZE };
  sn_rod_element e;
  sn_rod_element_at(m->rod, m->o, m->p, m->v, i, &e);
  const int at = SIZE * i;
  const sn_rod_bend *k = &e.bend;
  const sn_p2 own = p2_axpy(p2_scale(k->d, e.z0), k->w, p2_turn(e.z0));
  const sn_p2 before = p2_axpy(p2_scale(k->d, e.z), -k->w, p2_turn(e.z));
  add_pair(b, at + ETA_K, at + C, -own.x);
  add_pair(b, at + ETA_K, at + S, -own.y);
  add_pair(b, at + ETA_XI, at + C, -e.D.x);
  add_pair(b, at + ETA_XI, at + S, -e.D.y);
  add_pair(b, at + ETA_XI, at + X, -e.z.x);
  add_pair(b, at + ETA_XI, at + Y, -e.z.y);
  if (i > 0) {
    add_pair(b, at + ETA_K, at - SIZE + C, -before.x);
    add_pair(b, at + ETA_K, at - SIZE + S, -before.y);
    add_pair(b, at + ETA_XI, at - SIZE + X, e.z.x);
    add_pair(b, at + ETA_XI, at - SIZE + Y, e.z.y);
  }
  add_pair(b, at + ETA_K, at + K, 1);
  add_pair(b, at + ETA_XI, at + XI, 1);
  rhs[at + K] = stress[2 * i];
  rhs[at + XI] = stress[2 * i + 1];
  rhs[at + ETA_K] = still[2 * i];
  rhs[at + ETA_XI] = still[2 * i + 1];
}

sn_status sn_rod_mixed_band(const sn_rod_motion *m, int printed, sn_arena *scratch, double *a, double *qdd,
                            sn_error *error)
{
  const order w = {10, 4, 6, 1, 9};
  const sn_rod *rod = m->rod;
  const double *q = m->q, *qd = m->qd;
  const int n = rod->n;
  sn_rod_band b;
  double *rhs = SN_NEW(scratch, double, 10 * n), *f = SN_NEW(scratch, double, 4 * n);
  double *zero = SN_NEW(scratch, double, 4 * n), *still = SN_NEW(scratch, double, 2 * n);
  double *stress = SN_NEW(scratch, double, 2 * n);
  SN_TRY(sn_rod_band_new(10 * n, 6, 6, scratch, &b, error));
  if (!rhs || !f || !zero || !still || !stress) {
    return sn_no_memory(error, "the matrix of the rod");
  }
  sn_rod_forces(rod, m->o, m->p, m->v, NULL, NULL, printed, f);
  sn_rod_strain_rates(rod, m->o, m->p, m->v, zero, still); /* residual without accelerations of p */
  for (int i = 0; i < n && !printed; i++) {
    stress[2 * i] = -rod->B[i] * (q[2 * i] + rod->tau * qd[2 * i]);
    stress[2 * i + 1] = -rod->EA / rod->l * (q[2 * i + 1] - rod->l + rod->tau * qd[2 * i + 1]);
  }
  for (int i = 0; i < n; i++) {
    add_kkt(m, f, 0, w, i, &b, rhs);
    add_strains(m, still, stress, i, &b, rhs);
  }
  SN_TRY(sn_rod_band_solve(&b, rhs, error));
  for (int i = 0; i < n; i++) {
    p2_put(p2_at(rhs + 10 * i + 4), a + 4 * i);
    p2_put(p2_at(rhs + 10 * i + 6), a + 4 * i + 2);
    qdd[2 * i] = rhs[10 * i + 3];
    qdd[2 * i + 1] = rhs[10 * i + 8];
  }
  return SN_OK;
}

/* ---- (2), dense */

/* dx_n/dtheta_j and dx_n/dxi_j for n >= j */
static sn_p2 column(const double *p, sn_p2 before, int j, int n, int along)
{
  return along ? p2_at(p + 4 * j) : p2_turn(p2_sub(p2_at(p + 4 * n + 2), before));
}

sn_status sn_rod_relative_dense(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd,
                                sn_arena *scratch, double *qdd, sn_error *error)
{
  const int n = rod->n, N = 2 * n;
  double **H = SN_NEW(scratch, double *, N), *all = SN_NEW(scratch, double, (size_t)N *(size_t)N);
  double *p = SN_NEW(scratch, double, 4 * n), *v = SN_NEW(scratch, double, 4 * n), *rhs = SN_NEW(scratch, double, N);
  sn_p2 *still = SN_NEW(scratch, sn_p2, n), *moments = SN_NEW(scratch, sn_p2, n + 1);
  double *mass = SN_NEW(scratch, double, n + 1), *second = SN_NEW(scratch, double, n + 1);
  if (!H || !all || !p || !v || !rhs || !still || !moments || !mass || !second) {
    return sn_no_memory(error, "the matrix of the rod");
  }
  const int bad = sn_rod_unfold(rod, o, q, qd, p, v);
  if (bad) {
    return sn_failf(error, SN_EINPUT, "Element %d has no angle.", bad);
  }
  for (int i = n - 1; i >= 0; i--) { /* sums over the nodes from i on: mass, first and second moment about x_0 */
    const sn_p2 x = p2_sub(p2_at(p + 4 * i + 2), o->x);
    mass[i] = mass[i + 1] + rod->m[i];
    moments[i] = p2_axpy(moments[i + 1], rod->m[i], x);
    second[i] = second[i + 1] + rod->m[i] * p2_dot(x, x);
  }
  double spin = o->alpha; /* accelerations without those of q */
  sn_p2 acceleration = o->a;
  for (int i = 0; i < n; i++) {
    const sn_p2 z = p2_at(p + 4 * i);
    const double omega = p2_cross(z, p2_at(v + 4 * i)), xi = q[2 * i + 1];
    acceleration = p2_axpy(acceleration, 2 * omega * qd[2 * i + 1] + spin * xi, p2_turn(z));
    acceleration = p2_axpy(acceleration, -omega * omega * xi, z);
    still[i] = acceleration;
  }
  for (int j = 0; j < N; j++) {
    H[j] = all + (size_t)j * (size_t)N;
  }
  for (int j = 0; j < n; j++) {
    const sn_p2 zj = p2_at(p + 4 * j), bj = p2_sub(j > 0 ? p2_at(p + 4 * j - 2) : o->x, o->x);
    for (int i = 0; i <= j; i++) { /* all nodes from j on move with both */
      const sn_p2 zi = p2_at(p + 4 * i), bi = p2_sub(i > 0 ? p2_at(p + 4 * i - 2) : o->x, o->x);
      const double turning = second[j] - p2_dot(p2_add(bi, bj), moments[j]) + mass[j] * p2_dot(bi, bj);
      H[2 * i][2 * j] = H[2 * j][2 * i] = turning + rod->J * (n - j);
      H[2 * i + 1][2 * j + 1] = H[2 * j + 1][2 * i + 1] = mass[j] * p2_dot(zi, zj);
      const sn_p2 from_i = p2_axpy(moments[j], -mass[j], bi), from_j = p2_axpy(moments[j], -mass[j], bj);
      H[2 * i][2 * j + 1] = H[2 * j + 1][2 * i] = p2_dot(p2_turn(from_i), zj);
      H[2 * i + 1][2 * j] = H[2 * j][2 * i + 1] = p2_dot(p2_turn(from_j), zi);
    }
    sn_rod_turn t;
    (void)sn_rod_turn_of(sn_rod_measure_of(rod, j), q[2 * j], &t);
    double Q[2] = {-rod->B[j] * (q[2 * j] + rod->tau * qd[2 * j]) * t.slope + o->moment - rod->J * (n - j) * spin,
                   -rod->EA / rod->l * (q[2 * j + 1] - rod->l + rod->tau * qd[2 * j + 1])};
    const sn_p2 before = j > 0 ? p2_at(p + 4 * j - 2) : o->x;
    for (int i = j; i < n; i++) {
      const sn_p2 f = p2_axpy(i == n - 1 ? o->force : p2(0, 0), rod->m[i], p2_sub(rod->gravity, still[i]));
      Q[0] += p2_dot(column(p, before, j, i, 0), f);
      Q[1] += p2_dot(column(p, before, j, i, 1), f);
    }
    rhs[2 * j] = Q[0];
    rhs[2 * j + 1] = Q[1];
  }
  const int one = 1;
  int info = 0;
  dposv_("L", &N, &one, all, &N, rhs, &N, &info, 1);
  if (info != 0) {
    return sn_fail(error, SN_ESINGULAR, "", "The mass matrix of the rod is not positive.", "", "");
  }
  for (int j = 0; j < n; j++) {
    sn_rod_turn t;
    (void)sn_rod_turn_of(sn_rod_measure_of(rod, j), q[2 * j], &t);
    const double rate = qd[2 * j] / t.slope;
    qdd[2 * j] = t.slope * rhs[2 * j] + t.second * rate * rate;
    qdd[2 * j + 1] = rhs[2 * j + 1];
  }
  return SN_OK;
}
