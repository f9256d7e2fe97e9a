/* results/table.c -- columns that grow together along time.
 * What:    see results/table.h. Chunks are small enough that all of them together fit into memory: every dataset keeps
 *          one chunk in HDF5's cache, so that a block that does not fill it costs no reading back.
 * Tests:   tests/results/test_results.c.
 */
#include "results/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_ROWS = 1024,               /* of a buffer and of a chunk */
  MOST_BUFFER = 16 * 1024 * 1024, /* bytes of all buffers of a table */
  MOST_CHUNK = 512 * 1024,        /* bytes of a chunk */
  DEFLATE = 1                     /* higher levels cost three times the time for a few per cent */
};

int sn_table_add(sn_table *t, const char *group, const char *item, const char *name, const char *unit, int rank,
                 const int *size)
{
  char a[200], b[200];
  if (t->n >= t->room) {
    return -1;
  }
  sn_column *c = &t->column[t->n];
  *c = (sn_column){.unit = unit ? unit : "", .file_type = -1, .rank = rank, .width = 1, .dataset = -1};
  (void)snprintf(c->path, sizeof c->path, "/%s%s%s%s%s", group, group[0] ? "/" : "",
                 item ? sn_h5_name(item, a, sizeof a) : "", item ? "/" : "", sn_h5_name(name, b, sizeof b));
  for (int i = 0; i < rank; i++) {
    c->size[i] = size[i];
    c->width *= size[i];
  }
  return t->n++;
}

static size_t clamp(size_t x, size_t lo, size_t hi)
{
  return x < lo ? lo : x > hi ? hi : x;
}

static size_t row_bytes(const sn_table *t)
{
  size_t bytes = 0;
  for (int i = 0; i < t->n; i++) {
    bytes += sizeof(double) * (size_t)t->column[i].width;
  }
  return bytes > 0 ? bytes : 1;
}

sn_status sn_table_buffers(sn_table *t, sn_arena *arena, sn_error *error)
{
  t->capacity = (int)clamp(MOST_BUFFER / row_bytes(t), 1, MOST_ROWS);
  for (int i = 0; i < t->n; i++) {
    sn_column *c = &t->column[i];
    c->buffer = SN_NEW(arena, double, (size_t)t->capacity *(size_t)c->width);
    if (!c->buffer) {
      return sn_fail(error, SN_ENOMEM, "", "There is not enough memory for the results.", "",
                     "Store fewer rows or use a smaller model.");
    }
  }
  return SN_OK;
}

/* One unlimited dataset; intermediate groups are made. */
static int create(sn_column *c, hid_t file, size_t rows)
{
  const size_t bytes = sizeof(double) * (size_t)(c->width > 0 ? c->width : 1);
  hsize_t now[3] = {0}, most[3] = {H5S_UNLIMITED}, chunk[3] = {clamp(MOST_CHUNK / bytes, 1, rows)};
  for (int i = 0; i < c->rank; i++) {
    now[i + 1] = most[i + 1] = (hsize_t)c->size[i];
    chunk[i + 1] = c->size[i] > 0 ? (hsize_t)c->size[i] : 1;
  }
  const hid_t space = H5Screate_simple(c->rank + 1, now, most);
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE), access = H5Pcreate(H5P_DATASET_ACCESS);
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  (void)H5Pset_create_intermediate_group(links, 1);
  (void)H5Pset_chunk(list, c->rank + 1, chunk);
  (void)H5Pset_shuffle(list);
  (void)H5Pset_deflate(list, DEFLATE);
  const double missing = NAN; /* never zeros that look like values */
  if (c->file_type != H5T_STD_I32LE) {
    (void)H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &missing);
  }
  (void)H5Pset_chunk_cache(access, 7, (size_t)chunk[0] * bytes, 1.0);
  c->dataset = H5Dcreate2(file, c->path, c->file_type >= 0 ? c->file_type : H5T_IEEE_F64LE, space, links, list, access);
  (void)H5Pclose(links);
  (void)H5Pclose(access);
  (void)H5Pclose(list);
  (void)H5Sclose(space);
  const int status = c->dataset < 0 ? -1 : sn_h5_text_attribute(c->dataset, "unit", c->unit);
  return status < 0 || !c->shared ? status : sn_h5_count_attribute(c->dataset, "unique", 0);
}

int sn_table_create(sn_table *t, hid_t file)
{
  const size_t rows = clamp(2 * (size_t)MOST_BUFFER / row_bytes(t), 16, MOST_ROWS);
  for (int i = 0; i < t->n; i++) {
    if (create(&t->column[i], file, rows) < 0) {
      return -1;
    }
  }
  return 0;
}

double *sn_table_row(sn_table *t, int column)
{
  const sn_column *c = &t->column[column];
  return c->buffer + (size_t)t->rows * (size_t)c->width;
}

int sn_table_next(sn_table *t)
{
  t->rows++;
  return t->rows >= t->capacity ? sn_table_write(t) : 0;
}

static int write_column(const sn_column *c, hsize_t first, hsize_t rows)
{
  const hsize_t whole[3] = {first + rows, (hsize_t)c->size[0], (hsize_t)c->size[1]};
  const hsize_t from[3] = {first, 0, 0}, count[3] = {rows, whole[1], whole[2]};
  if (H5Dset_extent(c->dataset, whole) < 0) {
    return -1;
  }
  if (c->width == 0) {
    return 0;
  }
  const hid_t space = H5Dget_space(c->dataset), memory = H5Screate_simple(c->rank + 1, count, NULL);
  int status = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL);
  if (status >= 0) {
    status = H5Dwrite(c->dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, c->buffer);
  }
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  return status;
}

int sn_table_write(sn_table *t)
{
  if (t->rows == 0) {
    return 0;
  }
  for (int i = t->n - 1; i >= 0; i--) {
    if (write_column(&t->column[i], t->written, (hsize_t)t->rows) < 0) {
      return -1;
    }
  }
  t->written += (hsize_t)t->rows;
  t->rows = 0;
  return 0;
}

void sn_table_close(sn_table *t)
{
  for (int i = 0; i < t->n; i++) {
    if (t->column[i].dataset >= 0) {
      (void)H5Dclose(t->column[i].dataset);
      t->column[i].dataset = -1;
    }
  }
}
