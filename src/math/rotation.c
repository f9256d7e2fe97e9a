/* math/rotation.c -- rotations in the forms people give and read them.
 * What:    matrices are triads by columns (sn_m3); quaternions have the scalar first; Euler sequences are intrinsic.
 * Theory:  Rodrigues' formula; Shepperd's choice of the largest component for quaternions; Euler angles by peeling off
 *          one rotation after the other, which reproduces the matrix in gimbal lock too (there the first angle is 0 or
 *          whatever round-off says, and the last one takes the rest).
 * Tests:   tests/math/test_rotation.c (round trips in all twelve sequences, gimbal lock, orthonormality).
 */
#include "math/rotation.h"

#include "base/error.h"

/* A unit vector along a, safe for very small and very large components; zero stays zero. */
static sn_v3 direction(sn_v3 a)
{
  const double largest = fmax(fabs(a.x[0]), fmax(fabs(a.x[1]), fabs(a.x[2])));
  if (!(largest > 0) || !isfinite(largest)) {
    return v3(0, 0, 0);
  }
  return v3_unit(v3(a.x[0] / largest, a.x[1] / largest, a.x[2] / largest));
}

sn_m3 sn_rotation_axis_angle(sn_v3 axis, double angle)
{
  const sn_v3 n = direction(axis);
  if (!(v3_dot(n, n) > 0)) {
    return m3_identity();
  }
  /* R e = e + sin n x e + (1 - cos) n x (n x e), with 1 - cos = 2 sin^2(angle/2) free of cancellation */
  const double s = sin(angle), half = sin(angle / 2), c = 2 * half * half;
  sn_m3 r = m3_identity();
  for (int k = 0; k < 3; k++) {
    const sn_v3 ne = v3_cross(n, r.c[k]);
    r.c[k] = v3_axpy(v3_axpy(r.c[k], s, ne), c, v3_cross(n, ne));
  }
  return r;
}

sn_m3 sn_rotation_quaternion(const double q[4])
{
  const double scale = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double a = scale * q[0], b = scale * q[1], c = scale * q[2], d = scale * q[3];
  return (sn_m3){{{{a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)}},
                  {{2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b)}},
                  {{2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d}}}};
}

void sn_quaternion_of(sn_m3 r, double q[4])
{
  /* 4 q_0^2 = 1 + trace, 4 q_k^2 = 1 + 2 r_kk - trace: divide by the largest of the four */
  const double diagonal[3] = {r.c[0].x[0], r.c[1].x[1], r.c[2].x[2]};
  const double trace = diagonal[0] + diagonal[1] + diagonal[2];
  int largest = -1; /* -1: q_0 */
  double most = trace;
  for (int k = 0; k < 3; k++) {
    if (diagonal[k] > most) {
      most = diagonal[k];
      largest = k;
    }
  }
  const double skew[3] = {r.c[1].x[2] - r.c[2].x[1], r.c[2].x[0] - r.c[0].x[2], r.c[0].x[1] - r.c[1].x[0]};
  if (largest < 0) {
    q[0] = 1 + trace;
    for (int k = 0; k < 3; k++) {
      q[1 + k] = skew[k];
    }
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    q[0] = skew[i];
    q[1 + i] = 1 + 2 * diagonal[i] - trace;
    q[1 + j] = r.c[i].x[j] + r.c[j].x[i];
    q[1 + k] = r.c[i].x[k] + r.c[k].x[i];
  }
  const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double scale = q[0] < 0 ? -1 / norm : 1 / norm;
  for (int k = 0; k < 4; k++) {
    q[k] *= scale;
  }
}

static int letter(char c)
{
  return c >= 'x' && c <= 'z' ? c - 'x' : -1;
}

int sn_euler_sequence_good(const char *sequence)
{
  int axis[3];
  for (int k = 0; k < 3; k++) {
    axis[k] = letter(sequence[k]);
    if (axis[k] < 0 || (k > 0 && axis[k] == axis[k - 1])) {
      return 0;
    }
  }
  return sequence[3] == '\0';
}

static sn_m3 about(int axis, double angle)
{
  SN_ASSERT(axis >= 0 && axis < 3);
  return sn_rotation_axis_angle(m3_identity().c[axis], angle);
}

sn_m3 sn_rotation_euler(const char *sequence, const double angle[3])
{
  if (!sn_euler_sequence_good(sequence)) {
    return m3_identity();
  }
  return m3_mul3(about(letter(sequence[0]), angle[0]),
                 m3_mul3(about(letter(sequence[1]), angle[1]), about(letter(sequence[2]), angle[2])));
}

void sn_euler_of(sn_m3 r, const char *sequence, double angle[3])
{
  angle[0] = angle[1] = angle[2] = 0;
  if (!sn_euler_sequence_good(sequence)) {
    return;
  }
  const int i = letter(sequence[0]), j = letter(sequence[1]), k = 3 - i - j; /* k: the axis that is neither */
  const double s = (j - i + 3) % 3 == 1 ? 1 : -1;                            /* of the permutation i, j, k */
  const int repeated = letter(sequence[2]) == i;
  /* row m, column n of r is r.c[n].x[m] */
  angle[0] = repeated ? atan2(r.c[i].x[j], -s * r.c[i].x[k]) : atan2(-s * r.c[k].x[j], r.c[k].x[k]);
  /* the rest after removing the first rotation is R_j(b) R_last(c) */
  const sn_m3 left = m3_mul3(about(i, -angle[0]), r);
  if (repeated) {
    angle[1] = atan2(-s * left.c[i].x[k], left.c[i].x[i]);
    angle[2] = atan2(-s * left.c[k].x[j], left.c[j].x[j]);
  } else {
    angle[1] = atan2(s * left.c[k].x[i], left.c[k].x[k]);
    angle[2] = atan2(s * left.c[i].x[j], left.c[j].x[j]);
  }
}

int sn_rotation_two_directions(int i, sn_v3 a, int j, sn_v3 b, sn_m3 *r)
{
  SN_ASSERT(i >= 0 && i < 3 && j >= 0 && j < 3);
  const sn_v3 u = direction(a), w = direction(b);
  const sn_v3 normal = v3_cross(u, w);
  const double sine = v3_norm(normal);
  if (i == j || !(sine > 1e-12)) { /* also for a zero or non-finite vector */
    return 0;
  }
  const int k = 3 - i - j;
  const double s = (j - i + 3) % 3 == 1 ? 1 : -1;
  const sn_v3 third = v3_scale(1 / sine, normal); /* u x w = s e_k */
  r->c[i] = u;
  r->c[j] = v3_cross(third, u);
  r->c[k] = v3_scale(s, third);
  return 1;
}

sn_m3 sn_rotation_along(sn_v3 axis)
{
  /* the smallest rotation from e_z to u: R = I + [v] + [v]^2/(1 + z), v = e_z x u; with h = |v|, 1/(1 + z) = (1 - z)/h^2 */
  const sn_v3 u = direction(axis);
  const double x = u.x[0], y = u.x[1], z = u.x[2], h = hypot(x, y);
  if (!(v3_dot(u, u) > 0)) {
    return m3_identity();
  }
  if (h == 0) {
    return z > 0 ? m3_identity() : (sn_m3){{{{1, 0, 0}}, {{0, -1, 0}}, {{0, 0, -1}}}};
  }
  const double cx = x / h, cy = y / h, k = z > 0 ? h * h / (1 + z) : 1 - z;
  return (sn_m3){{{{1 - k * cx * cx, -k * cx * cy, -x}}, {{-k * cx * cy, 1 - k * cy * cy, -y}}, u}};
}

sn_v3 sn_rotate_cayley(sn_v3 t, sn_v3 d)
{
  /* (I - [t]/2)^-1 (I + [t]/2) d = d + (t x d + t x (t x d)/2)/(1 + t.t/4) */
  const sn_v3 td = v3_cross(t, d);
  return v3_axpy(d, 1 / (1 + v3_dot(t, t) / 4), v3_axpy(td, 0.5, v3_cross(t, td)));
}

void sn_orthonormal(sn_v3 *d, int n)
{
  sn_v3 old[3];
  SN_ASSERT(n >= 0 && n <= 3);
  for (int k = 0; k < n; k++) {
    old[k] = d[k];
  }
  for (int k = 0; k < n; k++) {
    for (int l = 0; l < n; l++) {
      d[k] = v3_axpy(d[k], -0.5 * (v3_dot(old[k], old[l]) - (k == l)), old[l]);
    }
  }
}

double sn_rotation_defect(sn_m3 r)
{
  double defect = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const double d = fabs(v3_dot(r.c[i], r.c[j]) - (i == j));
      defect = d > defect || isnan(d) ? d : defect; /* NaN is kept: nothing is greater */
    }
  }
  return v3_dot(r.c[0], v3_cross(r.c[1], r.c[2])) < 0 ? defect + 2 : defect;
}
