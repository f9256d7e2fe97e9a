/* math/polygon.c -- fills loops of points with triangles: the ends of beams.
 * Theory:  each hole is joined to the outline by a cut to the nearest corner that it can see, which leaves one closed
 *          walk of n + 2 holes corners; ears (convex corners whose triangle holds no other corner) are taken from it
 *          one by one.
 * Limits:  quadratic in the number of points; where no ear is left (loops that cut themselves) the next corner is
 *          taken.
 * Tests:   tests/show/test_mesh.c (areas of sections with and without holes).
 */
#include "math/polygon.h"

typedef const double (*points)[2];

static double cross(points p, int a, int b, int c)
{
  return (p[b][0] - p[a][0]) * (p[c][1] - p[a][1]) - (p[b][1] - p[a][1]) * (p[c][0] - p[a][0]);
}

double sn_polygon_area(const double (*p)[2], int n)
{
  double twice = 0;
  for (int i = 0; i < n; i++) {
    const double *a = p[i], *b = p[(i + 1) % n];
    twice += a[0] * b[1] - a[1] * b[0];
  }
  return twice / 2;
}

/* do the open segments ab and cd cross? */
static int cut(points p, int a, int b, int c, int d)
{
  return cross(p, a, b, c) * cross(p, a, b, d) < 0 && cross(p, c, d, a) * cross(p, c, d, b) < 0;
}

static int same(points p, int a, int b)
{
  return p[a][0] == p[b][0] && p[a][1] == p[b][1];
}

/* Loops that are not yet in the walk: from `from` on, whose first point has the number `first`. */
typedef struct {
  const int *count;
  int from, end, first;
} holes;

static int seen(points p, int a, int b, const int *walk, int n, const holes *h)
{
  for (int i = 0; i < n; i++) {
    if (cut(p, a, b, walk[i], walk[(i + 1) % n])) {
      return 0;
    }
  }
  for (int l = h->from, first = h->first; l < h->end; first += h->count[l++]) {
    const int count = h->count[l];
    for (int i = 0; i < count; i++) {
      if (cut(p, a, b, first + i, first + (i + 1) % count)) {
        return 0;
      }
    }
  }
  return 1;
}

/* puts the first hole into the walk of n corners; its own direction must be clockwise */
static int join(points p, int *walk, int n, const holes *h)
{
  const int first = h->first, count = h->count[h->from];
  const int forward = sn_polygon_area(p + first, count) < 0;
  int corner = 0, at = 0;
  double best = -1;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < count; k++) {
      const double dx = p[walk[i]][0] - p[first + k][0], dy = p[walk[i]][1] - p[first + k][1], d = dx * dx + dy * dy;
      if ((best < 0 || d < best) && seen(p, walk[i], first + k, walk, n, h)) {
        best = d;
        at = i;
        corner = k;
      }
    }
  }
  /* ..., walk[at], the hole from its corner around and back to it, walk[at] again, ... */
  for (int i = n - 1; i > at; i--) {
    walk[i + count + 2] = walk[i];
  }
  for (int k = 0; k <= count; k++) {
    const int step = forward ? k : count - k;
    walk[at + 1 + k] = first + (corner + step) % count;
  }
  walk[at + count + 2] = walk[at];
  return n + count + 2;
}

static int is_ear(points p, const int *walk, int n, int i)
{
  const int a = walk[(i + n - 1) % n], b = walk[i], c = walk[(i + 1) % n];
  if (cross(p, a, b, c) <= 0) {
    return 0;
  }
  for (int k = 0; k < n; k++) {
    const int q = walk[k];
    if (!same(p, q, a) && !same(p, q, b) && !same(p, q, c) && cross(p, a, b, q) >= 0 && cross(p, b, c, q) >= 0 &&
        cross(p, c, a, q) >= 0) {
      return 0;
    }
  }
  return 1;
}

sn_status sn_polygon_fill(const double (*p)[2], const int *count, int n_loop, int (*triangle)[3], sn_arena *arena,
                          sn_error *error)
{
  int total = 0;
  for (int l = 0; l < n_loop; l++) {
    total += count[l];
  }
  int *walk = SN_NEW(arena, int, total + 2 * n_loop);
  if (!walk) {
    return sn_no_memory(error, "a section");
  }
  const int forward = sn_polygon_area(p, count[0]) > 0;
  int n = count[0];
  for (int i = 0; i < n; i++) {
    walk[i] = forward ? i : n - 1 - i;
  }
  for (int l = 1, first = count[0]; l < n_loop; first += count[l++]) {
    n = join(p, walk, n, &(holes){count, l, n_loop, first});
  }
  for (int made = 0; n > 2; made++) {
    int ear = 0;
    while (ear < n && !is_ear(p, walk, n, ear)) {
      ear++;
    }
    ear %= n;
    triangle[made][0] = walk[(ear + n - 1) % n];
    triangle[made][1] = walk[ear];
    triangle[made][2] = walk[(ear + 1) % n];
    n--;
    for (int i = ear; i < n; i++) {
      walk[i] = walk[i + 1];
    }
  }
  return SN_OK;
}
