/* mesh/gmsh_group.c -- physical groups of a Gmsh file: their names, and the entities of the geometry that are in them.
 * Tests:   tests/mesh/test_gmsh.c
 */
#include <string.h>

#include "base/text.h"
#include "mesh/gmsh_private.h"

static sn_status no_memory(const sn_gmsh_file *f)
{
  return sn_no_memory(f->error, "a mesh");
}

/* Tags are below 1e18. */
static long long key(int dimension, long long tag)
{
  return 4 * tag + dimension;
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
  *name = sn_arena_format(f->draft.scratch, "%.*s", (int)(last - first - 1 < 128 ? last - first - 1 : 128), first + 1);
  f->text.p = last + 1;
  return *name ? SN_OK : no_memory(f);
}

sn_status sn_gmsh_group_of(sn_gmsh_file *f, int dimension, long long tag, int *index)
{
  *index = sn_mesh_index_find(&f->group, key(dimension, tag));
  if (*index >= 0) {
    return SN_OK;
  }
  const char *name = sn_arena_format(f->draft.scratch, "%lld", tag);
  if (!name || !sn_mesh_index_add(&f->group, key(dimension, tag), f->draft.group.n, f->draft.scratch)) {
    return no_memory(f);
  }
  return sn_mesh_draft_group_add(&f->draft, name, SN_MESH_ELEMENTS, dimension, index);
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
    f->draft.group.at[k].name = sn_clean(name);
  }
  return sn_gmsh_expect(f, "$EndPhysicalNames");
}

/* tag, box (a point: its place), physical groups, boundary (not of points) */
static sn_status read_entity(sn_gmsh_file *f, int dimension)
{
  sn_gmsh_entity e = {.dimension = dimension, .first = f->entity_group.n};
  double x;
  int n = 0;
  SN_TRY(sn_gmsh_whole(f, "the number of an entity", &e.tag));
  for (int k = 0; k < (dimension ? 6 : 3); k++) {
    SN_TRY(sn_gmsh_number(f, "a coordinate", &x));
  }
  SN_TRY(sn_gmsh_count(f, "the number of physical groups", &n));
  for (int k = 0; k < n; k++) {
    long long tag = 0;
    SN_TRY(sn_gmsh_whole(f, "the number of a group", &tag));
    if (!SN_ROOM(f->draft.scratch, f->entity_group)) {
      return no_memory(f);
    }
    SN_TRY(sn_gmsh_group_of(f, dimension, tag < 0 ? -tag : tag, &f->entity_group.at[f->entity_group.n]));
    f->entity_group.n++;
  }
  e.n = n;
  if (dimension > 0) {
    SN_TRY(sn_gmsh_count(f, "the number of boundaries", &n));
    SN_TRY(sn_gmsh_skip(f, n, "the number of an entity", sn_gmsh_whole));
  }
  if (sn_mesh_index_find(&f->entity_of, key(dimension, e.tag)) >= 0) {
    return sn_gmsh_wrong(f, "has entity %lld of dimension %d for the second time", e.tag, dimension);
  }
  if (!SN_ROOM(f->draft.scratch, f->entity) ||
      !sn_mesh_index_add(&f->entity_of, key(dimension, e.tag), f->entity.n, f->draft.scratch)) {
    return no_memory(f);
  }
  f->entity.at[f->entity.n++] = e;
  return SN_OK;
}

sn_status sn_gmsh_read_entities(sn_gmsh_file *f)
{
  int n[4] = {0};
  sn_gmsh_raw(f);
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

const sn_gmsh_entity *sn_gmsh_find_entity(const sn_gmsh_file *f, int dimension, long long tag)
{
  const int k = sn_mesh_index_find(&f->entity_of, key(dimension, tag));
  return k < 0 ? NULL : f->entity.at + k;
}
