/* math/plane.h -- vectors of the plane as values. They are read as complex numbers: `turn` multiplies by i, dot and cross are
 *                the real and the imaginary part of conj(a) b.
 */
#ifndef SN_MATH_PLANE_H
#define SN_MATH_PLANE_H

typedef struct {
  double x, y;
} sn_p2;

static inline sn_p2 p2(double x, double y)
{
  return (sn_p2){x, y};
}
static inline sn_p2 p2_at(const double *a)
{
  return (sn_p2){a[0], a[1]};
}
static inline void p2_put(sn_p2 a, double *out)
{
  out[0] = a.x;
  out[1] = a.y;
}
static inline sn_p2 p2_add(sn_p2 a, sn_p2 b)
{
  return (sn_p2){a.x + b.x, a.y + b.y};
}
static inline sn_p2 p2_sub(sn_p2 a, sn_p2 b)
{
  return (sn_p2){a.x - b.x, a.y - b.y};
}
static inline sn_p2 p2_scale(double s, sn_p2 a)
{
  return (sn_p2){s * a.x, s * a.y};
}
/* a + s b */
static inline sn_p2 p2_axpy(sn_p2 a, double s, sn_p2 b)
{
  return (sn_p2){a.x + s * b.x, a.y + s * b.y};
}
static inline sn_p2 p2_turn(sn_p2 a)
{
  return (sn_p2){-a.y, a.x};
}
static inline double p2_dot(sn_p2 a, sn_p2 b)
{
  return a.x * b.x + a.y * b.y;
}
static inline double p2_cross(sn_p2 a, sn_p2 b)
{
  return a.x * b.y - a.y * b.x;
}
static inline sn_p2 p2_times(sn_p2 a, sn_p2 b)
{
  return (sn_p2){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

#endif
