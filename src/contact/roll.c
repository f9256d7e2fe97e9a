/* contact/roll.c -- see roll.h.
 * Theory:  on a plane with the normal a_3, w_j = C_j3 and s^2 = w_2^2 + w_3^2, the lowest point of a wheel of ring R and edge r is at
 *          xi = -(r w_1, (R/s + r) w_2, (R/s + r) w_3), and the gap is e_3 - R s - r. A ball (R = 0) on a round road has the normal
 *          n = +-P e/|P e| (P: across the axis of a cylinder) and xi_j = -r n.c_j. Directions across n: those of a_1, a_2 turned by the
 *          shortest way from a_3 to n (sphere), and the axis and what is across it (cylinder).
 */
#include "contact/roll.h"

#include <math.h>
#include <string.h>

static const sn_roll *roll_of(const sn_gap *g)
{
  return (const sn_roll *)(const void *)g;
}

/* ---- a wheel on a plane */

/* e_3, and w_2, w_3 of a wheel with a ring */
static double plane_gap(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_roll *p = roll_of(g);
  if (p->ring == 0) {
    if (gradient) {
      gradient[0] = 1;
    }
    if (hessian) {
      hessian[0] = 0;
    }
    return e[0] - p->edge;
  }
  const double w[2] = {e[1], e[2]}, s = hypot(w[0], w[1]);
  for (int i = 0; i < 3 && gradient; i++) {
    gradient[i] = i == 0 ? 1 : -p->ring * w[i - 1] / s;
  }
  for (int i = 0; i < 9 && hessian; i++) {
    const int k = i / 3, l = i % 3;
    hessian[i] = k == 0 || l == 0 ? 0 : -p->ring / s * ((k == l) - w[k - 1] * w[l - 1] / (s * s));
  }
  return e[0] - p->ring * s - p->edge;
}

/* Along a_k: e_k, C_2k, C_3k, w_2, w_3; of a wheel with a round edge C_1k, w_1 as well. */
static double plane_slip(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_roll *p = roll_of(g);
  const double w[3] = {e[3], e[4], g->n > 5 ? e[6] : 0}, s = hypot(w[0], w[1]);
  const double q = p->ring > 0 ? p->ring / s : 0, r = p->edge;
  if (gradient) {
    memset(gradient, 0, sizeof(double) * (size_t)g->n);
    gradient[0] = 1;
    gradient[1] = -(q + r) * w[0];
    gradient[2] = -(q + r) * w[1];
    if (g->n > 5) {
      gradient[5] = -r * w[2];
    }
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(g->n * g->n));
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        hessian[(1 + i) * g->n + 3 + j] = (i == j ? -(q + r) : 0) + (q > 0 ? q * w[i] * w[j] / (s * s) : 0);
      }
    }
    if (g->n > 5) {
      hessian[5 * g->n + 6] = -r;
    }
  }
  return 0;
}

/* ---- a ball on a round road */

/* Normal, its derivative by e (unless NULL), and how far the centre is from the centre or axis of the road. */
static double normal_of(const sn_roll *p, const double *e, double n[3], double (*by)[3])
{
  const int dims = p->road == SN_ROAD_SPHERE ? 3 : 2;
  const double side = p->inside ? -1 : 1;
  double d = 0;
  for (int k = 0; k < dims; k++) {
    d += e[k] * e[k];
  }
  d = sqrt(d);
  for (int k = 0; k < 3; k++) {
    n[k] = k < dims ? side * e[k] / d : 0;
  }
  for (int k = 0; k < 3 && by; k++) {
    for (int l = 0; l < 3; l++) {
      by[k][l] = k < dims && l < dims ? side * ((k == l) - n[k] * n[l]) / d : 0;
    }
  }
  return d;
}

static double round_gap(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_roll *p = roll_of(g);
  double n[3], by[3][3];
  const double d = normal_of(p, e, n, by);
  for (int k = 0; k < 3 && gradient; k++) {
    gradient[k] = n[k];
  }
  for (int k = 0; k < 9 && hessian; k++) {
    hessian[k] = by[k / 3][k % 3];
  }
  return (p->inside ? p->radius - d : d - p->radius) - p->edge;
}

/* A direction across the normal, and its derivative by the normal. */
static void direction(const sn_roll *p, const double n[3], double t[3], double by[3][3])
{
  const int i = p->along;
  memset(by, 0, sizeof(double[3][3]));
  if (p->road == SN_ROAD_CYLINDER) {
    memcpy(t, (double[3]){i ? n[1] : 0, i ? -n[0] : 0, i ? 0 : 1}, sizeof(double[3]));
    by[0][1] = i;
    by[1][0] = -i;
    return;
  }
  const double f = 1 / (1 + n[2]);
  for (int k = 0; k < 2; k++) {
    t[k] = (k == i) - n[k] * n[i] * f;
    by[k][k] -= n[i] * f;
    by[k][i] -= n[k] * f;
    by[k][2] = n[k] * n[i] * f * f;
  }
  t[2] = -n[i];
  by[2][i] = -1;
}

static double round_slip(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_roll *p = roll_of(g);
  double n[3], N[3][3], t[3], T[3][3], dt[3][3];
  (void)normal_of(p, e, n, N);
  direction(p, n, t, T);
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      dt[k][l] = T[k][0] * N[0][l] + T[k][1] * N[1][l] + T[k][2] * N[2][l];
    }
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * SN_ROLL_FORMS * SN_ROLL_FORMS);
  }
  for (int k = 0; k < 3; k++) {
    if (gradient) {
      gradient[k] = t[k];
    }
    for (int l = 0; l < 3 && hessian; l++) {
      hessian[k * SN_ROLL_FORMS + l] = dt[k][l];
    }
  }
  for (int j = 0; j < 3; j++) {
    const double *C = e + 3 + 3 * j, w = C[0] * n[0] + C[1] * n[1] + C[2] * n[2];
    double dw[3];
    for (int l = 0; l < 3; l++) {
      dw[l] = C[0] * N[0][l] + C[1] * N[1][l] + C[2] * N[2][l];
    }
    for (int k = 0; k < 3; k++) {
      const int row = 3 + 3 * j + k;
      if (gradient) {
        gradient[row] = -p->edge * w * t[k];
      }
      for (int l = 0; l < 3 && hessian; l++) {
        hessian[row * SN_ROLL_FORMS + l] = -p->edge * (dw[l] * t[k] + w * dt[k][l]);
        hessian[row * SN_ROLL_FORMS + 3 + 3 * j + l] = -p->edge * n[l] * t[k];
      }
    }
  }
  return 0;
}

/* ---- what they take */

static int put(int n, const int *from, int *which)
{
  memcpy(which, from, sizeof(int) * (size_t)n);
  return n;
}
static int cosine(int j, int k)
{
  return 3 + 3 * j + k;
}

int sn_roll_gap(const sn_roll *pair, sn_roll *out, int which[SN_ROLL_FORMS])
{
  *out = *pair;
  int n;
  if (pair->road == SN_ROAD_PLANE) {
    n = put(pair->ring > 0 ? 3 : 1, (int[]){2, cosine(1, 2), cosine(2, 2)}, which);
  } else {
    SN_ASSERT(pair->ring == 0);
    n = put(3, (int[]){0, 1, 2}, which);
  }
  out->gap = (sn_gap){.n = n, .least = -INFINITY, .value = pair->road == SN_ROAD_PLANE ? plane_gap : round_gap};
  return n;
}

int sn_roll_slip(const sn_roll *pair, int along, sn_roll *out, int which[SN_ROLL_FORMS])
{
  *out = *pair;
  out->along = along;
  int n = 0;
  SN_ASSERT(along == 0 || along == 1);
  if (pair->road == SN_ROAD_PLANE) {
    const int k = along;
    n = put(pair->edge > 0 ? 7 : 5,
            (int[]){k, cosine(1, k), cosine(2, k), cosine(1, 2), cosine(2, 2), cosine(0, k), cosine(0, 2)}, which);
  } else {
    for (; n < SN_ROLL_FORMS; n++) {
      which[n] = n;
    }
  }
  out->gap = (sn_gap){.n = n, .least = -INFINITY, .value = pair->road == SN_ROAD_PLANE ? plane_slip : round_slip};
  return n;
}

void sn_roll_place(const sn_roll *pair, const double *e, double point[3], double normal[3])
{
  memcpy(normal, (double[3]){0, 0, 1}, sizeof(double[3]));
  if (pair->road != SN_ROAD_PLANE) {
    (void)normal_of(pair, e, normal, NULL);
  }
  const double s = hypot(e[cosine(1, 2)], e[cosine(2, 2)]);
  for (int k = 0; k < 3; k++) {
    point[k] = e[k] - pair->edge * normal[k];
    for (int j = 1; j < 3 && pair->ring > 0; j++) {
      point[k] -= pair->ring * e[cosine(j, 2)] / s * e[cosine(j, k)];
    }
  }
}
