/* mesh/gmsh_read.c -- MSH files of Gmsh, versions 2.2 and 4.1, text and binary.
 * What:    sections $MeshFormat, $PhysicalNames, $Entities, $Nodes, $Elements; all others are passed over.
 * Format:  2.2: an element is number, type, number of tags, tags (the first is its physical group, 0: none), nodes; in binary, elements of one
 *          type stand together under type, number of elements, number of tags. 4.1: nodes and elements stand in blocks of one entity of
 *          the geometry; $Entities says which physical groups an entity is in; in binary, numbers of things, nodes and elements have 8 bytes,
 *          all others 4.
 * Limits:  no partitioned meshes.
 * Tests:   tests/mesh/test_gmsh.c, tests/fuzz/fuzz_gmsh.c
 */
#include <stdio.h>
#include <string.h>

#include "mesh/gmsh.h"
#include "mesh/gmsh_private.h"

enum { MOST_NODES = 128 }; /* of a type */

static sn_status no_memory(const sn_gmsh_file *f)
{
  return sn_no_memory(f->error, "a mesh");
}

/* ---- $MeshFormat */

/* A binary file has the number 1 there, which shows its order of bytes. */
static sn_status read_order(sn_gmsh_file *f)
{
  long long one = 0;
  sn_gmsh_raw(f);
  SN_TRY(sn_gmsh_whole(f, "the number 1 in binary", &one));
  f->swapped = one == 1LL << 24;
  return one == 1 || f->swapped ? SN_OK : sn_gmsh_wrong(f, "has %lld where the number 1 in binary is expected", one);
}

static sn_status read_format(sn_gmsh_file *f)
{
  long long binary = 0, bytes = 0;
  char what[64];
  SN_TRY(sn_gmsh_number(f, "the version", &f->version));
  SN_TRY(sn_gmsh_whole(f, "the type of file", &binary));
  if (!(f->version >= 2 && f->version < 3) && !(f->version >= 4.1 && f->version < 5)) {
    (void)snprintf(what, sizeof what, "is an MSH file of version %g", f->version);
    return sn_gmsh_unsuited(f, what, "Save it again: Mesh.MshFileVersion = 4.1 (or 2.2).");
  }
  SN_TRY(sn_gmsh_whole(f, "the size of a number", &bytes));
  if (binary != 0 && bytes != 8) {
    (void)snprintf(what, sizeof what, "is a binary MSH file with numbers of %lld bytes", bytes);
    return sn_gmsh_unsuited(f, what, "Save it as text: Mesh.Binary = 0.");
  }
  f->binary = binary != 0;
  if (f->binary) {
    SN_TRY(read_order(f));
  }
  return sn_gmsh_expect(f, "$EndMeshFormat");
}

/* ---- $Nodes */

static sn_status add_node(sn_gmsh_file *f, long long number, int parameters)
{
  sn_v3 x;
  double parameter;
  int taken = 0;
  for (int i = 0; i < 3; i++) {
    SN_TRY(sn_gmsh_number(f, "a coordinate", &x.x[i]));
  }
  for (int i = 0; i < parameters; i++) {
    SN_TRY(sn_gmsh_number(f, "a parameter", &parameter));
  }
  SN_TRY(sn_mesh_draft_node(&f->draft, number, x, &taken));
  return taken ? sn_gmsh_wrong(f, "has a node of which two have the number %lld", number) : SN_OK;
}

static sn_status read_nodes_2(sn_gmsh_file *f)
{
  int n = 0;
  SN_TRY(sn_gmsh_count(f, "the number of nodes", &n));
  sn_gmsh_raw(f);
  for (int k = 0; k < n; k++) {
    long long number = 0;
    SN_TRY(sn_gmsh_whole(f, "the number of a node", &number));
    SN_TRY(add_node(f, number, 0));
  }
  return SN_OK;
}

static sn_status read_node_block(sn_gmsh_file *f)
{
  long long dimension = 0, entity = 0, parametric = 0;
  int n = 0;
  SN_TRY(sn_gmsh_whole(f, "a dimension", &dimension));
  SN_TRY(sn_gmsh_whole(f, "the number of an entity", &entity));
  SN_TRY(sn_gmsh_whole(f, "0 or 1", &parametric));
  SN_TRY(sn_gmsh_count(f, "the number of nodes", &n));
  if (dimension < 0 || dimension > 3) {
    return sn_gmsh_wrong(f, "has %lld as a dimension", dimension);
  }
  f->tag.n = 0;
  for (int k = 0; k < n; k++) {
    if (!SN_ROOM(f->draft.scratch, f->tag)) {
      return no_memory(f);
    }
    SN_TRY(sn_gmsh_large(f, "the number of a node", &f->tag.at[f->tag.n++]));
  }
  for (int k = 0; k < n; k++) {
    SN_TRY(add_node(f, f->tag.at[k], parametric ? (int)dimension : 0));
  }
  return SN_OK;
}

static sn_status read_nodes_4(sn_gmsh_file *f)
{
  int blocks = 0;
  sn_gmsh_raw(f);
  SN_TRY(sn_gmsh_count(f, "the number of blocks", &blocks));
  SN_TRY(sn_gmsh_skip(f, 3, "a number of nodes", sn_gmsh_large));
  for (int b = 0; b < blocks; b++) {
    SN_TRY(read_node_block(f));
  }
  return SN_OK;
}

static sn_status read_nodes(sn_gmsh_file *f)
{
  SN_TRY(f->version < 3 ? read_nodes_2(f) : read_nodes_4(f));
  return sn_gmsh_expect(f, "$EndNodes");
}

/* ---- $Elements */

typedef struct {
  const sn_gmsh_type *type;
  long long number;
  int node[MOST_NODES]; /* of the draft, in the order of Gmsh */
} element;

static sn_status read_type(sn_gmsh_file *f, const sn_gmsh_type **out)
{
  long long type = 0;
  SN_TRY(sn_gmsh_whole(f, "the type of an element", &type));
  *out = sn_gmsh_type_of(type);
  return *out ? SN_OK : sn_gmsh_wrong(f, "has an element of type %lld, which is not known here", type);
}

static sn_status read_corners(sn_gmsh_file *f, element *e)
{
  for (int k = 0; k < e->type->nodes; k++) {
    long long number = 0;
    SN_TRY(f->version < 3 ? sn_gmsh_whole(f, "the number of a node", &number)
                          : sn_gmsh_large(f, "the number of a node", &number));
    e->node[k] = sn_mesh_index_find(&f->draft.node, number);
    if (e->node[k] < 0) {
      return sn_gmsh_wrong(f, "names node %lld in element %lld, but $Nodes has no such node", number, e->number);
    }
  }
  return SN_OK;
}

static sn_status add_other(sn_gmsh_file *f, const element *e, const int *group, int n_group)
{
  sn_v3 x = v3(0, 0, 0);
  for (int k = 0; k < e->type->nodes; k++) {
    x = v3_axpy(x, 1.0 / e->type->nodes, f->draft.x.at[e->node[k]]);
  }
  for (int k = 0; k < (n_group ? n_group : 1); k++) {
    SN_TRY(sn_mesh_draft_other(&f->draft, e->type->name, e->type->dimension, n_group ? group[k] : -1, e->number, x));
  }
  return SN_OK;
}

static sn_status add_element(sn_gmsh_file *f, const element *e, const int *group, int n_group)
{
  int node[SN_MESH_MOST_NODES], index = 0;
  f->n_element++;
  if (!e->type->known) {
    return add_other(f, e, group, n_group);
  }
  for (int k = 0; k < e->type->nodes; k++) {
    node[k] = e->node[e->type->from ? e->type->from[k] : k];
  }
  SN_TRY(sn_mesh_draft_element(&f->draft, e->type->type, e->number, node, &index));
  for (int k = 0; k < n_group; k++) {
    SN_TRY(sn_mesh_draft_place(&f->draft, group[k], (sn_mesh_place){(int)e->type->type, index, -1}));
  }
  return SN_OK;
}

/* The tags of an element: the first one is its physical group. Then its nodes. */
static sn_status read_rest(sn_gmsh_file *f, element *e, int tags)
{
  int group = -1;
  for (int k = 0; k < tags; k++) {
    long long tag = 0;
    SN_TRY(sn_gmsh_whole(f, "a tag", &tag));
    if (k == 0 && tag != 0) {
      SN_TRY(sn_gmsh_group_of(f, e->type->dimension, tag < 0 ? -tag : tag, &group));
    }
  }
  SN_TRY(read_corners(f, e));
  return add_element(f, e, &group, group >= 0);
}

static sn_status read_binary_2(sn_gmsh_file *f, int n)
{
  sn_gmsh_raw(f);
  for (int i = 0; i < n;) {
    long long count = 0, tags = 0;
    element e;
    SN_TRY(read_type(f, &e.type));
    SN_TRY(sn_gmsh_whole(f, "the number of elements", &count));
    SN_TRY(sn_gmsh_whole(f, "the number of tags", &tags));
    if (count < 1 || count > n - i || tags < 0 || tags > 1000) {
      return sn_gmsh_wrong(f, "has %lld elements with %lld tags where at most %d elements are left", count, tags,
                           n - i);
    }
    for (i += (int)count; count > 0; count--) {
      SN_TRY(sn_gmsh_whole(f, "the number of an element", &e.number));
      SN_TRY(read_rest(f, &e, (int)tags));
    }
  }
  return SN_OK;
}

static sn_status read_elements_2(sn_gmsh_file *f)
{
  int n = 0;
  f->draft.twice = 1;
  SN_TRY(sn_gmsh_count(f, "the number of elements", &n));
  if (f->binary) {
    return read_binary_2(f, n);
  }
  for (int i = 0; i < n; i++) {
    element e;
    int tags = 0;
    SN_TRY(sn_gmsh_whole(f, "the number of an element", &e.number));
    SN_TRY(read_type(f, &e.type));
    SN_TRY(sn_gmsh_count(f, "the number of tags", &tags));
    SN_TRY(read_rest(f, &e, tags));
  }
  return SN_OK;
}

static sn_status read_block(sn_gmsh_file *f)
{
  long long dimension = 0, tag = 0;
  int n = 0;
  element e;
  SN_TRY(sn_gmsh_whole(f, "a dimension", &dimension));
  SN_TRY(sn_gmsh_whole(f, "the number of an entity", &tag));
  SN_TRY(read_type(f, &e.type));
  SN_TRY(sn_gmsh_count(f, "the number of elements", &n));
  const sn_gmsh_entity *at = sn_gmsh_find_entity(f, e.type->dimension, tag);
  for (int i = 0; i < n; i++) {
    SN_TRY(sn_gmsh_large(f, "the number of an element", &e.number));
    SN_TRY(read_corners(f, &e));
    SN_TRY(add_element(f, &e, at ? f->entity_group.at + at->first : NULL, at ? at->n : 0));
  }
  return SN_OK;
}

static sn_status read_elements_4(sn_gmsh_file *f)
{
  int blocks = 0;
  sn_gmsh_raw(f);
  SN_TRY(sn_gmsh_count(f, "the number of blocks", &blocks));
  SN_TRY(sn_gmsh_skip(f, 3, "a number of elements", sn_gmsh_large));
  for (int b = 0; b < blocks; b++) {
    SN_TRY(read_block(f));
  }
  return SN_OK;
}

static sn_status read_elements(sn_gmsh_file *f)
{
  SN_TRY(f->version < 3 ? read_elements_2(f) : read_elements_4(f));
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

static sn_status read_file(sn_gmsh_file *f)
{
  const sn_word first = sn_word_next(&f->text);
  if (!sn_word_is(first, "$meshformat")) {
    return sn_gmsh_unsuited(f, "is no MSH file of Gmsh: it does not begin with $MeshFormat",
                            "Make one: gmsh -2 part.geo -format msh41 (-3 for volumes).");
  }
  SN_TRY(read_format(f));
  for (sn_word w = sn_word_next(&f->text); w.n > 0; w = sn_word_next(&f->text)) {
    SN_TRY(read_section(f, w));
  }
  if (f->draft.x.n == 0 || f->n_element == 0) {
    return sn_gmsh_unsuited(f, f->draft.x.n ? "has no elements" : "has no nodes",
                            "Mesh it before you save: gmsh -2 part.geo (-3 for volumes).");
  }
  return SN_OK;
}

sn_status sn_gmsh_parse(const char *name, const char *bytes, size_t size, sn_arena *arena, const sn_mesh **out,
                        sn_error *error)
{
  sn_arena *scratch = sn_arena_child(arena);
  if (!scratch) {
    return sn_no_memory(error, "a mesh");
  }
  sn_gmsh_file f = {.text = {bytes, bytes + size, 1},
                    .begin = bytes,
                    .name = name,
                    .draft = {.scratch = scratch, .error = error},
                    .error = error};
  sn_status status = read_file(&f);
  status = status == SN_OK ? sn_mesh_draft_finish(&f.draft, name, arena, out) : status;
  sn_arena_free(scratch);
  return status;
}
