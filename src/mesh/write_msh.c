/* mesh/write_msh.c -- MSH 4.1 of Gmsh.
 * How:     elements of the same groups are an entity of their own, which $Entities puts into these groups.
 * Tests:   tests/mesh/test_readers.c
 */
#include <stdint.h>

#include "mesh/gmsh_private.h"
#include "mesh/write_private.h"

typedef struct {
  const sn_mesh *m;
  sn_mesh_cells cells;
  FILE *to;
  int binary;
  sn_v3 lo, hi;
} work;

/* Numbers: 4 bytes, 8 bytes, and their end of a line in text. */
static void put_int(const work *w, long long x)
{
  const int32_t i = (int32_t)x;
  (void)(w->binary ? (int)fwrite(&i, sizeof i, 1, w->to) : fprintf(w->to, "%lld ", x));
}

static void put_large(const work *w, long long x)
{
  const int64_t i = x;
  (void)(w->binary ? (int)fwrite(&i, sizeof i, 1, w->to) : fprintf(w->to, "%lld ", x));
}

static void put_number(const work *w, double x)
{
  (void)(w->binary ? (int)fwrite(&x, sizeof x, 1, w->to) : fprintf(w->to, "%.17g ", x));
}

static void end_line(const work *w)
{
  if (!w->binary) {
    (void)fputc('\n', w->to);
  }
}

static int dimension_of(const sn_mesh_cell *c)
{
  return sn_mesh_facts(c->type)->dimension;
}

/* An entity is a run of cells of the same dimension and set; its number is that of the set, 1 for the empty one. */
static int end_of_entity(const work *w, int from)
{
  int k = from;
  while (k < w->cells.n && dimension_of(w->cells.cell + k) == dimension_of(w->cells.cell + from) &&
         w->cells.cell[k].set == w->cells.cell[from].set) {
    k++;
  }
  return k;
}

static void put_names(const work *w)
{
  (void)fprintf(w->to, "$PhysicalNames\n%d\n", w->m->n_group);
  for (int g = 0; g < w->m->n_group; g++) {
    const int d = w->m->group[g].dimension;
    (void)fprintf(w->to, "%d %d \"%s\"\n", d < 0 ? 0 : d, g + 1, w->m->group[g].name);
  }
  (void)fprintf(w->to, "$EndPhysicalNames\n");
}

static void put_entity(const work *w, int dimension, int set)
{
  int n = 0;
  put_int(w, set + 1);
  for (int i = 0; i < 3; i++) {
    put_number(w, w->lo.x[i]);
  }
  for (int i = 0; dimension > 0 && i < 3; i++) {
    put_number(w, w->hi.x[i]);
  }
  for (int s = set; s > 0; s = w->cells.set[s].before) {
    n++;
  }
  put_large(w, n);
  for (int s = set; s > 0; s = w->cells.set[s].before) {
    put_int(w, w->cells.set[s].group + 1);
  }
  if (dimension > 0) {
    put_large(w, 0);
  }
  end_line(w);
}

/* Of the highest dimension, for the nodes. */
static int put_entities(const work *w, int *dimension, int *tag)
{
  long long n[4] = {0};
  int blocks = 0;
  for (int k = 0; k < w->cells.n; k = end_of_entity(w, k)) {
    n[dimension_of(w->cells.cell + k)]++;
  }
  (void)fprintf(w->to, "$Entities\n");
  for (int d = 0; d < 4; d++) {
    put_large(w, n[d]);
  }
  end_line(w);
  for (int k = 0; k < w->cells.n; k = end_of_entity(w, k)) {
    const sn_mesh_cell *c = w->cells.cell + k;
    *dimension = dimension_of(c);
    *tag = c->set + 1;
    put_entity(w, *dimension, c->set);
  }
  for (int k = 0; k < w->cells.n; k++) {
    const sn_mesh_cell *c = w->cells.cell + k;
    blocks += k == 0 || c->set != c[-1].set || c->type != c[-1].type;
  }
  (void)fprintf(w->to, "%s$EndEntities\n", w->binary ? "\n" : "");
  return blocks;
}

static void put_nodes(const work *w, int dimension, int tag)
{
  const int n = w->m->n_node;
  (void)fprintf(w->to, "$Nodes\n");
  put_large(w, 1);
  put_large(w, n);
  put_large(w, sn_mesh_node_number(w->m, 0));
  put_large(w, sn_mesh_node_number(w->m, n - 1));
  end_line(w);
  put_int(w, dimension);
  put_int(w, tag);
  put_int(w, 0);
  put_large(w, n);
  end_line(w);
  for (int k = 0; k < n; k++) {
    put_large(w, sn_mesh_node_number(w->m, k));
    end_line(w);
  }
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 3; i++) {
      put_number(w, w->m->x[k].x[i]);
    }
    end_line(w);
  }
  (void)fprintf(w->to, "%s$EndNodes\n", w->binary ? "\n" : "");
}

/* Node k of Gmsh is node back[k] of ours. */
static void order_of(const sn_gmsh_type *type, int back[SN_MESH_MOST_NODES])
{
  for (int k = 0; k < type->nodes; k++) {
    back[type->from ? type->from[k] : k] = k;
  }
}

static void put_elements(const work *w, int blocks)
{
  (void)fprintf(w->to, "$Elements\n");
  put_large(w, blocks);
  put_large(w, w->cells.n);
  put_large(w, 1);
  put_large(w, w->cells.n);
  end_line(w);
  for (int k = 0, end; k < w->cells.n; k = end) {
    const sn_mesh_cell *c = w->cells.cell + k;
    const sn_gmsh_type *type = sn_gmsh_type_for(c->type);
    int back[SN_MESH_MOST_NODES];
    order_of(type, back);
    for (end = k; end < w->cells.n && w->cells.cell[end].set == c->set && w->cells.cell[end].type == c->type; end++) {
    }
    put_int(w, type->dimension);
    put_int(w, c->set + 1);
    put_int(w, type->number);
    put_large(w, end - k);
    end_line(w);
    for (int e = k; e < end; e++) {
      int node[SN_MESH_MOST_NODES];
      sn_mesh_cell_nodes(w->m, w->cells.cell + e, node);
      put_large(w, e + 1);
      for (int a = 0; a < type->nodes; a++) {
        put_large(w, sn_mesh_node_number(w->m, node[back[a]]));
      }
      end_line(w);
    }
  }
  (void)fprintf(w->to, "%s$EndElements\n", w->binary ? "\n" : "");
}

sn_status sn_mesh_write_msh(const sn_mesh *m, int binary, sn_arena *scratch, FILE *to, sn_error *error)
{
  work w = {.m = m, .to = to, .binary = binary};
  int dimension = 0, tag = 1;
  SN_TRY(sn_mesh_list_cells(m, scratch, &w.cells, error));
  w.lo = w.hi = m->n_node ? m->x[0] : v3(0, 0, 0);
  for (int k = 1; k < m->n_node; k++) {
    for (int i = 0; i < 3; i++) {
      w.lo.x[i] = fmin(w.lo.x[i], m->x[k].x[i]);
      w.hi.x[i] = fmax(w.hi.x[i], m->x[k].x[i]);
    }
  }
  (void)fprintf(to, "$MeshFormat\n4.1 %d 8\n", binary);
  if (binary) {
    put_int(&w, 1);
    (void)fputc('\n', to);
  }
  (void)fprintf(to, "$EndMeshFormat\n");
  if (m->n_group > 0) {
    put_names(&w);
  }
  const int blocks = put_entities(&w, &dimension, &tag);
  put_nodes(&w, dimension, tag);
  put_elements(&w, blocks);
  return SN_OK;
}
