/* laws/path_means.c -- path means of the gradient and the Hessian of a composite strain, by four Gauss points.
 * How:     the four points lie side by side in lanes where all coordinates are lengths, angles and forms (nearly all of them: springs, drives,
 *          torques); expressions and gaps are evaluated point by point.
 * Theory:  docs/theory.md, composite strains (7.2), (7.3).
 * Tests:   tests/steps/test_path.c
 */
#include <string.h>

#include "laws/gauss.h"
#include "laws/path.h"
#include "math/lane.h"
#include "system/kernel.h"

enum { FEW = 6 }; /* forms of a composite strain whose points fit in lanes on the stack */

/* weights of a Gauss point in the means of the gradient, and of the Hessian */
typedef struct {
  double s, q, gradient[3], hessian[6];
} weights;

static weights weights_of(int i)
{
  const double s = sn_gauss4[i].at, w = sn_gauss4[i].weight, u = R3 * (2 * s - 1), q = 3 * s * (1 - s);
  SN_ASSERT(i >= 0 && i < 4);
  return (weights){s, q, {w, w * u, w * u * u}, {w * s, w * q, w * u * s, w * u * q, w * u * u * s, w * u * u * q}};
}

/* 1: its coordinates have derivatives in closed form */
static int is_closed(const sn_block *b)
{
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate_type type = b->coordinate[i].type;
    if (type == SN_COORDINATE_FUNCTION || type == SN_COORDINATE_GAP) {
      return 0;
    }
  }
  return b->n_form <= FEW;
}

/* Gradient and Hessian, as those of sn_composite, at four points. */
SN_LANE_INLINE void derivatives(const sn_block *b, int n, const sn_lane *e, sn_lane *gradient, sn_lane *hessian)
{
  for (int k = 0; k < n; k++) {
    gradient[k] = lane(0);
  }
  for (int k = 0; k < n * n; k++) {
    hessian[k] = lane(0);
  }
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *x = b->coordinate + i;
    const int k = x->form;
    const sn_lane p = lane(x->coefficient);
    SN_ASSERT(k >= 0 && k + (x->type == SN_COORDINATE_ANGLE) < n);
    if (x->type == SN_COORDINATE_FORM) {
      gradient[k] += p;
    } else if (x->type == SN_COORDINATE_LENGTH) {
      const sn_lane l = lane_sqrt(lane(2) * e[k]);
      gradient[k] += p / l;
      hessian[k * n + k] -= p / (l * l * l);
    } else {
      const sn_lane c = e[k], s = e[k + 1], r = c * c + s * s, per = p / (r * r);
      const sn_lane cc = per * (lane(2) * c * s), cs = per * (s * s - c * c);
      gradient[k] -= p * s / r;
      gradient[k + 1] += p * c / r;
      hessian[k * n + k] += cc;
      hessian[k * n + k + 1] += cs;
      hessian[(k + 1) * n + k] += cs;
      hessian[(k + 1) * n + k + 1] -= cc;
    }
  }
}

SN_LANE_INLINE double sum_of(sn_lane a)
{
  return a[0] + a[1] + a[2] + a[3];
}

SN_LANE_INLINE void means_of_four(const sn_block *b, int n, sn_path *p)
{
  sn_lane e[FEW], G[FEW], H[FEW * FEW], s, q, gradient[3], hessian[6];
  SN_ASSERT(n <= FEW && n == b->n_form);
  for (int i = 0; i < SN_LANES; i++) {
    const weights w = weights_of(i);
    s[i] = w.s;
    q[i] = w.q;
    for (int m = 0; m < 3; m++) {
      gradient[m][i] = w.gradient[m];
    }
    for (int m = 0; m < 6; m++) {
      hessian[m][i] = w.hessian[m];
    }
  }
  for (int k = 0; k < n; k++) {
    e[k] = lane(p->e_i[k]) + lane(p->a[k]) * s + lane(p->b0[k]) * q;
  }
  derivatives(b, n, e, G, H);
  for (int k = 0; k < n; k++) {
    p->n_c[k] = sum_of(gradient[0] * G[k]);
    p->n_d[k] = sum_of(gradient[1] * G[k]);
    p->m_d[k] = sum_of(gradient[2] * G[k]);
  }
  for (int m = 0; m < 6; m++) {
    for (int k = 0; k < n * n; k++) {
      p->hessian[m * n * n + k] = sum_of(hessian[m] * H[k]);
    }
  }
}

/* n: a constant for lengths, and for joints with one angle */
SN_CLONES static void means_of_closed(const sn_block *b, sn_path *p)
{
  if (b->n_form == 1) {
    means_of_four(b, 1, p);
  } else if (b->n_form == 2) {
    means_of_four(b, 2, p);
  } else {
    means_of_four(b, b->n_form, p);
  }
}

/* Point by point. The tangent of a contact does without the curvature of its gap. */
static void means_of_any(const sn_block *b, sn_path *p)
{
  const int n = b->n_form, curved = !b->contact;
  double e[SN_MAX_COMPOSITE_FORMS], G[SN_MAX_COMPOSITE_FORMS], H[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(n <= SN_MAX_COMPOSITE_FORMS && p->n_d == p->n_c + n && p->m_d == p->n_d + n); /* cleared together */
  memset(p->n_c, 0, sizeof(double) * (size_t)(3 * n));
  memset(p->hessian, 0, sizeof(double) * (size_t)(curved ? 6 * n * n : 0));
  for (int i = 0; i < 4; i++) {
    const weights w = weights_of(i);
    for (int k = 0; k < n; k++) {
      e[k] = p->e_i[k] + p->a[k] * w.s + p->b0[k] * w.q;
    }
    sn_composite(b, NULL, e, G, curved ? H : NULL);
    for (int k = 0; k < n; k++) {
      p->n_c[k] += w.gradient[0] * G[k];
      p->n_d[k] += w.gradient[1] * G[k];
      p->m_d[k] += w.gradient[2] * G[k];
    }
    for (int m = 0; m < 6 && curved; m++) {
      for (int k = 0; k < n * n; k++) {
        p->hessian[m * n * n + k] += w.hessian[m] * H[k];
      }
    }
  }
}

void sn_path_means(const sn_block *b, sn_path *p)
{
  SN_ASSERT(b->law->is_scalar && p->e_i && p->hessian);
  if (is_closed(b)) {
    means_of_closed(b, p);
  } else {
    means_of_any(b, p);
  }
}
