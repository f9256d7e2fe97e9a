/* mesh/gmsh_group.c -- physical groups of a Gmsh file: their names, the entities of the geometry that are in them, and finding them.
 * Tests:   tests/mesh/test_gmsh.c
 */
#include <string.h>

#include "base/text.h"
#include "mesh/gmsh_private.h"

static sn_status no_memory(const sn_gmsh_file *f)
{
  return sn_no_memory(f->error, "a mesh");
}

static sn_status quoted(sn_gmsh_file *f, char **name)
{
  const char *begin = f->text.p, *line = memchr(begin, '\n', (size_t)(f->text.end - begin));
  const char *end = line ? line : f->text.end;
  const char *first = memchr(begin, '"', (size_t)(end - begin)),
             *last = first ? memchr(first + 1, '"', (size_t)(end - first - 1)) : NULL;
  if (!last) {
    return sn_gmsh_wrong(f, "has no name in quotation marks");
  }
  *name = sn_arena_format(f->arena, "%.*s", (int)(last - first - 1 < 128 ? last - first - 1 : 128), first + 1);
  f->text.p = last + 1;
  return *name ? SN_OK : no_memory(f);
}

sn_status sn_gmsh_group_of(sn_gmsh_file *f, int dimension, long long tag, int *index)
{
  for (int k = 0; k < f->group.n; k++) {
    if (f->group.at[k].dimension == dimension && f->group.at[k].tag == tag) {
      *index = k;
      return SN_OK;
    }
  }
  const char *name = sn_arena_format(f->arena, "%lld", tag);
  if (!name || !SN_ROOM(f->arena, f->group)) {
    return no_memory(f);
  }
  *index = f->group.n;
  f->group.at[f->group.n++] = (sn_gmsh_group){dimension, tag, name};
  return SN_OK;
}

sn_status sn_gmsh_read_names(sn_gmsh_file *f)
{
  int n = 0;
  SN_TRY(sn_gmsh_count(f, "the number of names", &n));
  for (int i = 0; i < n; i++) {
    long long dimension = 0, tag = 0;
    int k = 0;
    char *name = NULL;
    SN_TRY(sn_gmsh_whole(f, "a dimension", &dimension));
    SN_TRY(sn_gmsh_whole(f, "the number of a group", &tag));
    SN_TRY(quoted(f, &name));
    if (dimension < 0 || dimension > 3) {
      return sn_gmsh_wrong(f, "has %lld as a dimension", dimension);
    }
    SN_TRY(sn_gmsh_group_of(f, (int)dimension, tag, &k));
    f->group.at[k].name = sn_clean(name);
  }
  return sn_gmsh_expect(f, "$EndPhysicalNames");
}

/* tag, box (a point: its place), physical groups, boundary (not of points) */
static sn_status read_entity(sn_gmsh_file *f, int dimension)
{
  sn_gmsh_entity e = {.dimension = dimension, .first = f->entity_group.n};
  int n = 0;
  SN_TRY(sn_gmsh_whole(f, "the number of an entity", &e.tag));
  SN_TRY(sn_gmsh_skip(f, dimension ? 6 : 3, "a coordinate"));
  SN_TRY(sn_gmsh_count(f, "the number of physical groups", &n));
  for (int k = 0; k < n; k++) {
    long long tag = 0;
    SN_TRY(sn_gmsh_whole(f, "the number of a group", &tag));
    if (!SN_ROOM(f->arena, f->entity_group)) {
      return no_memory(f);
    }
    SN_TRY(sn_gmsh_group_of(f, dimension, tag < 0 ? -tag : tag, &f->entity_group.at[f->entity_group.n]));
    f->entity_group.n++;
  }
  e.n = n;
  if (dimension > 0) {
    SN_TRY(sn_gmsh_count(f, "the number of boundaries", &n));
    SN_TRY(sn_gmsh_skip(f, n, "the number of an entity"));
  }
  if (!SN_ROOM(f->arena, f->entity)) {
    return no_memory(f);
  }
  f->entity.at[f->entity.n++] = e;
  return SN_OK;
}

sn_status sn_gmsh_read_entities(sn_gmsh_file *f)
{
  int n[4] = {0};
  for (int d = 0; d < 4; d++) {
    SN_TRY(sn_gmsh_count(f, "the number of entities", &n[d]));
  }
  for (int d = 0; d < 4; d++) {
    for (int k = 0; k < n[d]; k++) {
      SN_TRY(read_entity(f, d));
    }
  }
  return sn_gmsh_expect(f, "$EndEntities");
}

/* Blocks come in the order of entities, mostly: the search goes on where it ended. */
const sn_gmsh_entity *sn_gmsh_find_entity(const sn_gmsh_file *f, int dimension, long long tag, int *from)
{
  for (int k = 0; k < f->entity.n; k++) {
    const int i = (*from + k) % f->entity.n;
    if (f->entity.at[i].dimension == dimension && f->entity.at[i].tag == tag) {
      *from = i;
      return &f->entity.at[i];
    }
  }
  return NULL;
}

/* ---- names */

int sn_gmsh_find(const sn_gmsh *g, int dimension, const char *name)
{
  static const int order[3] = {1, 0, 2};
  for (int d = 0; d < 3; d++) {
    for (int k = 0; k < g->n_group && (dimension < 0 || dimension == order[d]); k++) {
      if (g->group[k].dimension == order[d] && strcmp(g->group[k].name, name) == 0) {
        return k;
      }
    }
  }
  return -1;
}

const char *sn_gmsh_names(const sn_gmsh *g, int dimension, char *text, size_t size)
{
  enum { MOST = 20 };
  const char *name[MOST] = {NULL};
  int n = 0;
  for (int k = 0; k < g->n_group && n < MOST; k++) {
    if (g->group[k].dimension == dimension || (dimension < 0 && g->group[k].dimension < 3)) {
      name[n++] = g->group[k].name;
    }
  }
  sn_join(text, size, name, n);
  return n ? text : "none";
}
