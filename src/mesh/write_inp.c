/* mesh/write_inp.c -- .inp of Abaqus and CalculiX: nodes, elements, sets, surfaces, materials.
 * Tests:   tests/mesh/test_readers.c
 */
#include <ctype.h>

#include "mesh/write_private.h"

/* What a type is called, and the node of ours that stands k-th. CalculiX and Abaqus have no quadrilateral of 9 nodes with a general name. */
static const struct {
  const char *name;
  int from[SN_MESH_MOST_NODES]; /* all zero: the same order */
} types[SN_MESH_TYPES] = {[SN_MESH_LINE2] = {"T3D2", {0}},
                          [SN_MESH_LINE3] = {"T3D3", {0, 2, 1}},
                          [SN_MESH_TRI3] = {"S3", {0}},
                          [SN_MESH_TRI6] = {"STRI65", {0}},
                          [SN_MESH_QUAD4] = {"S4", {0}},
                          [SN_MESH_QUAD8] = {"S8R", {0}},
                          [SN_MESH_QUAD9] = {"S9R5", {0}},
                          [SN_MESH_TET4] = {"C3D4", {0}},
                          [SN_MESH_TET10] = {"C3D10", {0}},
                          [SN_MESH_HEX8] = {"C3D8", {0}},
                          [SN_MESH_HEX20] = {"C3D20R", {0}},
                          [SN_MESH_HEX27] = {"C3D27", {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                                       14, 15, 16, 17, 18, 19, 26, 24, 25, 22, 21, 23, 20}}};

/* Names without blanks and commas. */
static void put_name(const char *name, FILE *to)
{
  for (; *name; name++) {
    (void)fputc(isspace((unsigned char)*name) || *name == ',' || *name == '=' || *name == '"' ? '_' : *name, to);
  }
}

/* Where the elements of a block begin: numbers run through all blocks. */
static long long number_of(const sn_mesh *m, sn_mesh_place at)
{
  long long n = at.element + 1LL;
  for (int b = 0; b < at.block; b++) {
    n += m->block[b].n;
  }
  return n;
}

static void put_elements(const sn_mesh *m, FILE *to)
{
  for (int b = 0; b < m->n_block; b++) {
    const sn_mesh_type type = m->block[b].type;
    const int n = sn_mesh_facts(type)->n_node;
    if (!types[type].name) {
      continue; /* points are nodes */
    }
    (void)fprintf(to, "*ELEMENT, TYPE=%s\n", types[type].name);
    for (int e = 0; e < m->block[b].n; e++) {
      const int *node = m->block[b].node + (size_t)e * (size_t)n;
      (void)fprintf(to, "%lld", number_of(m, (sn_mesh_place){b, e, -1}));
      for (int a = 0; a < n; a++) {
        const int from = types[type].from[1] ? types[type].from[a] : a;
        (void)fprintf(to, a % 12 == 11 ? ",\n%lld" : ", %lld", sn_mesh_node_number(m, node[from]));
      }
      (void)fputc('\n', to);
    }
  }
}

static void put_number(long long number, int k, FILE *to)
{
  (void)fprintf(to, k == 0 ? "%lld" : k % 12 == 0 ? ",\n%lld" : ", %lld", number);
}

/* Points are sets of nodes; sides are surfaces; all others sets of elements. */
static void put_group(const sn_mesh *m, const sn_mesh_group *g, FILE *to)
{
  const int nodes = g->node || g->dimension == 0, sides = !nodes && g->n > 0 && g->place[0].side >= 0;
  if (g->n == 0) {
    return;
  }
  (void)fprintf(to, nodes ? "*NSET, NSET=" : sides ? "*SURFACE, TYPE=ELEMENT, NAME=" : "*ELSET, ELSET=");
  put_name(g->name, to);
  (void)fputc('\n', to);
  for (int k = 0; k < g->n; k++) {
    if (nodes) {
      put_number(sn_mesh_node_number(m, g->node ? g->node[k] : sn_mesh_element_nodes(m, g->place[k])[0]), k, to);
    } else if (sides) {
      (void)fprintf(to, g->place[k].side < 0 ? "%lld, SPOS" : "%lld, S%d", number_of(m, g->place[k]),
                    g->place[k].side + 1);
      (void)fputc(k + 1 < g->n ? '\n' : ' ', to);
    } else {
      put_number(number_of(m, g->place[k]), k, to);
    }
  }
  (void)fputc('\n', to);
}

static void put_material(const sn_mesh_material *a, FILE *to)
{
  (void)fprintf(to, "*MATERIAL, NAME=");
  put_name(a->name, to);
  (void)fputc('\n', to);
  if (isfinite(a->E)) {
    (void)fprintf(to, "*ELASTIC\n%.17g, %.17g\n", a->E, a->nu);
  }
  if (isfinite(a->orthotropic[0])) {
    (void)fprintf(to, "*ELASTIC, TYPE=ENGINEERING CONSTANTS\n");
    for (int k = 0; k < 9; k++) {
      (void)fprintf(to, k == 8 ? "\n%.17g\n" : k ? ", %.17g" : "%.17g", a->orthotropic[k]);
    }
  }
  if (isfinite(a->C10)) {
    (void)fprintf(to, "*HYPERELASTIC, MOONEY-RIVLIN\n%.17g, %.17g", a->C10, a->C01);
    (void)fprintf(to, isfinite(a->D1) ? ", %.17g\n" : "\n", a->D1);
  }
  if (isfinite(a->density)) {
    (void)fprintf(to, "*DENSITY\n%.17g\n", a->density);
  }
}

static void put_section(const sn_mesh_section *s, FILE *to)
{
  (void)fprintf(to, isfinite(s->thickness) ? "*SHELL SECTION, ELSET=" : "*SOLID SECTION, ELSET=");
  put_name(s->group, to);
  (void)fprintf(to, ", MATERIAL=");
  put_name(s->material, to);
  (void)fputc('\n', to);
  if (isfinite(s->thickness)) {
    (void)fprintf(to, "%.17g\n", s->thickness);
  }
}

sn_status sn_mesh_write_inp(const sn_mesh *m, sn_arena *scratch, FILE *to, sn_error *error)
{
  (void)scratch;
  (void)error;
  (void)fprintf(to, "*HEADING\nA mesh written by Sinew\n*NODE\n");
  for (int k = 0; k < m->n_node; k++) {
    const double *x = m->x[k].x;
    (void)fprintf(to, "%lld, %.17g, %.17g, %.17g\n", sn_mesh_node_number(m, k), x[0], x[1], x[2]);
  }
  put_elements(m, to);
  for (int g = 0; g < m->n_group; g++) {
    put_group(m, m->group + g, to);
  }
  for (int k = 0; k < m->n_material; k++) {
    put_material(m->material + k, to);
  }
  for (int k = 0; k < m->n_section; k++) {
    put_section(m->section + k, to);
  }
  return SN_OK;
}
