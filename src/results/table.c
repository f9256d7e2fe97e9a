/* results/table.c -- columns that grow together along time.
 * What:    see results/table.h. A block of rows is whole chunks of every column, so that nothing is ever read back.
 * Theory:  while others may read a file (SWMR) HDF5 gives the space of a chunk that changes its size to nobody else. A
 *          compressed chunk that is written again and again while it fills would lose its old space every time. So a chunk is
 *          compressed only if it is written once, full. One that must go to the disk before it is full is stored as it is, in
 *          its final size, by H5Dwrite_chunk with a mask that skips the filters, and later written again in the same place.
 *          Readers need not know: the mask is part of the format, and what lies beyond the extent is never seen.
 *          Hence a slow run is stored plain and a fast one compressed; neither depends on how often it is flushed.
 * Limits:  a chunk that is not full takes its whole size on the disk; chunks are small for that reason.
 * Tests:   tests/results/test_results.c, tests/results/test_size.c.
 */
#include "results/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_ROWS = 256,                /* of a block and of a chunk */
  MOST_BUFFER = 16 * 1024 * 1024, /* bytes of all buffers of a table */
  MOST_CHUNK = 32 * 1024,         /* bytes of a chunk, unless a single row has more */
  DEFLATE = 1                     /* higher levels cost three times the time for a few per cent */
};
static const uint32_t no_filters = 0xffffffffu; /* skips every filter of a chunk */

int sn_table_add(sn_table *t, const char *group, const char *item, const char *name, const char *unit, int rank,
                 const int *size)
{
  SN_ASSERT(rank >= 0 && rank <= 2);
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

/* The largest power of two that is not above x and not above most; at least 1. */
static int power_of_two(size_t x, int most)
{
  int n = 1;
  while (2 * n <= most && 2 * (size_t)n <= x) {
    n *= 2;
  }
  return n;
}

static size_t column_bytes(const sn_column *c)
{
  return sizeof(double) * (size_t)c->width;
}

static size_t row_bytes(const sn_table *t)
{
  size_t bytes = 0;
  for (int i = 0; i < t->n; i++) {
    bytes += column_bytes(&t->column[i]);
  }
  return bytes > 0 ? bytes : 1;
}

static sn_status no_memory(sn_error *error)
{
  return sn_fail(error, SN_ENOMEM, "", "There is not enough memory for the results.", "",
                 "Store fewer rows or use a smaller model.");
}

sn_status sn_table_buffers(sn_table *t, sn_arena *arena, sn_error *error)
{
  size_t largest = 1;
  t->capacity = power_of_two(MOST_BUFFER / row_bytes(t), MOST_ROWS);
  for (int i = 0; i < t->n; i++) {
    sn_column *c = &t->column[i];
    const size_t bytes = column_bytes(c); /* 0 for a column without numbers */
    c->chunk = power_of_two(bytes > 0 ? MOST_CHUNK / bytes : 1, t->capacity);
    c->buffer = SN_NEW(arena, double, (size_t)t->capacity *(size_t)c->width);
    largest = (size_t)c->chunk * (size_t)c->width > largest ? (size_t)c->chunk * (size_t)c->width : largest;
    if (!c->buffer) {
      return no_memory(error);
    }
  }
  t->scratch = SN_NEW(arena, double, largest);
  return t->scratch ? SN_OK : no_memory(error);
}

static hid_t type_of(const sn_column *c)
{
  return c->file_type >= 0 ? c->file_type : H5T_IEEE_F64LE;
}

/* One unlimited dataset; intermediate groups are made. */
static int create(sn_column *c, hid_t file)
{
  const size_t bytes = sizeof(double) * (size_t)(c->width > 0 ? c->width : 1);
  hsize_t now[3] = {0}, most[3] = {H5S_UNLIMITED}, chunk[3] = {(hsize_t)c->chunk};
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
  const double missing = NAN; /* fill value: never zeros that look like data */
  if (c->file_type != H5T_STD_I32LE) {
    (void)H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &missing);
  }
  (void)H5Pset_chunk_cache(access, 7, (size_t)chunk[0] * bytes, 1.0);
  c->dataset = H5Dcreate2(file, c->path, type_of(c), space, links, list, access);
  (void)H5Pclose(links);
  (void)H5Pclose(access);
  (void)H5Pclose(list);
  (void)H5Sclose(space);
  const int status = c->dataset < 0 ? -1 : sn_h5_text_attribute(c->dataset, "unit", c->unit);
  return status < 0 || !c->shared ? status : sn_h5_count_attribute(c->dataset, "unique", 0);
}

int sn_table_create(sn_table *t, hid_t file)
{
  for (int i = 0; i < t->n; i++) {
    if (create(&t->column[i], file) < 0) {
      return -1;
    }
  }
  return 0;
}

double *sn_table_row(sn_table *t, int column)
{
  SN_ASSERT(column >= 0 && column < t->n && t->rows < t->capacity);
  const sn_column *c = &t->column[column];
  return c->buffer + (size_t)t->rows * (size_t)c->width;
}

void sn_table_watch(sn_table *t, int row)
{
  SN_ASSERT(row >= 0 && row < t->capacity);
  for (int i = 0; i < t->n; i++) {
    sn_column *c = &t->column[i];
    int bad = 0;
    for (int k = 0; c->watched && k < c->width; k++) {
      bad |= !isfinite(c->buffer[(size_t)row * (size_t)c->width + (size_t)k]);
    }
    c->first_bad = bad && c->bad == 0 ? t->column[0].buffer[row] : c->first_bad;
    c->bad += bad;
  }
}

int sn_table_next(sn_table *t)
{
  SN_ASSERT(t->rows < t->capacity);
  sn_table_watch(t, t->rows);
  t->rows++;
  return t->rows >= t->capacity ? sn_table_write(t) : 0;
}

/* Writes chunks that are full and were never written: compressed by HDF5. first: index in the block. */
static int write_full(const sn_table *t, const sn_column *c, int first, int rows)
{
  SN_ASSERT(first % c->chunk == 0 && rows % c->chunk == 0 && first + rows <= t->rows);
  const hsize_t from[3] = {t->start + (hsize_t)first, 0, 0};
  const hsize_t count[3] = {(hsize_t)rows, (hsize_t)c->size[0], (hsize_t)c->size[1]};
  const hid_t space = H5Dget_space(c->dataset), memory = H5Screate_simple(c->rank + 1, count, NULL);
  int status = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL);
  if (status >= 0) {
    status = H5Dwrite(c->dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT,
                      c->buffer + (size_t)first * (size_t)c->width);
  }
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  return status;
}

/* Writes one chunk uncompressed, in its whole size; rows that do not exist yet are missing values. first: index in the block. */
static int write_plain(const sn_table *t, const sn_column *c, int first)
{
  SN_ASSERT(first % c->chunk == 0 && first < t->rows);
  const int rows = t->rows - first < c->chunk ? t->rows - first : c->chunk;
  const size_t width = (size_t)c->width, all = (size_t)c->chunk * width, given = (size_t)rows * width;
  const hsize_t from[3] = {t->start + (hsize_t)first, 0, 0};
  const double missing = c->file_type == H5T_STD_I32LE ? 0 : NAN;
  memcpy(t->scratch, c->buffer + (size_t)first * width, sizeof(double) * given);
  for (size_t i = given; i < all; i++) {
    t->scratch[i] = missing;
  }
  if (H5Tconvert(H5T_NATIVE_DOUBLE, type_of(c), all, t->scratch, NULL, H5P_DEFAULT) < 0) {
    return -1;
  }
  return H5Dwrite_chunk(c->dataset, H5P_DEFAULT, no_filters, from, all * H5Tget_size(type_of(c)), t->scratch);
}

static int write_column(const sn_table *t, const sn_column *c)
{
  const hsize_t whole[3] = {t->start + (hsize_t)t->rows, (hsize_t)c->size[0], (hsize_t)c->size[1]};
  if (H5Dset_extent(c->dataset, whole) < 0) {
    return -1;
  }
  if (c->width == 0) {
    return 0;
  }
  int at = t->done - t->done % c->chunk, status = 0;
  if (at < t->done) { /* written in part by an earlier call */
    status = write_plain(t, c, at);
    at += c->chunk;
  }
  const int full = t->rows - t->rows % c->chunk;
  if (status >= 0 && at < full) {
    status = write_full(t, c, at, full - at);
    at = full;
  }
  return status >= 0 && at < t->rows ? write_plain(t, c, at) : status;
}

int sn_table_write(sn_table *t)
{
  SN_ASSERT(t->done >= 0 && t->done <= t->rows && t->rows <= t->capacity);
  if (t->rows == t->done) {
    return 0;
  }
  for (int i = t->n - 1; i >= 0; i--) {
    if (write_column(t, &t->column[i]) < 0) {
      return -1;
    }
  }
  t->done = t->rows;
  if (t->rows == t->capacity) { /* every chunk is full: the next block */
    t->start += (hsize_t)t->capacity;
    t->rows = t->done = 0;
  }
  return 0;
}

hsize_t sn_table_written(const sn_table *t)
{
  return t->start + (hsize_t)t->done;
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
