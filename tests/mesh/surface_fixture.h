/* tests/mesh/surface_fixture.h -- surfaces made by hand, and files of them in each format. */
#ifndef SN_TESTS_MESH_SURFACE_FIXTURE_H
#define SN_TESTS_MESH_SURFACE_FIXTURE_H
#include <stdint.h>
#include <stdio.h>

#include "harness.h"
#include "mesh/surface.h"

enum { ROOM = 30000 };
typedef struct {
  int n_v, n_t;
  double v[ROOM][3];
  int t[ROOM][3];
} mesh;
typedef enum { BINARY, TEXT, OBJ } format;
static const char *const names[] = {"x.stl", "x.STL", "dir/x.obj"};

static sn_arena *arena;
static sn_error error;
static mesh m;

static inline int vertex(mesh *x, double a, double b, double c)
{
  x->v[x->n_v][0] = a;
  x->v[x->n_v][1] = b;
  x->v[x->n_v][2] = c;
  return x->n_v++;
}

static inline void triangle(mesh *x, int a, int b, int c)
{
  x->t[x->n_t][0] = a;
  x->t[x->n_t][1] = b;
  x->t[x->n_t++][2] = c;
}

/* adds a box from lo to hi */
static inline void add_box(mesh *x, sn_v3 lo, sn_v3 hi)
{
  static const int quad[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  const int o = x->n_v;
  for (int k = 0; k < 8; k++) {
    vertex(x, (k & 1 ? hi : lo).x[0], (k & 2 ? hi : lo).x[1], (k & 4 ? hi : lo).x[2]);
  }
  for (int k = 0; k < 6; k++) {
    triangle(x, o + quad[k][0], o + quad[k][1], o + quad[k][2]);
    triangle(x, o + quad[k][0], o + quad[k][2], o + quad[k][3]);
  }
}

static inline void turn(mesh *x, int t)
{
  const int b = x->t[t][1];
  x->t[t][1] = x->t[t][2];
  x->t[t][2] = b;
}

static inline void turn_all(mesh *x, int from)
{
  for (int t = from; t < x->n_t; t++) {
    turn(x, t);
  }
}

/* x -> shift + scale r x */
static inline void move(mesh *x, sn_m3 r, double scale, sn_v3 shift)
{
  for (int k = 0; k < x->n_v; k++) {
    const sn_v3 y = v3_add(shift, v3_scale(scale, m3_mul(r, v3(x->v[k][0], x->v[k][1], x->v[k][2]))));
    v3_put(y, x->v[k]);
  }
}

static inline char *put_u32(char *p, uint32_t u)
{
  for (int i = 0; i < 4; i++) {
    *p++ = (char)(u >> 8 * i & 255);
  }
  return p;
}

static inline char *put_float(char *p, double x)
{
  const float f = (float)x;
  uint32_t u;
  memcpy(&u, &f, 4);
  return put_u32(p, u);
}

static inline const char *written(const mesh *x, format form, size_t *size)
{
  char *all = sn_arena_get(arena, 1000 + 400 * (size_t)x->n_t + 90 * (size_t)x->n_v, 1), *p = all;
  if (form == BINARY) {
    (void)snprintf(p, 80, "solid of a sort"); /* as some programs do */
    p = put_u32(all + 80, (uint32_t)x->n_t);
  } else {
    p += sprintf(p, form == TEXT ? "solid of 3 faces\n" : "# made by hand\r\no x\ng y\ns 1\nusemtl z\nmtllib a.mtl\n");
  }
  for (int k = 0; form == OBJ && k < x->n_v; k++) {
    p += sprintf(p, "v %.17g %.17g\t%.17g 1.0\nvt 0 0\n", x->v[k][0], x->v[k][1], x->v[k][2]);
  }
  for (int t = 0; t < x->n_t; t++) {
    const int *c = x->t[t];
    if (form == OBJ) {
      p += t % 4 == 0   ? sprintf(p, "f %d %d %d # ok\n", c[0] + 1, c[1] + 1, c[2] + 1)
           : t % 4 == 1 ? sprintf(p, "f %d/1 %d/1 \\\n %d/1\n", c[0] + 1, c[1] + 1, c[2] + 1)
           : t % 4 == 2 ? sprintf(p, "f %d//7 %d//-7 %d//7\r\n", c[0] + 1, c[1] + 1, c[2] + 1)
                        : sprintf(p, "f %d/1/2 %d/1/2 %d/1/2\n", c[0] - x->n_v, c[1] - x->n_v, c[2] - x->n_v);
      continue;
    }
    p += form == TEXT ? sprintf(p, " facet normal nan 0 1\n  OUTER loop\n") : 12;
    for (int k = 0; k < 3; k++) {
      const double *v = x->v[c[k]];
      if (form == TEXT) {
        p += sprintf(p, "   vertex %.17g %.17g %.17g\n", v[0], v[1], v[2]);
      }
      for (int i = 0; form == BINARY && i < 3; i++) {
        p = put_float(p, v[i]);
      }
    }
    p += form == TEXT ? sprintf(p, "  endloop\n endfacet\n") : 2;
  }
  p += form == TEXT ? sprintf(p, "endsolid of 3 faces\n") : 0;
  *size = (size_t)(p - all);
  return all;
}

static inline const sn_surface *parse(const char *name, const char *bytes, size_t size)
{
  const sn_surface *s = NULL;
  memset(&error, 0, sizeof error);
  const sn_status status = sn_surface_parse(name, bytes, size, arena, &s, &error);
  CHECK((status == SN_OK) == (s != NULL));
  CHECK(status == SN_OK || (error.what[0] && error.why[0] && error.fix[0]));
  return s;
}

static inline const sn_surface *surface(const mesh *x, format form)
{
  size_t size;
  const char *bytes = written(x, form, &size);
  const sn_surface *s = parse(names[form], bytes, size);
  if (!s) {
    printf("%s\n", error.what);
  }
  return s;
}

#endif
