/* tests/support/reference/algebra.h -- 3-vectors, rotation matrices and quaternions of the reference integrator.
 * What:    written apart from src/math on purpose: an error there must not repeat itself in what it is compared with.
 * Use:     by the files of this folder only. Quaternions are scalar first and map body to ground.
 */
#ifndef REFERENCE_ALGEBRA_H
#define REFERENCE_ALGEBRA_H
#include <math.h>

typedef struct {
  double x, y, z;
} vec;
typedef struct {
  double r[3][3];
} mat; /* rows */
typedef struct {
  double s, x, y, z;
} quat;

static inline vec vec_of(const double a[3])
{
  return (vec){a[0], a[1], a[2]};
}
static inline void vec_to(vec a, double out[3])
{
  out[0] = a.x, out[1] = a.y, out[2] = a.z;
}
static inline vec add(vec a, vec b)
{
  return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vec sub(vec a, vec b)
{
  return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline vec mul(double s, vec a)
{
  return (vec){s * a.x, s * a.y, s * a.z};
}
static inline double dot(vec a, vec b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline double norm(vec a)
{
  return sqrt(dot(a, a));
}
static inline vec unit(vec a)
{
  return mul(1 / norm(a), a);
}
static inline vec cross(vec a, vec b)
{
  return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline vec turn(const mat *m, vec a) /* m a */
{
  return (vec){m->r[0][0] * a.x + m->r[0][1] * a.y + m->r[0][2] * a.z,
               m->r[1][0] * a.x + m->r[1][1] * a.y + m->r[1][2] * a.z,
               m->r[2][0] * a.x + m->r[2][1] * a.y + m->r[2][2] * a.z};
}
static inline vec turn_back(const mat *m, vec a) /* m^T a */
{
  return (vec){m->r[0][0] * a.x + m->r[1][0] * a.y + m->r[2][0] * a.z,
               m->r[0][1] * a.x + m->r[1][1] * a.y + m->r[2][1] * a.z,
               m->r[0][2] * a.x + m->r[1][2] * a.y + m->r[2][2] * a.z};
}
static inline quat quat_product(quat a, quat b)
{
  return (quat){a.s * b.s - a.x * b.x - a.y * b.y - a.z * b.z, a.s * b.x + a.x * b.s + a.y * b.z - a.z * b.y,
                a.s * b.y + a.y * b.s + a.z * b.x - a.x * b.z, a.s * b.z + a.z * b.s + a.x * b.y - a.y * b.x};
}
static inline quat quat_unit(quat a)
{
  const double n = 1 / sqrt(a.s * a.s + a.x * a.x + a.y * a.y + a.z * a.z);
  return (quat){n * a.s, n * a.x, n * a.y, n * a.z};
}
static inline quat quat_about(vec axis, double angle) /* unit axis */
{
  const double s = sin(angle / 2);
  return (quat){cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}
static inline mat quat_matrix(quat q) /* unit q */
{
  return (mat){{{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.s * q.z), 2 * (q.x * q.z + q.s * q.y)},
                {2 * (q.x * q.y + q.s * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.s * q.x)},
                {2 * (q.x * q.z - q.s * q.y), 2 * (q.y * q.z + q.s * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)}}};
}

#endif
