/* results/reader.c -- reads result files: finished, still growing, or left behind by a killed run.
 * What:    see results/reader.h. A file that is being written (or was, when its writer was killed) opens in SWMR mode.
 * Limits:  HDF5 itself guards against damaged files; what it reports is passed on.
 * Tests:   tests/results/test_results.c, tests/results/test_damage.c.
 */
#include "results/reader.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "results/layout.h"
#include "results/reader_private.h"

enum { MOST_TEXT = 64 * 1024 * 1024, MOST_WIDTH = 64 * 1024 * 1024 };

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "reading the result");
}

static sn_status damaged(const sn_reader *r, const char *what, sn_error *error)
{
  return sn_h5_fail(error, r->file, what, "The file may be damaged or cut short: run the model again.");
}

/* ---- opening */

static sn_status check_file(const char *file, sn_error *error)
{
  FILE *f = fopen(file, "rb");
  if (!f) {
    return sn_fail(error, SN_EIO, file, "The result file cannot be opened.", strerror(errno),
                   "Check the name; `sinew run MODEL.lua` makes a result file.");
  }
  const int first = fgetc(f);
  const int bad = first == EOF && ferror(f);
  (void)fclose(f);
  if (bad) {
    return sn_fail(error, SN_EIO, file, "The result file cannot be read.", "It is a folder or a broken device.",
                   "Give the name of a result file, e.g. pendulum.h5.");
  }
  if (first == EOF || H5Fis_hdf5(file) <= 0) {
    return sn_fail(error, SN_EIO, file, "This is not a result file.",
                   first == EOF ? "It is empty." : "It is no HDF5 file, or its beginning is damaged.",
                   "Give the name of a file that `sinew run` has written.");
  }
  return SN_OK;
}

static hid_t open_file(const char *file)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  (void)H5Pset_file_locking(access, 1, 1);
  /* HDF5 reads damaged metadata again after 1, 2, 4, ... ns, in this mode 100 times, that is for ever. This limit is a quarter of a second,
     which a half-written block of a writer does not need. */
  (void)H5Pset_metadata_read_attempts(access, 28);
  hid_t id = H5Fopen(file, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
  if (id < 0) {
    id = H5Fopen(file, H5F_ACC_RDONLY, access);
  }
  (void)H5Pclose(access);
  return id;
}

static sn_status check_format(sn_reader *r, sn_error *error)
{
  char format[64] = "";
  int version = 0, good = 0;
  if (H5Aexists(r->id, "format") > 0 && H5Aexists(r->id, "format_version") > 0) {
    const hid_t a = H5Aopen(r->id, "format", H5P_DEFAULT), type = H5Aget_type(a);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) < sizeof format) {
      good = H5Aread(a, type, format) >= 0;
    }
    (void)H5Tclose(type);
    (void)H5Aclose(a);
    const hid_t v = H5Aopen(r->id, "format_version", H5P_DEFAULT);
    good = good && H5Aread(v, H5T_NATIVE_INT, &version) >= 0;
    (void)H5Aclose(v);
  }
  if (!good && H5Lexists(r->id, "sweep", H5P_DEFAULT) > 0) {
    return sn_fail(error, SN_EIO, r->file, "This is the table of a sweep, not a result.",
                   "It has a row for each run; `sinew sweep --results FOLDER` also keeps their results.",
                   "`sinew plot` draws it; or open its .csv, or sinew.Sweep(file) in Python.");
  }
  if (!good || strcmp(format, SN_RESULT_FORMAT) != 0) {
    return sn_fail(error, SN_EIO, r->file, "This is not a result of Sinew.",
                   "It is an HDF5 file of some other program, or its making was cut short.",
                   "Give the name of a file that `sinew run` has written.");
  }
  if (version > SN_RESULT_VERSION) {
    sn_failf(error, SN_EIO, "The result was written by a newer version (format %d, known: %d).", version,
             SN_RESULT_VERSION);
    sn_error_where(error, "%s", r->file);
    sn_error_fix(error, "Use a newer version of Sinew to read it.");
    return SN_EIO;
  }
  return SN_OK;
}

int sn_reader_look(sn_reader *r, const char *path, sn_series *out)
{
  char unit[64] = "";
  hsize_t size[4] = {0};
  *out = (sn_series){.width = 1, .part = -1, .unit = ""};
  (void)snprintf(out->path, sizeof out->path, "%s", path);
  const hid_t d = H5Dopen2(r->id, path, H5P_DEFAULT);
  if (d < 0) {
    return 0;
  }
  const hid_t space = H5Dget_space(d), type = H5Dget_type(d);
  const H5T_class_t class = H5Tget_class(type);
  const int rank = H5Sget_simple_extent_ndims(space);
  int good = (class == H5T_FLOAT || class == H5T_INTEGER) && rank >= 1 && rank <= 3 &&
             H5Sget_simple_extent_dims(space, size, NULL) >= 0;
  for (int i = 1; good && i < rank; i++) {
    good = size[i] <= (hsize_t)(MOST_WIDTH / out->width);
    out->width = good ? out->width * (int)size[i] : out->width;
    good = good && out->width > 0;
  }
  out->rows = (unsigned long long)size[0];
  if (good && H5Aexists(d, "unit") > 0) {
    const hid_t a = H5Aopen(d, "unit", H5P_DEFAULT), t = H5Aget_type(a);
    if (H5Tget_class(t) == H5T_STRING && H5Tis_variable_str(t) == 0 && H5Tget_size(t) < sizeof unit) {
      (void)H5Aread(a, t, unit);
    }
    (void)H5Tclose(t);
    (void)H5Aclose(a);
  }
  out->unit = sn_arena_text(r->arena, unit);
  (void)H5Tclose(type);
  (void)H5Sclose(space);
  (void)H5Dclose(d);
  return good && out->unit;
}

static herr_t visit_channel(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
  sn_reader *r = data;
  char path[400];
  sn_series s;
  (void)group;
  (void)info;
  (void)snprintf(path, sizeof path, "/channels/%s", name);
  if (!sn_reader_look(r, path, &s)) {
    return 0; /* not a series over time: skipped */
  }
  s.name = sn_arena_text(r->arena, name);
  if (!SN_GROW(r->arena, r->channel, r->n_channel, r->room)) {
    return -1;
  }
  r->channel[r->n_channel++] = s;
  return s.name ? 0 : -1;
}

static sn_status read_summary(sn_reader *r, sn_summary *out, sn_error *error)
{
  char path[80];
  for (int i = 0; i < SN_SUMMARY_NUMBERS; i++) {
    double x = 0;
    (void)snprintf(path, sizeof path, "/summary/%s", sn_summary_rows[i].name);
    const hid_t d = H5Dopen2(r->id, path, H5P_DEFAULT);
    const hid_t space = d < 0 ? -1 : H5Dget_space(d);
    const int good = space >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
                     H5Dread(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &x) >= 0;
    if (space >= 0) {
      (void)H5Sclose(space);
    }
    if (d >= 0) {
      (void)H5Dclose(d);
    }
    if (!good && !(d < 0 && sn_summary_rows[i].flags & SN_SUM_LATER)) {
      return damaged(r, "The summary of the result cannot be read.", error);
    }
    memcpy((char *)out + sn_summary_rows[i].offset, &x, sizeof x);
  }
  return SN_OK;
}

static sn_status list_channels(sn_reader *r, sn_error *error)
{
  hsize_t from = 0;
  if (!sn_reader_look(r, "/time", &r->time) || r->time.width != 1) {
    return damaged(r, "The result has no times.", error);
  }
  r->time.name = "t";
  sn_summary summary;
  SN_TRY(read_summary(r, &summary, error));
  /* after a full disk there may be times whose values are missing: the summary counts complete rows */
  if (summary.rows >= 0 && summary.rows < (double)r->time.rows) {
    r->time.rows = (unsigned long long)summary.rows;
  }
  const hid_t g = H5Gopen2(r->id, "channels", H5P_DEFAULT);
  if (g < 0) {
    return damaged(r, "The result has no channels.", error);
  }
  herr_t status = H5Literate(g, H5_INDEX_CRT_ORDER, H5_ITER_NATIVE, &from, visit_channel, r);
  if (status < 0 && r->n_channel == 0) {
    from = 0;
    status = H5Literate(g, H5_INDEX_NAME, H5_ITER_NATIVE, &from, visit_channel, r);
  }
  (void)H5Gclose(g);
  return status < 0 ? damaged(r, "The list of channels cannot be read.", error) : SN_OK;
}

/* All texts of a dataset of fixed-length texts, one after the other, each of *length bytes (zero byte included). */
static sn_status read_texts(sn_reader *r, const char *path, char **out, size_t *length, size_t *n, sn_error *error)
{
  sn_status status = SN_OK;
  const hid_t d = H5Dopen2(r->id, path, H5P_DEFAULT);
  if (d < 0) {
    return damaged(r, "A text of the result is missing.", error);
  }
  const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
  const hssize_t points = H5Sget_simple_extent_npoints(space);
  const size_t size = H5Tget_size(type);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || size == 0 || points < 0 ||
      size > MOST_TEXT || (size_t)points > MOST_TEXT / size) {
    status = damaged(r, "A text of the result is damaged.", error);
  } else {
    *out = sn_arena_get(r->arena, (size_t)points + 1, size + 1);
    const hid_t memory = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(memory, size + 1); /* one more: always ends with a zero byte */
    (void)H5Tset_cset(memory, H5Tget_cset(type));
    if (!*out) {
      status = no_memory(error);
    } else if (points > 0 && H5Dread(d, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) < 0) {
      status = damaged(r, "A text of the result cannot be read.", error);
    }
    (void)H5Tclose(memory);
    *length = size + 1;
    *n = (size_t)points;
  }
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  (void)H5Dclose(d);
  return status;
}

/* Reads the status before any length that grows: see sn_reader_status. */
static sn_status read_status(sn_reader *r, sn_error *error)
{
  char *text = NULL;
  size_t length, n;
  if (H5Lexists(r->id, "status", H5P_DEFAULT) > 0) {
    SN_TRY(read_texts(r, "/status", &text, &length, &n, error));
  }
  r->status = text;
  return SN_OK;
}

static sn_status open_reader(sn_reader *r, sn_error *error)
{
  SN_TRY(check_file(r->file, error));
  r->id = open_file(r->file);
  if (r->id < 0) {
    return damaged(r, "The result file cannot be opened.", error);
  }
  SN_TRY(check_format(r, error));
  SN_TRY(read_status(r, error));
  return list_channels(r, error);
}

sn_status sn_reader_open(const char *file, sn_arena *arena, sn_reader **out, sn_error *error)
{
  *out = NULL;
  sn_reader *r = SN_NEW(arena, sn_reader, 1);
  if (!r) {
    return no_memory(error);
  }
  r->arena = arena;
  r->id = -1;
  r->file = sn_arena_text(arena, file);
  const sn_h5_quiet old = sn_h5_hush();
  const sn_status status = r->file ? open_reader(r, error) : no_memory(error);
  sn_h5_restore(old);
  if (status != SN_OK) {
    sn_reader_close(r);
    return status;
  }
  *out = r;
  return SN_OK;
}

void sn_reader_close(sn_reader *r)
{
  if (r && r->id >= 0) {
    const sn_h5_quiet old = sn_h5_hush();
    (void)H5Fclose(r->id);
    r->id = -1;
    sn_h5_restore(old);
  }
}

/* ---- texts and numbers */

sn_status sn_reader_summary(sn_reader *r, sn_summary *out, sn_error *error)
{
  const sn_h5_quiet old = sn_h5_hush();
  *out = (sn_summary){0};
  const sn_status status = read_summary(r, out, error);
  sn_h5_restore(old);
  return status;
}

sn_status sn_reader_status(const sn_reader *r, const char **word, sn_error *error)
{
  *word = r->status;
  return r->status ? SN_OK : damaged(r, "A text of the result is missing.", error);
}

sn_status sn_reader_outcome(const sn_reader *r, sn_outcome *out, sn_error *error)
{
  const char *word;
  *out = SN_OUTCOME_NONE;
  SN_TRY(sn_reader_status(r, &word, error));
  *out = sn_outcome_of(word);
  return SN_OK;
}

sn_status sn_reader_text(sn_reader *r, const char *path, const char **out, sn_error *error)
{
  char *text = NULL;
  size_t length, n;
  *out = NULL;
  const sn_h5_quiet old = sn_h5_hush();
  const sn_status status = read_texts(r, path, &text, &length, &n, error);
  sn_h5_restore(old);
  *out = status == SN_OK ? text : NULL;
  return status;
}

sn_status sn_reader_log(sn_reader *r, const char *const **lines, int *n, sn_error *error)
{
  return sn_reader_texts(r, "/log", lines, n, error);
}

sn_status sn_reader_texts(sn_reader *r, const char *path, const char *const **lines, int *n, sn_error *error)
{
  char *text = NULL;
  size_t length = 0, count = 0;
  *n = 0;
  const sn_h5_quiet old = sn_h5_hush();
  const sn_status status = read_texts(r, path, &text, &length, &count, error);
  sn_h5_restore(old);
  SN_TRY(status);
  const char **list = SN_NEW(r->arena, const char *, count + 1);
  if (!list) {
    return no_memory(error);
  }
  for (size_t i = 0; i < count; i++) {
    list[i] = text + i * length;
  }
  *lines = list;
  *n = (int)count;
  return SN_OK;
}

/* ---- series */

int sn_reader_channels(const sn_reader *r)
{
  return r->n_channel;
}

const sn_series *sn_reader_channel(const sn_reader *r, int i)
{
  SN_ASSERT(i >= 0 && i < sn_reader_channels(r));
  return i >= 0 && i < r->n_channel ? &r->channel[i] : NULL;
}

const sn_series *sn_reader_time(const sn_reader *r)
{
  return &r->time;
}

static sn_status read_rows(sn_reader *r, const sn_series *s, unsigned long long first, int rows, double *out,
                           sn_error *error)
{
  SN_ASSERT(rows >= 0); /* of a run that is still going there may be more than when the file was opened */
  hsize_t from[3] = {first}, count[3] = {(hsize_t)rows}, size[4] = {0};
  const hid_t d = H5Dopen2(r->id, s->path, H5P_DEFAULT);
  if (d < 0) {
    return damaged(r, "A series of the result is missing.", error);
  }
  const hid_t space = H5Dget_space(d);
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  hsize_t width = 1;
  for (int i = 1; i < rank && i < 3; i++) {
    count[i] = size[i];
    width *= size[i];
  }
  const hsize_t numbers = (hsize_t)rows * width;
  const hid_t memory = H5Screate_simple(1, &numbers, NULL);
  const int good = rank >= 1 && rank <= 3 && width == (hsize_t)s->width && first + (hsize_t)rows <= size[0] &&
                   H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
                   H5Dread(d, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, out) >= 0;
  const sn_status status = good ? SN_OK : damaged(r, "A series of the result cannot be read.", error);
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  (void)H5Dclose(d);
  return status;
}

sn_status sn_reader_read(sn_reader *r, const sn_series *s, unsigned long long first, int rows, double *out,
                         sn_error *error)
{
  if (rows <= 0) {
    return SN_OK;
  }
  const sn_h5_quiet old = sn_h5_hush();
  const sn_status status = read_rows(r, s, first, rows, out, error);
  sn_h5_restore(old);
  return status;
}
