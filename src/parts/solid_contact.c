/* parts/solid_contact.c -- surfaces of a solid in contacts: points of integration, each the weighted places of the nodes of its side.
 * What:    a point carries the area of its piece, the outward normal there, and what the element below it resists to a push, E over its
 *          depth. Pressures that are even on a flat face are integrated exactly.
 * Theory:  docs/theory-contact.md, surfaces of solids; [GS] section 1.2.
 * Tests:   tests/mechanisms/test_contact_solids.c
 */
#include <math.h>

#include "model/model.h"
#include "parts/solid.h"

enum { LINEAR = 2, QUADRATIC = 4 }; /* degrees of integration: 3 or 6 points of a triangle, 4 or 9 of a quadrilateral */

/* The sides that are asked for. */
typedef struct {
  int n;
  const sn_solid_side *side;
} sides;

static sides sides_at(const sn_solid_mesh *m, int station)
{
  if (station == SN_STATION_SELF) {
    return (sides){m->n_boundary, m->boundary};
  }
  if (station < m->n_node) { /* a node, also the last one */
    return (sides){0, NULL};
  }
  const sn_solid_surface *s = m->surface + (station - m->n_node);
  return (sides){s->n_side, s->side};
}

static sn_status refuse_modal(const sn_item *item, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Solid '%s' has formulation = \"modal\": its surface cannot touch.", item->name);
  sn_error_why(error, "The shapes that it keeps are too few for a contact, whose place changes.");
  sn_error_fix(error, "Take formulation = \"floating\" in a contact.");
  return SN_EINPUT;
}

static void points_of(sn_mesh_type type, sn_quadrature *q)
{
  sn_quadrature_of(type, sn_mesh_facts(type)->order > 1 ? QUADRATIC : LINEAR, q);
}

/* Places of nodes times their weights, as one frame. Nodes of their own are vectors, those of other parts sums of a few. */
static sn_frame frame_of(const sn_solid_frozen *f, int n, const int *node, const double *N, sn_builder *b)
{
  int vector[SN_MESH_MOST_SIDE_NODES * 4], used = 0;
  double weight[SN_MESH_MOST_SIDE_NODES * 4];
  for (int a = 0; a < n; a++) {
    const sn_frame *x = f->node + node[a];
    SN_ASSERT(x->n <= 4);
    for (int k = 0; k < x->n; k++) {
      int at = 0;
      while (at < used && vector[at] != x->vector[k]) {
        at++;
      }
      if (at == used) {
        vector[used] = x->vector[k];
        weight[used++] = 0;
      }
      weight[at] += N[a] * sn_point_row(x)[k];
    }
  }
  return sn_weighted_frame(b, used, vector, weight, NULL);
}

static void add_side(const sn_solid_frozen *f, sn_solid_side side, sn_builder *b, sn_surface_points *out)
{
  int node[SN_MESH_MOST_SIDE_NODES];
  sn_v3 x[SN_MESH_MOST_SIDE_NODES];
  sn_quadrature q;
  const sn_mesh_type type = sn_solid_side_nodes(f->mesh, side, node);
  const sn_mesh_type_facts *facts = sn_mesh_facts(type);
  const sn_m3 axes = sn_start_axes(f->item, sn_solid_axes(f->item));
  const int first = out->n;
  double area = 0;
  for (int a = 0; a < facts->n_node; a++) {
    x[a] = f->mesh->x[node[a]];
  }
  points_of(type, &q);
  for (int g = 0; g < q.n; g++) {
    double N[SN_SOLID_NODES];
    sn_m3 by;
    (void)sn_shape_point(type, x, q.at[g], &by);
    sn_shape_at(type, q.at[g], N, NULL);
    const sn_v3 normal = sn_shape_normal(&by);
    const double piece = q.weight[g] * v3_norm(normal);
    area += piece;
    out->point[out->n++] = (sn_surface_point){
        .frame = frame_of(f, facts->n_node, node, N, b), .normal = m3_mul(axes, v3_unit(normal)), .area = piece};
  }
  const double depth = (facts->simplex ? 3 : 1) * f->kind[side.element]->volume / area;
  for (int i = first; i < out->n; i++) {
    out->point[i].modulus = sn_solid_stiffest(f->item->param) / depth;
  }
}

static void measure(const sn_solid_frozen *f, sn_surface_points *out)
{
  const sn_solid *p = f->item->param;
  sn_v3 lo = f->mesh->x[0], hi = lo;
  for (int k = 0; k < f->mesh->n_node; k++) {
    for (int j = 0; j < 3; j++) {
      lo.x[j] = fmin(lo.x[j], f->mesh->x[k].x[j]);
      hi.x[j] = fmax(hi.x[j], f->mesh->x[k].x[j]);
    }
  }
  const sn_v3 d = v3_sub(hi, lo);
  out->size = fmin(d.x[0], fmin(d.x[1], d.x[2]));
  for (int e = 0; e < f->mesh->n_element; e++) {
    out->mass += p->density * f->kind[e]->volume;
  }
}

sn_status sn_solid_points_on(const sn_item *item, int station, sn_builder *b, sn_surface_points *out, sn_error *error)
{
  const sn_solid_frozen *f = item->frozen;
  const sides s = sides_at(f->mesh, station);
  int n = 0;
  *out = (sn_surface_points){0};
  if (s.n == 0) {
    return SN_OK;
  }
  if (f->modal) {
    return refuse_modal(item, error);
  }
  for (int k = 0; k < s.n; k++) {
    int node[SN_MESH_MOST_SIDE_NODES];
    sn_quadrature q;
    points_of(sn_solid_side_nodes(f->mesh, s.side[k], node), &q);
    n += q.n;
  }
  out->point = SN_NEW(sn_builder_arena(b), sn_surface_point, n);
  if (!out->point) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < s.n; k++) {
    add_side(f, s.side[k], b, out);
  }
  SN_ASSERT(out->n == n);
  measure(f, out);
  return sn_builder_status(b, error);
}
