/* math/convex_faces.c -- see convex.h: a convex solid out of a closed surface of triangles.
 * What:    triangles in one plane become one face; vertices of three faces or more are its corners, and two corners that share two faces are
 *          joined by an edge. A vertex of exactly three faces is put where they meet: files have few digits.
 * Limits:  a surface is convex if no vertex is further outside of a face than LEVEL of its size.
 * Tests:   tests/math/test_convex.c
 */
#include <math.h>

#include "math/convex.h"

static const double LEVEL = 1e-6;

typedef struct {
  int n_vertex, n_triangle;
  const double (*vertex)[3];
  const int (*triangle)[3];
  double scale, size;
} faces;

static sn_v3 vertex_of(const faces *f, int i)
{
  return v3(f->scale * f->vertex[i][0], f->scale * f->vertex[i][1], f->scale * f->vertex[i][2]);
}

static double size_of(const faces *f)
{
  double size = 0;
  for (int i = 0; i < f->n_vertex; i++) {
    size = fmax(size, v3_norm(v3_sub(vertex_of(f, i), vertex_of(f, 0))));
  }
  return size;
}

/* Twice the area, and the unit normal. */
static double area_of(const faces *f, int i, sn_v3 *normal)
{
  const sn_v3 a = vertex_of(f, f->triangle[i][0]);
  const sn_v3 n = v3_cross(v3_sub(vertex_of(f, f->triangle[i][1]), a), v3_sub(vertex_of(f, f->triangle[i][2]), a));
  const double area = v3_norm(n);
  *normal = area > 0 ? v3_scale(1 / area, n) : v3(0, 0, 0);
  return area;
}

/* Does the triangle lie in a plane that is there already? */
static int is_known(const faces *f, int i, sn_v3 n, int n_plane, const sn_v3 *normal, const double *offset)
{
  for (int k = 0; k < n_plane; k++) {
    double off = 0;
    for (int j = 0; j < 3; j++) {
      off = fmax(off, fabs(v3_dot(normal[k], vertex_of(f, f->triangle[i][j])) - offset[k]));
    }
    if (off <= LEVEL * f->size && v3_dot(n, normal[k]) > 0) {
      return 1;
    }
  }
  return 0;
}

/* Planes, of large triangles first: they know their normals best. -1: too many. */
static int find_planes(const faces *f, int most, unsigned char *done, sn_v3 *normal, double *offset)
{
  int n = 0;
  for (double least = 0.1; least > 1e-13; least *= 0.1) {
    for (int i = 0; i < f->n_triangle; i++) {
      sn_v3 own;
      if (done[i] || !(area_of(f, i, &own) > least * f->size * f->size)) {
        continue;
      }
      done[i] = 1;
      if (is_known(f, i, own, n, normal, offset)) {
        continue;
      }
      if (n == most) {
        return -1;
      }
      normal[n] = own;
      offset[n++] = v3_dot(own, vertex_of(f, f->triangle[i][0]));
    }
  }
  return n;
}

/* Where the planes of a vertex meet, if they are three. */
static sn_v3 corner_at(const sn_convex *s, const int *plane, int n, sn_v3 vertex)
{
  if (n != 3) {
    return vertex;
  }
  const sn_v3 a = s->normal[plane[0]], b = s->normal[plane[1]], c = s->normal[plane[2]];
  const double det = v3_dot(a, v3_cross(b, c));
  if (!(fabs(det) > 1e-3)) {
    return vertex;
  }
  const sn_v3 sum =
      v3_add(v3_scale(s->offset[plane[0]], v3_cross(b, c)),
             v3_add(v3_scale(s->offset[plane[1]], v3_cross(c, a)), v3_scale(s->offset[plane[2]], v3_cross(a, b))));
  return v3_scale(1 / det, sum);
}

static int planes_of(const faces *f, const sn_convex *s, int vertex, int most, int *plane)
{
  int n = 0;
  for (int k = 0; k < s->n_plane && n < most; k++) {
    if (fabs(v3_dot(s->normal[k], vertex_of(f, vertex)) - s->offset[k]) <= 2 * LEVEL * f->size) {
      plane[n++] = k;
    }
  }
  return n;
}

static int shared(const int *a, int n, const int *b, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      sum += a[i] == b[j];
    }
  }
  return sum;
}

/* Corners and edges. */
static sn_faces_flaw find_corners(const faces *f, sn_arena *arena, sn_convex *out)
{
  enum { AROUND = 16 }; /* faces at a corner */
  int(*of)[AROUND] = sn_arena_get(arena, SN_FACES_CORNERS, sizeof *of), n_of[SN_FACES_CORNERS], plane[AROUND];
  sn_v3 *corner = SN_NEW(arena, sn_v3, SN_FACES_CORNERS);
  int(*edge)[2] = sn_arena_get(arena, 3 * SN_FACES_CORNERS, sizeof *edge);
  if (!of || !corner || !edge) {
    return SN_FACES_NO_MEMORY;
  }
  for (int i = 0; i < f->n_vertex; i++) {
    const int n = planes_of(f, out, i, AROUND, plane);
    if (n < 3) {
      continue;
    }
    if (out->n_corner == SN_FACES_CORNERS) {
      return SN_FACES_MANY;
    }
    for (int k = 0; k < n; k++) {
      of[out->n_corner][k] = plane[k];
    }
    n_of[out->n_corner] = n;
    corner[out->n_corner++] = corner_at(out, plane, n, vertex_of(f, i));
  }
  for (int i = 0; i < out->n_corner; i++) {
    for (int j = i + 1; j < out->n_corner; j++) {
      if (shared(of[i], n_of[i], of[j], n_of[j]) == 2 && out->n_edge < 3 * SN_FACES_CORNERS) {
        edge[out->n_edge][0] = i;
        edge[out->n_edge++][1] = j;
      }
    }
  }
  out->corner = corner;
  out->edge = (const int(*)[2])edge;
  return out->n_corner >= 4 ? SN_FACES_GOOD : SN_FACES_HOLLOW;
}

sn_faces_flaw sn_convex_of_faces(int n_vertex, const double (*vertex)[3], int n_triangle, const int (*triangle)[3],
                                 double scale, sn_arena *arena, sn_convex *out, double *by)
{
  faces f = {n_vertex, n_triangle, vertex, triangle, scale, 0};
  f.size = size_of(&f);
  enum { MOST = 2 * SN_FACES_CORNERS };
  sn_v3 *normal = SN_NEW(arena, sn_v3, MOST);
  double *offset = SN_NEW(arena, double, MOST);
  unsigned char *done = SN_NEW(arena, unsigned char, n_triangle);
  *by = 0;
  *out = (sn_convex){.normal = normal, .offset = offset};
  if (!normal || !offset || !done) {
    return SN_FACES_NO_MEMORY;
  }
  out->n_plane = find_planes(&f, MOST, done, normal, offset);
  for (int k = 0; k < out->n_plane; k++) {
    for (int i = 0; i < n_vertex; i++) {
      *by = fmax(*by, v3_dot(normal[k], vertex_of(&f, i)) - offset[k]);
    }
  }
  if (*by > LEVEL * f.size) {
    return SN_FACES_HOLLOW;
  }
  return out->n_plane < 0 ? SN_FACES_MANY : find_corners(&f, arena, out);
}
