/* math/v3.h -- 3-vectors and 3x3 matrices by value.
 * What:    the algebra of the whole program. Kernels use sn_real so that tests can compile them with complex numbers
 *          (complex step); there no conjugation, no comparison and no branch may touch an sn_real.
 */
#ifndef SN_MATH_V3_H
#define SN_MATH_V3_H
#ifdef SN_COMPLEX_STEP
#include <complex.h>
typedef double complex sn_real;
#else
typedef double sn_real;
#endif
#include <math.h>

typedef struct {
  sn_real x[3];
} sn_v3;
typedef struct {
  sn_v3 c[3]; /* columns: the axes of a triad */
} sn_m3;

static inline sn_v3 v3(sn_real x, sn_real y, sn_real z)
{
  return (sn_v3){{x, y, z}};
}
static inline sn_v3 v3_add(sn_v3 a, sn_v3 b)
{
  return (sn_v3){{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}
static inline sn_v3 v3_sub(sn_v3 a, sn_v3 b)
{
  return (sn_v3){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
static inline sn_v3 v3_scale(sn_real s, sn_v3 a)
{
  return (sn_v3){{s * a.x[0], s * a.x[1], s * a.x[2]}};
}
/* a + s b */
static inline sn_v3 v3_axpy(sn_v3 a, sn_real s, sn_v3 b)
{
  return (sn_v3){{a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2]}};
}
static inline sn_real v3_dot(sn_v3 a, sn_v3 b)
{
  return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}
static inline sn_v3 v3_cross(sn_v3 a, sn_v3 b)
{
  return (sn_v3){
      {a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2], a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}
/* m a, with the columns of m */
static inline sn_v3 m3_mul(sn_m3 m, sn_v3 a)
{
  return v3_add(v3_scale(a.x[0], m.c[0]), v3_add(v3_scale(a.x[1], m.c[1]), v3_scale(a.x[2], m.c[2])));
}
/* m^T a */
static inline sn_v3 m3_tmul(sn_m3 m, sn_v3 a)
{
  return v3(v3_dot(m.c[0], a), v3_dot(m.c[1], a), v3_dot(m.c[2], a));
}
static inline sn_m3 m3_mul3(sn_m3 a, sn_m3 b)
{
  return (sn_m3){{m3_mul(a, b.c[0]), m3_mul(a, b.c[1]), m3_mul(a, b.c[2])}};
}
static inline sn_m3 m3_identity(void)
{
  return (sn_m3){{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};
}
/* Dual basis: e^k . E_l = delta_kl. */
static inline sn_m3 m3_dual(sn_m3 e)
{
  sn_m3 d = {{v3_cross(e.c[1], e.c[2]), v3_cross(e.c[2], e.c[0]), v3_cross(e.c[0], e.c[1])}};
  const sn_real s = 1 / v3_dot(e.c[0], d.c[0]);
  for (int k = 0; k < 3; k++) {
    d.c[k] = v3_scale(s, d.c[k]);
  }
  return d;
}
#ifndef SN_COMPLEX_STEP
static inline void v3_put(sn_v3 a, double *out)
{
  for (int i = 0; i < 3; i++) {
    out[i] = a.x[i];
  }
}
static inline double v3_norm(sn_v3 a)
{
  return sqrt(v3_dot(a, a));
}
static inline sn_v3 v3_unit(sn_v3 a)
{
  return v3_scale(1 / v3_norm(a), a);
}
#endif

/* The larger of two numbers; NaN counts as larger. */
static inline double sn_larger(double a, double b)
{
  return a > b || a != a ? a : b;
}

#endif
