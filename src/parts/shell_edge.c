/* parts/shell_edge.c -- the edges of a shell: four of a grid of u and v, or those that a model names in the mesh of a file.
 * Tests:   tests/shells/test_shell.c, tests/shells/test_mesh.c
 */
#include "parts/shell.h"

#include <string.h>

#include "base/text.h"

enum { U_FIRST, U_LAST, V_FIRST, V_LAST };

static const sn_shell *fields(const sn_item *item)
{
  return item->param;
}

int sn_shell_edges(const sn_item *item)
{
  return fields(item)->made ? fields(item)->edges.n : SN_SHELL_EDGES;
}

const sn_shell_edge *sn_shell_edge_at(const sn_item *item, int edge)
{
  SN_ASSERT(edge >= 0 && edge < sn_shell_edges(item));
  const sn_shell *p = fields(item);
  return p->made ? (const sn_shell_edge *)p->edges.at + edge : p->edge + edge;
}

static const char *const four[SN_SHELL_EDGES] = {"u_first", "u_last", "v_first", "v_last"};

const char *sn_shell_edge_name(const sn_item *item, int edge)
{
  SN_ASSERT(edge >= 0 && edge < sn_shell_edges(item));
  return fields(item)->made ? fields(item)->edges.name[edge] : four[edge];
}

int sn_shell_on_edge(const sn_shell_grid *g, int edge, int node)
{
  SN_ASSERT(edge >= 0 && edge < sn_shell_edges(g->item) && node >= 0 && node < sn_shell_nodes(g));
  if (g->mesh) {
    return g->mesh->border[edge].on[g->mesh->first[node]];
  }
  const int i = node % g->nodes[0], j = node / g->nodes[0];
  return edge == U_FIRST   ? i == 0
         : edge == U_LAST  ? i == g->nodes[0] - 1
         : edge == V_FIRST ? j == 0
                           : j == g->nodes[1] - 1;
}

int sn_shell_segments(const sn_shell_grid *g, int edge)
{
  SN_ASSERT(edge >= 0 && edge < sn_shell_edges(g->item));
  return g->mesh ? g->mesh->border[edge].n_segment : g->n[edge < V_FIRST];
}

int sn_shell_segment_node(const sn_shell_grid *g, int edge, int e, int i)
{
  SN_ASSERT(e >= 0 && e < sn_shell_segments(g, edge) && i >= 0 && i <= g->order);
  if (g->mesh) {
    return g->mesh->border[edge].segment[e][i];
  }
  const int along = edge < V_FIRST, k = (e * g->order + i) % g->nodes[along];
  const int column = edge == U_FIRST ? 0 : edge == U_LAST ? g->nodes[0] - 1 : k;
  const int row = edge == V_FIRST ? 0 : edge == V_LAST ? g->nodes[1] - 1 : k;
  return column + g->nodes[0] * row;
}

void sn_shell_segment_at(const sn_shell_grid *g, int edge, int e, double xi, double uv[2])
{
  SN_ASSERT(edge >= 0 && (g->mesh || edge < SN_SHELL_EDGES) && e >= 0 && e < sn_shell_segments(g, edge));
  sn_shell_parameters(g, sn_shell_segment_node(g, edge, e, 0), uv);
  if (!g->mesh) { /* the last line of a closed grid is its first: its nodes do not say where it is */
    const int along = edge < V_FIRST;
    uv[along] = (1 - xi) * sn_shell_line(g, along, e * g->order) + xi * sn_shell_line(g, along, (e + 1) * g->order);
    return;
  }
  double N[SN_LINE_NODES];
  sn_line_shape(g->order, xi, N, NULL);
  uv[0] = uv[1] = 0;
  for (int i = 0; i <= g->order; i++) {
    double at[2];
    sn_shell_parameters(g, sn_shell_segment_node(g, edge, e, i), at);
    uv[0] += N[i] * at[0];
    uv[1] += N[i] * at[1];
  }
}

/* ---- all nodes of an edge */

static sn_status of_grid(const sn_shell_grid *g, int edge, sn_arena *arena, const int **station, int *n,
                         sn_error *error)
{
  const int along = edge < V_FIRST, count = g->n[along] * g->order + 1;
  int *list = SN_NEW(arena, int, count);
  if (!list) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < count; k++) {
    const int e = k < count - 1 ? k / g->order : g->n[along] - 1;
    list[k] = sn_shell_segment_node(g, edge, e, k - e * g->order);
  }
  *station = list;
  *n = count;
  return SN_OK;
}

/* Lines of a physical curve, as first nodes of their elements: which other line continues from here? -1: none. turned: against its direction. */
static int next_line(const sn_mesh *g, const sn_shell_mesh *m, const sn_mesh_group *group, const char *used, int from,
                     int *turned)
{
  for (int k = 0; k < group->n; k++) {
    const int *node = sn_mesh_element_nodes(g, group->place[k]);
    if (used[k] || sn_mesh_facts(g->block[group->place[k].block].type)->n_node != m->order + 1) {
      continue;
    }
    for (int end = 0; end < 2; end++) {
      if (m->fibre_of[node[end]] == from && m->fibre_of[node[!end]] >= 0) {
        *turned = end;
        return k;
      }
    }
  }
  return -1;
}

/* The node that a walk against the lines ends at. */
static int begin_of(const sn_mesh *g, const sn_shell_mesh *m, const sn_mesh_group *group, char *used, int lines)
{
  int at = -1, turned = 0;
  for (int k = 0; k < group->n && at < 0; k++) {
    at = m->fibre_of[sn_mesh_element_nodes(g, group->place[k])[0]];
  }
  for (int i = 0; i < lines; i++) {
    const int k = next_line(g, m, group, used, at, &turned);
    if (k < 0) {
      break;
    }
    used[k] = 1;
    at = m->fibre_of[sn_mesh_element_nodes(g, group->place[k])[!turned]];
  }
  memset(used, 0, (size_t)group->n);
  return at;
}

static sn_status of_mesh(const sn_item *item, const sn_shell_mesh *m, const char *edge, sn_arena *arena,
                         const int **station, int *n, sn_error *error)
{
  const sn_mesh *g = m->file;
  const sn_mesh_group *group = sn_mesh_find_group(g, 1, edge);
  char *used = SN_NEW(arena, char, group ? group->n : 0), all[200];
  int lines = 0, turned = 0;
  for (int k = 0; group && k < group->n; k++) {
    const int *node = sn_mesh_element_nodes(g, group->place[k]);
    lines += m->fibre_of[node[0]] >= 0 && m->fibre_of[node[1]] >= 0;
  }
  int *list = SN_NEW(arena, int, lines * m->order + 1);
  if (!used || !list) {
    return sn_no_memory(error, "the model");
  }
  if (lines == 0) {
    sn_failf(error, SN_EINPUT, "Shell '%s' has no edge \"%.60s\".", item->name, edge);
    sn_error_why(error, "Physical curves of \"%.60s\": %s.", g->file, sn_mesh_group_names(g, 1, all, sizeof all));
    sn_error_fix(error, "Write Physical Curve(\"%.60s\") = { ... }; in the geometry.", edge);
    return SN_EINPUT;
  }
  list[0] = begin_of(g, m, group, used, lines);
  for (int i = 0; i < lines; i++) {
    const int k = next_line(g, m, group, used, list[i * m->order], &turned);
    if (k < 0) {
      sn_failf(error, SN_EINPUT, "Edge \"%.60s\" of shell '%s' is no single line.", edge, item->name);
      sn_error_why(error, "%d of its %d elements are not joined to the others.", lines - i, lines);
      sn_error_fix(error, "Make a physical curve of each piece.");
      return SN_EINPUT;
    }
    used[k] = 1;
    const int *node = sn_mesh_element_nodes(g, group->place[k]);
    if (m->order == 2) {
      list[2 * i + 1] = m->fibre_of[node[2]];
    }
    list[(i + 1) * m->order] = m->fibre_of[node[!turned]];
  }
  *station = list;
  *n = lines * m->order + 1;
  return SN_OK;
}

sn_status sn_shell_along_edge(const sn_item *item, const char *edge, sn_arena *arena, const int **station, int *n,
                              sn_error *error)
{
  sn_shell_grid g;
  SN_TRY(sn_shell_grid_of(item, &g, error));
  if (g.mesh) {
    return of_mesh(item, g.mesh, edge, arena, station, n, error);
  }
  for (int k = 0; k < SN_SHELL_EDGES; k++) {
    if (strcmp(edge, four[k]) == 0 && !g.closed[k >= V_FIRST]) {
      return of_grid(&g, k, arena, station, n, error);
    }
  }
  const char *meant = sn_nearest(edge, four, SN_SHELL_EDGES);
  sn_failf(error, SN_EINPUT, "Shell '%s' has no edge \"%.60s\".", item->name, edge);
  sn_error_why(error, "Edges are u_first, u_last, v_first and v_last; a closed surface has two of them.");
  sn_error_fix(error, "Did you mean \"%s\"?", meant ? meant : "v_first");
  return SN_EINPUT;
}
