/* lab/rod/rod_private.h -- what the files of the rod share: the geometry of one element, and scratch. Private to lab/rod. */
#ifndef SN_LAB_ROD_ROD_PRIVATE_H
#define SN_LAB_ROD_ROD_PRIVATE_H
#include "lab/rod/rod.h"

struct sn_rod_work {
  double *f, *g;              /* 4n: forces; 2n: shares of the constraint rows */
  double *diag, *rhs;         /* n: tridiagonal system */
  double *p, *v, *a;          /* 4n */
  double *q, *qd;             /* 2n */
  struct sn_rod_joint *joint; /* n: of the recursion */
};

/* One element between the node before it and its own: directions, gap of the nodes, strains and rates. */
typedef struct {
  sn_p2 z0, z, zd0, zd; /* directions before and of the element, and their rates */
  sn_p2 D, Dd;          /* x_n - x_{n-1}, and its rate */
  double xi, w, d;
  sn_rod_bend bend;
} sn_rod_element;

static inline void sn_rod_element_at(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, int n,
                                     sn_rod_element *e)
{
  const double *q = p + 4 * n, *u = v + 4 * n;
  e->z = p2_at(q);
  e->zd = p2_at(u);
  e->z0 = n > 0 ? p2_at(q - 4) : o->z;
  e->zd0 = n > 0 ? p2_at(u - 4) : o->zd;
  e->D = p2_sub(p2_at(q + 2), n > 0 ? p2_at(q - 2) : o->x);
  e->Dd = p2_sub(p2_at(u + 2), n > 0 ? p2_at(u - 2) : o->v);
  e->xi = p2_dot(e->z, e->D);
  e->w = p2_cross(e->z0, e->z);
  e->d = p2_dot(e->z0, e->z);
  e->bend = sn_rod_bend_of(sn_rod_measure_of(rod, n), e->w, e->d);
}

/* Rates of xi, w, d and k. */
static inline double sn_rod_xi_rate(const sn_rod_element *e)
{
  return p2_dot(e->zd, e->D) + p2_dot(e->z, e->Dd);
}
static inline double sn_rod_w_rate(const sn_rod_element *e)
{
  return p2_cross(e->zd0, e->z) + p2_cross(e->z0, e->zd);
}
static inline double sn_rod_d_rate(const sn_rod_element *e)
{
  return p2_dot(e->zd0, e->z) + p2_dot(e->z0, e->zd);
}
static inline double sn_rod_k_rate(const sn_rod_element *e)
{
  return e->bend.w * sn_rod_w_rate(e) + e->bend.d * sn_rod_d_rate(e);
}

/* The rotation of a bending coordinate: cos and sin of its angle, dk/dtheta and d2k/dtheta2. 0: there is no such angle. */
typedef struct {
  double c, s, slope, second;
} sn_rod_turn;
int sn_rod_turn_of(sn_rod_measure measure, double k, sn_rod_turn *out);

struct sn_rod_joint *sn_rod_joints(const sn_rod *rod, sn_arena *arena); /* relative.c */
/* Terms of the constraint rows that restore drifted states, 2n (absolute.c). */
void sn_rod_stabilise(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double s,
                      double *gamma);

/* A banded matrix by columns, in the format of LAPACK and SUNDIALS: entry (i, j) at column[j][i - j + top]. */
typedef struct {
  double **column;
  int n, upper, lower, top; /* top: rows kept above the diagonal, with room for pivoting */
  int *pivot;               /* n; NULL: solved elsewhere */
} sn_rod_band;
sn_status sn_rod_band_new(int n, int upper, int lower, sn_arena *arena, sn_rod_band *out, sn_error *error);
void sn_rod_band_clear(sn_rod_band *b);
static inline void sn_rod_band_add(sn_rod_band *b, int i, int j, double value)
{
  if (value != 0) { /* entries that are zero by structure may be outside the band */
    SN_ASSERT(i - j <= b->lower && j - i <= b->upper);
    b->column[j][i - j + b->top] += value;
  }
}
sn_status sn_rod_band_solve(sn_rod_band *b, double *x, sn_error *error); /* factors and solves in place */

#endif
