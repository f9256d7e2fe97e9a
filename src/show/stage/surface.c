/* show/stage/surface.c -- normals of a surface that is given by its triangles (STL, OBJ).
 * What:    corners at the same place are joined first (STL repeats every corner). The normal of a corner is the sum of
 *          the normals, with their areas, of the triangles there that are flatter to its own than the crease.
 * Limits:  where more than 256 triangles meet, each keeps its own normal. Triangles without area are kept (they draw
 *          nothing) and take part in no sum.
 * Tests:   tests/show/test_geometry.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show/stage/geometry.h"

typedef struct {
  float x[3];
  int vertex;
} placed;

static int equal(const float a[3], const float b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static int by_place(const void *a, const void *b)
{
  const placed *p = a, *q = b;
  for (int k = 0; k < 3; k++) {
    if (p->x[k] != q->x[k]) {
      return p->x[k] < q->x[k] ? -1 : 1;
    }
  }
  return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

/* per vertex: the first vertex at the same place */
static int weld(const float (*vertex)[3], int n, int *same, sn_arena *arena)
{
  placed *p = SN_NEW(arena, placed, n);
  if (!p) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      p[i].x[k] = isfinite(vertex[i][k]) ? vertex[i][k] + 0.0F : 0; /* -0 is 0 */
    }
    p[i].vertex = i;
  }
  qsort(p, (size_t)n, sizeof *p, by_place);
  for (int i = 0, first = 0; i < n; i++) {
    if (!equal(p[i].x, p[first].x)) {
      first = i;
    }
    same[p[i].vertex] = p[first].vertex;
  }
  return 1;
}

static sn_v3 corner(const float (*vertex)[3], int i)
{
  return v3((double)vertex[i][0], (double)vertex[i][1], (double)vertex[i][2]);
}

typedef struct {
  int n_vertex, n_triangle;
  int *same, *first, *at; /* corners at[first[v] ..] of the place v: 3 * triangle + corner */
  sn_v3 *area;            /* per triangle: normal times twice the area */
} meeting;

static int meet(const float (*vertex)[3], const int (*triangle)[3], meeting *m, sn_arena *arena)
{
  m->same = SN_NEW(arena, int, m->n_vertex);
  m->first = SN_NEW(arena, int, m->n_vertex + 2);
  m->at = SN_NEW(arena, int, 3 * (size_t)m->n_triangle);
  m->area = SN_NEW(arena, sn_v3, m->n_triangle);
  if (!m->same || !m->first || !m->at || !m->area || !weld(vertex, m->n_vertex, m->same, arena)) {
    return 0;
  }
  for (int i = 0; i < m->n_triangle; i++) {
    const sn_v3 a = corner(vertex, triangle[i][0]);
    m->area[i] = v3_cross(v3_sub(corner(vertex, triangle[i][1]), a), v3_sub(corner(vertex, triangle[i][2]), a));
    for (int k = 0; k < 3; k++) {
      m->first[m->same[triangle[i][k]] + 2]++;
    }
  }
  for (int i = 2; i < m->n_vertex + 2; i++) {
    m->first[i] += m->first[i - 1];
  }
  for (int i = 0; i < 3 * m->n_triangle; i++) { /* first[v + 1] runs from the start of v to its end */
    m->at[m->first[m->same[triangle[i / 3][i % 3]] + 1]++] = i;
  }
  return 1;
}

enum { MOST_MEETING = 256 };

static sn_v3 normal_at(const meeting *m, int place, int triangle, double least)
{
  const sn_v3 own = m->area[triangle];
  const double length = v3_norm(own);
  const int begin = m->first[place], end = m->first[place + 1];
  sn_v3 sum = v3(0, 0, 0);
  for (int i = begin; i < end && end - begin <= MOST_MEETING; i++) {
    const sn_v3 other = m->area[m->at[i] / 3];
    if (v3_dot(own, other) >= least * length * v3_norm(other)) {
      sum = v3_add(sum, other);
    }
  }
  const sn_v3 n = v3_norm(sum) > 0 ? sum : own;
  return v3_norm(n) > 0 ? v3_unit(n) : v3(0, 0, 1);
}

sn_status sn_geometry_surface(const float (*vertex)[3], int n_vertex, const int (*triangle)[3], int n_triangle,
                              double crease, sn_arena *arena, sn_geometry *out, sn_error *error)
{
  meeting m = {.n_vertex = n_vertex, .n_triangle = n_triangle};
  float(*x)[3] = sn_arena_get(arena, 3 * (size_t)n_triangle, sizeof *x);
  float(*n)[3] = sn_arena_get(arena, 3 * (size_t)n_triangle, sizeof *n);
  int(*t)[3] = sn_arena_get(arena, (size_t)n_triangle, sizeof *t);
  if (!x || !n || !t || !meet(vertex, triangle, &m, arena)) {
    return sn_no_memory(error, "a surface's triangles");
  }
  int count = 0;
  for (int place = 0; place < n_vertex; place++) {
    const int first = count; /* vertices of this place: one per different normal */
    for (int i = m.first[place]; i < m.first[place + 1]; i++) {
      const sn_v3 normal = normal_at(&m, place, m.at[i] / 3, cos(crease));
      const float f[3] = {(float)normal.x[0], (float)normal.x[1], (float)normal.x[2]};
      int v = count - first > MOST_MEETING ? count : first;
      while (v < count && !equal(n[v], f)) {
        v++;
      }
      if (v == count) {
        memcpy(x[v], vertex[place], sizeof x[v]);
        memcpy(n[v], f, sizeof f);
        count++;
      }
      t[m.at[i] / 3][m.at[i] % 3] = v;
    }
  }
  *out = (sn_geometry){"surface", count, n_triangle, (const float(*)[3])x, (const float(*)[3])n, (const int(*)[3])t};
  return SN_OK;
}
