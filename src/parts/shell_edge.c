/* parts/shell_edge.c -- the edges of a shell: four of a grid of u and v, or those that a model names in the mesh of a file.
 * Tests:   tests/whole/test_shell.c, tests/whole/test_shell_mesh.c
 */
#include "parts/shell.h"

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
  const sn_shell *p = fields(item);
  return p->made ? (const sn_shell_edge *)p->edges.at + edge : p->edge + edge;
}

const char *sn_shell_edge_name(const sn_item *item, int edge)
{
  static const char *const name[SN_SHELL_EDGES] = {"u_first", "u_last", "v_first", "v_last"};
  return fields(item)->made ? fields(item)->edges.name[edge] : name[edge];
}

int sn_shell_on_edge(const sn_shell_grid *g, int edge, int node)
{
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
  return g->mesh ? g->mesh->border[edge].n_segment : g->n[edge < V_FIRST];
}

int sn_shell_segment_node(const sn_shell_grid *g, int edge, int e, int i)
{
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
