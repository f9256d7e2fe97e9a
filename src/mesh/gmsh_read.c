/* mesh/gmsh_read.c -- MSH files of Gmsh, versions 2.2 and 4.1, text.
 * What:    sections $MeshFormat, $PhysicalNames, $Entities, $Nodes, $Elements; all others are passed over. Elements of volumes are left
 *          out; what cannot be used of the rest is told by who uses it.
 * Format:  2.2: an element is number, type, number of tags, tags (the first is its physical group, 0: none), nodes. 4.1: nodes and
 *          elements stand in blocks of one entity of the geometry; $Entities says which physical groups an entity is in.
 * Limits:  2 million nodes and elements; no binary files, no partitioned meshes.
 * Tests:   tests/mesh/test_gmsh.c, tests/fuzz/fuzz_gmsh.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/gmsh_private.h"

static const sn_gmsh_type types[] = {{1, 1, 2, "line of 2 nodes"},
                                     {2, 2, 3, "triangle of 3 nodes"},
                                     {3, 2, 4, "quadrilateral of 4 nodes"},
                                     {4, 3, 4, "tetrahedron"},
                                     {5, 3, 8, "brick"},
                                     {6, 3, 6, "prism"},
                                     {7, 3, 5, "pyramid"},
                                     {8, 1, 3, "line of 3 nodes"},
                                     {9, 2, 6, "triangle of 6 nodes"},
                                     {10, 2, 9, "quadrilateral of 9 nodes"},
                                     {11, 3, 10, "tetrahedron"},
                                     {12, 3, 27, "brick"},
                                     {13, 3, 18, "prism"},
                                     {14, 3, 14, "pyramid"},
                                     {15, 0, 1, "point"},
                                     {16, 2, 8, "quadrilateral of 8 nodes"},
                                     {17, 3, 20, "brick"},
                                     {18, 3, 15, "prism"},
                                     {19, 3, 13, "pyramid"},
                                     {20, 2, 9, "triangle of 9 nodes"},
                                     {21, 2, 10, "triangle of 10 nodes"},
                                     {26, 1, 4, "line of 4 nodes"},
                                     {27, 1, 5, "line of 5 nodes"},
                                     {36, 2, 16, "quadrilateral of 16 nodes"},
                                     {37, 2, 25, "quadrilateral of 25 nodes"}};

static sn_status no_memory(const sn_gmsh_file *f)
{
  return sn_no_memory(f->error, "a mesh");
}

/* ---- $MeshFormat */

static sn_status read_format(sn_gmsh_file *f)
{
  long long binary = 0, bytes = 0;
  SN_TRY(sn_gmsh_number(f, "the version", &f->version));
  SN_TRY(sn_gmsh_whole(f, "the type of file", &binary));
  if (binary != 0) {
    return sn_gmsh_unsuited(f, "is a binary MSH file",
                            "Save it as text: gmsh -2 part.geo -format msh41, or Mesh.Binary = 0.");
  }
  if (!(f->version >= 2 && f->version < 3) && !(f->version >= 4.1 && f->version < 5)) {
    char what[64];
    snprintf(what, sizeof what, "is an MSH file of version %g", f->version);
    return sn_gmsh_unsuited(f, what, "Save it again: Mesh.MshFileVersion = 4.1 (or 2.2).");
  }
  SN_TRY(sn_gmsh_whole(f, "the size of a number", &bytes));
  return sn_gmsh_expect(f, "$EndMeshFormat");
}

/* ---- $Nodes */

static sn_status add_node(sn_gmsh_file *f, long long tag)
{
  if (!SN_ROOM(f->arena, f->node)) {
    return no_memory(f);
  }
  if (f->node.n == SN_GMSH_MOST) {
    return sn_gmsh_wrong(f, "is beyond the limit of %d nodes", SN_GMSH_MOST);
  }
  f->node.at[f->node.n++].number = tag;
  return SN_OK;
}

static sn_status read_place(sn_gmsh_file *f, sn_v3 *x)
{
  for (int i = 0; i < 3; i++) {
    SN_TRY(sn_gmsh_number(f, "a coordinate", &x->x[i]));
  }
  return SN_OK;
}

static sn_status read_nodes_2(sn_gmsh_file *f)
{
  int n = 0;
  SN_TRY(sn_gmsh_count(f, "the number of nodes", &n));
  for (int k = 0; k < n; k++) {
    long long tag = 0;
    SN_TRY(sn_gmsh_whole(f, "the number of a node", &tag));
    SN_TRY(add_node(f, tag));
    SN_TRY(read_place(f, &f->node.at[f->node.n - 1].x));
  }
  return SN_OK;
}

static sn_status read_nodes_4(sn_gmsh_file *f)
{
  int blocks = 0;
  SN_TRY(sn_gmsh_count(f, "the number of blocks", &blocks));
  SN_TRY(sn_gmsh_skip(f, 3, "a number of nodes"));
  for (int b = 0; b < blocks; b++) {
    long long dimension = 0, tag = 0, parametric = 0;
    int n = 0;
    SN_TRY(sn_gmsh_whole(f, "a dimension", &dimension));
    SN_TRY(sn_gmsh_whole(f, "the number of an entity", &tag));
    SN_TRY(sn_gmsh_whole(f, "0 or 1", &parametric));
    SN_TRY(sn_gmsh_count(f, "the number of nodes", &n));
    if (dimension < 0 || dimension > 3) {
      return sn_gmsh_wrong(f, "has %lld as a dimension", dimension);
    }
    const int first = f->node.n;
    for (int k = 0; k < n; k++) {
      SN_TRY(sn_gmsh_whole(f, "the number of a node", &tag));
      SN_TRY(add_node(f, tag));
    }
    for (int k = 0; k < n; k++) {
      SN_TRY(read_place(f, &f->node.at[first + k].x));
      SN_TRY(sn_gmsh_skip(f, parametric ? (int)dimension : 0, "a parameter"));
    }
  }
  return SN_OK;
}

static int by_number(const void *a, const void *b)
{
  const long long x = ((const sn_gmsh_node *)a)->number, y = ((const sn_gmsh_node *)b)->number;
  return (x > y) - (x < y);
}

static sn_status read_nodes(sn_gmsh_file *f)
{
  if (f->sorted) {
    return sn_gmsh_wrong(f, "begins nodes for the second time");
  }
  SN_TRY(f->version < 3 ? read_nodes_2(f) : read_nodes_4(f));
  SN_TRY(sn_gmsh_expect(f, "$EndNodes"));
  if (f->node.n > 0) {
    qsort(f->node.at, (size_t)f->node.n, sizeof *f->node.at, by_number);
  }
  for (int k = 1; k < f->node.n; k++) {
    if (f->node.at[k].number == f->node.at[k - 1].number) {
      return sn_gmsh_wrong(f, "ends nodes of which two have the number %lld", f->node.at[k].number);
    }
  }
  f->sorted = 1;
  return SN_OK;
}

/* ---- $Elements */

static sn_status type_of(const sn_gmsh_file *f, long long type, const sn_gmsh_type **out)
{
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    if (types[k].number == type) {
      *out = types + k;
      return SN_OK;
    }
  }
  return sn_gmsh_wrong(f, "has an element of type %lld, which is not known here", type);
}

static sn_status read_corners(sn_gmsh_file *f, sn_gmsh_element *e)
{
  for (int k = 0; k < e->type->nodes; k++) {
    sn_gmsh_node key = {0};
    SN_TRY(sn_gmsh_whole(f, "the number of a node", &key.number));
    const sn_gmsh_node *at =
        f->node.n ? bsearch(&key, f->node.at, (size_t)f->node.n, sizeof *f->node.at, by_number) : NULL;
    if (!at) {
      return sn_gmsh_wrong(f, "names node %lld in element %lld, but $Nodes has no such node", key.number, e->number);
    }
    if (k < SN_GMSH_NODES) {
      e->node[k] = (int)(at - f->node.at);
    }
  }
  return SN_OK;
}

static sn_status add_element(sn_gmsh_file *f, const sn_gmsh_element *e)
{
  if (e->type->dimension == 3) {
    return SN_OK;
  }
  if (!SN_ROOM(f->arena, f->element)) {
    return no_memory(f);
  }
  if (f->element.n == SN_GMSH_MOST) {
    return sn_gmsh_wrong(f, "is beyond the limit of %d elements", SN_GMSH_MOST);
  }
  f->element.at[f->element.n++] = *e;
  return SN_OK;
}

static sn_status read_elements_2(sn_gmsh_file *f)
{
  int n = 0;
  SN_TRY(sn_gmsh_count(f, "the number of elements", &n));
  for (int i = 0; i < n; i++) {
    sn_gmsh_element e = {.group = -1};
    long long type = 0, tag = 0;
    int tags = 0;
    SN_TRY(sn_gmsh_whole(f, "the number of an element", &e.number));
    SN_TRY(sn_gmsh_whole(f, "the type of an element", &type));
    SN_TRY(type_of(f, type, &e.type));
    SN_TRY(sn_gmsh_count(f, "the number of tags", &tags));
    for (int k = 0; k < tags; k++) {
      SN_TRY(sn_gmsh_whole(f, "a tag", &tag));
      if (k == 0 && tag != 0) {
        SN_TRY(sn_gmsh_group_of(f, e.type->dimension, tag < 0 ? -tag : tag, &e.group));
      }
    }
    SN_TRY(read_corners(f, &e));
    SN_TRY(add_element(f, &e));
  }
  return SN_OK;
}

static sn_status read_block(sn_gmsh_file *f, int *from)
{
  long long dimension = 0, tag = 0, type = 0;
  int n = 0;
  sn_gmsh_element e = {.group = -1};
  SN_TRY(sn_gmsh_whole(f, "a dimension", &dimension));
  SN_TRY(sn_gmsh_whole(f, "the number of an entity", &tag));
  SN_TRY(sn_gmsh_whole(f, "the type of an element", &type));
  SN_TRY(type_of(f, type, &e.type));
  SN_TRY(sn_gmsh_count(f, "the number of elements", &n));
  const sn_gmsh_entity *at = sn_gmsh_find_entity(f, e.type->dimension, tag, from);
  for (int i = 0; i < n; i++) {
    SN_TRY(sn_gmsh_whole(f, "the number of an element", &e.number));
    SN_TRY(read_corners(f, &e));
    for (int k = 0; at && k < at->n; k++) {
      e.group = f->entity_group.at[at->first + k];
      SN_TRY(add_element(f, &e));
    }
    if (!at || at->n == 0) {
      SN_TRY(add_element(f, &e));
    }
  }
  return SN_OK;
}

static sn_status read_elements(sn_gmsh_file *f)
{
  int blocks = 0, from = 0;
  if (f->version < 3) {
    SN_TRY(read_elements_2(f));
    return sn_gmsh_expect(f, "$EndElements");
  }
  SN_TRY(sn_gmsh_count(f, "the number of blocks", &blocks));
  SN_TRY(sn_gmsh_skip(f, 3, "a number of elements"));
  for (int b = 0; b < blocks; b++) {
    SN_TRY(read_block(f, &from));
  }
  return sn_gmsh_expect(f, "$EndElements");
}

/* ---- sections */

static const struct {
  const char *name;
  sn_status (*read)(sn_gmsh_file *f);
} sections[] = {{"$meshformat", read_format},
                {"$physicalnames", sn_gmsh_read_names},
                {"$entities", sn_gmsh_read_entities},
                {"$nodes", read_nodes},
                {"$elements", read_elements}};

static sn_status pass_over(sn_gmsh_file *f, sn_word section)
{
  char show[32];
  for (sn_word w = sn_word_next(&f->text); w.n > 0; w = sn_word_next(&f->text)) {
    if (w.n == section.n + 3 && memcmp(w.at, "$End", 4) == 0 && memcmp(w.at + 4, section.at + 1, section.n - 1) == 0) {
      return SN_OK;
    }
  }
  return sn_gmsh_wrong(f, "is the last one, but the end of %s should follow", sn_word_shown(section, show));
}

static sn_status read_section(sn_gmsh_file *f, sn_word w)
{
  char show[32];
  if (w.at[0] != '$') {
    return sn_gmsh_wrong(f, "has \"%s\" where a section such as $Nodes is expected", sn_word_shown(w, show));
  }
  if (sn_word_is(w, "$partitionedentities")) {
    return sn_gmsh_unsuited(f, "is a partitioned mesh", "Save it in one piece.");
  }
  for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
    if (sn_word_is(w, sections[k].name)) {
      return sections[k].read(f);
    }
  }
  return pass_over(f, w);
}

static sn_status hand_over(sn_gmsh_file *f, sn_arena *arena, const sn_gmsh **out)
{
  sn_gmsh *g = SN_NEW(arena, sn_gmsh, 1);
  sn_v3 *x = SN_NEW(arena, sn_v3, f->node.n);
  long long *tag = SN_NEW(arena, long long, f->node.n);
  sn_gmsh_element *element = SN_NEW(arena, sn_gmsh_element, f->element.n);
  sn_gmsh_group *group = SN_NEW(arena, sn_gmsh_group, f->group.n);
  const char *name = sn_arena_text(arena, f->name);
  if (!g || !x || !tag || !element || !group || !name) {
    return no_memory(f);
  }
  for (int k = 0; k < f->node.n; k++) {
    x[k] = f->node.at[k].x;
    tag[k] = f->node.at[k].number;
  }
  for (int k = 0; k < f->element.n; k++) {
    element[k] = f->element.at[k];
  }
  for (int k = 0; k < f->group.n; k++) {
    group[k] = f->group.at[k];
    group[k].name = sn_arena_text(arena, group[k].name);
    if (!group[k].name) {
      return no_memory(f);
    }
  }
  *g = (sn_gmsh){name, f->node.n, x, tag, f->element.n, element, f->group.n, group};
  *out = g;
  return SN_OK;
}

static sn_status read_file(sn_gmsh_file *f)
{
  const sn_word first = sn_word_next(&f->text);
  if (!sn_word_is(first, "$meshformat")) {
    return sn_gmsh_unsuited(f, "is no MSH file of Gmsh: it does not begin with $MeshFormat",
                            "Make one: gmsh -2 part.geo -format msh41.");
  }
  SN_TRY(read_format(f));
  for (sn_word w = sn_word_next(&f->text); w.n > 0; w = sn_word_next(&f->text)) {
    SN_TRY(read_section(f, w));
  }
  if (f->node.n == 0 || f->element.n == 0) {
    return sn_gmsh_unsuited(f, f->node.n ? "has no elements of points, lines or surfaces" : "has no nodes",
                            "Mesh the surfaces before you save: gmsh -2 part.geo.");
  }
  return SN_OK;
}

sn_status sn_gmsh_parse(const char *name, const char *bytes, size_t size, sn_arena *arena, const sn_gmsh **out,
                        sn_error *error)
{
  sn_arena *scratch = sn_arena_child(arena);
  if (!scratch) {
    return sn_no_memory(error, "a mesh");
  }
  sn_gmsh_file f = {.text = {bytes, bytes + size, 1}, .name = name, .arena = scratch, .error = error};
  sn_status status = read_file(&f);
  status = status == SN_OK ? hand_over(&f, arena, out) : status;
  sn_arena_free(scratch);
  return status;
}
