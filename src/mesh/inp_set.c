/* mesh/inp_set.c -- NSET, ELSET and SURFACE of an .inp file.
 * What:    names differ by more than their case. A set may name other sets that stand before it.
 * Tests:   tests/mesh/test_inp.c
 */
#include <strings.h>

#include "mesh/inp_private.h"

static int find_group(const sn_inp_file *f, sn_mesh_group_type type, int dimension, const char *name)
{
  for (int k = f->draft.group.n - 1; k >= 0; k--) {
    const sn_mesh_draft_group *g = f->draft.group.at + k;
    if (g->type == type && g->dimension == dimension && strcasecmp(g->name, name) == 0) {
      return k;
    }
  }
  return -1;
}

sn_status sn_inp_group(sn_inp_file *f, sn_mesh_group_type type, int dimension, const char *name, int *group)
{
  *group = find_group(f, type, dimension, name);
  return *group >= 0 ? SN_OK : sn_mesh_draft_group_add(&f->draft, name, type, dimension, group);
}

static sn_status name_of(sn_inp_file *f, const char *key, const char **name)
{
  const sn_inp_parameter *p = sn_inp_get(f, key);
  if (!p || p->value.n == 0) {
    return sn_inp_wrong(f, "has no %s=", key);
  }
  *name = sn_inp_text(f, p->value);
  return *name ? SN_OK : sn_inp_no_memory(f);
}

/* first, last, step; or one number after the other */
static sn_status range(sn_inp_file *f, sn_word line, long long at[3])
{
  sn_word w;
  at[2] = 1;
  for (int k = 0; k < 3; k++) {
    if (sn_inp_field(&line, &w) && w.n > 0) {
      SN_TRY(sn_inp_whole(f, w, "a number of a range", at + k));
    } else if (k < 2) {
      return sn_inp_wrong(f, "is no range: first, last, step");
    }
  }
  return at[2] > 0 && at[1] >= at[0] ? SN_OK : sn_inp_wrong(f, "is a range that has no end");
}

static int is_number(sn_word w)
{
  long long x;
  return sn_word_whole(w, &x);
}

/* ---- nodes */

sn_status sn_inp_begin_nset(sn_inp_file *f)
{
  const char *name;
  f->generate = sn_inp_get(f, "generate") != NULL;
  SN_TRY(name_of(f, "nset", &name));
  return sn_inp_group(f, SN_MESH_NODES, -1, name, &f->set);
}

static sn_status add_node(sn_inp_file *f, int set, long long number, int must)
{
  const int node = sn_mesh_index_find(&f->draft.node, number);
  if (node < 0) {
    return must ? sn_inp_wrong(f, "names node %lld, which no *NODE before it has", number) : SN_OK;
  }
  return sn_mesh_draft_group_node(&f->draft, set, node);
}

static sn_status add_nset(sn_inp_file *f, int set, sn_word w)
{
  const char *name = sn_inp_text(f, w);
  const int from = name ? find_group(f, SN_MESH_NODES, -1, name) : -1;
  if (!name) {
    return sn_inp_no_memory(f);
  }
  if (from < 0 || from == set) {
    return sn_inp_wrong(f, "names the set of nodes \"%.60s\", which is not defined before it", name);
  }
  for (int k = 0; k < f->draft.group.at[from].node.n; k++) {
    SN_TRY(sn_mesh_draft_group_node(&f->draft, set, f->draft.group.at[from].node.at[k]));
  }
  return SN_OK;
}

/* A range may be much longer than what is in it: all nodes are looked at, or all numbers, whichever are fewer. */
static sn_status add_node_range(sn_inp_file *f, const long long at[3])
{
  if ((at[1] - at[0]) / at[2] > f->draft.number.n) {
    for (int k = 0; k < f->draft.number.n; k++) {
      const long long n = f->draft.number.at[k];
      if (n >= at[0] && n <= at[1] && (n - at[0]) % at[2] == 0) {
        SN_TRY(sn_mesh_draft_group_node(&f->draft, f->set, k));
      }
    }
    return SN_OK;
  }
  for (long long n = at[0]; n <= at[1]; n += at[2]) {
    SN_TRY(add_node(f, f->set, n, 0));
  }
  return SN_OK;
}

sn_status sn_inp_data_nset(sn_inp_file *f, sn_word line)
{
  sn_word w;
  long long at[3];
  if (f->generate) {
    SN_TRY(range(f, line, at));
    return add_node_range(f, at);
  }
  while (sn_inp_field(&line, &w)) {
    if (w.n > 0 && is_number(w)) {
      SN_TRY(sn_inp_whole(f, w, "the number of a node", at));
      SN_TRY(add_node(f, f->set, at[0], 1));
    } else if (w.n > 0) {
      SN_TRY(add_nset(f, f->set, w));
    }
  }
  return SN_OK;
}

/* ---- elements */

sn_status sn_inp_into_elset(sn_inp_file *f, const char *name, sn_mesh_place place)
{
  int group;
  SN_TRY(sn_inp_group(f, SN_MESH_ELEMENTS, sn_mesh_facts((sn_mesh_type)place.block)->dimension, name, &group));
  return sn_mesh_draft_place(&f->draft, group, place);
}

sn_status sn_inp_begin_elset(sn_inp_file *f)
{
  f->generate = sn_inp_get(f, "generate") != NULL;
  return name_of(f, "elset", &f->set_name);
}

static sn_status add_element(sn_inp_file *f, long long number, int must)
{
  const int k = sn_mesh_index_find(&f->element, number);
  if (k < 0) {
    return must ? sn_inp_wrong(f, "names element %lld, which no *ELEMENT before it has", number) : SN_OK;
  }
  return f->places.at[k].block < 0 ? SN_OK : sn_inp_into_elset(f, f->set_name, f->places.at[k]);
}

static sn_status add_elset(sn_inp_file *f, sn_word w)
{
  const char *name = sn_inp_text(f, w);
  int found = 0;
  if (!name) {
    return sn_inp_no_memory(f);
  }
  for (int d = 0; d < 4; d++) {
    const int from = find_group(f, SN_MESH_ELEMENTS, d, name);
    found += from >= 0 && strcasecmp(name, f->set_name) != 0;
    for (int k = 0; found && from >= 0 && k < f->draft.group.at[from].place.n; k++) {
      SN_TRY(sn_inp_into_elset(f, f->set_name, f->draft.group.at[from].place.at[k]));
    }
  }
  return found ? SN_OK : sn_inp_wrong(f, "names the set of elements \"%.60s\", which is not defined before it", name);
}

static sn_status add_element_range(sn_inp_file *f, const long long at[3])
{
  for (int t = 0; t < SN_MESH_TYPES; t++) {
    const sn_mesh_draft_block *b = f->draft.block + t;
    for (int k = 0; k < b->number.n; k++) {
      const long long n = b->number.at[k];
      if (n >= at[0] && n <= at[1] && (n - at[0]) % at[2] == 0) {
        SN_TRY(sn_inp_into_elset(f, f->set_name, (sn_mesh_place){t, k, -1}));
      }
    }
  }
  return SN_OK;
}

sn_status sn_inp_data_elset(sn_inp_file *f, sn_word line)
{
  sn_word w;
  long long at[3];
  if (f->generate) {
    SN_TRY(range(f, line, at));
    if ((at[1] - at[0]) / at[2] > f->places.n) {
      return add_element_range(f, at);
    }
    for (long long n = at[0]; n <= at[1]; n += at[2]) {
      SN_TRY(add_element(f, n, 0));
    }
    return SN_OK;
  }
  while (sn_inp_field(&line, &w)) {
    if (w.n > 0 && is_number(w)) {
      SN_TRY(sn_inp_whole(f, w, "the number of an element", at));
      SN_TRY(add_element(f, at[0], 1));
    } else if (w.n > 0) {
      SN_TRY(add_elset(f, w));
    }
  }
  return SN_OK;
}

/* ---- surfaces */

sn_status sn_inp_begin_surface(sn_inp_file *f)
{
  const sn_inp_parameter *type = sn_inp_get(f, "type");
  const char *name;
  const int nodes = type && sn_inp_same(type->value, "node");
  SN_TRY(name_of(f, "name", &name));
  if (type && !nodes && !sn_inp_same(type->value, "element")) {
    f->set = -1;
    return sn_inp_warn(f, "the surface \"%.60s\" is not read: its type is neither ELEMENT nor NODE", name);
  }
  return sn_inp_group(f, nodes ? SN_MESH_NODES : SN_MESH_SURFACE, nodes ? -1 : 2, name, &f->set);
}

/* S1, S2, ... of a volume; SPOS, SNEG or nothing: an element of dimension 2 itself. */
static sn_status add_side(sn_inp_file *f, sn_mesh_place at, sn_word label)
{
  const sn_mesh_type_facts *facts = sn_mesh_facts((sn_mesh_type)at.block);
  char show[32];
  const int side = label.n == 2 && (label.at[0] == 'S' || label.at[0] == 's') ? label.at[1] - '1' : -1;
  if (facts->dimension == 3 && side >= 0 && side < facts->n_face) {
    at.side = side;
  } else if (facts->dimension != 2) {
    return sn_inp_wrong(f, "has \"%s\" as the side of a %s", sn_word_shown(label, show), facts->name);
  }
  return sn_mesh_draft_place(&f->draft, f->set, at);
}

sn_status sn_inp_data_surface(sn_inp_file *f, sn_word line)
{
  sn_word of = {"", 0}, label = {"", 0};
  const int set = f->set;
  long long number;
  if (set < 0) {
    return SN_OK;
  }
  (void)sn_inp_field(&line, &of);
  (void)sn_inp_field(&line, &label);
  if (f->draft.group.at[set].type == SN_MESH_NODES) {
    return is_number(of) && sn_word_whole(of, &number) ? add_node(f, set, number, 1) : add_nset(f, set, of);
  }
  if (sn_word_whole(of, &number)) {
    const int k = sn_mesh_index_find(&f->element, number);
    if (k < 0) {
      return sn_inp_wrong(f, "names element %lld, which no *ELEMENT before it has", number);
    }
    return f->places.at[k].block < 0 ? SN_OK : add_side(f, f->places.at[k], label);
  }
  const char *name = sn_inp_text(f, of);
  int found = 0;
  if (!name) {
    return sn_inp_no_memory(f);
  }
  for (int d = 2; d < 4; d++) {
    const int from = find_group(f, SN_MESH_ELEMENTS, d, name);
    found += from >= 0;
    for (int k = 0; from >= 0 && k < f->draft.group.at[from].place.n; k++) {
      SN_TRY(add_side(f, f->draft.group.at[from].place.at[k], label));
    }
  }
  return found ? SN_OK : sn_inp_wrong(f, "names the set of elements \"%.60s\", which is not defined before it", name);
}
