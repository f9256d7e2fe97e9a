/* parts/shell_mesh_check.c -- what is wrong with the mesh of a shell: shapes, sides, pieces.
 * What:    elements that are turned inside out or warped; neighbours that look to opposite sides (turned, with a warning); sides that
 *          touch without being joined, nodes that hang on a side; more than one piece. Every message has the number of an element in the
 *          file and its place. Sides that touch are left alone where both are in physical curves of their own: a slit.
 * Tests:   tests/shells/test_mesh.c
 */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "parts/shell_mesh.h"

static const double touching = 1e-3; /* of the length of a side */

static sn_status no_memory(const sn_shell_making *m)
{
  return sn_no_memory(m->error, "a mesh");
}

static long long number_of(const sn_shell_making *m, int e)
{
  return sn_mesh_element_number(m->g, m->of[e]);
}

/* ---- shapes */

static sn_status check_shape(const sn_shell_making *m, int e)
{
  const int p = m->order;
  const sn_v3 middle = sn_shell_quad_normal(m, e, 0.5, 0.5);
  const double size = v3_norm(middle);
  for (int k = 0; k < sn_shell_quad_nodes(m); k++) {
    const int row = k / (p + 1);
    const sn_v3 normal = sn_shell_quad_normal(m, e, (double)(k % (p + 1)) / p, (double)row / p);
    const double J = v3_dot(normal, middle) / size;
    if (!(J > 1e-6 * size)) {
      return sn_shell_quad_fail(
          m, e,
          "Its corners must go around it, all angles below 180 degrees, nodes of sides near their "
          "middle: mesh the surface again, finer or with another algorithm.",
          "%s at node %lld (its Jacobian is %s)",
          size > 0 && J < -1e-6 * size ? "is turned inside out" : "is degenerate",
          m->g->number[m->node[e * sn_shell_quad_nodes(m) + k]], J < 0 ? "negative" : "zero");
    }
    if (p == 1 && !(J > SN_SHELL_WARPED * v3_norm(normal))) {
      return sn_shell_quad_fail(
          m, e, "Use smaller elements there.", "is not flat: at node %lld it is turned by %.0f degrees",
          m->g->number[m->node[e * sn_shell_quad_nodes(m) + k]], acos(J / v3_norm(normal)) * 45 / atan(1));
    }
  }
  return SN_OK;
}

/* ---- sides */

static int by_ends(const void *a, const void *b)
{
  const sn_shell_side *p = a, *q = b;
  const int x[3] = {p->low, p->high, p->element}, y[3] = {q->low, q->high, q->element};
  for (int k = 0; k < 3; k++) {
    if (x[k] != y[k]) {
      return x[k] < y[k] ? -1 : 1;
    }
  }
  return 0;
}

/* In the order of their ends. */
static sn_status sort_sides(sn_shell_making *m)
{
  for (int k = 0; k < 4 * m->n; k++) {
    const int e = k / 4, from = sn_shell_side_node(m, e, k % 4, 0), to = sn_shell_side_node(m, e, k % 4, 2);
    m->side[k] = (sn_shell_side){
        from < to ? from : to, from < to ? to : from, from, sn_shell_side_node(m, e, k % 4, 1), e, k % 4};
  }
  qsort(m->side, 4 * (size_t)m->n, sizeof *m->side, by_ends);
  for (int k = 0; k < 4 * m->n; k += sn_shell_same_side(m, k)) {
    for (int i = 1; i < sn_shell_same_side(m, k); i++) {
      if (m->side[k + i].mid != m->side[k].mid) {
        return sn_shell_quad_fail(
            m, m->side[k].element, "Both must have the same node there: mesh them together (Coherence).",
            "has the corners of a side in common with element %lld, but not the node in its middle",
            number_of(m, m->side[k + i].element));
      }
    }
  }
  return SN_OK;
}

int sn_shell_same_side(const sn_shell_making *m, int k)
{
  int n = 1;
  while (k + n < 4 * m->n && m->side[k + n].low == m->side[k].low && m->side[k + n].high == m->side[k].high) {
    n++;
  }
  return n;
}

/* ---- which way they look */

typedef struct {
  int *other; /* 4 n: neighbour over side k of an element, -1: none or several */
  char *same; /* 4 n: it goes along the side the same way, and looks to the other side therefore */
  int *queue;
  char *state; /* 0: not reached, 1: stays, 2: is turned */
} looks;

static void find_neighbours(const sn_shell_making *m, looks *l)
{
  for (int k = 0; k < 4 * m->n; k++) {
    l->other[k] = -1;
  }
  for (int k = 0; k < 4 * m->n; k += sn_shell_same_side(m, k)) {
    if (sn_shell_same_side(m, k) == 2) {
      const sn_shell_side *a = m->side + k, *b = a + 1;
      l->other[4 * a->element + a->side] = b->element;
      l->other[4 * b->element + b->side] = a->element;
      l->same[4 * a->element + a->side] = l->same[4 * b->element + b->side] = a->from == b->from;
    }
  }
}

/* One smooth piece, from an element on: the smaller part of it is turned. */
static sn_status spread(const sn_shell_making *m, looks *l, int start)
{
  int n = 0, turned = 0;
  l->queue[n++] = start;
  l->state[start] = 1;
  for (int i = 0; i < n; i++) {
    const int e = l->queue[i];
    turned += l->state[e] == 2;
    for (int s = 0; s < 4; s++) {
      const int other = l->other[4 * e + s];
      if (other < 0) {
        continue;
      }
      const char wanted = l->same[4 * e + s] ? (char)(3 - l->state[e]) : l->state[e];
      if (!l->state[other]) {
        l->state[other] = wanted;
        l->queue[n++] = other;
      } else if (l->state[other] != wanted) {
        return sn_shell_quad_fail(m, e, "A shell has two sides: cut it open where the band closes.",
                                  "closes a band of one side only, with element %lld", number_of(m, other));
      }
    }
  }
  for (int i = 0; i < n && 2 * turned > n; i++) {
    l->state[l->queue[i]] = (char)(3 - l->state[l->queue[i]]);
  }
  return SN_OK;
}

static void turn(sn_shell_making *m, int e)
{
  const int n = m->order + 1;
  int *node = m->node + e * n * n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      const int keep = node[i + n * j];
      node[i + n * j] = node[j + n * i];
      node[j + n * i] = keep;
    }
  }
}

static sn_status orient(sn_shell_making *m)
{
  looks l = {SN_NEW(m->scratch, int, 4 * m->n), SN_NEW(m->scratch, char, 4 * m->n), SN_NEW(m->scratch, int, m->n),
             SN_NEW(m->scratch, char, m->n)};
  int turned = 0, first = -1;
  if (!l.other || !l.same || !l.queue || !l.state) {
    return no_memory(m);
  }
  find_neighbours(m, &l);
  for (int e = 0; e < m->n; e++) {
    if (!l.state[e]) {
      SN_TRY(spread(m, &l, e));
    }
  }
  for (int e = 0; e < m->n; e++) {
    if (l.state[e] == 2) {
      turn(m, e);
      first = first < 0 ? e : first;
      turned++;
    }
  }
  if (turned == 0) {
    return SN_OK;
  }
  const sn_v3 x = sn_shell_quad_centre(m, first);
  SN_TRY(sort_sides(m));
  return sn_model_warn(m->item->model, m->item->where, m->error,
                       "shell '%s': %d of %d elements of \"%.60s\" look the other way than their neighbours and were "
                       "turned: element %lld at (%.6g, %.6g, %.6g)%s",
                       m->item->name, turned, m->n, m->g->file, number_of(m, first), x.x[0], x.x[1], x.x[2],
                       turned == 1 ? "" : ", ...");
}

/* ---- sides that touch */

typedef struct {
  sn_v3 x;
  int node, element;
} rim;

static int by_x(const void *a, const void *b)
{
  const rim *p = a, *q = b;
  return p->x.x[0] < q->x.x[0] ? -1 : p->x.x[0] > q->x.x[0] ? 1 : (p->node > q->node) - (p->node < q->node);
}

static double distance_to(sn_v3 x, sn_v3 a, sn_v3 b)
{
  const sn_v3 along = v3_sub(b, a);
  const double l2 = v3_dot(along, along), t = l2 > 0 ? v3_dot(v3_sub(x, a), along) / l2 : 0;
  return v3_norm(v3_sub(x, v3_axpy(a, fmin(fmax(t, 0), 1), along)));
}

/* The physical curve of every node; -1: none. */
static sn_status curves_of(const sn_shell_making *m, int **out)
{
  int *curve = SN_NEW(m->scratch, int, m->g->n_node);
  if (!curve) {
    return no_memory(m);
  }
  for (int k = 0; k < m->g->n_node; k++) {
    curve[k] = -1;
  }
  for (int g = 0; g < m->g->n_group; g++) {
    const sn_mesh_group *group = m->g->group + g;
    for (int k = 0; group->dimension == 1 && k < group->n; k++) {
      int node[SN_MESH_MOST_NODES];
      sn_mesh_type type;
      const int n = sn_mesh_nodes_at(m->g, group->place[k], node, &type);
      for (int i = 0; i < n; i++) {
        curve[node[i]] = g;
      }
    }
  }
  *out = curve;
  return SN_OK;
}

static sn_status unjoined(const sn_shell_making *m, const sn_shell_side *s, const rim *at)
{
  const sn_v3 x = at->x;
  sn_shell_quad_fail(
      m, s->element,
      "Join them: Coherence; in the geometry, or Coherence Mesh; after meshing. Where it is a slit, put both "
      "sides into physical curves of their own.",
      "touches element %lld at node %lld, but is not joined to it", number_of(m, at->element), m->g->number[at->node]);
  sn_error_why(m->error, "Node %lld at (%.6g, %.6g, %.6g) lies on its side from node %lld to node %lld.",
               m->g->number[at->node], x.x[0], x.x[1], x.x[2], m->g->number[s->low], m->g->number[s->high]);
  return SN_EINPUT;
}

/* Does a node of the rim lie on this side, and is no slit beside it? */
static int lies_on(const sn_shell_making *m, const sn_shell_side *s, const rim *at, const int *curve)
{
  const int n = at->node;
  if (n == s->low || n == s->high || n == s->mid) {
    return 0;
  }
  const sn_v3 a = sn_shell_drawn_at(m, s->low), b = sn_shell_drawn_at(m, s->high);
  const double near = touching * v3_norm(v3_sub(b, a));
  const int low = v3_norm(v3_sub(at->x, a)) < near ? s->low : s->high, /* the end it is at, or both */
      high = v3_norm(v3_sub(at->x, b)) < near ? s->high : s->low;
  if (curve[n] >= 0 && curve[low] >= 0 && curve[high] >= 0 && (curve[low] != curve[n] || curve[high] != curve[n])) {
    return 0;
  }
  if (s->mid < 0) {
    return distance_to(at->x, a, b) < near;
  }
  const sn_v3 c = sn_shell_drawn_at(m, s->mid);
  return distance_to(at->x, a, c) < near || distance_to(at->x, c, b) < near;
}

static sn_status check_rim(const sn_shell_making *m)
{
  int n = 0, *curve = NULL;
  rim *list = SN_NEW(m->scratch, rim, 12 * m->n);
  if (!list) {
    return no_memory(m);
  }
  SN_TRY(curves_of(m, &curve));
  SN_REQUIRE(curve != NULL, m->error);
  for (int k = 0; k < 4 * m->n; k += sn_shell_same_side(m, k)) {
    const sn_shell_side *s = m->side + k;
    const int node[3] = {s->low, s->high, s->mid};
    for (int i = 0; i < 3 && sn_shell_same_side(m, k) == 1; i++) {
      if (node[i] >= 0) {
        list[n++] = (rim){sn_shell_drawn_at(m, node[i]), node[i], s->element};
      }
    }
  }
  if (n > 0) {
    qsort(list, (size_t)n, sizeof *list, by_x);
  }
  for (int k = 0; k < 4 * m->n; k += sn_shell_same_side(m, k)) {
    const sn_shell_side *s = m->side + k;
    if (sn_shell_same_side(m, k) > 1) {
      continue;
    }
    const sn_v3 a = sn_shell_drawn_at(m, s->low), b = sn_shell_drawn_at(m, s->high);
    const double length = v3_norm(v3_sub(b, a)), low = fmin(a.x[0], b.x[0]) - length / 2,
                 high = fmax(a.x[0], b.x[0]) + length / 2;
    int begin = 0, end = n; /* the first with x of at least `low` */
    while (begin < end) {
      const int mid = begin + (end - begin) / 2;
      *(list[mid].x.x[0] < low ? &begin : &end) = list[mid].x.x[0] < low ? mid + 1 : mid;
    }
    for (int i = begin; i < n && list[i].x.x[0] <= high; i++) {
      if (lies_on(m, s, list + i, curve)) {
        return unjoined(m, s, list + i);
      }
    }
  }
  return SN_OK;
}

/* ---- pieces */

static int root_of(int *parent, int k)
{
  while (parent[k] != k) {
    parent[k] = parent[parent[k]];
    k = parent[k];
  }
  return k;
}

static sn_status check_pieces(const sn_shell_making *m)
{
  const int n = sn_shell_quad_nodes(m);
  int *parent = SN_NEW(m->scratch, int, m->g->n_node);
  if (!parent) {
    return no_memory(m);
  }
  for (int k = 0; k < m->g->n_node; k++) {
    parent[k] = k;
  }
  for (int k = 0; k < m->n * n; k++) {
    parent[root_of(parent, m->node[k])] = root_of(parent, m->node[k - k % n]);
  }
  for (int e = 1; e < m->n; e++) {
    if (root_of(parent, m->node[e * n]) != root_of(parent, m->node[0])) {
      const sn_v3 x = sn_shell_quad_centre(m, 0), y = sn_shell_quad_centre(m, e);
      sn_item_fail(m->item, SN_EINPUT, m->error, "The mesh of shell '%s' is in two pieces that nothing joins.",
                   m->item->name);
      sn_error_why(m->error,
                   "Element %lld at (%.6g, %.6g, %.6g) is in one, element %lld at (%.6g, %.6g, %.6g) in "
                   "another.",
                   number_of(m, 0), x.x[0], x.x[1], x.x[2], number_of(m, e), y.x[0], y.x[1], y.x[2]);
      sn_error_fix(m->error,
                   "Make a physical surface and a shell of each: mesh = { file = \"%.40s\", group = \"...\" }.",
                   m->g->file);
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_shell_quads_check(sn_shell_making *m)
{
  for (int e = 0; e < m->n; e++) {
    SN_TRY(check_shape(m, e));
  }
  SN_TRY(sort_sides(m));
  SN_TRY(orient(m));
  SN_TRY(check_rim(m));
  return check_pieces(m);
}
