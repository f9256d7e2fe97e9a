/* parts/shell_mesh.c -- quadrilaterals of a Gmsh file as the mesh of a shell: elements, fibres, folds, named edges.
 * What:    takes the elements of one physical surface (or all), and gives every node of the file one fibre; at a fold (normals of the
 *          elements around it differ by more than an angle) one for each side of it, at the same place. Physical curves, points and
 *          surfaces are the names of edges.
 * Theory:  docs/theory-shells.md, sections 1 and 6: directors are means of the normals of the elements around a node.
 * Tests:   tests/shells/test_mesh.c
 */
#include "parts/shell_mesh.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "model/model.h"

/* ---- messages */

sn_v3 sn_shell_quad_centre(const sn_shell_making *m, int e)
{
  const int *node = m->node + e * sn_shell_quad_nodes(m);
  sn_v3 x = v3(0, 0, 0);
  for (int k = 0; k < sn_shell_quad_nodes(m); k++) {
    x = v3_axpy(x, 1.0 / sn_shell_quad_nodes(m), sn_shell_drawn_at(m, node[k]));
  }
  return x;
}

sn_status sn_shell_quad_fail(const sn_shell_making *m, int e, const char *fix, const char *format, ...)
{
  char what[160];
  va_list list;
  const sn_v3 x = sn_shell_quad_centre(m, e);
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  sn_item_fail(m->item, SN_EINPUT, m->error, "Element %lld of \"%.60s\" %s.", sn_mesh_element_number(m->g, m->of[e]),
               m->g->file, what);
  sn_error_why(m->error, "It is at (%.6g, %.6g, %.6g).", x.x[0], x.x[1], x.x[2]);
  sn_error_fix(m->error, "%s", fix);
  return SN_EINPUT;
}

static sn_status no_memory(const sn_shell_making *m)
{
  return sn_no_memory(m->error, "a mesh");
}

/* ---- geometry */

sn_v3 sn_shell_quad_normal(const sn_shell_making *m, int e, double xi, double eta)
{
  sn_shell_shape s;
  sn_v3 by[2] = {v3(0, 0, 0), v3(0, 0, 0)};
  sn_shell_shape_at(m->order, xi, eta, &s);
  for (int a = 0; a < sn_shell_quad_nodes(m); a++) {
    for (int c = 0; c < 2; c++) {
      by[c] = v3_axpy(by[c], s.by[c][a], sn_shell_drawn_at(m, m->node[e * sn_shell_quad_nodes(m) + a]));
    }
  }
  return v3_cross(by[0], by[1]);
}

/* Node number i + (p + 1) j of the element: the corners around it, each with the middle of the side that begins there. */
int sn_shell_side_node(const sn_shell_making *m, int e, int side, int where)
{
  static const int around[2][4][3] = {{{0, -1, 1}, {1, -1, 3}, {3, -1, 2}, {2, -1, 0}},
                                      {{0, 1, 2}, {2, 5, 8}, {8, 7, 6}, {6, 3, 0}}};
  const int a = around[m->order - 1][side][where];
  return a < 0 ? -1 : m->node[e * sn_shell_quad_nodes(m) + a];
}

/* ---- fibres */

/* Elements around every node of the file: at[first[node] ..], as k = e (p + 1)^2 + a; normal[k]: of that element there. */
typedef struct {
  int *first, *at;
  sn_v3 *normal;
} around;

static sn_v3 normal_at(const sn_shell_making *m, int k)
{
  const int p = m->order, a = k % sn_shell_quad_nodes(m), row = a / (p + 1);
  return v3_unit(sn_shell_quad_normal(m, k / sn_shell_quad_nodes(m), (double)(a % (p + 1)) / p, (double)row / p));
}

static sn_status find_around(const sn_shell_making *m, around *out)
{
  const int n = m->n * sn_shell_quad_nodes(m), nodes = m->g->n_node;
  *out = (around){SN_NEW(m->scratch, int, nodes + 2), SN_NEW(m->scratch, int, n), SN_NEW(m->scratch, sn_v3, n)};
  if (!out->first || !out->at || !out->normal) {
    return no_memory(m);
  }
  for (int k = 0; k < n; k++) {
    out->first[m->node[k] + 2]++;
  }
  for (int k = 2; k < nodes + 2; k++) {
    out->first[k] += out->first[k - 1];
  }
  for (int k = 0; k < n; k++) {
    out->at[out->first[m->node[k] + 1]++] = k;
    out->normal[k] = normal_at(m, k);
  }
  return SN_OK;
}

/* Groups of elements around a node whose normals follow each other without a fold; how many. */
static int part_at(const around *r, int node, double cosine, int *part)
{
  const int begin = r->first[node], end = r->first[node + 1];
  int n = 0;
  for (int i = begin; i < end; i++) {
    part[i] = -1;
  }
  for (int i = begin; i < end; i++) {
    if (part[i] >= 0) {
      continue;
    }
    part[i] = n++;
    for (int grew = 1; grew;) { /* all that are near one of the group */
      grew = 0;
      for (int j = begin; j < end; j++) {
        for (int k = begin; part[j] < 0 && k < end; k++) {
          if (part[k] == part[i] && v3_dot(r->normal[r->at[k]], r->normal[r->at[j]]) > cosine) {
            part[j] = part[i];
            grew = 1;
          }
        }
      }
    }
  }
  return n;
}

static sn_status unit_directors(const sn_shell_making *m, int n, const sn_v3 *x, sn_v3 *d)
{
  for (int k = 0; k < n; k++) {
    if (!(v3_norm(d[k]) > 1e-3)) {
      sn_item_fail(m->item, SN_EINPUT, m->error, "The surface of shell '%s' has no normal at (%.6g, %.6g, %.6g).",
                   m->item->name, x[k].x[0], x[k].x[1], x[k].x[2]);
      sn_error_fix(m->error, "Use smaller elements there, or a smaller angle `fold`.");
      return SN_EINPUT;
    }
    d[k] = v3_unit(d[k]);
  }
  return SN_OK;
}

/* Fibres of the nodes in their order, then those that folds add. */
static sn_status make_fibres(const sn_shell_making *m, double fold, sn_shell_mesh *out)
{
  around r;
  const int nodes = m->g->n_node, all = m->n * sn_shell_quad_nodes(m);
  int *part = SN_NEW(m->scratch, int, all), *parts = SN_NEW(m->scratch, int, nodes), n = 0;
  int *fibre = SN_NEW(m->keep, int, nodes), *node = SN_NEW(m->keep, int, all);
  SN_TRY(find_around(m, &r));
  if (!part || !parts || !fibre || !node) {
    return no_memory(m);
  }
  int extra = 0;
  for (int k = 0; k < nodes; k++) {
    parts[k] = part_at(&r, k, cos(fold), part);
    fibre[k] = parts[k] ? n++ : -1;
    extra += parts[k] > 1 ? parts[k] - 1 : 0;
  }
  sn_v3 *x = SN_NEW(m->keep, sn_v3, n + extra), *d = SN_NEW(m->keep, sn_v3, n + extra);
  int *first = SN_NEW(m->keep, int, n + extra);
  if (!x || !d || !first) {
    return no_memory(m);
  }
  for (int k = 0, next = n; k < nodes; k++) {
    for (int i = r.first[k]; i < r.first[k + 1]; i++) {
      const int f = part[i] ? next + part[i] - 1 : fibre[k];
      node[r.at[i]] = f;
      first[f] = fibre[k];
      x[f] = sn_shell_drawn_at(m, k);
      d[f] = v3_add(d[f], r.normal[r.at[i]]);
    }
    next += parts[k] > 1 ? parts[k] - 1 : 0;
  }
  SN_TRY(unit_directors(m, n + extra, x, d));
  *out = (sn_shell_mesh){.file = m->g,
                         .order = m->order,
                         .n_node = n + extra,
                         .n_element = m->n,
                         .x = x,
                         .d = d,
                         .first = first,
                         .fibre_of = fibre,
                         .node = node};
  return SN_OK;
}

/* Fibre of a node of the file as an element has it. */
static int fibre_in(const sn_shell_making *m, const sn_shell_mesh *out, int e, int node)
{
  const int n = sn_shell_quad_nodes(m);
  for (int a = 0; a < n; a++) {
    if (m->node[e * n + a] == node) {
      return out->node[e * n + a];
    }
  }
  return out->fibre_of[node];
}

/* Sides of one element only: walls of pictures. */
static sn_status find_walls(const sn_shell_making *m, sn_shell_mesh *out)
{
  int n = 0;
  for (int k = 0; k < 4 * m->n; k += sn_shell_same_side(m, k)) {
    n += sn_shell_same_side(m, k) == 1;
  }
  sn_shell_wall *wall = SN_NEW(m->keep, sn_shell_wall, n);
  if (!wall) {
    return no_memory(m);
  }
  n = 0;
  for (int k = 0; k < 4 * m->n; k += sn_shell_same_side(m, k)) {
    if (sn_shell_same_side(m, k) == 1) {
      const sn_shell_side *s = m->side + k;
      wall[n].element = s->element;
      for (int i = 0; i <= m->order; i++) {
        const int where = m->order == 1 ? 2 * i : i;
        wall[n].node[i] = fibre_in(m, out, s->element, sn_shell_side_node(m, s->element, s->side, where));
      }
      n++;
    }
  }
  out->wall = wall;
  out->n_wall = n;
  return SN_OK;
}

/* ---- named edges */

static sn_status no_group(const sn_shell_making *m, int dimension, const char *name, const char *field)
{
  enum { MOST = 40 };
  char all[200];
  const char *known[MOST] = {NULL};
  int n = 0;
  for (int k = 0; k < m->g->n_group && n < MOST; k++) {
    if (dimension < 0 || m->g->group[k].dimension == dimension) {
      known[n++] = m->g->group[k].name;
    }
  }
  const char *meant = sn_nearest(name, known, (size_t)n);
  sn_item_fail(m->item, SN_EINPUT, m->error,
               "`%s` of shell '%s' names \"%.60s\", but \"%.60s\" has no physical %s of "
               "this name.",
               field, m->item->name, name, m->g->file, dimension == 2 ? "surface" : "group");
  sn_error_why(m->error, "It has: %s.", sn_mesh_group_names(m->g, dimension, all, sizeof all));
  sn_error_fix(m->error,
               meant   ? "Did you mean \"%s\"?"
               : n > 0 ? "Name one of these, or add Physical %s(\"%s\") = { ... }; to the geometry and mesh it again."
                       : "Write Physical %s(\"%s\") = { ... }; in the geometry.",
               meant            ? meant
               : dimension == 2 ? "Surface"
                                : "Curve",
               name);
  return SN_EINPUT;
}

static int all_there(const sn_shell_mesh *mesh, const int *node, int n)
{
  for (int k = 0; k < n; k++) {
    if (mesh->fibre_of[node[k]] < 0) {
      return 0;
    }
  }
  return 1;
}

/* A physical group without nodes of the shell: empty, or elsewhere. */
static sn_status no_edge(const sn_shell_making *m, const char *name, int n)
{
  sn_item_fail(m->item, SN_EINPUT, m->error, "Edge \"%.60s\" touches no node of shell '%s'.", name, m->item->name);
  if (n == 0) {
    sn_error_why(m->error,
                 "Physical group \"%.60s\" of \"%.60s\" has no elements: MSH 2.2 loses groups when all is "
                 "saved.",
                 name, m->g->file);
    sn_error_fix(m->error, "Save it without Mesh.SaveAll = 1 (-save_all), or as MSH 4.1; or name another curve.");
  } else {
    sn_error_why(m->error, "Physical group \"%.60s\" of \"%.60s\" is no part of its surface.", name, m->g->file);
    sn_error_fix(m->error, "Name a curve of its boundary, check `group`, or put the adjacent surface into a physical "
                           "surface.");
  }
  return SN_EINPUT;
}

static sn_status make_edge(const sn_shell_making *m, const char *name, const sn_shell_mesh *mesh, sn_shell_border *out)
{
  const sn_mesh *g = m->g;
  const sn_mesh_group *group = sn_mesh_find_group(g, -1, name);
  const int p = m->order;
  unsigned char *on = SN_NEW(m->keep, unsigned char, mesh->n_node);
  if (!group || group->dimension == 3) {
    return no_group(m, -1, name, "edges");
  }
  int n = 0, segments = 0;
  int(*segment)[SN_SHELL_ORDER + 1] =
      sn_arena_get(m->keep, group->dimension == 1 ? (size_t)group->n : 0, sizeof *segment);
  if (!on || !segment) {
    return no_memory(m);
  }
  for (int k = 0; k < group->n; k++) {
    int node[SN_MESH_MOST_NODES], nodes = 1;
    sn_mesh_type type = SN_MESH_POINT;
    if (group->node) {
      node[0] = group->node[k];
    } else {
      nodes = sn_mesh_nodes_at(g, group->place[k], node, &type);
    }
    if (!all_there(mesh, node, nodes)) {
      continue;
    }
    for (int i = 0; i < nodes; i++) {
      n += !on[mesh->fibre_of[node[i]]];
      on[mesh->fibre_of[node[i]]] = 1;
    }
    for (int i = 0; group->dimension == 1 && nodes == p + 1 && i <= p; i++) { /* the middle comes last in the file */
      segment[segments][i] = mesh->fibre_of[node[p == 1 || i == 0 ? i : 3 - i]];
    }
    segments += group->dimension == 1 && nodes == p + 1;
  }
  if (n == 0) {
    return no_edge(m, name, group->n);
  }
  *out = (sn_shell_border){name, on, segments, (const int(*)[SN_SHELL_ORDER + 1]) segment};
  return SN_OK;
}

static sn_status make_edges(const sn_shell_making *m, sn_shell_mesh *mesh)
{
  const sn_shell *p = m->item->param;
  sn_shell_border *border = SN_NEW(m->keep, sn_shell_border, p->edges.n);
  if (!border) {
    return no_memory(m);
  }
  for (int k = 0; k < p->edges.n; k++) {
    SN_TRY(make_edge(m, p->edges.name[k], mesh, border + k));
  }
  mesh->border = border;
  return SN_OK;
}

/* ---- the mesh */

static sn_status number_elements(const sn_shell_making *m, sn_shell_mesh *out)
{
  long long *number = SN_NEW(m->keep, long long, m->n);
  if (!number) {
    return no_memory(m);
  }
  for (int e = 0; e < m->n; e++) {
    number[e] = sn_mesh_element_number(m->g, m->of[e]);
  }
  out->number = number;
  return SN_OK;
}

/* Nodes of the file that no element has: a slip, or the centre of a circle. */
static sn_status warn_of_unused(const sn_shell_making *m, const sn_shell_mesh *mesh)
{
  int n = 0, first = -1;
  for (int k = 0; k < m->g->n_node; k++) {
    n += mesh->fibre_of[k] < 0;
    first = first < 0 && mesh->fibre_of[k] < 0 ? k : first;
  }
  if (n == 0) {
    return SN_OK;
  }
  const sn_v3 x = sn_shell_drawn_at(m, first);
  return sn_model_warn(m->item->model, m->item->where, m->error,
                       "shell '%s': %d node%s of \"%.60s\" belong%s to no quadrilateral and %s left out: node %lld at "
                       "(%.6g, %.6g, %.6g)%s",
                       m->item->name, n, n == 1 ? "" : "s", m->g->file, n == 1 ? "s" : "", n == 1 ? "is" : "are",
                       m->g->number[first], x.x[0], x.x[1], x.x[2], n == 1 ? "" : ", ...");
}

static sn_status make(sn_shell_making *m, sn_shell_mesh *out)
{
  const sn_shell *p = m->item->param;
  const sn_mesh_group *group = p->mesh.group ? sn_mesh_find_group(m->g, 2, p->mesh.group) : NULL;
  if (p->mesh.group && !group) {
    return no_group(m, 2, p->mesh.group, "group");
  }
  SN_TRY(sn_shell_quads(m, group));
  SN_TRY(sn_shell_quads_check(m));
  SN_TRY(make_fibres(m, p->mesh.fold, out));
  SN_TRY(number_elements(m, out));
  SN_TRY(find_walls(m, out));
  SN_TRY(make_edges(m, out));
  return group ? SN_OK : warn_of_unused(m, out);
}

sn_status sn_shell_mesh_of(const sn_item *item, sn_arena *arena, const sn_shell_mesh **out, sn_error *error)
{
  const sn_shell *p = item->param;
  sn_shell_mesh *mesh = SN_NEW(arena, sn_shell_mesh, 1);
  sn_arena *scratch = sn_arena_child(arena);
  if (!mesh || !scratch) {
    sn_arena_free(scratch);
    return sn_no_memory(error, "a mesh");
  }
  sn_shell_making m = {
      .item = item, .g = p->mesh.file, .scratch = scratch, .keep = arena, .error = error, .scale = p->mesh.scale};
  const sn_status status = make(&m, mesh);
  sn_arena_free(scratch);
  *out = mesh;
  return status;
}

sn_status sn_shell_named(const sn_item *item, const char *name, int *station, sn_error *error)
{
  const sn_shell *p = item->param;
  char all[200];
  const sn_shell_mesh *mesh = p->made;
  if (!mesh) {
    sn_failf(error, SN_EINPUT, "The nodes of shell '%s' have no names.", item->name);
    sn_error_why(error, "Names are those of physical points of a mesh.");
    sn_error_fix(error, "Use '%s':at(u, v).", item->name);
    return SN_EINPUT;
  }
  const sn_mesh *g = mesh->file;
  const sn_mesh_group *points_named = sn_mesh_find_group(g, 0, name);
  const sn_mesh_group *group = points_named ? points_named : sn_mesh_find_group(g, -1, name);
  int n = 0;
  for (int k = 0; group && group->dimension < 1 && k < group->n; k++) {
    const int node = group->node ? group->node[k] : sn_mesh_element_nodes(g, group->place[k])[0];
    if (mesh->fibre_of[node] >= 0) {
      *station = mesh->fibre_of[node];
      n++;
    }
  }
  if (n == 1) {
    return SN_OK;
  }
  if (n == 0) {
    sn_failf(error, SN_EINPUT, "Shell '%s' has no physical point \"%.60s\".", item->name, name);
  } else {
    sn_failf(error, SN_EINPUT, "\"%.60s\" names %d nodes of shell '%s', not one.", name, n, item->name);
  }
  sn_error_why(error, "Physical points of \"%.60s\": %s.", g->file, sn_mesh_group_names(g, 0, all, sizeof all));
  const char *known[20] = {NULL};
  int points = 0;
  for (int k = 0; k < g->n_group && points < 20; k++) {
    if (g->group[k].dimension < 1) {
      known[points++] = g->group[k].name;
    }
  }
  const char *meant = n == 0 ? sn_nearest(name, known, (size_t)points) : NULL;
  if (meant) {
    sn_error_fix(error, "Did you mean \"%s\"?", meant);
    return SN_EINPUT;
  }
  sn_error_fix(error, "Write Physical Point(\"%.60s\") = { number of a corner of the surface }; in the geometry.",
               name);
  return SN_EINPUT;
}
