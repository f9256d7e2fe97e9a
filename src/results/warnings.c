/* results/warnings.c -- /warnings of a result: written, read, put as JSON.
 * What:    see results/warnings.h. A table of fixed rows, so that it can be read while the run goes on.
 * Limits:  texts longer than their room are cut.
 * Tests:   tests/results/test_warnings.c, tests/cli/test_warnings.c.
 */
#include "results/warnings.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "results/reader_private.h"

enum { MOST_ROWS = 10000 }; /* limits for files that are read: a damaged file may contain anything */

/* A row in memory and in the file. */
typedef struct {
  char kind[32], where[256], item[128], unit[16], text[600];
  long long count;
  double first_time, worst, worst_time;
} stored;

static const struct {
  const char *name;
  size_t offset, size; /* size 0: no text */
} texts[] = {{"kind", offsetof(stored, kind), sizeof((stored *)0)->kind},
             {"where", offsetof(stored, where), sizeof((stored *)0)->where},
             {"item", offsetof(stored, item), sizeof((stored *)0)->item},
             {"unit", offsetof(stored, unit), sizeof((stored *)0)->unit},
             {"text", offsetof(stored, text), sizeof((stored *)0)->text}};

/* The type of a row in memory, or packed for the file; to be closed by the caller. */
static hid_t row_type(int packed)
{
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(stored));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const hid_t text = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(text, texts[i].size);
    (void)H5Tset_cset(text, H5T_CSET_UTF8);
    (void)H5Tinsert(type, texts[i].name, texts[i].offset, text);
    (void)H5Tclose(text);
  }
  (void)H5Tinsert(type, "count", offsetof(stored, count), H5T_NATIVE_LLONG);
  (void)H5Tinsert(type, "first_time", offsetof(stored, first_time), H5T_NATIVE_DOUBLE);
  (void)H5Tinsert(type, "worst", offsetof(stored, worst), H5T_NATIVE_DOUBLE);
  (void)H5Tinsert(type, "worst_time", offsetof(stored, worst_time), H5T_NATIVE_DOUBLE);
  if (packed) {
    (void)H5Tpack(type);
  }
  return type;
}

hid_t sn_warnings_make(hid_t file)
{
  const hsize_t now = 0, most = H5S_UNLIMITED, chunk = 4;
  const hid_t type = row_type(1), space = H5Screate_simple(1, &now, &most), list = H5Pcreate(H5P_DATASET_CREATE);
  (void)H5Pset_chunk(list, 1, &chunk);
  const hid_t d = H5Dcreate2(file, "warnings", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  (void)H5Pclose(list);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return d;
}

/* Copies a text into its room, cut before a character that does not fit completely. */
static void put(char *to, size_t size, const char *from)
{
  size_t n = strlen(from);
  if (n >= size) {
    n = size - 1;
    while (n > 0 && ((unsigned char)from[n] & 0xc0) == 0x80) {
      n--;
    }
  }
  memcpy(to, from, n);
  to[n] = '\0';
}

static int write_row(hid_t dataset, hid_t type, int i, const sn_warning *w)
{
  stored x;
  memset(&x, 0, sizeof x); /* the bytes after a text are written to the file, too */
  put(x.kind, sizeof x.kind, w->kind);
  put(x.where, sizeof x.where, w->where);
  put(x.item, sizeof x.item, w->item);
  put(x.unit, sizeof x.unit, w->unit);
  put(x.text, sizeof x.text, w->text);
  x.count = w->count;
  x.first_time = w->first_t;
  x.worst = w->worst;
  x.worst_time = w->worst_t;
  const hsize_t at = (hsize_t)i, one = 1, need = at + 1;
  hsize_t size = 0;
  hid_t space = H5Dget_space(dataset);
  (void)H5Sget_simple_extent_dims(space, &size, NULL);
  (void)H5Sclose(space);
  if (size < need && H5Dset_extent(dataset, &need) < 0) {
    return -1;
  }
  space = H5Dget_space(dataset);
  const hid_t memory = H5Screate(H5S_SCALAR);
  int status = H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &one, NULL);
  status = status < 0 ? status : H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, &x);
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  return status < 0 ? -1 : 0;
}

int sn_not_finite_warning(const sn_not_finite *x, sn_warning *out, char *text, size_t size)
{
  if (x->channels == 0) {
    return 0;
  }
  (void)snprintf(
      text, size,
      "channel '%.100s' has no finite value, first at t = %.9g s (%lld row%s of %d channel%s): a division by "
      "zero, a root or logarithm of a negative number, or the reaction of a modal solid in motion",
      x->first, x->t, x->rows, x->rows == 1 ? "" : "s", x->channels, x->channels == 1 ? "" : "s");
  *out = (sn_warning){.where = "",
                      .text = text,
                      .kind = "not_finite",
                      .item = x->first,
                      .unit = "",
                      .count = x->rows,
                      .first_t = x->t,
                      .worst_t = x->t};
  return 1;
}

int sn_warnings_write(hid_t dataset, const sn_result_plan *plan, const sn_run_summary *run, const sn_not_finite *bad,
                      int *n)
{
  const hid_t type = row_type(0);
  int status = 0, k = 0;
  for (; k < plan->n_warning && status >= 0; k++) {
    status = write_row(dataset, type, k, plan->warning + k);
  }
  const sn_warned about = {plan->system, plan->scheme, plan->dt, run};
  for (int i = 0; run && i < SN_RUN_WARNINGS && status >= 0; i++) {
    sn_run_warning x;
    if (sn_run_warning_at(&about, i, &x)) {
      const sn_warning w = sn_run_warning_plain(&x);
      status = write_row(dataset, type, k++, &w);
    }
  }
  sn_warning w;
  char text[400];
  if (bad && status >= 0 && sn_not_finite_warning(bad, &w, text, sizeof text)) {
    status = write_row(dataset, type, k++, &w);
  }
  hsize_t size = 0;
  const hid_t space = H5Dget_space(dataset);
  (void)H5Sget_simple_extent_dims(space, &size, NULL);
  (void)H5Sclose(space);
  *n = k;
  /* rows that are no longer valid; a list does not shrink while others read it */
  for (; k < (int)size && status >= 0; k++) {
    status = write_row(dataset, type, k, &(sn_warning){"", "", "", "", "", 0, 0, 0, 0});
  }
  (void)H5Tclose(type);
  return status;
}

static sn_status damaged(const sn_reader *r, sn_error *error)
{
  return sn_h5_fail(error, r->file, "The warnings of the result cannot be read.",
                    "The file may be damaged or cut short: run the model again.");
}

static sn_status read_all(const sn_reader *r, hid_t dataset, const sn_warning **out, int *n, sn_error *error)
{
  hsize_t size = 0;
  const hid_t space = H5Dget_space(dataset), type = row_type(0);
  const int rank = H5Sget_simple_extent_ndims(space);
  int good = rank == 1 && H5Sget_simple_extent_dims(space, &size, NULL) >= 0 && size <= MOST_ROWS;
  const size_t rows = good ? (size_t)size : 0;
  stored *x = SN_NEW(r->arena, stored, rows + 1);
  sn_warning *list = SN_NEW(r->arena, sn_warning, rows + 1);
  const int room = x && list;
  good = good && room && (rows == 0 || H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  (void)H5Tclose(type);
  (void)H5Sclose(space);
  if (!room) {
    return sn_no_memory(error, "reading the result");
  }
  *n = 0;
  for (size_t i = 0; good && i < rows; i++) {
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
      ((char *)&x[i])[texts[k].offset + texts[k].size - 1] = '\0';
    }
    if (!x[i].kind[0]) {
      continue;
    }
    list[(*n)++] = (sn_warning){x[i].where, x[i].text,       x[i].kind,  x[i].item,      x[i].unit,
                                x[i].count, x[i].first_time, x[i].worst, x[i].worst_time};
  }
  *out = list;
  return good ? SN_OK : damaged(r, error);
}

sn_status sn_reader_warnings(sn_reader *r, const sn_warning **out, int *n, sn_error *error)
{
  sn_status status = SN_OK;
  *out = NULL;
  *n = 0;
  const sn_h5_quiet old = sn_h5_hush();
  if (H5Lexists(r->id, "warnings", H5P_DEFAULT) > 0) {
    const hid_t d = H5Dopen2(r->id, "warnings", H5P_DEFAULT);
    status = d < 0 ? damaged(r, error) : read_all(r, d, out, n, error);
    if (d >= 0) {
      (void)H5Dclose(d);
    }
  }
  sn_h5_restore(old);
  return status;
}

void sn_json_warning(sn_json *j, const sn_warning *w)
{
  sn_json_begin(j, NULL, '{');
  sn_json_put_text(j, "kind", w->kind);
  sn_json_put_text(j, "where", w->where);
  sn_json_put_text(j, "text", w->text);
  if (w->count > 0) {
    sn_json_put_text(j, "item", w->item[0] ? w->item : NULL);
    sn_json_put_number(j, "count", (double)w->count);
    sn_json_put_number(j, "first_time", w->first_t);
    if (w->unit[0]) {
      sn_json_put_number(j, "worst", w->worst);
      sn_json_put_text(j, "unit", w->unit);
      sn_json_put_number(j, "worst_time", w->worst_t);
    }
  }
  sn_json_end(j, '{');
}
