/* tests/math/test_eigen.c -- eigenvalues of products of operators: dense against Krylov, closed forms, singular weights. */
#include "harness.h"
#include "math/eigen.h"
#include "math/linear.h"

static const double pi = 3.14159265358979323846;

/* A chain of n masses between two walls, tridiagonal stiffness; every `gap`-th has no mass (0: all have). */
typedef struct {
  int n, gap;
  double damping; /* >= 0: state space (x, v), velocities damped */
  double shift;
} chain;

/* (K + shift M)^-1 r by Gauss on three diagonals */
static double mass(const chain *c, int i)
{
  return c->gap > 0 && i % c->gap == 1 ? 0 : 1;
}
static void solve_chain(const chain *c, double damping, const double *r, double *x)
{
  double up[2000] = {0};
  for (int i = 0; i < c->n; i++) {
    const double k = 2 + (c->shift * c->shift + damping * c->shift) * mass(c, i);
    const double d = i > 0 ? k + up[i - 1] : k;
    up[i] = -1 / d;
    x[i] = (r[i] + (i > 0 ? x[i - 1] : 0)) / d;
  }
  for (int i = c->n - 2; i >= 0; i--) {
    x[i] -= up[i] * x[i + 1];
  }
}
static sn_status solve(void *data, const double *r, double *x)
{
  solve_chain(data, 0, r, x);
  return SN_OK;
}
static void weigh(void *data, const double *x, double *r)
{
  const chain *c = data;
  for (int i = 0; i < c->n; i++) {
    r[i] = mass(c, i) * x[i];
  }
}

/* omega^2 = 4 sin^2(k pi/2(n+1)) */
static void test_chain(void)
{
  for (int way = SN_EIGEN_DENSE; way <= SN_EIGEN_KRYLOV; way++) {
    for (int n = 40; n <= 300; n += 260) {
      sn_arena *arena = sn_arena_new(NULL);
      chain c = {.n = n, .shift = 0.01};
      const sn_pencil p = {.n = n, .data = &c, .solve = solve, .weigh = weigh};
      sn_eigenpairs e;
      sn_error error = {0};
      CHECK_OK(sn_eigen_symmetric(&p, 8, (sn_eigen_method)way, arena, &e, &error), error);
      CHECK(e.n == 8 && e.method == (sn_eigen_method)way);
      for (int k = 0; k < e.n; k++) {
        const double s = 2 * sin((k + 1) * pi / (2 * (n + 1)));
        CHECK_NEAR(1 / e.re[k] - c.shift * c.shift, s * s, 1e-12);
        double sum = 0;
        for (int i = 0; i < n; i++) { /* the shape: a sine of unit length */
          const double x = e.x_re[k * n + i];
          sum += x * x;
          CHECK_NEAR(fabs(x), fabs(sqrt(2.0 / (n + 1)) * sin((k + 1) * (i + 1) * pi / (n + 1))), 1e-9);
        }
        CHECK_NEAR(sum, 1, 1e-10);
      }
      sn_arena_free(arena);
    }
  }
}

/* Weights that are zero for half of the unknowns: as many eigenvalues as there are masses, the same by both ways. */
static void test_semidefinite(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  chain c = {.n = 90, .gap = 2, .shift = 0.01};
  const sn_pencil p = {.n = c.n, .data = &c, .solve = solve, .weigh = weigh};
  sn_eigenpairs e, d;
  sn_error error = {0};
  CHECK_OK(sn_eigen_symmetric(&p, 90, SN_EIGEN_ANY, arena, &e, &error), error);
  CHECK(e.n == 45 && e.method == SN_EIGEN_DENSE);
  CHECK_OK(sn_eigen_symmetric(&p, 10, SN_EIGEN_KRYLOV, arena, &d, &error), error);
  CHECK(d.n == 10 && d.method == SN_EIGEN_KRYLOV);
  for (int k = 0; k < d.n; k++) {
    CHECK_NEAR(d.re[k] / e.re[k], 1, 1e-12);
    double r[90], y[90], worst = 0;
    weigh(&c, d.x_re + k * c.n, r); /* also where there is no mass */
    solve_chain(&c, 0, r, y);
    for (int i = 0; i < c.n; i++) {
      worst = fmax(worst, fabs(y[i] - d.re[k] * d.x_re[k * c.n + i]));
    }
    CHECK_BELOW(worst / d.re[k], 1e-10);
  }
  sn_arena_free(arena);
}

/* (s^2 + c s) M + K: every mode of the chain is a damped oscillator of its own. */
static sn_status solve_damped(void *data, const double *r, double *z)
{
  const chain *c = data;
  double rhs[2000] = {0};
  for (int i = 0; i < c->n; i++) {
    rhs[i] = -r[c->n + i] - (c->damping + c->shift) * mass(c, i) * r[i];
  }
  solve_chain(c, c->damping, rhs, z);
  for (int i = 0; i < c->n; i++) {
    z[c->n + i] = r[i] + c->shift * z[i];
  }
  return SN_OK;
}
static void weigh_damped(void *data, const double *z, double *r)
{
  const chain *c = data;
  memcpy(r, z, (size_t)c->n * sizeof(double));
  weigh(data, z + c->n, r + c->n);
}
static void test_damped(void)
{
  for (int way = SN_EIGEN_DENSE; way <= SN_EIGEN_KRYLOV; way++) {
    sn_arena *arena = sn_arena_new(NULL);
    chain c = {.n = 100, .shift = 0.02, .damping = 0.09}; /* the first is overdamped */
    const sn_pencil p = {.n = 2 * c.n, .data = &c, .solve = solve_damped, .weigh = weigh_damped};
    sn_eigenpairs e;
    sn_error error = {0};
    CHECK_OK(sn_eigen_general(&p, 10, (sn_eigen_method)way, arena, &e, &error), error);
    CHECK(e.n >= 10 && e.method == (sn_eigen_method)way);
    for (int k = 0; k < e.n; k++) {
      const double h = e.re[k] * e.re[k] + e.im[k] * e.im[k];
      const double re = c.shift + e.re[k] / h, im = -e.im[k] / h;
      double best = 1;
      for (int j = 1; j <= c.n; j++) {
        const double w = 2 * sin(j * pi / (2 * (c.n + 1))), D = c.damping * c.damping / 4 - w * w;
        for (int sign = -1; sign <= 1; sign += 2) {
          const double x = -c.damping / 2 + (D > 0 ? sign * sqrt(D) : 0), y = D > 0 ? 0 : sign * sqrt(-D);
          best = fmin(best, hypot(re - x, im - y));
        }
      }
      CHECK_BELOW(best, 1e-12);
      const double *a = e.x_re + 2 * k * c.n, *b = e.x_im + 2 * k * c.n; /* v = s x */
      for (int i = 0; i < c.n; i++) {
        CHECK_BELOW(fabs(a[c.n + i] - re * a[i] + im * b[i]) + fabs(b[c.n + i] - re * b[i] - im * a[i]), 1e-11);
      }
    }
    sn_arena_free(arena);
  }
}

static sn_status refuse(void *data, const double *r, double *x)
{
  (void)data, (void)r, (void)x;
  return SN_ESINGULAR;
}

static void test_failures(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  chain c = {.n = 40, .shift = 0.01};
  const sn_pencil none = {.data = &c, .solve = solve, .weigh = weigh},
                  bad = {.n = 40, .data = &c, .solve = refuse, .weigh = weigh};
  sn_eigenpairs e;
  sn_error error = {0};
  CHECK_OK(sn_eigen_symmetric(&none, 5, SN_EIGEN_ANY, arena, &e, &error), error);
  CHECK(e.n == 0);
  for (int way = SN_EIGEN_DENSE; way <= SN_EIGEN_KRYLOV; way++) {
    CHECK(sn_eigen_symmetric(&bad, 5, (sn_eigen_method)way, arena, &e, &error) == SN_ESINGULAR);
    CHECK(sn_eigen_general(&bad, 5, (sn_eigen_method)way, arena, &e, &error) == SN_ESINGULAR);
  }
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_chain);
  RUN(test_semidefinite);
  RUN(test_damped);
  RUN(test_failures);
  return REPORT();
}
