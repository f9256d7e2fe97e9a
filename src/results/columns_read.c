/* results/columns_read.c -- reads plain tables of HDF5 files (results/columns.h).
 * Limits:  all of a table in memory; datasets of other types and ranks are left out, a damaged file is an error.
 * Tests:   tests/cli/test_sweep_plot.c.
 */
#include <limits.h>
#include <string.h>

#include "results/columns_private.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the table");
}

static sn_status damaged(const char *file, sn_error *error)
{
  return sn_h5_fail(error, file, "The table cannot be read.", "The file may be damaged or cut short: make it again.");
}

int sn_columns_has(const char *file, const char *group)
{
  const sn_h5_quiet old = sn_h5_hush();
  const hid_t id = H5Fis_hdf5(file) > 0 ? H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
  const int found = id >= 0 && H5Lexists(id, group, H5P_DEFAULT) > 0;
  if (id >= 0) {
    (void)H5Fclose(id);
  }
  sn_h5_restore(old);
  return found;
}

/* A short text of fixed length; "" if it is missing or something else. */
static void text_attribute(hid_t dataset, const char *name, char *out, size_t room)
{
  out[0] = '\0';
  if (H5Aexists(dataset, name) <= 0) {
    return;
  }
  const hid_t a = H5Aopen(dataset, name, H5P_DEFAULT), type = a < 0 ? -1 : H5Aget_type(a);
  const int fits =
      type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) < room;
  if (fits && H5Aread(a, type, out) >= 0) {
    out[H5Tget_size(type)] = '\0';
  }
  if (type >= 0) {
    (void)H5Tclose(type);
  }
  if (a >= 0) {
    (void)H5Aclose(a);
  }
}

static int is_texts(hid_t dataset)
{
  const hid_t type = H5Dget_type(dataset);
  const int texts = type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0;
  if (type >= 0) {
    (void)H5Tclose(type);
  }
  return texts;
}

static int is_numbers(hid_t dataset)
{
  const hid_t type = H5Dget_type(dataset);
  const int numbers = type >= 0 && (H5Tget_class(type) == H5T_FLOAT || H5Tget_class(type) == H5T_INTEGER);
  if (type >= 0) {
    (void)H5Tclose(type);
  }
  return numbers;
}

/* Rows of a dataset of this rank; -1: its rank is another. */
static long long rows_of(hid_t dataset)
{
  hsize_t n = 0;
  const hid_t space = H5Dget_space(dataset);
  const int plain = space >= 0 && H5Sget_simple_extent_ndims(space) == 1;
  if (plain) {
    (void)H5Sget_simple_extent_dims(space, &n, NULL);
  }
  if (space >= 0) {
    (void)H5Sclose(space);
  }
  return plain ? (long long)n : -1;
}

static sn_status read_numbers(hid_t dataset, const char *file, int rows, sn_arena *arena, const double **out,
                              sn_error *error)
{
  double *x = SN_NEW(arena, double, rows + 1);
  if (!x) {
    return no_memory(error);
  }
  *out = x;
  return H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0 ? damaged(file, error) : SN_OK;
}

static sn_status read_texts(hid_t dataset, const char *file, int rows, sn_arena *arena, const char *const **out,
                            sn_error *error)
{
  char **theirs = SN_NEW(arena, char *, rows + 1);
  const char **text = SN_NEW(arena, const char *, rows + 1);
  if (!theirs || !text) {
    return no_memory(error);
  }
  const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  sn_status status = SN_OK;
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, theirs) < 0) {
    status = damaged(file, error);
  }
  for (int i = 0; i < rows && status == SN_OK; i++) {
    text[i] = sn_arena_text(arena, theirs[i] ? theirs[i] : "");
    status = text[i] ? SN_OK : no_memory(error);
  }
  (void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, theirs);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  *out = text;
  return status;
}

static sn_status read_column(hid_t dataset, const char *file, int rows, sn_arena *arena, sn_named_column *c,
                             sn_error *error)
{
  char unit[64], role[64];
  text_attribute(dataset, "unit", unit, sizeof unit);
  text_attribute(dataset, SN_ROLE_ATTRIBUTE, role, sizeof role);
  c->unit = sn_arena_text(arena, unit);
  for (int i = 0; i < 3; i++) {
    c->role = strcmp(role, sn_column_roles[i]) == 0 ? (sn_column_role)i : c->role;
  }
  if (!c->unit) {
    return no_memory(error);
  }
  return is_texts(dataset) ? read_texts(dataset, file, rows, arena, &c->text, error)
                           : read_numbers(dataset, file, rows, arena, &c->number, error);
}

/* Reads column i in the order of writing; *used = 0: the object does not belong to the table. */
static sn_status take(hid_t group, hsize_t i, const char *file, sn_arena *arena, sn_column_table *t, sn_named_column *c,
                      int *used, sn_error *error)
{
  char name[256];
  *used = 0;
  *c = (sn_named_column){0};
  if (H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT) < 0) {
    return damaged(file, error);
  }
  const hid_t d = H5Dopen2(group, name, H5P_DEFAULT);
  if (d < 0) {
    return SN_OK; /* a group */
  }
  const long long rows = rows_of(d);
  sn_status status = SN_OK;
  if ((is_texts(d) || is_numbers(d)) && rows >= 0 && rows < INT_MAX && (t->n == 0 || rows == t->rows)) {
    for (char *s = name; *s; s++) {
      *s = *s == '|' ? '/' : *s; /* a name of a link has no slash (sn_h5_name) */
    }
    c->name = sn_arena_text(arena, name);
    t->rows = (int)rows;
    *used = 1;
    status = c->name ? read_column(d, file, t->rows, arena, c, error) : no_memory(error);
  }
  (void)H5Dclose(d);
  return status;
}

static sn_status read_group(hid_t group, const char *file, sn_arena *arena, sn_column_table *out, sn_error *error)
{
  H5G_info_t info = {0};
  if (group < 0 || H5Gget_info(group, &info) < 0) {
    return damaged(file, error);
  }
  sn_named_column *column = SN_NEW(arena, sn_named_column, info.nlinks + 1);
  if (!column) {
    return no_memory(error);
  }
  out->column = column;
  for (hsize_t i = 0; i < info.nlinks; i++) {
    int used = 0;
    SN_TRY(take(group, i, file, arena, out, column + out->n, &used, error));
    out->n += used;
  }
  return SN_OK;
}

sn_status sn_columns_read(const char *file, const char *group, sn_arena *arena, sn_column_table *out, sn_error *error)
{
  *out = (sn_column_table){.group = group};
  const sn_h5_quiet old = sn_h5_hush();
  const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t g = id < 0 ? -1 : H5Gopen2(id, group, H5P_DEFAULT);
  const sn_status status = read_group(g, file, arena, out, error);
  if (g >= 0) {
    (void)H5Gclose(g);
  }
  if (id >= 0) {
    (void)H5Fclose(id);
  }
  sn_h5_restore(old);
  return status;
}
