/* contact/gjk.c -- see gjk.h.
 * How:     the point of a simplex that is nearest to the origin is found in one of its faces: of all faces the nearest one whose weights are
 *          positive, by the normal equations of its edges. Four points at most: fifteen faces, no special cases.
 *          Round cores are projected on each other in turn at the end: simplices alone have their points right to 1e-8 only.
 * Limits:  cores that overlap have no nearest points: 0, and the caller does without. Of parallel faces any pair of points is nearest.
 */
#include "contact/gjk.h"

#include <math.h>

#include "base/error.h"

enum { MOST = 200 };
static const double CLOSE = 1e-15; /* of the squared distance: no point of the difference is nearer by more */

sn_v3 sn_core_furthest(const sn_core *core, sn_v3 along)
{
  if (core->n > 0) {
    int best = 0;
    for (int i = 1; i < core->n; i++) {
      best = v3_dot(core->point[i], along) > v3_dot(core->point[best], along) ? i : best;
    }
    return core->point[best];
  }
  const double across = hypot(along.x[1], along.x[2]), r = across > 0 ? core->radius / across : 0;
  return v3(along.x[0] < 0 ? -core->half : core->half, r * along.x[1], r * along.x[2]);
}

/* A point of the difference b - a, and where it is on b. */
typedef struct {
  sn_v3 w, b;
} vertex;

static sn_v3 turned(const sn_v3 C[3], sn_v3 x)
{
  return v3_axpy(v3_axpy(v3_scale(x.x[0], C[0]), x.x[1], C[1]), x.x[2], C[2]);
}

/* That is furthest along -v. */
static vertex lowest(const sn_core *a, const sn_core *b, sn_v3 x, const sn_v3 C[3], sn_v3 v)
{
  const sn_v3 back = v3(-v3_dot(C[0], v), -v3_dot(C[1], v), -v3_dot(C[2], v));
  const sn_v3 on_b = sn_core_furthest(b, back), on_a = sn_core_furthest(a, v);
  return (vertex){v3_sub(v3_add(x, turned(C, on_b)), on_a), on_b};
}

/* Weights of the point of a face (up to four points) that is nearest to the origin; 0: it is not inside the face. */
static int weights_of(int n, const sn_v3 *p, double *weight)
{
  double A[3][4], sum = 0;
  const int m = n - 1;
  for (int i = 0; i < m; i++) {
    const sn_v3 d = v3_sub(p[i + 1], p[0]);
    for (int j = 0; j < m; j++) {
      A[i][j] = v3_dot(d, v3_sub(p[j + 1], p[0]));
    }
    A[i][3] = -v3_dot(d, p[0]);
  }
  for (int i = 0; i < m; i++) { /* symmetric and positive: no pivots */
    if (!(A[i][i] > 0)) {
      return 0;
    }
    for (int r = i + 1; r < m; r++) {
      const double f = A[r][i] / A[i][i], before = A[r][r];
      for (int c = i; c < m; c++) {
        A[r][c] -= f * A[i][c];
      }
      A[r][3] -= f * A[i][3];
      if (!(A[r][r] > 1e-14 * before)) { /* flat */
        return 0;
      }
    }
  }
  for (int i = m - 1; i >= 0; i--) {
    weight[i + 1] = A[i][3];
    for (int c = i + 1; c < m; c++) {
      weight[i + 1] -= A[i][c] * weight[c + 1];
    }
    weight[i + 1] /= A[i][i];
    sum += weight[i + 1];
    if (!(weight[i + 1] > 0)) {
      return 0;
    }
  }
  weight[0] = 1 - sum;
  return weight[0] > 0 || m == 0;
}

/* The simplex becomes its face that is nearest to the origin; returns the nearest point and its weights. */
static sn_v3 nearest(vertex *s, int *n, double *weight)
{
  sn_v3 best = v3(0, 0, 0);
  double least = INFINITY, kept[4] = {0};
  int face = 0;
  for (int mask = 1; mask < 1 << *n; mask++) {
    sn_v3 p[4], x = v3(0, 0, 0);
    double w[4];
    int k = 0;
    for (int i = 0; i < *n; i++) {
      if (mask & (1 << i)) {
        p[k++] = s[i].w;
      }
    }
    if (!weights_of(k, p, w)) {
      continue;
    }
    for (int i = 0; i < k; i++) {
      x = v3_axpy(x, w[i], p[i]);
    }
    if (v3_dot(x, x) < least) {
      least = v3_dot(x, x);
      best = x;
      face = mask;
      for (int i = 0; i < k; i++) {
        kept[i] = w[i];
      }
    }
  }
  int m = 0;
  for (int i = 0; i < *n; i++) {
    if (face & (1 << i)) {
      s[m] = s[i];
      weight[m] = kept[m];
      m++;
    }
  }
  *n = m;
  return best;
}

/* ---- what is round is only approached by simplices: the distance is right to the square of what the points are */

/* The nearest point of a cylinder, disc or segment. */
static sn_v3 onto(const sn_core *c, sn_v3 x)
{
  const double across = hypot(x.x[1], x.x[2]), r = across > c->radius ? c->radius / across : 1;
  return v3(fmin(fmax(x.x[0], -c->half), c->half), r * x.x[1], r * x.x[2]);
}

static sn_v3 back_turned(const sn_v3 C[3], sn_v3 x)
{
  return v3(v3_dot(C[0], x), v3_dot(C[1], x), v3_dot(C[2], x));
}

/* The point of each that is nearest to that of the other, in turn, until both stay. */
static sn_v3 polish(const sn_core *a, const sn_core *b, sn_v3 x, const sn_v3 C[3], sn_v3 from, sn_v3 *on_b)
{
  double last = INFINITY;
  for (int i = 0; i < MOST; i++) {
    const sn_v3 at = v3_add(x, turned(C, *on_b)), on_a = onto(a, at);
    const sn_v3 next = onto(b, back_turned(C, v3_sub(on_a, x)));
    const double move = v3_norm(v3_sub(next, *on_b));
    from = v3_sub(v3_add(x, turned(C, next)), on_a);
    *on_b = next;
    if (!(move < last) || !(move > CLOSE * v3_norm(from))) {
      break;
    }
    last = move;
  }
  return from;
}

double sn_gjk(const sn_core *a, const sn_core *b, sn_v3 x, const sn_v3 C[3], sn_v3 *from, sn_v3 *on_b)
{
  vertex s[4] = {lowest(a, b, x, C, x)};
  double weight[4] = {1, 0, 0, 0}, last = INFINITY, size = 0;
  int n = 1;
  sn_v3 v = s[0].w;
  for (int i = 0; i < MOST && n < 4; i++) {
    const double vv = v3_dot(v, v);
    const vertex w = lowest(a, b, x, C, v);
    size = fmax(size, v3_dot(w.w, w.w));
    if (!(vv > CLOSE * CLOSE * size) || vv - v3_dot(v, w.w) <= CLOSE * vv || !(vv < last)) {
      break;
    }
    last = vv;
    vertex kept[4] = {s[0], s[1], s[2], s[3]};
    double before[4] = {weight[0], weight[1], weight[2], weight[3]};
    const int n_before = n;
    s[n++] = w;
    const sn_v3 next = nearest(s, &n, weight);
    if (!(v3_dot(next, next) < vv)) { /* round-off: it gets no nearer */
      for (int k = 0; k < 4; k++) {
        s[k] = kept[k];
        weight[k] = before[k];
      }
      n = n_before;
      break;
    }
    v = next;
  }
  *from = v;
  *on_b = v3(0, 0, 0);
  for (int i = 0; i < n; i++) {
    *on_b = v3_axpy(*on_b, weight[i], s[i].b);
  }
  if (n == 4 || !(v3_dot(v, v) > 1e-24 * size)) {
    return 0;
  }
  if (a->n == 0 && b->n == 0) {
    *from = polish(a, b, x, C, v, on_b);
  }
  return v3_norm(*from);
}
