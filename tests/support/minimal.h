/* tests/support/minimal.h -- small mechanisms in minimal coordinates: a reference that shares nothing with src/.
 * What:    Gragg's modified midpoint rule, extrapolated (order 16); equations of motion of plane bodies from partial
 *          derivatives of their places (d'Alembert's principle in Lagrange's form), up to three coordinates.
 * Use:     a function gives q'' of (t, q, q'); minimal_run fills a table of q at equal times, and checks that half the
 *          step gives the same.
 */
#ifndef SN_TESTS_SUPPORT_MINIMAL_H
#define SN_TESTS_SUPPORT_MINIMAL_H
#include <math.h>
#include <string.h>

#include "harness.h"

enum { MINIMAL_N = 3, MINIMAL_COLUMNS = 8 };

/* a = q''; n coordinates */
typedef void minimal_motion(double t, const double *q, const double *v, double *a, const void *data);

typedef struct {
  int n;
  minimal_motion *motion;
  const void *data;
  double y[2 * MINIMAL_N]; /* q, then q' */
} minimal;

static inline void minimal_rates(const minimal *m, double t, const double *y, double *rates)
{
  memcpy(rates, y + m->n, (size_t)m->n * sizeof *y);
  m->motion(t, y, y + m->n, rates + m->n, m->data);
}

/* 2 k small steps of the midpoint rule over h: the change of y, which is extrapolated with less round-off. */
static inline void minimal_midpoint(const minimal *m, double t, double h, int k, double *change)
{
  const int n = 2 * m->n, steps = 2 * k;
  const double d = h / steps;
  double a[2 * MINIMAL_N] = {0}, b[2 * MINIMAL_N], y[2 * MINIMAL_N], rates[2 * MINIMAL_N];
  minimal_rates(m, t, m->y, rates);
  for (int i = 0; i < n; i++) {
    b[i] = d * rates[i];
  }
  for (int s = 1; s <= steps; s++) {
    for (int i = 0; i < n; i++) {
      y[i] = m->y[i] + b[i];
    }
    minimal_rates(m, t + s * d, y, rates);
    for (int i = 0; i < n && s < steps; i++) {
      const double next = a[i] + 2 * d * rates[i];
      a[i] = b[i];
      b[i] = next;
    }
  }
  for (int i = 0; i < n; i++) {
    change[i] = (a[i] + b[i] + d * rates[i]) / 2;
  }
}

/* from t to t + h in `pieces` equal steps; errors are even powers of the small steps, so k^2 extrapolates */
static inline void minimal_advance(minimal *m, double t, double h, int pieces)
{
  const int n = 2 * m->n;
  const double piece = h / pieces;
  for (int p = 0; p < pieces; p++) {
    double row[MINIMAL_COLUMNS][2 * MINIMAL_N];
    for (int k = 0; k < MINIMAL_COLUMNS; k++) {
      minimal_midpoint(m, t + p * piece, piece, k + 1, row[k]);
      for (int j = k - 1; j >= 0; j--) { /* row[j] now belongs to small steps j + 1 .. k + 1 */
        const double ratio = (double)(k + 1) / (j + 1);
        for (int i = 0; i < n; i++) {
          row[j][i] = row[j + 1][i] + (row[j + 1][i] - row[j][i]) / (ratio * ratio - 1);
        }
      }
    }
    for (int i = 0; i < n; i++) {
      m->y[i] += row[0][i];
    }
  }
}

/* q at n_times times, `apart` seconds from each other, the first one at `apart`. The start stays. */
static inline void minimal_run(const minimal *start, double apart, int n_times, double (*q)[MINIMAL_N])
{
  const int pieces = 1 + (int)(apart / 0.02);
  minimal coarse = *start, fine = *start;
  double doubt = 0;
  for (int k = 0; k < n_times; k++) {
    minimal_advance(&coarse, k * apart, apart, pieces);
    minimal_advance(&fine, k * apart, apart, 2 * pieces);
    for (int i = 0; i < start->n; i++) {
      q[k][i] = fine.y[i];
      doubt = fmax(doubt, fabs(fine.y[i] - coarse.y[i]));
    }
  }
  CHECK_BELOW(doubt, 2e-11); /* of the reference itself */
}

/* ---- equations of motion: sum over bodies of (m P.P', J a a') q'' = what drives them */

typedef struct {
  int n;
  double m[MINIMAL_N][MINIMAL_N], f[MINIMAL_N];
} minimal_equations;

/* A plane body: partial derivatives of x, y of its centre and of its angle, one per coordinate; x'', y'', angle'' where
   all q'' = 0; force on it and moment about its centre. */
static inline void minimal_body(minimal_equations *e, double mass, double inertia, double (*by)[MINIMAL_N],
                                const double *bias, const double *force)
{
  const double weight[3] = {mass, mass, inertia};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < e->n; i++) {
      e->f[i] += by[k][i] * (force[k] - weight[k] * bias[k]);
      for (int j = 0; j < e->n; j++) {
        e->m[i][j] += weight[k] * by[k][i] * by[k][j];
      }
    }
  }
}

/* Gauss; the matrix is positive definite */
static inline void minimal_solve(minimal_equations *e, double *a)
{
  const int n = e->n;
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) {
      const double factor = e->m[i][k] / e->m[k][k];
      for (int j = k; j < n; j++) {
        e->m[i][j] -= factor * e->m[k][j];
      }
      e->f[i] -= factor * e->f[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    a[k] = e->f[k];
    for (int j = k + 1; j < n; j++) {
      a[k] -= e->m[k][j] * a[j];
    }
    a[k] /= e->m[k][k];
  }
}

#endif
