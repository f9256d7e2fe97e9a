/* mesh/write.c -- what all writers of meshes share: elements, sides and nodes with the groups that they are in.
 * Tests:   tests/mesh/test_readers.c
 */
#include "mesh/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/draft.h"
#include "mesh/write_private.h"

typedef struct {
  const sn_mesh *m;
  sn_arena *scratch;
  SN_LIST(sn_mesh_cell) cell;
  SN_LIST(sn_mesh_set) set;
  sn_mesh_index next; /* of a set and a group: the set with both */
  sn_error *error;
} work;

/* A place that a group names. */
typedef struct {
  sn_mesh_place place;
  int group;
} named;

static sn_status no_memory(const work *w)
{
  return sn_no_memory(w->error, "writing a mesh");
}

/* The set with one group more. */
static sn_status join(work *w, int *set, int group, int dimension)
{
  const long long key = (long long)*set * (w->m->n_group + 1) + group;
  const int found = sn_mesh_index_find(&w->next, key);
  if (found >= 0) {
    *set = found;
    return SN_OK;
  }
  if (!SN_ROOM(w->scratch, w->set) || !sn_mesh_index_add(&w->next, key, w->set.n, w->scratch)) {
    return no_memory(w);
  }
  w->set.at[w->set.n] = (sn_mesh_set){*set, group, dimension};
  *set = w->set.n++;
  return SN_OK;
}

static int by_place(const void *a, const void *b)
{
  const named *p = a, *q = b;
  const int x[4] = {p->place.block, p->place.element, p->place.side, p->group};
  const int y[4] = {q->place.block, q->place.element, q->place.side, q->group};
  for (int k = 0; k < 4; k++) {
    if (x[k] != y[k]) {
      return x[k] < y[k] ? -1 : 1;
    }
  }
  return 0;
}

static int same(sn_mesh_place a, sn_mesh_place b)
{
  return a.block == b.block && a.element == b.element && a.side == b.side;
}

static sn_status add_cell(work *w, sn_mesh_place place, sn_mesh_type type, int set)
{
  if (!SN_ROOM(w->scratch, w->cell)) {
    return no_memory(w);
  }
  w->cell.at[w->cell.n++] = (sn_mesh_cell){place, set, type};
  return SN_OK;
}

/* All places that groups name, sorted. */
static sn_status list_named(work *w, named **out, int *n)
{
  size_t all = 0;
  for (int g = 0; g < w->m->n_group; g++) {
    all += (size_t)w->m->group[g].n;
  }
  named *list = SN_NEW(w->scratch, named, all);
  if (!list || all > 1 << 30) {
    return no_memory(w);
  }
  *out = list;
  *n = (int)all;
  for (int g = 0; g < w->m->n_group; g++) {
    const sn_mesh_group *group = w->m->group + g;
    for (int k = 0; k < group->n; k++) {
      *list++ = (named){group->node ? (sn_mesh_place){-1, group->node[k], -1} : group->place[k], g};
    }
  }
  if (all > 0) {
    qsort(*out, all, sizeof **out, by_place);
  }
  return SN_OK;
}

static int dimension_of(const work *w, int group)
{
  return w->m->group[group].dimension < 0 ? 0 : w->m->group[group].dimension;
}

/* The set of the run of equal places that begins at k. */
static sn_status set_of(work *w, const named *list, int n, int k, int *set, int *end)
{
  *set = 0;
  for (*end = k; *end < n && same(list[*end].place, list[k].place); ++*end) {
    if (*end == k || list[*end].group != list[*end - 1].group) {
      SN_TRY(join(w, set, list[*end].group, dimension_of(w, list[*end].group)));
    }
  }
  return SN_OK;
}

static sn_status add_elements(work *w, const named *list, int n, int from)
{
  int k = from;
  for (int b = 0; b < w->m->n_block; b++) {
    for (int e = 0; e < w->m->block[b].n; e++) {
      const sn_mesh_place place = {b, e, -1};
      int set = 0;
      while (k < n && list[k].place.block == b && list[k].place.element == e && list[k].place.side < 0) {
        SN_TRY(set_of(w, list, n, k, &set, &k));
      }
      SN_TRY(add_cell(w, place, w->m->block[b].type, set));
      while (k < n && list[k].place.block == b && list[k].place.element == e) {
        const sn_mesh_place side = list[k].place;
        SN_TRY(set_of(w, list, n, k, &set, &k));
        SN_TRY(add_cell(w, side, sn_mesh_facts(w->m->block[b].type)->face_type, set));
      }
    }
  }
  return SN_OK;
}

static int by_kind(const void *a, const void *b)
{
  const sn_mesh_cell *p = a, *q = b;
  const int x[6] = {
      sn_mesh_facts(p->type)->dimension, p->set, (int)p->type, p->place.block, p->place.element, p->place.side};
  const int y[6] = {
      sn_mesh_facts(q->type)->dimension, q->set, (int)q->type, q->place.block, q->place.element, q->place.side};
  for (int k = 0; k < 6; k++) {
    if (x[k] != y[k]) {
      return x[k] < y[k] ? -1 : 1;
    }
  }
  return 0;
}

sn_status sn_mesh_list_cells(const sn_mesh *m, sn_arena *scratch, sn_mesh_cells *out, sn_error *error)
{
  work w = {.m = m, .scratch = scratch, .error = error};
  named *list = NULL;
  int n = 0, k = 0, set = 0;
  if (!SN_ROOM(scratch, w.set)) {
    return no_memory(&w);
  }
  w.set.at[w.set.n++] = (sn_mesh_set){-1, -1, -1};
  SN_TRY(list_named(&w, &list, &n));
  while (k < n && list[k].place.block < 0) {
    const sn_mesh_place node = list[k].place;
    SN_TRY(set_of(&w, list, n, k, &set, &k));
    SN_TRY(add_cell(&w, node, SN_MESH_POINT, set));
  }
  SN_TRY(add_elements(&w, list, n, k));
  if (w.cell.n > 0) {
    qsort(w.cell.at, (size_t)w.cell.n, sizeof *w.cell.at, by_kind);
  }
  *out = (sn_mesh_cells){w.cell.n, w.set.n, w.cell.at, w.set.at};
  return SN_OK;
}

int sn_mesh_cell_nodes(const sn_mesh *m, const sn_mesh_cell *c, int node[SN_MESH_MOST_NODES])
{
  sn_mesh_type type;
  if (c->place.block < 0) {
    node[0] = c->place.element;
    return 1;
  }
  return sn_mesh_nodes_at(m, c->place, node, &type);
}

sn_status sn_mesh_write(const sn_mesh *m, sn_mesh_format format, sn_arena *scratch, FILE *to, sn_error *error)
{
  errno = 0;
  SN_TRY(format == SN_MESH_INP   ? sn_mesh_write_inp(m, scratch, to, error)
         : format == SN_MESH_VTU ? sn_mesh_write_vtu(m, scratch, to, error)
                                 : sn_mesh_write_msh(m, format == SN_MESH_MSH_BINARY, scratch, to, error));
  if (fflush(to) != 0 || ferror(to)) {
    sn_failf(error, SN_EIO, "The mesh could not be written.");
    sn_error_why(error, "%s", strerror(errno));
    sn_error_fix(error, "Check the space on the disk and the rights of the folder.");
    return SN_EIO;
  }
  return SN_OK;
}
