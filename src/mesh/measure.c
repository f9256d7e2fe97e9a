/* mesh/measure.c -- volume, centre and inertia of a mesh of volumes, areas of surfaces; elements that are flat or inside out.
 * How:     integrals of 1, x and x x^T about the middle of the box around the mesh, point by point of the rule: the shape functions are evaluated
 *          once a point. An element of order 2 with straight edges and sides has the shape of the one that has only its corners, and costs
 *          as much.
 * Tests:   tests/mesh/test_topology.c, tests/mesh/test_generate.c
 */
#include "mesh/measure.h"

#include <stdio.h>

#include "mesh/shape.h"

/* Nodes nearer than this to where a straight element would have them, relative to the element's size, count as there. */
static const double straight = 1e-12;
/* The least product of a Jacobian over the lengths of its columns: below it an element is flat. */
static const double least = 1e-10;

static void gather(const sn_mesh *m, const sn_mesh_block *b, int element, sn_v3 *x)
{
  const int n = sn_mesh_facts(b->type)->n_node;
  for (int a = 0; a < n; a++) {
    x[a] = m->x[b->node[(size_t)element * (size_t)n + (size_t)a]];
  }
}

static int is_straight(sn_mesh_type type, const sn_v3 *x)
{
  const sn_mesh_type_facts *f = sn_mesh_facts(type);
  double size = 0;
  for (int i = 0; i < 3; i++) {
    size = fmax(size, fabs(x[f->edge[i][0]].x[0] - x[f->edge[i][1]].x[0]));
    size = fmax(size, fabs(x[f->edge[i][0]].x[1] - x[f->edge[i][1]].x[1]));
    size = fmax(size, fabs(x[f->edge[i][0]].x[2] - x[f->edge[i][1]].x[2]));
  }
  for (int a = f->n_corner; a < f->n_node; a++) {
    double at[3];
    sn_shape_node(type, a, at);
    const sn_v3 d = v3_sub(x[a], sn_shape_point(f->linear, x, at, NULL));
    if (!(v3_norm(d) <= straight * size)) {
      return 0;
    }
  }
  return 1;
}

typedef struct {
  const sn_mesh *m;
  sn_v3 about;
  double sum[10]; /* 1, x y z, xx yy zz, xy yz zx */
} integrals;

static void add_point(integrals *s, sn_v3 p, double dv)
{
  const double x = p.x[0], y = p.x[1], z = p.x[2];
  const double f[10] = {1, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x};
  for (int k = 0; k < 10; k++) {
    s->sum[k] += dv * f[k];
  }
}

static void add_element(integrals *s, const sn_mesh_block *b, int element, const sn_quadrature rules[2])
{
  sn_v3 x[SN_MESH_MOST_NODES];
  sn_m3 j;
  gather(s->m, b, element, x);
  const int plain = is_straight(b->type, x);
  const sn_mesh_type type = plain ? sn_mesh_facts(b->type)->linear : b->type;
  const sn_quadrature *q = rules + !plain;
  for (int k = 0; k < q->n; k++) {
    const sn_v3 p = sn_shape_point(type, x, q->at[k], &j);
    add_point(s, v3_sub(p, s->about), q->weight[k] * sn_shape_jacobian(&j));
  }
}

static void box_around(const sn_mesh *m, const sn_mesh_place *place, int n, sn_v3 *lo, sn_v3 *hi)
{
  *lo = v3(INFINITY, INFINITY, INFINITY);
  *hi = v3(-INFINITY, -INFINITY, -INFINITY);
  for (int k = 0; k < n; k++) {
    int node[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    const int c = sn_mesh_nodes_at(m, place[k], node, &type);
    for (int a = 0; a < c; a++) {
      for (int i = 0; i < 3; i++) {
        lo->x[i] = fmin(lo->x[i], m->x[node[a]].x[i]);
        hi->x[i] = fmax(hi->x[i], m->x[node[a]].x[i]);
      }
    }
  }
}

static void widen(sn_v3 *lo, sn_v3 *hi, sn_v3 a, sn_v3 b)
{
  for (int i = 0; i < 3; i++) {
    lo->x[i] = fmin(lo->x[i], a.x[i]);
    hi->x[i] = fmax(hi->x[i], b.x[i]);
  }
}

/* The next place of dimension 3 of the group, or of the mesh. */
typedef struct {
  const sn_mesh *m;
  const sn_mesh_group *group;
  int k;
  sn_mesh_place at;
} walk;

static int next_volume(walk *w)
{
  if (w->group) {
    while (w->k < w->group->n) {
      w->at = w->group->place[w->k++];
      if (sn_mesh_facts(w->m->block[w->at.block].type)->dimension == 3) {
        return 1;
      }
    }
    return 0;
  }
  for (; w->at.block < w->m->n_block; w->at.block++, w->k = 0) {
    const sn_mesh_block *b = w->m->block + w->at.block;
    if (sn_mesh_facts(b->type)->dimension == 3 && w->k < b->n) {
      w->at.element = w->k++;
      w->at.side = -1;
      return 1;
    }
  }
  return 0;
}

void sn_mesh_measure(const sn_mesh *m, const sn_mesh_group *group, sn_mesh_measures *out)
{
  integrals s = {.m = m};
  sn_v3 lo = v3(INFINITY, INFINITY, INFINITY), hi = v3(-INFINITY, -INFINITY, -INFINITY);
  sn_quadrature rules[2];
  sn_mesh_type type = SN_MESH_TYPES;
  *out = (sn_mesh_measures){0};
  if (group && !group->place) {
    return;
  }
  for (walk w = {.m = m, .group = group}; next_volume(&w);) {
    sn_v3 a, b;
    box_around(m, &w.at, 1, &a, &b);
    widen(&lo, &hi, a, b);
  }
  if (!(lo.x[0] <= hi.x[0])) {
    return;
  }
  s.about = v3_scale(0.5, v3_add(lo, hi));
  for (walk w = {.m = m, .group = group}; next_volume(&w);) {
    const sn_mesh_block *b = m->block + w.at.block;
    if (b->type != type) {
      type = b->type;
      const int simplex = sn_mesh_facts(type)->simplex;
      sn_quadrature_of(type, simplex ? 2 : 4, rules);
      sn_quadrature_of(type, simplex ? 7 : 9, rules + 1);
    }
    add_element(&s, b, w.at.element, rules);
  }
  const double v = s.sum[0];
  const sn_v3 c = v == 0 ? v3(0, 0, 0) : v3(s.sum[1] / v, s.sum[2] / v, s.sum[3] / v);
  out->volume = v;
  out->centre = v3_add(s.about, c);
  out->lo = lo;
  out->hi = hi;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out->inertia[i][i] = s.sum[4 + j] + s.sum[4 + k] - v * (c.x[j] * c.x[j] + c.x[k] * c.x[k]);
    out->inertia[i][j] = out->inertia[j][i] = v * c.x[i] * c.x[j] - s.sum[7 + i];
  }
}

void sn_mesh_measure_area(const sn_mesh *m, const sn_mesh_place *place, int n, sn_mesh_area *out)
{
  sn_v3 lo, hi, first = v3(0, 0, 0), vector = v3(0, 0, 0);
  double area = 0;
  sn_quadrature q = {0};
  sn_mesh_type before = SN_MESH_TYPES;
  box_around(m, place, n, &lo, &hi);
  const sn_v3 about = n > 0 ? v3_scale(0.5, v3_add(lo, hi)) : first;
  for (int k = 0; k < n; k++) {
    int node[SN_MESH_MOST_NODES];
    sn_v3 x[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    const int c = sn_mesh_nodes_at(m, place[k], node, &type);
    if (type != before) {
      before = type;
      sn_quadrature_of(type, 7, &q);
    }
    for (int a = 0; a < c; a++) {
      x[a] = m->x[node[a]];
    }
    for (int g = 0; g < q.n; g++) {
      sn_m3 j;
      const sn_v3 p = sn_shape_point(type, x, q.at[g], &j), normal = sn_shape_normal(&j);
      const double da = q.weight[g] * v3_norm(normal);
      area += da;
      first = v3_axpy(first, da, v3_sub(p, about));
      vector = v3_axpy(vector, q.weight[g], normal);
    }
  }
  out->area = area;
  out->centre = area > 0 ? v3_axpy(about, 1 / area, first) : about;
  out->normal = area > 0 ? v3_scale(1 / area, vector) : vector;
}

/* ---- elements that are no volumes */

enum { MOST_POINTS = 8 + 27 };
typedef struct {
  int n;
  double slope[MOST_POINTS][SN_MESH_MOST_NODES][3];
} points;

/* Corners, and the points of the rules that integrate the element. */
static void points_of(sn_mesh_type type, points *p)
{
  const sn_mesh_type_facts *f = sn_mesh_facts(type);
  double value[SN_MESH_MOST_NODES], at[3];
  sn_quadrature q;
  p->n = 0;
  for (int a = 0; a < f->n_corner; a++) {
    sn_shape_node(type, a, at);
    sn_shape_at(type, at, value, p->slope[p->n++]);
  }
  sn_quadrature_of(type, f->order == 1 ? 1 : f->simplex ? 2 : 5, &q);
  for (int k = 0; k < q.n; k++) {
    sn_shape_at(type, q.at[k], value, p->slope[p->n++]);
  }
}

/* The least Jacobian over the product of its columns' lengths; NaN if a coordinate is. */
static double least_jacobian(const points *p, const sn_v3 *x, int n)
{
  double worst = 1;
  for (int k = 0; k < p->n; k++) {
    sn_m3 j = {{v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0)}};
    for (int a = 0; a < n; a++) {
      for (int i = 0; i < 3; i++) {
        j.c[i] = v3_axpy(j.c[i], p->slope[k][a][i], x[a]);
      }
    }
    const double size = v3_norm(j.c[0]) * v3_norm(j.c[1]) * v3_norm(j.c[2]);
    const double relative = size > 0 ? sn_shape_jacobian(&j) / size : 0;
    worst = relative >= worst ? worst : relative;
  }
  return worst;
}

typedef struct {
  int n, all;
  double value;
  sn_mesh_place at;
} worst_element;

static sn_status complain(const sn_mesh *m, const worst_element *w, sn_error *error)
{
  const sn_mesh_block *b = m->block + w->at.block;
  const sn_mesh_type_facts *f = sn_mesh_facts(b->type);
  const int inside_out = w->value < -least;
  sn_v3 centre = v3(0, 0, 0), x[SN_MESH_MOST_NODES];
  gather(m, b, w->at.element, x);
  for (int a = 0; a < f->n_corner; a++) {
    centre = v3_axpy(centre, 1.0 / f->n_corner, x[a]);
  }
  sn_failf(error, SN_EINPUT,
           "%s%.80s%s has %d %s flat or inside out; the worst is element %lld, %s %s, near (%g, %g, %g).",
           m->file ? "\"" : "", m->file ? m->file : "The mesh", m->file ? "\"" : "", w->n,
           w->n == 1 ? "element that is" : "elements that are", sn_mesh_element_number(m, w->at), f->name,
           inside_out ? "and inside out" : "and flat", centre.x[0], centre.x[1], centre.x[2]);
  sn_error_why(
      error,
      w->n == w->all && inside_out
          ? "All elements are: their nodes stand in the mirrored order, or one axis of the file is turned around."
          : "The volume around every corner and point of integration of an element must be positive. Middle nodes "
            "that stand far from the middle of their edges do this, too.");
  sn_error_fix(error, w->n == w->all && inside_out
                          ? "Mirror one coordinate, or write the nodes of the elements in the order of Gmsh or Abaqus."
                          : "Mesh the part again, finer near this place or with straight edges of elements.");
  return SN_EINPUT;
}

sn_status sn_mesh_check_volumes(const sn_mesh *m, sn_error *error)
{
  worst_element w = {.value = INFINITY};
  points p;
  for (int k = 0; k < m->n_block; k++) {
    const sn_mesh_block *b = m->block + k;
    if (sn_mesh_facts(b->type)->dimension != 3) {
      continue;
    }
    points_of(b->type, &p);
    w.all += b->n;
    for (int e = 0; e < b->n; e++) {
      sn_v3 x[SN_MESH_MOST_NODES];
      gather(m, b, e, x);
      const double value = least_jacobian(&p, x, sn_mesh_facts(b->type)->n_node);
      if (value > least) {
        continue;
      }
      w.n++;
      if (!(value >= w.value)) {
        w.value = value;
        w.at = (sn_mesh_place){k, e, -1};
      }
    }
  }
  return w.n == 0 ? SN_OK : complain(m, &w, error);
}
