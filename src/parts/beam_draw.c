/* parts/beam_draw.c -- what a beam looks like: its section swept along its elements or, where the section varies, a skin from the section of
 *          one node to that of the next.
 * What:    a skin has a ring of corners at every node, joined by quadrilaterals, and both ends filled. Sharp corners of the section have two
 *          corners each, so that edges are sharp and round sides smooth.
 * Limits:  a skin is straight from node to node; at a corner of the line it has the axes of the element before.
 * Tests:   tests/session/test_scene.c
 */
#include <string.h>

#include "math/polygon.h"
#include "model/model.h"
#include "parts/beam.h"

static const double sharp = 0.866; /* cos 30 degrees */

/* A skin in the making. */
typedef struct {
  const sn_beam_frozen *f;
  const sn_outline **outline; /* of every node */
  int n_ring;                 /* corners of a ring */
  int *before, *after; /* of every point of the outline: its corner for the side before it, and for the one after it */
  const sn_frame **frame;
  double (*beside)[2];
  int *node, *element, (*triangle)[3];
  int n_corner, n_triangle;
} skin;

/* Do the sides before and after point k of a loop meet without an edge? */
static int is_smooth(const double (*p)[2], int n, int k)
{
  const double *a = p[(k + n - 1) % n], *b = p[k], *c = p[(k + 1) % n];
  const double u[2] = {b[0] - a[0], b[1] - a[1]}, v[2] = {c[0] - b[0], c[1] - b[1]};
  return u[0] * v[0] + u[1] * v[1] > sharp * hypot(u[0], u[1]) * hypot(v[0], v[1]);
}

static void number_ring(skin *s)
{
  const sn_outline *o = s->outline[0];
  for (int l = 0, first = 0; l < o->n_loop; first += o->count[l++]) {
    for (int k = first; k < first + o->count[l]; k++) {
      s->before[k] = s->n_ring++;
      s->after[k] = is_smooth(o->point + first, o->count[l], k - first) ? s->before[k] : s->n_ring++;
    }
  }
}

static void put_corner(skin *s, int node, int point)
{
  s->frame[s->n_corner] = s->f->node + node;
  s->node[s->n_corner] = node;
  memcpy(s->beside[s->n_corner++], s->outline[node]->point[point], sizeof *s->beside);
}

static void put_triangle(skin *s, int element, int a, int b, int c)
{
  s->element[s->n_triangle] = element;
  s->triangle[s->n_triangle][0] = a;
  s->triangle[s->n_triangle][1] = b;
  s->triangle[s->n_triangle++][2] = c;
}

static void put_rings(skin *s)
{
  for (int node = 0; node < s->f->n_node; node++) {
    for (int k = 0; k < s->outline[node]->n_point; k++) {
      put_corner(s, node, k);
      if (s->after[k] != s->before[k]) {
        put_corner(s, node, k);
      }
    }
  }
}

/* From node to node, seen from outside: the outline goes around counterclockwise, holes against it. */
static void put_sides(skin *s)
{
  const sn_outline *o = s->outline[0];
  for (int node = 0; node + 1 < s->f->n_node; node++) {
    const int a = node * s->n_ring, b = a + s->n_ring, element = node / s->f->order;
    for (int l = 0, first = 0; l < o->n_loop; first += o->count[l++]) {
      const double area = sn_polygon_area(o->point + first, o->count[l]);
      for (int k = 0; k < o->count[l]; k++) {
        const int p = s->after[first + k], q = s->before[first + (k + 1) % o->count[l]];
        const int forward = (area > 0) == (l == 0), from = forward ? p : q, to = forward ? q : p;
        put_triangle(s, element, a + from, a + to, b + to);
        put_triangle(s, element, a + from, b + to, b + from);
      }
    }
  }
}

static sn_status put_end(skin *s, int last, sn_arena *arena, sn_error *error)
{
  const int node = last ? s->f->n_node - 1 : 0, first = s->n_corner, n = s->outline[node]->n_point;
  const int triangles = n + 2 * (s->outline[node]->n_loop - 1) - 2;
  int(*fill)[3] = sn_arena_get(arena, (size_t)triangles, sizeof *fill);
  if (!fill) {
    return sn_no_memory(error, "the picture");
  }
  SN_TRY(
      sn_polygon_fill(s->outline[node]->point, s->outline[node]->count, s->outline[node]->n_loop, fill, arena, error));
  for (int k = 0; k < n; k++) {
    put_corner(s, node, k);
  }
  for (int i = 0; i < triangles; i++) {
    put_triangle(s, last ? s->f->n_element - 1 : 0, first + fill[i][0], first + fill[i][last ? 1 : 2],
                 first + fill[i][last ? 2 : 1]);
  }
  return SN_OK;
}

static sn_status draw_skin(sn_item *item, skin *s, sn_builder *b, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  const int n = s->outline[0]->n_point, nodes = s->f->n_node, corners = 2 * n * (nodes + 1),
            triangles = 2 * n * (nodes - 1) + 2 * (n + 2 * s->outline[0]->n_loop);
  s->before = SN_NEW(arena, int, n);
  s->after = SN_NEW(arena, int, n);
  s->frame = sn_arena_get(arena, (size_t)corners, sizeof *s->frame);
  s->beside = sn_arena_get(arena, (size_t)corners, sizeof *s->beside);
  s->node = SN_NEW(arena, int, corners);
  s->element = SN_NEW(arena, int, triangles);
  s->triangle = sn_arena_get(arena, (size_t)triangles, sizeof *s->triangle);
  sn_sheet *out = SN_NEW(arena, sn_sheet, 1);
  if (!s->before || !s->after || !s->frame || !s->beside || !s->node || !s->element || !s->triangle || !out) {
    return sn_no_memory(error, "the picture");
  }
  number_ring(s);
  put_rings(s);
  put_sides(s);
  SN_TRY(put_end(s, 0, arena, error));
  SN_TRY(put_end(s, 1, arena, error));
  SN_ASSERT(s->n_corner <= corners && s->n_triangle <= triangles);
  *out = (sn_sheet){.n_corner = s->n_corner,
                    .n_triangle = s->n_triangle,
                    .frame = s->frame,
                    .beside = (const double(*)[2])s->beside,
                    .node = s->node,
                    .triangle = (const int(*)[3])s->triangle,
                    .element = s->element};
  sn_draw_sheet(item, b, out);
  return SN_OK;
}

static int alike(const sn_outline *a, const sn_outline *b)
{
  return a->n_loop == b->n_loop && a->n_point == b->n_point && a->n_loop > 0 &&
         memcmp(a->count, b->count, sizeof *a->count * (size_t)a->n_loop) == 0;
}

sn_status sn_beam_draw(sn_item *item, const sn_beam_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_beam *p = item->param;
  sn_arena *arena = sn_builder_arena(b);
  const sn_section *section = p->section.same;
  if (!p->section.given || section) {
    sn_draw_elements(item, b, f->n_element, f->order, f->at, section ? &section->outline : NULL, p->radius);
    return SN_OK;
  }
  skin s = {.f = f, .outline = SN_NEW(arena, const sn_outline *, f->n_node)};
  int same = s.outline != NULL; /* as many points everywhere: they are joined one by one */
  if (!s.outline) {
    return sn_no_memory(error, "the picture");
  }
  for (int k = 0; k < f->n_node; k++) {
    SN_TRY(sn_section_at(&p->section, f->s[k], arena, &section, error));
    s.outline[k] = &section->outline;
    same = same && alike(s.outline[0], s.outline[k]);
  }
  if (same) {
    return draw_skin(item, &s, b, error);
  }
  sn_draw_elements(item, b, f->n_element, f->order, f->at, s.outline[f->n_node / 2], p->radius);
  return SN_OK;
}
