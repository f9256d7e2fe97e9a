/* mesh/surface_weld.c -- triangles with shared corners, out of corners that come one by one.
 * What:    a hash table finds vertices of equal coordinates; a second pass welds vertices that are only nearly equal.
 * How:     nearly equal: space is cut into cells of twice the reach, so that all vertices within reach of a place are
 *          in the 2x2x2 cells around it. The first vertex of a cluster stays where it is, in the order of the file.
 * Limits:  welding keeps a closed surface closed (it maps its edges), but can make it touch itself.
 * Tests:   tests/mesh/test_surface.c.
 */
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "mesh/surface_private.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the triangles of a surface");
}

/* Room for n entries of an array that doubles; NULL when out of memory. */
static void *room_for(sn_arena *arena, void *at, int used, int n, int *room, size_t size)
{
  if (n <= *room) {
    return at;
  }
  const int more = *room > INT32_MAX / 2 ? INT32_MAX : 2 * *room;
  *room = n > more ? n : more;
  return sn_arena_grow(arena, at, (size_t)used, (size_t)*room, size);
}

/* ---- equal coordinates */

static int same_place(const double a[3], const double b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static int slot_of(const sn_soup *s, const double x[3])
{
  int k = (int)(sn_hash(x, sizeof(double[3])) & (uint64_t)(s->n_slot - 1));
  while (s->slot[k] && !same_place(s->vertex[s->slot[k] - 1], x)) {
    k = (k + 1) & (s->n_slot - 1);
  }
  return k;
}

/* At least two slots per vertex. */
static int slots_for(sn_soup *s, int n_vertex)
{
  int n = s->n_slot ? s->n_slot : 64;
  while (n < 2 * n_vertex) {
    n *= 2;
  }
  if (n == s->n_slot) {
    return 1;
  }
  s->slot = SN_NEW(s->arena, int, n);
  s->n_slot = n;
  for (int i = 0; s->slot && i < s->n_vertex; i++) {
    s->slot[slot_of(s, s->vertex[i])] = i + 1;
  }
  return s->slot != NULL;
}

sn_status sn_soup_room(sn_soup *s, int n_triangle, int n_vertex, sn_error *error)
{
  s->triangle = room_for(s->arena, s->triangle, s->n_triangle, n_triangle, &s->room_triangle, sizeof *s->triangle);
  s->vertex = room_for(s->arena, s->vertex, s->n_vertex, n_vertex, &s->room_vertex, sizeof *s->vertex);
  return s->triangle && s->vertex && slots_for(s, n_vertex) ? SN_OK : no_memory(error);
}

sn_status sn_soup_vertex(sn_soup *s, const double x[3], int *index, sn_error *error)
{
  const double clean[3] = {x[0] + 0.0, x[1] + 0.0, x[2] + 0.0}; /* -0 is 0 */
  SN_TRY(sn_soup_room(s, s->n_triangle + 1, s->n_vertex + 1, error));
  if (!s->vertex || !s->slot) {
    return no_memory(error);
  }
  const int k = slot_of(s, clean);
  if (!s->slot[k]) {
    memcpy(s->vertex[s->n_vertex++], clean, sizeof clean);
    s->slot[k] = s->n_vertex;
  }
  *index = s->slot[k] - 1;
  return SN_OK;
}

sn_status sn_soup_triangle(sn_soup *s, int a, int b, int c, sn_error *error)
{
  if (a == b || b == c || c == a) {
    return SN_OK;
  }
  SN_TRY(sn_soup_room(s, s->n_triangle + 1, s->n_vertex + 1, error));
  if (!s->triangle) {
    return no_memory(error);
  }
  int *t = s->triangle[s->n_triangle++];
  t[0] = a;
  t[1] = b;
  t[2] = c;
  return SN_OK;
}

/* ---- nearly equal coordinates */

typedef struct {
  int64_t k[3];
} cell;

typedef struct {
  double reach, lo[3];
  int *first, *next; /* vertices by the hash of their cell */
  int n_first;
} grid;

static int bucket(const grid *g, const cell *c)
{
  return (int)(sn_hash(c, sizeof *c) & (uint64_t)(g->n_first - 1));
}

/* Number of a cell; those beyond 2^62 (a reach that is tiny beside the surface) share one, which only costs time. */
static int64_t cell_number(double x)
{
  static const double last = 0x1p62;
  return (int64_t)fmin(fmax(floor(x), -last), last);
}

/* A vertex of `out` within reach of x, or -1. */
static int near_vertex(const grid *g, const sn_soup *out, const double x[3])
{
  int64_t base[3];
  for (int i = 0; i < 3; i++) { /* of the two cells per axis that the reach around x can touch, the lower */
    base[i] = cell_number((x[i] - g->lo[i]) / (2 * g->reach) - 0.5);
  }
  for (int corner = 0; corner < 8; corner++) {
    const cell c = {{base[0] + (corner & 1), base[1] + (corner >> 1 & 1), base[2] + (corner >> 2)}};
    for (int v = g->first[bucket(g, &c)]; v; v = g->next[v - 1]) {
      const double *y = out->vertex[v - 1];
      if (fabs(x[0] - y[0]) <= g->reach && fabs(x[1] - y[1]) <= g->reach && fabs(x[2] - y[2]) <= g->reach) {
        return v - 1;
      }
    }
  }
  return -1;
}

static void put_in_cell(grid *g, int v, const double x[3])
{
  cell c;
  for (int i = 0; i < 3; i++) {
    c.k[i] = cell_number((x[i] - g->lo[i]) / (2 * g->reach));
  }
  const int b = bucket(g, &c);
  g->next[v] = g->first[b];
  g->first[b] = v + 1;
}

sn_status sn_soup_weld(const sn_soup *s, double reach, sn_soup *out, sn_error *error)
{
  *out = (sn_soup){.arena = s->arena};
  grid g = {.reach = reach, .n_first = 64, .lo = {INFINITY, INFINITY, INFINITY}};
  while (g.n_first < s->n_vertex) {
    g.n_first *= 2;
  }
  g.first = SN_NEW(s->arena, int, g.n_first);
  g.next = SN_NEW(s->arena, int, s->n_vertex);
  int *to = SN_NEW(s->arena, int, s->n_vertex);
  if (!g.first || !g.next || !to) {
    return no_memory(error);
  }
  for (int v = 0; v < s->n_vertex; v++) {
    for (int i = 0; i < 3; i++) {
      g.lo[i] = fmin(g.lo[i], s->vertex[v][i]);
    }
  }
  SN_TRY(sn_soup_room(out, s->n_triangle, s->n_vertex, error));
  for (int v = 0; v < s->n_vertex; v++) {
    to[v] = near_vertex(&g, out, s->vertex[v]);
    if (to[v] < 0) {
      SN_TRY(sn_soup_vertex(out, s->vertex[v], &to[v], error));
      put_in_cell(&g, to[v], s->vertex[v]);
    }
  }
  for (int t = 0; t < s->n_triangle; t++) {
    SN_TRY(sn_soup_triangle(out, to[s->triangle[t][0]], to[s->triangle[t][1]], to[s->triangle[t][2]], error));
  }
  return SN_OK;
}
