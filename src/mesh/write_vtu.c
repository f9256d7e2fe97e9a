/* mesh/write_vtu.c -- VTU for ParaView: cells in our order, which is VTK's; a field of 0 and 1 for every group.
 * Tests:   tests/mesh/test_readers.c
 */
#include "mesh/write_private.h"

static const int cell_type[SN_MESH_TYPES] = {
    [SN_MESH_POINT] = 1, [SN_MESH_LINE2] = 3,  [SN_MESH_LINE3] = 21, [SN_MESH_TRI3] = 5,  [SN_MESH_TRI6] = 22,
    [SN_MESH_QUAD4] = 9, [SN_MESH_QUAD8] = 23, [SN_MESH_QUAD9] = 28, [SN_MESH_TET4] = 10, [SN_MESH_TET10] = 24,
    [SN_MESH_HEX8] = 12, [SN_MESH_HEX20] = 25, [SN_MESH_HEX27] = 29};

static void put_escaped(const char *name, FILE *to)
{
  for (; *name; name++) {
    const char *as = *name == '&'   ? "&amp;"
                     : *name == '<' ? "&lt;"
                     : *name == '>' ? "&gt;"
                     : *name == '"' ? "&quot;"
                                    : NULL;
    (void)(as ? fputs(as, to) : fputc(*name, to));
  }
}

static void begin_array(const char *type, const char *name, int components, FILE *to)
{
  (void)fprintf(to, "<DataArray type=\"%s\" Name=\"", type);
  put_escaped(name, to);
  (void)fprintf(to, "\" NumberOfComponents=\"%d\" format=\"ascii\">\n", components);
}

static void put_cells(const sn_mesh *m, const sn_mesh_cells *c, FILE *to)
{
  int node[SN_MESH_MOST_NODES];
  long long end = 0;
  (void)fprintf(to, "<Cells>\n");
  begin_array("Int64", "connectivity", 1, to);
  for (int k = 0; k < c->n; k++) {
    const int n = sn_mesh_cell_nodes(m, c->cell + k, node);
    for (int a = 0; a < n; a++) {
      (void)fprintf(to, a + 1 < n ? "%d " : "%d\n", node[a]);
    }
  }
  (void)fprintf(to, "</DataArray>\n");
  begin_array("Int64", "offsets", 1, to);
  for (int k = 0; k < c->n; k++) {
    end += sn_mesh_facts(c->cell[k].type)->n_node;
    (void)fprintf(to, "%lld\n", end);
  }
  (void)fprintf(to, "</DataArray>\n");
  begin_array("UInt8", "types", 1, to);
  for (int k = 0; k < c->n; k++) {
    (void)fprintf(to, "%d\n", cell_type[c->cell[k].type]);
  }
  (void)fprintf(to, "</DataArray>\n</Cells>\n");
}

static int is_in(const sn_mesh_cells *c, int set, int group)
{
  while (set > 0 && c->set[set].group != group) {
    set = c->set[set].before;
  }
  return set > 0;
}

static void put_groups(const sn_mesh *m, const sn_mesh_cells *c, FILE *to)
{
  (void)fprintf(to, "<CellData>\n");
  for (int g = 0; g < m->n_group; g++) {
    begin_array("UInt8", m->group[g].name, 1, to);
    for (int k = 0; k < c->n; k++) {
      (void)fputs(is_in(c, c->cell[k].set, g) ? "1\n" : "0\n", to);
    }
    (void)fprintf(to, "</DataArray>\n");
  }
  (void)fprintf(to, "</CellData>\n");
}

sn_status sn_mesh_write_vtu(const sn_mesh *m, sn_arena *scratch, FILE *to, sn_error *error)
{
  sn_mesh_cells c;
  SN_TRY(sn_mesh_list_cells(m, scratch, &c, error));
  (void)fprintf(to,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\">\n<UnstructuredGrid>\n"
                "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n",
                m->n_node, c.n);
  begin_array("Float64", "Points", 3, to);
  for (int k = 0; k < m->n_node; k++) {
    (void)fprintf(to, "%.17g %.17g %.17g\n", m->x[k].x[0], m->x[k].x[1], m->x[k].x[2]);
  }
  (void)fprintf(to, "</DataArray>\n</Points>\n");
  put_cells(m, &c, to);
  put_groups(m, &c, to);
  (void)fprintf(to, "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
  return SN_OK;
}
