/* results/list.c -- which series a result file holds.
 * What:    see results/list.h. Only hard links are followed and only datasets whose first dimension is unlimited count: those
 *          are the columns of results/table.c. Links come in the order of the file (which by creation is that order): sorted,
 *          HDF5 1.10 frees what it has not set when a large group is damaged.
 * Tests:   tests/show/test_page.c.
 */
#include "results/list.h"

#include <stdio.h>

#include "base/array.h"
#include "results/reader_private.h"

enum { DEEPEST = 4, MOST_ATTRIBUTE = 4096 };

typedef struct {
  sn_reader *r;
  sn_arena *arena;
  sn_series *list;
  int n, room, depth, no_memory;
  char path[512]; /* of the group that is being read */
} listing;

static int grows(hid_t file, const char *path)
{
  hsize_t now[8], most[8] = {0};
  const hid_t d = H5Dopen2(file, path, H5P_DEFAULT), space = d < 0 ? -1 : H5Dget_space(d);
  const int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
  const int good = rank >= 1 && rank <= 8 && H5Sget_simple_extent_dims(space, now, most) >= 0;
  if (space >= 0) {
    (void)H5Sclose(space);
  }
  if (d >= 0) {
    (void)H5Dclose(d);
  }
  return good && most[0] == H5S_UNLIMITED;
}

static herr_t add(listing *l, const char *path)
{
  sn_series s;
  if (!grows(l->r->id, path) || !sn_reader_look(l->r, path, &s)) {
    return 0;
  }
  l->no_memory |= !SN_GROW(l->arena, l->list, l->n, l->room);
  s.name = sn_arena_text(l->arena, path + 1);
  l->no_memory |= s.name == NULL;
  if (!l->no_memory) {
    l->list[l->n++] = s;
  }
  return l->no_memory ? -1 : 0;
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info, void *data);

static herr_t read_group(listing *l, hid_t group)
{
  const int before = l->n;
  hsize_t from = 0;
  herr_t status = H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_NATIVE, &from, visit, l);
  if (status < 0 && l->n == before && !l->no_memory) { /* made without creation order */
    from = 0;
    status = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, &from, visit, l);
  }
  return status;
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
  listing *l = data;
  H5O_info_t object;
  herr_t status = 0;
  size_t used = 0;
  while (l->path[used]) {
    used++;
  }
  const int n = snprintf(l->path + used, sizeof l->path - used, "/%s", name);
  if (info->type == H5L_TYPE_HARD && n >= 0 && (size_t)n < sizeof l->path - used &&
      H5Oget_info_by_name2(group, name, &object, H5O_INFO_BASIC, H5P_DEFAULT) >= 0) {
    if (object.type == H5O_TYPE_DATASET) {
      status = add(l, l->path);
    } else if (object.type == H5O_TYPE_GROUP && l->depth < DEEPEST) {
      const hid_t g = H5Gopen2(group, name, H5P_DEFAULT);
      l->depth++;
      (void)(g >= 0 && read_group(l, g)); /* a damaged group hides its contents, not the other groups */
      l->depth--;
      status = l->no_memory ? -1 : 0;
      if (g >= 0) {
        (void)H5Gclose(g);
      }
    }
  }
  l->path[used] = '\0';
  return status;
}

sn_status sn_reader_list(sn_reader *r, const char *group, sn_arena *arena, sn_series **out, int *n, sn_error *error)
{
  listing l = {.r = r, .arena = arena};
  (void)snprintf(l.path, sizeof l.path, "%s", group);
  const sn_h5_quiet old = sn_h5_hush();
  const hid_t g = H5Gopen2(r->id, group, H5P_DEFAULT);
  if (g >= 0) {
    (void)read_group(&l, g);
    (void)H5Gclose(g);
  }
  sn_h5_restore(old);
  *out = l.list;
  *n = l.n;
  return l.no_memory ? sn_no_memory(error, "the list of series") : SN_OK;
}

int sn_reader_has(sn_reader *r, const char *path, sn_series *out)
{
  const sn_h5_quiet old = sn_h5_hush();
  const int found = path[0] != '\0' && sn_reader_look(r, path, out);
  sn_h5_restore(old);
  return found;
}

sn_status sn_reader_attribute(sn_reader *r, const char *name, const char **out, sn_error *error)
{
  char *text = sn_arena_get(r->arena, MOST_ATTRIBUTE + 1, 1);
  *out = text;
  if (!text) {
    return sn_no_memory(error, "reading the result");
  }
  const sn_h5_quiet old = sn_h5_hush();
  if (H5Aexists(r->id, name) > 0) {
    const hid_t a = H5Aopen(r->id, name, H5P_DEFAULT), type = H5Aget_type(a);
    const hid_t space = H5Aget_space(a);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) <= MOST_ATTRIBUTE &&
        H5Sget_simple_extent_npoints(space) == 1 && H5Aread(a, type, text) < 0) {
      text[0] = '\0';
    }
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Aclose(a);
  }
  sn_h5_restore(old);
  return SN_OK;
}
