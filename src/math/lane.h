/* math/lane.h -- four numbers side by side, one of each of four like things, and 3-vectors of them.
 * What:    kernels run over four nodes or four elements at once; a lane is what one of them would give alone. No sums across
 *          lanes and no fused operations: the same bits with every instruction set.
 * How:     gcc's vector types. Everything here is inlined into kernels marked SN_CLONES, which the compiler makes twice (with and
 *          without AVX2; chosen when the program starts).
 */
#ifndef SN_MATH_LANE_H
#define SN_MATH_LANE_H

/* Four numbers are arguments and results of inlined functions only: a true call would pass them differently with AVX2 and
   without. */
#pragma GCC diagnostic ignored "-Wpsabi"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && defined(__OPTIMIZE__)
#define SN_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SN_CLONES
#endif
#define SN_LANE_INLINE static inline __attribute__((always_inline))

enum { SN_LANES = 4 };
typedef double sn_lane __attribute__((vector_size(32), aligned(16), may_alias));
typedef struct {
  sn_lane x[3];
} sn_lv3;

SN_LANE_INLINE sn_lane lane(double a)
{
  return (sn_lane){a, a, a, a};
}
SN_LANE_INLINE sn_lane lane_abs(sn_lane a)
{
  typedef long long bits __attribute__((vector_size(32), aligned(16), may_alias));
  return (sn_lane)((bits)a & 0x7fffffffffffffffLL);
}
SN_LANE_INLINE sn_lane lane_sqrt(sn_lane a)
{
  return (sn_lane){__builtin_sqrt(a[0]), __builtin_sqrt(a[1]), __builtin_sqrt(a[2]), __builtin_sqrt(a[3])};
}
SN_LANE_INLINE sn_lv3 lv3_zero(void)
{
  return (sn_lv3){{lane(0), lane(0), lane(0)}};
}
SN_LANE_INLINE sn_lv3 lv3_add(sn_lv3 a, sn_lv3 b)
{
  return (sn_lv3){{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}
SN_LANE_INLINE sn_lv3 lv3_sub(sn_lv3 a, sn_lv3 b)
{
  return (sn_lv3){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
SN_LANE_INLINE sn_lv3 lv3_scale(sn_lane s, sn_lv3 a)
{
  return (sn_lv3){{s * a.x[0], s * a.x[1], s * a.x[2]}};
}
/* a + s b */
SN_LANE_INLINE sn_lv3 lv3_axpy(sn_lv3 a, sn_lane s, sn_lv3 b)
{
  return (sn_lv3){{a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2]}};
}
SN_LANE_INLINE sn_lane lv3_dot(sn_lv3 a, sn_lv3 b)
{
  return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}
SN_LANE_INLINE sn_lv3 lv3_cross(sn_lv3 a, sn_lv3 b)
{
  return (sn_lv3){
      {a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2], a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}
/* dual basis of three vectors: out_k . e_l = delta_kl */
SN_LANE_INLINE void lv3_dual(const sn_lv3 e[3], sn_lv3 out[3])
{
  const sn_lv3 a = lv3_cross(e[1], e[2]), b = lv3_cross(e[2], e[0]), c = lv3_cross(e[0], e[1]);
  const sn_lane s = lane(1) / lv3_dot(e[0], a);
  out[0] = lv3_scale(s, a);
  out[1] = lv3_scale(s, b);
  out[2] = lv3_scale(s, c);
}
/* d rotated by the Cayley map of the rotation vector t (math/rotation.h) */
SN_LANE_INLINE sn_lv3 lv3_cayley(sn_lv3 t, sn_lv3 d)
{
  const sn_lv3 td = lv3_cross(t, d);
  return lv3_axpy(d, lane(1) / (lane(1) + lv3_dot(t, t) * lane(0.25)), lv3_axpy(td, lane(0.5), lv3_cross(t, td)));
}

/* Four rows of four numbers become four columns. */
SN_LANE_INLINE void lane_turn(sn_lane a, sn_lane b, sn_lane c, sn_lane d, sn_lane out[4])
{
  const sn_lane p = __builtin_shufflevector(a, b, 0, 4, 2, 6), q = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const sn_lane r = __builtin_shufflevector(c, d, 0, 4, 2, 6), s = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(p, r, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(q, s, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(p, r, 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}
/* n numbers (a multiple of four) of each of four records as n lanes, and back */
SN_LANE_INLINE void lane_load(const double *const from[4], int n, sn_lane *out)
{
  for (int i = 0; i < n; i += 4) {
    lane_turn(*(const sn_lane *)(from[0] + i), *(const sn_lane *)(from[1] + i), *(const sn_lane *)(from[2] + i),
              *(const sn_lane *)(from[3] + i), out + i);
  }
}
SN_LANE_INLINE void lane_store(const sn_lane *from, int n, double *const to[4])
{
  for (int i = 0; i < n; i += 4) {
    sn_lane t[4];
    lane_turn(from[i], from[i + 1], from[i + 2], from[i + 3], t);
    for (int k = 0; k < 4; k++) {
      *(sn_lane *)(to[k] + i) = t[k];
    }
  }
}
/* 3-vectors padded to four numbers */
SN_LANE_INLINE sn_lv3 lv3_load(const double *const from[4], int at)
{
  sn_lane t[4];
  lane_turn(*(const sn_lane *)(from[0] + at), *(const sn_lane *)(from[1] + at), *(const sn_lane *)(from[2] + at),
            *(const sn_lane *)(from[3] + at), t);
  return (sn_lv3){{t[0], t[1], t[2]}};
}
SN_LANE_INLINE void lv3_store(sn_lv3 a, double *const to[4], int at)
{
  sn_lane t[4];
  lane_turn(a.x[0], a.x[1], a.x[2], lane(0), t);
  for (int k = 0; k < 4; k++) {
    *(sn_lane *)(to[k] + at) = t[k];
  }
}

#endif
