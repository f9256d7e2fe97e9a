/* system/moving.c -- place, axes, velocities and accelerations of a frame that moves by given functions of time.
 * Theory:  R(t) = T(t) R0. T is a product of turns about fixed axes, R(n_1, a_1(t)) R(n_2, a_2(t)) R(n_3, a_3(t)), or the
 *          exponential of a rotation vector: T d = d + A r x d + B r x (r x d), A = sin p/p, B = (1 - cos p)/p^2, p = |r|.
 *          Everything is carried as (value, first, second derivative in time), so that rates are exact.
 * Tests:   tests/system/test_moving.c.
 */
#include "system/kernel.h"

typedef struct {
  double d[3];
} jet; /* of a number: value, first, second derivative */
typedef struct {
  sn_v3 d[3];
} jet3; /* of a vector */

static jet times(jet a, jet b)
{
  return (jet){
      {a.d[0] * b.d[0], a.d[1] * b.d[0] + a.d[0] * b.d[1], a.d[2] * b.d[0] + 2 * a.d[1] * b.d[1] + a.d[0] * b.d[2]}};
}

static jet3 scaled(jet a, jet3 x)
{
  jet3 r;
  r.d[0] = v3_scale(a.d[0], x.d[0]);
  r.d[1] = v3_axpy(v3_scale(a.d[1], x.d[0]), a.d[0], x.d[1]);
  r.d[2] = v3_axpy(v3_axpy(v3_scale(a.d[2], x.d[0]), 2 * a.d[1], x.d[1]), a.d[0], x.d[2]);
  return r;
}

static jet3 added(jet3 x, jet3 y)
{
  return (jet3){{v3_add(x.d[0], y.d[0]), v3_add(x.d[1], y.d[1]), v3_add(x.d[2], y.d[2])}};
}

static jet3 crossed(jet3 x, jet3 y)
{
  jet3 r;
  r.d[0] = v3_cross(x.d[0], y.d[0]);
  r.d[1] = v3_add(v3_cross(x.d[1], y.d[0]), v3_cross(x.d[0], y.d[1]));
  r.d[2] = v3_add(v3_add(v3_cross(x.d[2], y.d[0]), v3_cross(x.d[0], y.d[2])), v3_scale(2, v3_cross(x.d[1], y.d[1])));
  return r;
}

static jet function_of_time(const sn_expr *e, double t)
{
  SN_ASSERT(!e || sn_expr_variables(e) <= 1); /* of time alone */
  jet a = {{0, 0, 0}};
  if (e) {
    sn_expr_taylor(e, &t, 0, a.d);
  }
  return a;
}

/* x turned by the angle a about the unit axis n: along n as it is, across it turned */
static jet3 turned(sn_v3 n, jet a, jet3 x)
{
  SN_ASSERT(fabs(v3_norm(n) - 1) < 1e-9);
  const double c = cos(a.d[0]), s = sin(a.d[0]), a1 = a.d[1] * a.d[1];
  const jet cosine = {{c, -s * a.d[1], -c * a1 - s * a.d[2]}}, sine = {{s, c * a.d[1], -s * a1 + c * a.d[2]}};
  jet3 along, across, over;
  for (int k = 0; k < 3; k++) {
    along.d[k] = v3_scale(v3_dot(n, x.d[k]), n);
    across.d[k] = v3_sub(x.d[k], along.d[k]);
    over.d[k] = v3_cross(n, x.d[k]);
  }
  return added(along, added(scaled(cosine, across), scaled(sine, over)));
}

/* f(s) = sum_k (-s)^k/(2k + first)! with its derivatives by s: sin(p)/p for first = 1, (1 - cos p)/p^2 for 2; s = p^2 < 4 */
static void series(double s, int first, double f[3])
{
  enum { TERMS = 16 }; /* 4^16/33! = 5e-28 */
  double c[TERMS];
  SN_ASSERT((first == 1 || first == 2) && !(s < 0 || s >= 4));
  double factorial = first == 1 ? 1 : 2;
  for (int k = 0; k < TERMS; k++) {
    c[k] = (k % 2 ? -1 : 1) / factorial;
    factorial *= (2 * k + first + 1) * (2 * k + first + 2);
  }
  f[0] = f[1] = f[2] = 0;
  for (int k = TERMS - 1; k >= 0; k--) {
    f[0] = f[0] * s + c[k];
    f[1] = k >= 1 ? f[1] * s + k * c[k] : f[1];
    f[2] = k >= 2 ? f[2] * s + k * (k - 1) * c[k] : f[2];
  }
}

/* A = sin p/p and B = (1 - cos p)/p^2 as functions of s = p^2, with derivatives by s */
static void shape_of(double s, double A[3], double B[3])
{
  if (s < 4) {
    series(s, 1, A);
    series(s, 2, B);
    return;
  }
  const double p = sqrt(s);
  A[0] = sin(p) / p;
  B[0] = (1 - cos(p)) / s;
  A[1] = (cos(p) - A[0]) / (2 * s);
  B[1] = (A[0] / 2 - B[0]) / s;
  A[2] = -(A[0] / 4 + 1.5 * A[1]) / s;
  B[2] = (A[1] / 2 - 2 * B[1]) / s;
}

static jet composed(const double f[3], jet s)
{
  return (jet){{f[0], f[1] * s.d[1], f[2] * s.d[1] * s.d[1] + f[1] * s.d[2]}};
}

static jet3 turned_by(jet3 r, jet3 x)
{
  jet s = {{0, 0, 0}};
  for (int k = 0; k < 3; k++) {
    const jet c = {{r.d[0].x[k], r.d[1].x[k], r.d[2].x[k]}}, square = times(c, c);
    for (int i = 0; i < 3; i++) {
      s.d[i] += square.d[i];
    }
  }
  double A[3], B[3];
  shape_of(s.d[0], A, B);
  const jet3 over = crossed(r, x);
  return added(x, added(scaled(composed(A, s), over), scaled(composed(B, s), crossed(r, over))));
}

static jet3 axis_of(const sn_moving_frame *f, const jet turn[3], sn_v3 d)
{
  SN_ASSERT(fabs(v3_norm(d) - 1) < 1e-9);
  jet3 x = {{d, v3(0, 0, 0), v3(0, 0, 0)}};
  if (f->by_vector) {
    jet3 r;
    for (int i = 0; i < 3; i++) {
      r.d[i] = v3(turn[0].d[i], turn[1].d[i], turn[2].d[i]);
    }
    return turned_by(r, x);
  }
  for (int k = 2; k >= 0; k--) { /* the last turn acts first */
    x = f->turn[k] ? turned(f->axis[k], turn[k], x) : x;
  }
  return x;
}

void sn_frame_motion(const sn_moving_frame *f, double t, sn_v3 q[4], sn_v3 v[4], sn_v3 a[4])
{
  sn_v3 *const out[3] = {q, v, a};
  jet place[3], turn[3];
  SN_ASSERT(q || v || a);
  for (int k = 0; k < 3; k++) {
    place[k] = function_of_time(f->position[k], t);
    turn[k] = function_of_time(f->turn[k], t);
  }
  for (int i = 0; i < 3; i++) {
    if (out[i]) {
      const sn_v3 x = v3(place[0].d[i], place[1].d[i], place[2].d[i]);
      out[i][0] = i == 0 ? v3_sub(x, f->origin) : x;
    }
  }
  for (int k = 0; k < 3; k++) {
    const jet3 d = axis_of(f, turn, f->r0.c[k]);
    for (int i = 0; i < 3; i++) {
      if (out[i]) {
        out[i][1 + k] = d.d[i];
      }
    }
  }
}
