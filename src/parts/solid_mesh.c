/* parts/solid_mesh.c -- the mesh of a solid: its elements, the sides of its boundary, its surfaces.
 * What:    takes the volumes of a mesh and the nodes they have, and gathers the surfaces that the mesh names or the model chooses by
 *          geometry.
 * Tests:   tests/solids/test_solid.c
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "mesh/measure.h"
#include "mesh/pick.h"
#include "mesh/topology.h"
#include "model/model.h"
#include "parts/solid.h"

typedef struct {
  sn_arena *keep, *scratch;
  sn_item *item;
  const sn_mesh *from;
  sn_solid_mesh *to;
  int *node_of;  /* of the nodes of `from`; -1: no element has it */
  int *first_of; /* of every block of `from`: its first element in `to`; -1: no volumes */
  sn_mesh_sides boundary;
  const sn_mesh_group *group; /* of `from`, surfaces as sides of volumes */
  sn_error *error;
} making;

static sn_status no_memory(const making *m)
{
  return sn_no_memory(m->error, "a mesh");
}

/* What, why and fix are there: where it is, is not. */
static sn_status at_item(const making *m, sn_status status)
{
  if (status != SN_OK) {
    sn_error_at_item(m->error, m->item);
  }
  return status;
}

/* ---- elements and their nodes */

static sn_status count(making *m, int *n_node)
{
  const sn_mesh *g = m->from;
  m->first_of = SN_NEW(m->scratch, int, g->n_block);
  m->node_of = SN_NEW(m->scratch, int, g->n_node);
  if (!m->first_of || !m->node_of) {
    return no_memory(m);
  }
  for (int k = 0; k < g->n_node; k++) {
    m->node_of[k] = -1;
  }
  *n_node = 0;
  for (int b = 0; b < g->n_block; b++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(g->block[b].type);
    m->first_of[b] = f->dimension == 3 ? m->to->n_element : -1;
    m->to->n_element += f->dimension == 3 ? g->block[b].n : 0;
    for (int i = 0; i < f->n_node * g->block[b].n && f->dimension == 3; i++) {
      *n_node += m->node_of[g->block[b].node[i]] < 0;
      m->node_of[g->block[b].node[i]] = 0;
    }
  }
  return SN_OK;
}

static sn_status take_nodes(making *m, int n)
{
  sn_v3 *x = SN_NEW(m->keep, sn_v3, n);
  if (!x) {
    return no_memory(m);
  }
  n = 0;
  for (int k = 0; k < m->from->n_node; k++) {
    if (m->node_of[k] == 0) {
      m->node_of[k] = n;
      x[n++] = m->from->x[k];
    }
  }
  m->to->n_node = n;
  m->to->x = x;
  return SN_OK;
}

static sn_status take_block(making *m, int block, sn_solid_element *element)
{
  const sn_mesh_block *b = m->from->block + block;
  const int per = sn_mesh_facts(b->type)->n_node;
  int *node = SN_NEW(m->keep, int, per * b->n);
  if (!node) {
    return no_memory(m);
  }
  for (int i = 0; i < per * b->n; i++) {
    node[i] = m->node_of[b->node[i]];
  }
  for (int e = 0; e < b->n; e++) {
    const sn_mesh_place place = {block, e, -1};
    element[e] =
        (sn_solid_element){.type = b->type, .node = node + e * per, .number = sn_mesh_element_number(m->from, place)};
  }
  return SN_OK;
}

/* Sides of volumes; other places are left out. */
static sn_status sides_of(making *m, int n, const sn_mesh_place *place, int *count_out, const sn_solid_side **out)
{
  sn_solid_side *list = SN_NEW(m->keep, sn_solid_side, n);
  if (!list) {
    return no_memory(m);
  }
  *count_out = 0;
  for (int k = 0; k < n; k++) {
    if (place[k].side >= 0 && m->first_of[place[k].block] >= 0) {
      list[(*count_out)++] = (sn_solid_side){m->first_of[place[k].block] + place[k].element, place[k].side};
    }
  }
  *out = list;
  return SN_OK;
}

/* Bricks of 20 nodes without neighbours in two directions: in a single row of them motions that strain no point of the reduced rule go on
   from one to the next. */
static sn_status mark_rows(making *m, sn_solid_element *element)
{
  static const int opposite[3][2] = {{0, 1}, {2, 4}, {3, 5}};
  unsigned char *bare = SN_NEW(m->scratch, unsigned char, m->to->n_element); /* bit k: side k is on the boundary */
  if (!bare) {
    return no_memory(m);
  }
  for (int k = 0; k < m->to->n_boundary; k++) {
    bare[m->to->boundary[k].element] |= (unsigned char)(1 << m->to->boundary[k].side);
  }
  for (int e = 0; e < m->to->n_element; e++) {
    int alone = 0;
    for (int k = 0; k < 3; k++) {
      alone += (bare[e] >> opposite[k][0] & 1) && (bare[e] >> opposite[k][1] & 1);
    }
    element[e].full = element[e].type == SN_MESH_HEX20 && alone >= 2;
  }
  return SN_OK;
}

static sn_status take_elements(making *m)
{
  int n_node = 0;
  SN_TRY(count(m, &n_node));
  SN_TRY(take_nodes(m, n_node));
  sn_solid_element *element = SN_NEW(m->keep, sn_solid_element, m->to->n_element);
  if (!element) {
    return no_memory(m);
  }
  for (int b = 0; b < m->from->n_block; b++) {
    if (m->first_of[b] >= 0) {
      SN_TRY(take_block(m, b, element + m->first_of[b]));
    }
  }
  m->to->element = element;
  SN_TRY(at_item(m, sn_mesh_boundary(m->from, m->scratch, &m->boundary, &m->group, m->error)));
  SN_TRY(sides_of(m, m->boundary.n, m->boundary.place, &m->to->n_boundary, &m->to->boundary));
  return mark_rows(m, element);
}

sn_mesh_type sn_solid_side_nodes(const sn_solid_mesh *m, sn_solid_side s, int node[SN_MESH_MOST_SIDE_NODES])
{
  const sn_solid_element *e = m->element + s.element;
  const sn_mesh_type_facts *f = sn_mesh_facts(e->type);
  for (int k = 0; k < sn_mesh_facts(f->face_type)->n_node; k++) {
    node[k] = e->node[f->face[s.side][k]];
  }
  return f->face_type;
}

/* ---- surfaces */

const sn_solid_face *sn_solid_face_of(const sn_item *item, const sn_solid_surface *s)
{
  const sn_tables *all = &((const sn_solid *)item->param)->surfaces; /* of this copy of the model */
  SN_ASSERT(s->field < all->n);
  return s->field >= 0 ? (const sn_solid_face *)all->at + s->field : NULL;
}

static sn_status put_surface(making *m, const char *name, int n, const sn_mesh_place *place, sn_solid_surface *out)
{
  unsigned char *seen = SN_NEW(m->scratch, unsigned char, m->to->n_node), *used = SN_NEW(m->keep, unsigned char, 1);
  int nodes = 0, list[SN_MESH_MOST_SIDE_NODES];
  if (!seen || !used) {
    return no_memory(m);
  }
  *out = (sn_solid_surface){.name = name, .used = used, .field = -1};
  SN_TRY(sides_of(m, n, place, &out->n_side, &out->side));
  for (int k = 0; k < out->n_side; k++) {
    const int on = sn_mesh_facts(sn_solid_side_nodes(m->to, out->side[k], list))->n_node;
    for (int i = 0; i < on; i++) {
      nodes += !seen[list[i]];
      seen[list[i]] = 1;
    }
  }
  int *node = SN_NEW(m->keep, int, nodes);
  if (!node) {
    return no_memory(m);
  }
  for (int k = 0; k < m->to->n_node; k++) {
    if (seen[k]) {
      node[out->n_node++] = k;
    }
  }
  out->node = node;
  sn_solid_weights w = {0};
  SN_TRY(out->n_side ? sn_solid_weights_of(m->to, out, m->scratch, &w, m->error) : SN_OK);
  out->mean = w.mean;
  out->area = w.area;
  return SN_OK;
}

/* The conditions that a surface is chosen by; how many. */
static int picks_of(const sn_solid_face *f, sn_mesh_pick out[SN_SOLID_PICKS])
{
  int n = 0;
  if (f->plane.given) {
    out[n++] = (sn_mesh_pick){SN_PICK_PLANE, f->plane.point, f->plane.normal, 0, f->tolerance};
  }
  if (f->cylinder.given) {
    out[n++] = (sn_mesh_pick){SN_PICK_CYLINDER, sn_vector_or(f->cylinder.point, v3(0, 0, 0)), f->cylinder.axis,
                              f->cylinder.radius, f->tolerance};
  }
  if (f->within.given) {
    out[n++] = (sn_mesh_pick){SN_PICK_BOX, f->within.low, f->within.high, 0, f->tolerance};
  }
  if (!isnan(f->nearest.x[0])) {
    out[n++] = (sn_mesh_pick){SN_PICK_NEAREST, f->nearest, v3(0, 0, 0), 0, 0};
  }
  if (!isnan(f->normal.x[0])) {
    out[n++] = (sn_mesh_pick){SN_PICK_NORMAL, v3(0, 0, 0), f->normal, 0, 0};
  }
  return n;
}

static sn_status unknown_surface(making *m, const char *name, int n, const sn_solid_surface *s)
{
  enum { MOST = 40 };
  const char *known[MOST] = {NULL};
  char all[200];
  n = n < MOST ? n : MOST;
  for (int k = 0; k < n; k++) {
    known[k] = s[k].name;
  }
  sn_join(all, sizeof all, known, n);
  const char *meant = sn_nearest(name, known, (size_t)n);
  sn_item_fail(m->item, SN_EINPUT, m->error, "The mesh of solid '%s' has no surface \"%.60s\".", m->item->name, name);
  sn_error_why(m->error, "It has: %s.", n ? all : "none");
  if (meant) {
    sn_error_fix(m->error, "Did you mean \"%s\"?", meant);
  } else {
    sn_error_fix(m->error,
                 "Use one of these, or choose its sides: %.40s = { plane = { point = {x, y, z}, normal = {0, "
                 "0, 1} } }; or cylinder, within, nearest, normal.",
                 name);
  }
  return SN_EINPUT;
}

/* A surface of the model: one of the mesh, or sides that fulfil its conditions. */
static sn_status model_surface(making *m, int k, int *n, sn_solid_surface *s)
{
  const sn_solid *p = m->item->param;
  const sn_solid_face *f = (const sn_solid_face *)p->surfaces.at + k;
  sn_mesh_pick pick[SN_SOLID_PICKS];
  const int picks = picks_of(f, pick);
  int known = 0;
  while (known < *n && strcmp(s[known].name, p->surfaces.name[k]) != 0) {
    known++;
  }
  if (known < *n && picks > 0) {
    sn_item_fail(m->item, SN_EINPUT, m->error,
                 "Surface \"%.60s\" of solid '%s' is one of its mesh, and chosen by geometry as well.",
                 p->surfaces.name[k], m->item->name);
    sn_error_fix(m->error, "Leave the conditions out, or choose another name.");
    return SN_EINPUT;
  }
  if (known == *n && picks == 0) {
    return unknown_surface(m, p->surfaces.name[k], *n, s);
  }
  if (known == *n) {
    sn_mesh_sides found = {0};
    const sn_status status = sn_mesh_pick_sides(m->from, &m->boundary, pick, picks, m->scratch, &found, m->error);
    if (status == SN_EINPUT && m->error) { /* which of the surfaces; what is wrong with it is said already */
      char what[sizeof m->error->what];
      (void)snprintf(what, sizeof what, "%s", m->error->what);
      what[0] = what[0] >= 'A' && what[0] <= 'Z' ? (char)(what[0] - 'A' + 'a') : what[0];
      (void)snprintf(m->error->what, sizeof m->error->what, "Surface \"%.60s\" of solid '%s': %.150s",
                     p->surfaces.name[k], m->item->name, what);
    }
    SN_TRY(at_item(m, status));
    SN_TRY(put_surface(m, p->surfaces.name[k], found.n, found.place, s + (*n)++));
  }
  s[known].field = k;
  return SN_OK;
}

static sn_status find_surfaces(making *m)
{
  const sn_solid *p = m->item->param;
  sn_solid_surface *s = SN_NEW(m->keep, sn_solid_surface, m->from->n_group + p->surfaces.n);
  int n = 0;
  if (!s) {
    return no_memory(m);
  }
  for (int k = 0; k < m->from->n_group; k++) {
    const sn_mesh_group *g = m->group + k;
    if (g->place && g->dimension == 2) {
      SN_TRY(put_surface(m, g->name, g->n, g->place, s + n));
      n += s[n].n_side > 0;
    }
  }
  for (int k = 0; k < p->surfaces.n; k++) {
    SN_TRY(model_surface(m, k, &n, s));
  }
  m->to->n_surface = n;
  m->to->surface = s;
  return SN_OK;
}

/* ---- what looks wrong */

static sn_status no_volumes(const making *m)
{
  const int flat = sn_mesh_count(m->from, 2);
  const char *file = m->from->file ? m->from->file : "The mesh";
  sn_item_fail(m->item, SN_EINPUT, m->error, "\"%.60s\" has no volumes for solid '%s'.", file, m->item->name);
  if (flat > 0) {
    sn_error_why(m->error, "It has %d triangles and quadrilaterals, but no tetrahedra and no bricks: a surface mesh.",
                 flat);
    sn_error_fix(m->error,
                 "Mesh the volume: gmsh -3 -order 2, with its volumes in a physical group if anything is in one.");
  } else {
    sn_error_why(m->error, "A solid is made of tetrahedra or bricks.");
    sn_error_fix(m->error, "Save volumes in the file, or use a generator such as box = { ... }.");
  }
  return SN_EINPUT;
}

static sn_status warn_of_pieces(making *m)
{
  sn_mesh_pieces p;
  SN_TRY(sn_mesh_find_pieces(m->from, 3, m->scratch, &p, m->error));
  if (p.n < 2) {
    return SN_OK;
  }
  int least = 0;
  for (int k = 1; k < p.n; k++) {
    least = p.size[k] < p.size[least] ? k : least;
  }
  return sn_model_warn(m->item->model, m->item->where, m->error,
                       "solid '%s' has %d pieces that share no nodes, so each moves by itself; the smallest has %d "
                       "elements, about (%.6g, %.6g, %.6g). Join them in the geometry (fragments, coherence), or with "
                       "joints between surfaces",
                       m->item->name, p.n, p.size[least], p.at[least].x[0], p.at[least].x[1], p.at[least].x[2]);
}

static sn_status warn_of_locking(making *m)
{
  for (int e = 0; e < m->to->n_element; e++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(m->to->element[e].type);
    if (f->order == 1) {
      return sn_model_warn(m->item->model, m->item->where, m->error,
                           "solid '%s' is made of elements with corners only (%s): they are much too stiff in bending. "
                           "Use elements of order 2: %s",
                           m->item->name, f->name,
                           m->from->file ? "gmsh -order 2" : "element = \"hex20\" or \"tet10\"");
    }
  }
  return SN_OK;
}

/* Meshes of files have no units: a part of millimetres is a thousand times too long. */
static sn_status warn_of_units(making *m)
{
  const sn_solid *p = m->item->param;
  const double sound = sqrt(p->young / p->density), slow = 20, heavy = 1800, long_part = 50;
  double size = 0;
  for (int k = 1; k < m->to->n_node; k++) {
    size = fmax(size, v3_norm(v3_sub(m->to->x[k], m->to->x[0])));
  }
  if (sound < slow && p->density > heavy) {
    return sn_model_warn(
        m->item->model, m->item->where, m->error,
        "solid '%s': E = %g Pa and a density of %g kg/m^3 are a speed of sound of %.3g m/s. If E is in MPa, "
        "write E = %g",
        m->item->name, p->young, p->density, sound, 1e6 * p->young);
  }
  if (m->from->file && size > long_part) {
    return sn_model_warn(m->item->model, m->item->where, m->error,
                         "solid '%s' is %.4g m long. If \"%.60s\" is in millimetres, write scale = 1e-3", m->item->name,
                         size, m->from->file);
  }
  return SN_OK;
}

static sn_status make(making *m)
{
  SN_TRY(sn_solid_source(m->item, m->keep, &m->from, m->error));
  if (sn_mesh_count(m->from, 3) == 0) {
    return no_volumes(m);
  }
  SN_TRY(at_item(m, sn_mesh_check_volumes(m->from, m->error)));
  SN_TRY(take_elements(m));
  SN_TRY(find_surfaces(m));
  SN_TRY(warn_of_pieces(m));
  SN_TRY(warn_of_units(m));
  return warn_of_locking(m);
}

sn_status sn_solid_mesh_of(sn_item *item, sn_arena *arena, const sn_solid_mesh **out, sn_error *error)
{
  sn_solid_mesh *mesh = SN_NEW(arena, sn_solid_mesh, 1);
  sn_arena *scratch = sn_arena_child(arena);
  if (!mesh || !scratch) {
    sn_arena_free(scratch);
    return sn_no_memory(error, "a mesh");
  }
  making m = {.keep = arena, .scratch = scratch, .item = item, .to = mesh, .error = error};
  const sn_status status = make(&m);
  sn_arena_free(scratch);
  *out = mesh;
  return status;
}
