/* mesh/draft.c -- a mesh while a file is read: see mesh/draft.h.
 * Tests:   tests/mesh/test_readers.c, tests/mesh/test_inp.c
 */
#include "mesh/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static sn_status no_memory(const sn_mesh_draft *d)
{
  return sn_no_memory(d->error, "a mesh");
}

/* ---- numbers */

static unsigned spread(long long number, int room)
{
  unsigned long long h = (unsigned long long)number * 0x9e3779b97f4a7c15ULL;
  return (unsigned)(h >> 33) & (unsigned)(room - 1);
}

static sn_mesh_slot *slot_of(sn_mesh_slot *slot, int room, long long number)
{
  unsigned k = spread(number, room);
  while (slot[k].value >= 0 && slot[k].number != number) {
    k = (k + 1) & (unsigned)(room - 1);
  }
  return slot + k;
}

int sn_mesh_index_find(const sn_mesh_index *t, long long number)
{
  return t->n ? slot_of(t->slot, t->room, number)->value : -1;
}

int sn_mesh_index_add(sn_mesh_index *t, long long number, int value, sn_arena *arena)
{
  if (2 * (long long)t->n + 2 > t->room) {
    const int room = t->room ? 2 * t->room : 64;
    sn_mesh_slot *slot = room > 0 ? SN_NEW(arena, sn_mesh_slot, room) : NULL;
    if (!slot) {
      return 0;
    }
    for (int k = 0; k < room; k++) {
      slot[k].value = -1;
    }
    for (int k = 0; k < t->room; k++) {
      if (t->slot[k].value >= 0) {
        *slot_of(slot, room, t->slot[k].number) = t->slot[k];
      }
    }
    t->slot = slot;
    t->room = room;
  }
  *slot_of(t->slot, t->room, number) = (sn_mesh_slot){number, value};
  t->n++;
  return 1;
}

/* ---- what is added */

sn_status sn_mesh_draft_node(sn_mesh_draft *d, long long number, sn_v3 x, int *taken)
{
  *taken = sn_mesh_index_find(&d->node, number) >= 0;
  if (*taken) {
    return SN_OK;
  }
  if (!SN_ROOM(d->scratch, d->x) || !SN_ROOM(d->scratch, d->number) ||
      !sn_mesh_index_add(&d->node, number, d->x.n, d->scratch)) {
    return no_memory(d);
  }
  d->x.at[d->x.n++] = x;
  d->number.at[d->number.n++] = number;
  return SN_OK;
}

sn_status sn_mesh_draft_element(sn_mesh_draft *d, sn_mesh_type type, long long number, const int *node, int *index)
{
  sn_mesh_draft_block *b = d->block + type;
  const int n = sn_mesh_facts(type)->n_node;
  for (int a = 0; a < n; a++) {
    if (!SN_ROOM(d->scratch, b->node)) {
      return no_memory(d);
    }
    b->node.at[b->node.n++] = node[a];
  }
  if (!SN_ROOM(d->scratch, b->number)) {
    return no_memory(d);
  }
  *index = b->number.n;
  b->number.at[b->number.n++] = number;
  return SN_OK;
}

sn_status sn_mesh_draft_other(sn_mesh_draft *d, const char *name, int dimension, int group, long long number, sn_v3 at)
{
  for (int k = d->other.n - 1; k >= 0; k--) {
    if (d->other.at[k].group == group && strcmp(d->other.at[k].name, name) == 0) {
      d->other.at[k].n++;
      return SN_OK;
    }
  }
  if (!SN_ROOM(d->scratch, d->other)) {
    return no_memory(d);
  }
  d->other.at[d->other.n++] = (sn_mesh_other){name, dimension, group, 1, number, at};
  return SN_OK;
}

sn_status sn_mesh_draft_group_add(sn_mesh_draft *d, const char *name, sn_mesh_group_type type, int dimension,
                                  int *group)
{
  if (!SN_ROOM(d->scratch, d->group)) {
    return no_memory(d);
  }
  *group = d->group.n;
  d->group.at[d->group.n++] = (sn_mesh_draft_group){.name = name, .type = type, .dimension = dimension};
  return SN_OK;
}

sn_status sn_mesh_draft_place(sn_mesh_draft *d, int group, sn_mesh_place place)
{
  sn_mesh_draft_group *g = d->group.at + group;
  if (!SN_ROOM(d->scratch, g->place)) {
    return no_memory(d);
  }
  g->place.at[g->place.n++] = place;
  return SN_OK;
}

sn_status sn_mesh_draft_group_node(sn_mesh_draft *d, int group, int node)
{
  sn_mesh_draft_group *g = d->group.at + group;
  if (!SN_ROOM(d->scratch, g->node)) {
    return no_memory(d);
  }
  g->node.at[g->node.n++] = node;
  return SN_OK;
}

/* ---- nodes by their numbers */

typedef struct {
  long long number;
  int from;
} numbered;

static int by_number(const void *a, const void *b)
{
  const long long x = ((const numbered *)a)->number, y = ((const numbered *)b)->number;
  return (x > y) - (x < y);
}

static int is_rising(const sn_mesh_draft *d)
{
  for (int k = 1; k < d->number.n; k++) {
    if (d->number.at[k] < d->number.at[k - 1]) {
      return 0;
    }
  }
  return 1;
}

/* Nodes into the mesh; *to: where each of the draft is; NULL: they were in order. */
static sn_status sort_nodes(const sn_mesh_draft *d, sn_mesh *m, sn_arena *arena, const int **to)
{
  const int n = d->x.n;
  sn_v3 *x = SN_NEW(arena, sn_v3, n);
  long long *number = SN_NEW(arena, long long, n);
  if (!x || !number) {
    return no_memory(d);
  }
  *to = NULL;
  if (is_rising(d)) {
    for (int k = 0; k < n; k++) {
      x[k] = d->x.at[k];
      number[k] = d->number.at[k];
    }
  } else {
    numbered *list = SN_NEW(d->scratch, numbered, n);
    int *place = SN_NEW(d->scratch, int, n);
    if (!list || !place) {
      return no_memory(d);
    }
    for (int k = 0; k < n; k++) {
      list[k] = (numbered){d->number.at[k], k};
    }
    qsort(list, (size_t)n, sizeof *list, by_number);
    for (int k = 0; k < n; k++) {
      x[k] = d->x.at[list[k].from];
      number[k] = list[k].number;
      place[list[k].from] = k;
    }
    *to = place;
  }
  m->n_node = n;
  m->x = x;
  m->number = number;
  return SN_OK;
}

/* ---- elements, each once */

typedef struct {
  uint64_t hash;
  int at;
} hashed;

static int by_hash(const void *a, const void *b)
{
  const hashed *x = a, *y = b;
  return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1) : (x->at > y->at) - (x->at < y->at);
}

/* first[k]: the first element with the nodes of element k. */
static sn_status find_twins(const sn_mesh_draft *d, const sn_mesh_draft_block *b, int n_node, int *first)
{
  const int n = b->number.n;
  const size_t size = (size_t)n_node * sizeof(int);
  hashed *list = SN_NEW(d->scratch, hashed, n);
  if (!list) {
    return no_memory(d);
  }
  for (int k = 0; k < n; k++) {
    list[k] = (hashed){sn_hash(b->node.at + (size_t)k * (size_t)n_node, size), k};
    first[k] = k;
  }
  qsort(list, (size_t)n, sizeof *list, by_hash);
  for (int k = 1; k < n; k++) {
    const int one = first[list[k - 1].at], two = list[k].at;
    const int *p = b->node.at + (size_t)one * (size_t)n_node, *q = b->node.at + (size_t)two * (size_t)n_node;
    if (list[k].hash == list[k - 1].hash && memcmp(p, q, size) == 0) {
      first[two] = one;
    }
  }
  return SN_OK;
}

/* A block of the mesh; first[k] becomes the index of element k in it. */
static sn_status take_block(const sn_mesh_draft *d, int type, const int *to, int *first, sn_mesh_block *out,
                            sn_arena *arena)
{
  const sn_mesh_draft_block *b = d->block + type;
  const int each = sn_mesh_facts((sn_mesh_type)type)->n_node, n = b->number.n;
  int kept = 0;
  for (int k = 0; k < n; k++) {
    first[k] = k;
  }
  if (d->twice) {
    SN_TRY(find_twins(d, b, each, first));
  }
  for (int k = 0; k < n; k++) {
    kept += first[k] == k;
  }
  int *node = SN_NEW(arena, int, (size_t)kept *(size_t)each);
  long long *number = SN_NEW(arena, long long, kept);
  if (!node || !number) {
    return no_memory(d);
  }
  *out = (sn_mesh_block){(sn_mesh_type)type, kept, node, number};
  kept = 0;
  for (int k = 0; k < n; k++) {
    if (first[k] < k) {
      first[k] = first[first[k]]; /* which has its new index already */
      continue;
    }
    for (int a = 0; a < each; a++) {
      const int of = b->node.at[(size_t)k * (size_t)each + (size_t)a];
      *node++ = to ? to[of] : of;
    }
    *number++ = b->number.at[k];
    first[k] = kept++;
  }
  return SN_OK;
}

static sn_status take_blocks(const sn_mesh_draft *d, const int *to, int *first[SN_MESH_TYPES],
                             int block_of[SN_MESH_TYPES], sn_mesh *m, sn_arena *arena)
{
  sn_mesh_block *block = SN_NEW(arena, sn_mesh_block, SN_MESH_TYPES);
  if (!block) {
    return no_memory(d);
  }
  for (int t = 0; t < SN_MESH_TYPES; t++) {
    if (d->block[t].number.n == 0) {
      continue;
    }
    first[t] = SN_NEW(d->scratch, int, d->block[t].number.n);
    if (!first[t]) {
      return no_memory(d);
    }
    block_of[t] = m->n_block;
    SN_TRY(take_block(d, t, to, first[t], block + m->n_block++, arena));
  }
  m->block = block;
  return SN_OK;
}

static sn_status take_groups(const sn_mesh_draft *d, const int *to, int *const first[SN_MESH_TYPES],
                             const int block_of[SN_MESH_TYPES], sn_mesh *m, sn_arena *arena)
{
  sn_mesh_group *group = SN_NEW(arena, sn_mesh_group, d->group.n);
  if (!group) {
    return no_memory(d);
  }
  m->n_group = d->group.n;
  m->group = group;
  for (int g = 0; g < d->group.n; g++) {
    const sn_mesh_draft_group *from = d->group.at + g;
    const int nodes = from->type == SN_MESH_NODES, n = nodes ? from->node.n : from->place.n;
    sn_mesh_place *place = nodes ? NULL : SN_NEW(arena, sn_mesh_place, n);
    int *node = nodes ? SN_NEW(arena, int, n) : NULL;
    const char *name = sn_arena_text(arena, from->name);
    if ((!place && !node) || !name) {
      return no_memory(d);
    }
    group[g] = (sn_mesh_group){name, from->type, nodes ? -1 : from->dimension, n, place, node};
    for (int k = 0; k < n; k++) {
      if (nodes) {
        node[k] = to ? to[from->node.at[k]] : from->node.at[k];
      } else {
        const sn_mesh_place p = from->place.at[k];
        place[k] = (sn_mesh_place){block_of[p.block], first[p.block][p.element], p.side};
      }
    }
  }
  return SN_OK;
}

/* ---- the rest */

static sn_status take_others(const sn_mesh_draft *d, sn_mesh *m, sn_arena *arena)
{
  sn_mesh_other *other = SN_NEW(arena, sn_mesh_other, d->other.n);
  sn_mesh_material *material = SN_NEW(arena, sn_mesh_material, d->material.n);
  sn_mesh_section *section = SN_NEW(arena, sn_mesh_section, d->section.n);
  const char **warning = SN_NEW(arena, const char *, d->warning.n);
  int good = other && material && section && warning;
  for (int k = 0; good && k < d->other.n; k++) {
    other[k] = d->other.at[k];
    good = (other[k].name = sn_arena_text(arena, other[k].name)) != NULL;
  }
  for (int k = 0; good && k < d->material.n; k++) {
    material[k] = d->material.at[k];
    good = (material[k].name = sn_arena_text(arena, material[k].name)) != NULL;
  }
  for (int k = 0; good && k < d->section.n; k++) {
    section[k] = d->section.at[k];
    section[k].group = sn_arena_text(arena, section[k].group);
    section[k].material = sn_arena_text(arena, section[k].material);
    good = section[k].group && section[k].material;
  }
  for (int k = 0; good && k < d->warning.n; k++) {
    good = (warning[k] = sn_arena_text(arena, d->warning.at[k])) != NULL;
  }
  if (!good) {
    return no_memory(d);
  }
  m->n_other = d->other.n;
  m->other = other;
  m->n_material = d->material.n;
  m->material = material;
  m->n_section = d->section.n;
  m->section = section;
  m->n_warning = d->warning.n;
  m->warning = warning;
  return SN_OK;
}

sn_status sn_mesh_draft_finish(sn_mesh_draft *d, const char *file, sn_arena *arena, const sn_mesh **out)
{
  sn_mesh *m = SN_NEW(arena, sn_mesh, 1);
  int *first[SN_MESH_TYPES] = {NULL}, block_of[SN_MESH_TYPES] = {0};
  const int *to = NULL;
  if (!m || !(m->file = sn_arena_text(arena, file))) {
    return no_memory(d);
  }
  SN_TRY(sort_nodes(d, m, arena, &to));
  SN_TRY(take_blocks(d, to, first, block_of, m, arena));
  SN_TRY(take_groups(d, to, first, block_of, m, arena));
  SN_TRY(take_others(d, m, arena));
  *out = m;
  return SN_OK;
}
