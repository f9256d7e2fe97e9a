/* mesh/surface_closed.c -- is a surface closed? Orientations that agree.
 * What:    every edge must be shared by as many triangles that run along it one way as the other: then the triangles
 *          have no boundary, and the integrals of surface.c do not depend on the origin. Usually that is one and one;
 *          two and two where solids touch along an edge.
 * How:     half edges are sorted by their lower vertex (counting), then within it. Shells are the triangles connected
 *          by edges of two; a walk over them makes their orientations agree. Which side of a shell is outside is said
 *          by surface_sides.c.
 * Tests:   tests/mesh/test_surface.c.
 */
#include <stdlib.h>

#include "mesh/surface_private.h"

typedef struct {
  int high, opposite; /* the higher vertex of the edge; the third corner of the triangle */
  int half;           /* 3 triangle + number of the edge in it */
  int up;             /* runs from the lower vertex to the higher */
} half_edge;

typedef struct {
  sn_soup *soup;
  sn_soup_state *state;
  int *start;      /* half edges of lower vertex v: start[v] .. start[v + 1] - 1 */
  half_edge *edge; /* all, sorted */
  int *mate;       /* per half edge: 1 + the other one of an edge of two, 0: none */
  char *flip;      /* per triangle */
  int *shell;      /* per triangle: 1 + its shell */
  int n_shell;
  int n_crowded; /* edges of more than two triangles */
} walk;

static int by_edge(const void *a, const void *b)
{
  const half_edge *x = a, *y = b;
  const int key[4][2] = {{x->high, y->high}, {x->up, y->up}, {x->opposite, y->opposite}, {x->half, y->half}};
  for (int k = 0; k < 4; k++) {
    if (key[k][0] != key[k][1]) {
      return key[k][0] < key[k][1] ? -1 : 1;
    }
  }
  return 0;
}

static half_edge half_edge_of(const sn_soup *s, int half, int *low)
{
  const int *t = s->triangle[half / 3], k = half % 3, a = t[k], b = t[(k + 1) % 3];
  *low = a < b ? a : b;
  return (half_edge){.high = a < b ? b : a, .opposite = t[(k + 2) % 3], .half = half, .up = a < b};
}

/* Fills start and edge: counts per vertex, their sums, then each half edge to its place. */
static void sort_edges(walk *w)
{
  const sn_soup *s = w->soup;
  int low;
  for (int h = 0; h < 3 * s->n_triangle; h++) {
    half_edge_of(s, h, &low);
    w->start[low + 2]++;
  }
  for (int v = 0; v < s->n_vertex; v++) {
    w->start[v + 2] += w->start[v + 1];
  }
  for (int h = 0; h < 3 * s->n_triangle; h++) { /* start[v + 1] moves from the begin to the end of v */
    const half_edge e = half_edge_of(s, h, &low);
    w->edge[w->start[low + 1]++] = e;
  }
  for (int v = 0; v < s->n_vertex; v++) {
    qsort(w->edge + w->start[v], (size_t)(w->start[v + 1] - w->start[v]), sizeof *w->edge, by_edge);
  }
}

static void flawed(sn_soup_state *state, sn_surface_flaw flaw, int a, int b)
{
  if (state->flaw != flaw && state->flaw != SN_SURFACE_CLOSED) {
    return; /* the first kind that is found is reported */
  }
  if (state->count++ == 0) {
    *state = (sn_soup_state){.flaw = flaw, .count = 1, .at = {a, b}};
  }
}

typedef void (*edge_check)(walk *w, int low, const half_edge *edge, int n);

/* Calls check for the n half edges of each edge. */
static void for_edges(walk *w, edge_check check)
{
  for (int v = 0; v < w->soup->n_vertex; v++) {
    for (int i = w->start[v], j = i; i < w->start[v + 1]; i = j) {
      while (j < w->start[v + 1] && w->edge[j].high == w->edge[i].high) {
        j++;
      }
      check(w, v, w->edge + i, j - i);
    }
  }
}

static void check_open(walk *w, int low, const half_edge *edge, int n)
{
  if (n % 2 != 0) {
    flawed(w->state, SN_SURFACE_OPEN, low, edge->high);
  }
  w->n_crowded += n > 2;
  if (n == 2) {
    w->mate[edge[0].half] = 1 + edge[1].half;
    w->mate[edge[1].half] = 1 + edge[0].half;
  }
}

/* A triangle that is there twice, with the same orientation, has equal neighbours in the order of by_edge at its three
   edges; it is counted at the one that has its lowest vertex opposite. */
static void check_doubled(walk *w, int low, const half_edge *edge, int n)
{
  for (int i = 1; i < n; i++) {
    if (edge[i].up == edge[i - 1].up && edge[i].opposite == edge[i - 1].opposite && edge[i].opposite < low) {
      flawed(w->state, SN_SURFACE_DOUBLED, low, edge->high);
    }
  }
}

static void check_balance(walk *w, int low, const half_edge *edge, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += edge[i].up != w->flip[edge[i].half / 3] ? 1 : -1;
  }
  if (sum != 0) {
    flawed(w->state, n == 2 ? SN_SURFACE_TWISTED : SN_SURFACE_CROSSED, low, edge->high);
  }
}

/* ---- orientation */

/* Over edges of two from triangle `first`: neighbours that run along the edge the same way have different flips. */
static void walk_shell(walk *w, int first, int *stack)
{
  int n = 0, low;
  w->shell[first] = ++w->n_shell;
  for (stack[n++] = first; n > 0;) {
    const int t = stack[--n];
    for (int h = 3 * t; h < 3 * t + 3; h++) {
      const int other = w->mate[h] - 1, u = other / 3;
      if (other < 0 || w->shell[u]) {
        continue;
      }
      w->shell[u] = w->n_shell;
      w->flip[u] = (char)(w->flip[t] ^ (half_edge_of(w->soup, h, &low).up == half_edge_of(w->soup, other, &low).up));
      stack[n++] = u;
    }
  }
}

sn_status sn_soup_close(sn_soup *s, sn_soup_state *state, sn_error *error)
{
  *state = (sn_soup_state){.flaw = SN_SURFACE_CLOSED};
  const size_t n = (size_t)s->n_triangle;
  walk w = {.soup = s,
            .state = state,
            .start = SN_NEW(s->arena, int, s->n_vertex + 2),
            .edge = SN_NEW(s->arena, half_edge, 3 * n),
            .mate = SN_NEW(s->arena, int, 3 * n),
            .flip = SN_NEW(s->arena, char, n),
            .shell = SN_NEW(s->arena, int, n)};
  int *stack = SN_NEW(s->arena, int, n);
  if (!w.start || !w.edge || !w.mate || !w.flip || !w.shell || !stack) {
    return sn_no_memory(error, "the edges of a surface");
  }
  sort_edges(&w);
  for_edges(&w, check_open);
  for_edges(&w, check_doubled);
  if (state->flaw != SN_SURFACE_CLOSED) {
    return SN_OK;
  }
  for (int t = 0; t < s->n_triangle; t++) {
    if (!w.shell[t]) {
      walk_shell(&w, t, stack);
    }
  }
  SN_TRY(sn_soup_sides(s, w.shell, w.n_shell + 1, w.n_crowded == 0, w.flip, error));
  for_edges(&w, check_balance);
  for (int t = 0; state->flaw == SN_SURFACE_CLOSED && t < s->n_triangle; t++) {
    if (w.flip[t]) {
      const int b = s->triangle[t][1];
      s->triangle[t][1] = s->triangle[t][2];
      s->triangle[t][2] = b;
    }
  }
  return SN_OK;
}
