/* parts/shell_draw.c -- what a shell looks like: both sides at their true thickness, and walls along its edges.
 * What:    the grid of nodes as triangles, two per quadrilateral of neighbours; corners of walls are their own, so that edges are sharp and
 *          sides smooth.
 * Tests:   tests/shells/test_picture.c
 */
#include "model/model.h"
#include "parts/shell.h"

/* The sheet in the making. */
typedef struct {
  const sn_frame **frame;
  double (*beside)[2];
  int *node, *element;
  int (*triangle)[3];
  int n_corner, n_triangle;
} sheet;

static int corner(const sn_shell_frozen *f, int node, int upper, sheet *s)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid));
  s->frame[s->n_corner] = f->node + node;
  s->node[s->n_corner] = node;
  s->beside[s->n_corner][1] = f->mid + (upper ? 0.5 : -0.5) * f->thickness[node];
  return s->n_corner++;
}

static void quad(int a, int b, int c, int d, int element, sheet *s)
{
  const int t[2][3] = {{a, b, c}, {a, c, d}};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++) {
      s->triangle[s->n_triangle][k] = t[i][k];
    }
    s->element[s->n_triangle++] = element;
  }
}

/* Corner i, j of the cell of an element that begins at its nodes (i0, j0). */
static int node_at(const sn_shell_grid *g, int e, int i, int j)
{
  return sn_shell_node_of(g, e, i + (g->order + 1) * j);
}

static void add_sides(const sn_shell_frozen *f, sheet *s)
{
  const sn_shell_grid *g = &f->grid;
  const int n = sn_shell_nodes(g), p = g->order;
  for (int k = 0; k < 2 * n; k++) { /* first the lower side */
    (void)corner(f, k % n, k >= n, s);
  }
  for (int e = 0; e < sn_shell_elements(g); e++) {
    for (int c = 0; c < p * p; c++) {
      const int i = c % p, j = c / p;
      const int a = node_at(g, e, i, j), b = node_at(g, e, i + 1, j), d = node_at(g, e, i, j + 1),
                q = node_at(g, e, i + 1, j + 1);
      quad(n + a, n + b, n + q, n + d, e, s);
      quad(a, d, q, b, e, s);
    }
  }
}

/* The wall of an edge, seen from outside. */
static void add_wall(const sn_shell_frozen *f, int edge, sheet *s)
{
  const sn_shell_grid *g = &f->grid;
  const int p = g->order, along = edge < 2, last = edge % 2, n = g->n[along] * p;
  int before[2] = {0, 0};
  for (int k = 0; k <= n; k++) {
    const int e = k < n ? k / p : g->n[along] - 1, node = sn_shell_segment_node(g, edge, e, k - e * p);
    const int low = corner(f, node, 0, s), high = corner(f, node, 1, s);
    if (k > 0) {
      const int at = (k - 1) / p, other = last ? g->n[!along] - 1 : 0,
                element = along ? other + g->n[0] * at : at + g->n[0] * other;
      /* walls at the end of u and at the begin of v run along their outside, the others against it */
      if ((edge < 2) == last) {
        quad(before[0], low, high, before[1], element, s);
      } else {
        quad(low, before[0], before[1], high, element, s);
      }
    }
    before[0] = low;
    before[1] = high;
  }
}

/* Walls of a mesh: corners are shared by neighbours along the edge. seen: per node, 1 + its lower corner; 0: none yet. */
static void add_walls(const sn_shell_frozen *f, int *seen, sheet *s)
{
  const sn_shell_mesh *m = f->grid.mesh;
  for (int w = 0; w < m->n_wall; w++) {
    for (int i = 0; i <= m->order; i++) {
      const int node = m->wall[w].node[i];
      if (!seen[node]) {
        seen[node] = 1 + corner(f, node, 0, s);
        (void)corner(f, node, 1, s);
      }
      if (i > 0) {
        const int a = seen[m->wall[w].node[i - 1]] - 1, b = seen[node] - 1;
        quad(a, b, b + 1, a + 1, m->wall[w].element, s);
      }
    }
  }
}

sn_status sn_shell_draw(sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell_grid *g = &f->grid;
  sn_arena *arena = sn_builder_arena(b);
  const int n = sn_shell_nodes(g), p = g->order, walls = g->mesh ? p * g->mesh->n_wall : 2 * p * (g->n[0] + g->n[1]);
  const int corners = 2 * n + 2 * (walls + SN_SHELL_EDGES), triangles = 4 * p * p * sn_shell_elements(g) + 2 * walls;
  sheet s = {.frame = sn_arena_get(arena, (size_t)corners, sizeof *s.frame),
             .beside = sn_arena_get(arena, (size_t)corners, sizeof *s.beside),
             .node = SN_NEW(arena, int, corners),
             .element = SN_NEW(arena, int, triangles),
             .triangle = sn_arena_get(arena, (size_t)triangles, sizeof *s.triangle)};
  sn_sheet *out = SN_NEW(arena, sn_sheet, 1);
  int *seen = SN_NEW(arena, int, n);
  if (!seen || !s.frame || !s.beside || !s.node || !s.element || !s.triangle || !out) {
    return sn_no_memory(error, "the picture");
  }
  add_sides(f, &s);
  if (g->mesh) {
    add_walls(f, seen, &s);
  }
  for (int edge = 0; edge < SN_SHELL_EDGES && !g->mesh; edge++) {
    if (!g->closed[edge >= 2]) {
      add_wall(f, edge, &s);
    }
  }
  *out = (sn_sheet){.n_corner = s.n_corner,
                    .n_triangle = s.n_triangle,
                    .frame = s.frame,
                    .beside = (const double(*)[2])s.beside,
                    .node = s.node,
                    .triangle = (const int(*)[3])s.triangle,
                    .element = s.element};
  sn_draw_sheet(item, b, out);
  return SN_OK;
}
