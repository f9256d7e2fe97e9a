/* mesh/inp_read.c -- input files of Abaqus and CalculiX: NODE, ELEMENT, INCLUDE, and which keyword is read where.
 * Order:   nodes of elements agree with ours but for C3D27 (centre, then sides S1 to S6 after the edges) and lines of 3 (the middle is second).
 * Limits:  one part, whose instance is not moved; Cartesian coordinates. What is not read is named in a warning.
 * Tests:   tests/mesh/test_inp.c, tests/fuzz/fuzz_mesh.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/inp_private.h"

enum { MOST_INCLUDED = 100 };

/* ---- NODE */

static sn_status begin_node(sn_inp_file *f)
{
  const sn_inp_parameter *set = sn_inp_get(f, "nset"), *system = sn_inp_get(f, "system");
  f->set = -1;
  if (system && !sn_inp_same(system->value, "r")) {
    return sn_inp_wrong(f, "has nodes in cylindrical or spherical coordinates, which are not read");
  }
  if (!set) {
    return SN_OK;
  }
  const char *name = sn_inp_text(f, set->value);
  return name ? sn_inp_group(f, SN_MESH_NODES, -1, name, &f->set) : sn_inp_no_memory(f);
}

static sn_status data_node(sn_inp_file *f, sn_word line)
{
  double x[3] = {0, 0, 0};
  long long number;
  sn_word w = {"", 0};
  int taken;
  (void)sn_inp_field(&line, &w);
  SN_TRY(sn_inp_whole(f, w, "the number of a node", &number));
  SN_TRY(sn_inp_numbers(f, line, "a coordinate", x, 3));
  SN_TRY(sn_mesh_draft_node(&f->draft, number, v3(x[0], x[1], x[2]), &taken));
  if (taken) {
    return sn_inp_wrong(f, "has node %lld for the second time", number);
  }
  return f->set < 0 ? SN_OK : sn_mesh_draft_group_node(&f->draft, f->set, f->draft.x.n - 1);
}

/* ---- ELEMENT */

/* What a name of a type begins with, and the dimension. The number of nodes follows. */
static const struct {
  const char *begin;
  int dimension;
} families[] = {{"C3D", 3},   {"DC3D", 3}, {"CPS", 2}, {"CPE", 2}, {"CAX", 2}, {"M3D", 2}, {"STRI", 2},
                {"SFM3D", 2}, {"R3D", 2},  {"S", 2},   {"T3D", 1}, {"T2D", 1}, {"B3", 1},  {"B2", 1}};

static const int hex27[27] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                              14, 15, 16, 17, 18, 19, 26, 24, 23, 25, 21, 22, 20};
static const int line3[3] = {0, 2, 1};

/* The type of a name such as C3D20R; -1: none of ours. Beams: B31 has 2 nodes, B32 3. */
static int type_of(const char *name, int *dimension)
{
  char upper[16];
  size_t n = 0;
  for (; name[n] && n < sizeof upper - 1; n++) {
    upper[n] = (char)(name[n] >= 'a' && name[n] <= 'z' ? name[n] - 'a' + 'A' : name[n]);
  }
  upper[n] = '\0';
  *dimension = 0;
  for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
    const size_t begin = strlen(families[k].begin);
    if (strncmp(upper, families[k].begin, begin) != 0 || upper[begin] < '1' || upper[begin] > '9') {
      continue;
    }
    const long nodes = strtol(upper + begin, NULL, 10) + (families[k].begin[0] == 'B');
    *dimension = families[k].dimension;
    for (int t = 0; t < SN_MESH_TYPES; t++) {
      if (sn_mesh_facts((sn_mesh_type)t)->dimension == *dimension && sn_mesh_facts((sn_mesh_type)t)->n_node == nodes) {
        return t;
      }
    }
    return -1;
  }
  return -1;
}

static sn_status begin_element(sn_inp_file *f)
{
  const sn_inp_parameter *type = sn_inp_get(f, "type"), *set = sn_inp_get(f, "elset");
  if (!type || type->value.n == 0) {
    return sn_inp_wrong(f, "has no TYPE=");
  }
  f->type_name = sn_inp_text(f, type->value);
  f->set_name = set ? sn_inp_text(f, set->value) : NULL;
  if (!f->type_name || (set && !f->set_name)) {
    return sn_inp_no_memory(f);
  }
  f->type = type_of(f->type_name, &f->dimension);
  f->wanted = f->type < 0 ? 0 : sn_mesh_facts((sn_mesh_type)f->type)->n_node;
  f->got = -1; /* the number comes first */
  return f->type < 0 ? sn_inp_warn(f, "elements of the type %.60s are not read", f->type_name) : SN_OK;
}

static sn_status remember(sn_inp_file *f, sn_mesh_place place)
{
  if (!SN_ROOM(f->draft.scratch, f->places) ||
      !sn_mesh_index_add(&f->element, f->number, f->places.n, f->draft.scratch)) {
    return sn_inp_no_memory(f);
  }
  f->places.at[f->places.n++] = place;
  return SN_OK;
}

static sn_status add_element(sn_inp_file *f)
{
  int node[SN_MESH_MOST_NODES], index = 0;
  const int *from = f->type == SN_MESH_HEX27 ? hex27 : f->type == SN_MESH_LINE3 ? line3 : NULL;
  f->got = -1;
  for (int k = 0; k < f->wanted; k++) {
    node[from ? from[k] : k] = f->node[k];
  }
  SN_TRY(sn_mesh_draft_element(&f->draft, (sn_mesh_type)f->type, f->number, node, &index));
  const sn_mesh_place place = {f->type, index, -1};
  SN_TRY(remember(f, place));
  return f->set_name ? sn_inp_into_elset(f, f->set_name, place) : SN_OK;
}

static sn_status begin_one(sn_inp_file *f, sn_word w)
{
  SN_TRY(sn_inp_whole(f, w, "the number of an element", &f->number));
  if (sn_mesh_index_find(&f->element, f->number) >= 0) {
    return sn_inp_wrong(f, "has element %lld for the second time", f->number);
  }
  f->got = 0;
  return SN_OK;
}

static sn_status data_element(sn_inp_file *f, sn_word line)
{
  const int open = sn_inp_ends_open(line);
  sn_word w;
  while (sn_inp_field(&line, &w)) {
    long long number;
    if (w.n == 0 && !line.at) {
      break; /* behind the last comma */
    }
    if (f->got < 0) {
      SN_TRY(begin_one(f, w));
      continue;
    }
    SN_TRY(sn_inp_whole(f, w, "the number of a node", &number));
    const int node = sn_mesh_index_find(&f->draft.node, number);
    if (node < 0) {
      return sn_inp_wrong(f, "names node %lld in element %lld, which no *NODE before it has", number, f->number);
    }
    if (f->type >= 0 && f->got == f->wanted) {
      return sn_inp_wrong(f, "has more than the %d nodes of element %lld, type %.60s", f->wanted, f->number,
                          f->type_name);
    }
    if (f->type < 0 && f->got == 0) {
      SN_TRY(remember(f, (sn_mesh_place){-1, 0, -1}));
      SN_TRY(sn_mesh_draft_other(&f->draft, f->type_name, f->dimension, -1, f->number, f->draft.x.at[node]));
    }
    f->node[f->got < SN_MESH_MOST_NODES ? f->got : 0] = node;
    f->got++;
  }
  if (f->type >= 0 && f->got == f->wanted) {
    return add_element(f);
  }
  if (f->type < 0 && !open) {
    f->got = -1;
  }
  return SN_OK;
}

/* Abaqus continues an element on the next line, with or without a comma at the end of the first one. */
static sn_status end_element(const sn_inp_file *f)
{
  if (f->now && f->now->data == data_element && f->type >= 0 && f->got >= 0) {
    return sn_inp_wrong(f, "comes after element %lld, which has %d of its %d nodes", f->number, f->got, f->wanted);
  }
  return SN_OK;
}

/* ---- INCLUDE, parts, headings */

static sn_status begin_include(sn_inp_file *f)
{
  const sn_inp_parameter *input = sn_inp_get(f, "input");
  const char *name = input ? sn_inp_text(f, input->value) : NULL, *text = NULL;
  size_t size = 0;
  if (!input || input->value.n == 0) {
    return sn_inp_wrong(f, "has no INPUT=");
  }
  if (!name) {
    return sn_inp_no_memory(f);
  }
  if (f->n_source == SN_INP_DEEP || ++f->n_included > MOST_INCLUDED) {
    return sn_inp_wrong(f, "includes \"%.60s\": files that include each other go deeper than %d", name, SN_INP_DEEP);
  }
  if (!f->opener) {
    return sn_inp_wrong(f, "includes \"%.60s\", but no other files can be read here", name);
  }
  SN_TRY(f->opener->open(f->opener->data, name, &text, &size, f->error));
  f->source[f->n_source++] = (sn_inp_source){name, text, text + size, 0};
  return SN_OK;
}

static sn_status begin_nothing(sn_inp_file *f)
{
  (void)f;
  return SN_OK;
}

static sn_status begin_part(sn_inp_file *f)
{
  return ++f->parts < 2 ? SN_OK
                        : sn_inp_unsuited(f, "has more than one part",
                                          "Write each part into a file of its own, or the assembly flat.");
}

static sn_status data_instance(sn_inp_file *f, sn_word line)
{
  (void)line;
  return sn_inp_unsuited(f, "has an instance that is moved",
                         "Place the part in the model (`at`, `rotation`), or write the assembly flat.");
}

static const sn_inp_keyword keywords[] = {{"node", begin_node, data_node},
                                          {"element", begin_element, data_element},
                                          {"nset", sn_inp_begin_nset, sn_inp_data_nset},
                                          {"elset", sn_inp_begin_elset, sn_inp_data_elset},
                                          {"surface", sn_inp_begin_surface, sn_inp_data_surface},
                                          {"material", sn_inp_begin_material, NULL},
                                          {"elastic", sn_inp_begin_property, sn_inp_data_elastic},
                                          {"density", sn_inp_begin_property, sn_inp_data_density},
                                          {"hyperelastic", sn_inp_begin_property, sn_inp_data_hyperelastic},
                                          {"solidsection", sn_inp_begin_section, NULL},
                                          {"shellsection", sn_inp_begin_section, sn_inp_data_shell_section},
                                          {"include", begin_include, NULL},
                                          {"heading", begin_nothing, NULL},
                                          {"preprint", begin_nothing, NULL},
                                          {"part", begin_part, NULL},
                                          {"endpart", begin_nothing, NULL},
                                          {"assembly", begin_nothing, NULL},
                                          {"endassembly", begin_nothing, NULL},
                                          {"instance", begin_nothing, data_instance},
                                          {"endinstance", begin_nothing, NULL},
                                          {"endstep", begin_nothing, NULL}};

/* ---- the file */

/* A keyword that is not read is named once. */
static void note_unread(sn_inp_file *f)
{
  for (int k = 0; k < f->n_unread; k++) {
    if (f->unread[k].n == f->keyword.n && memcmp(f->unread[k].at, f->keyword.at, f->keyword.n) == 0) {
      return;
    }
  }
  if (f->n_unread < SN_INP_UNREAD) {
    f->unread[f->n_unread] = f->keyword;
    f->unread_line[f->n_unread++] = f->source[f->n_source - 1].line;
  }
}

static sn_status warn_of_unread(sn_inp_file *f)
{
  char list[400] = "", show[32];
  size_t n = 0;
  for (int k = 0; k < f->n_unread && n < sizeof list - 64; k++) {
    n += (size_t)snprintf(list + n, sizeof list - n, "%s*%s (line %d)", k ? ", " : "",
                          sn_word_shown(f->unread[k], show), f->unread_line[k]);
  }
  if (f->n_unread == 0) {
    return SN_OK;
  }
  const char *text = sn_arena_format(f->draft.scratch, "\"%.80s\": keywords that are not read: %s%s", f->source[0].name,
                                     list, f->n_unread == SN_INP_UNREAD ? ", ..." : "");
  if (!text || !SN_ROOM(f->draft.scratch, f->draft.warning)) {
    return sn_inp_no_memory(f);
  }
  f->draft.warning.at[f->draft.warning.n++] = text;
  return SN_OK;
}

static sn_status read_keyword(sn_inp_file *f, sn_word line)
{
  SN_TRY(end_element(f));
  SN_TRY(sn_inp_keyword_of(f, line));
  f->now = NULL;
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
    if (sn_inp_same(f->keyword, keywords[k].name)) {
      f->now = keywords + k;
      return f->now->begin(f);
    }
  }
  note_unread(f);
  return SN_OK;
}

static sn_status read_file(sn_inp_file *f)
{
  int begun = 0;
  for (sn_word line = sn_inp_line(f); line.n > 0; line = sn_inp_line(f)) {
    if (line.at[0] == '*') {
      begun = 1;
      SN_TRY(read_keyword(f, line));
    } else if (!begun) {
      return sn_inp_unsuited(f,
                             "is no input file of Abaqus or CalculiX: it does not begin with a keyword such as *NODE",
                             "Check which file this is.");
    } else if (f->now && f->now->data) {
      f->n_data++;
      SN_TRY(f->now->data(f, line));
    }
  }
  SN_TRY(end_element(f));
  if (f->draft.x.n == 0 || f->places.n == 0) {
    return sn_inp_unsuited(f, f->draft.x.n ? "has no elements" : "has no nodes",
                           "Write the mesh with *NODE and *ELEMENT.");
  }
  return warn_of_unread(f);
}

sn_status sn_inp_parse(const char *name, const char *bytes, size_t size, const sn_mesh_opener *opener, sn_arena *arena,
                       const sn_mesh **out, sn_error *error)
{
  sn_arena *scratch = sn_arena_child(arena);
  if (!scratch) {
    return sn_no_memory(error, "a mesh");
  }
  sn_inp_file f = {.source = {{name, bytes, bytes + size, 0}},
                   .n_source = 1,
                   .opener = opener,
                   .draft = {.scratch = scratch, .error = error},
                   .set = -1,
                   .error = error};
  sn_status status = read_file(&f);
  status = status == SN_OK ? sn_mesh_draft_finish(&f.draft, name, arena, out) : status;
  sn_arena_free(scratch);
  return status;
}
