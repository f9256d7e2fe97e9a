/* show/plot/plot_series.c -- a channel of a result, whole, with its times.
 * What:    a vector channel gives its components; series of /steps have times of their own. Rows that appear after the file
 *          was opened are left alone, so that a growing file gives columns of one length.
 * Limits:  all rows in memory: 8 bytes per row and component, and as much for the times.
 * Tests:   tests/show/test_plot.c.
 */
#include <limits.h>
#include <string.h>

#include "show/plot/plot_private.h"

enum { BLOCK = 1 << 16 }; /* numbers read at a time, at least one row */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the curves");
}

/* Reads rows 0..n-1 of the requested parts, each into a column of its own. */
static sn_status read_columns(sn_reader *r, const sn_series *s, int n, int n_parts, double *const *column,
                              sn_arena *scratch, sn_error *error)
{
  const int block = BLOCK / s->width > 1 ? BLOCK / s->width : 1;
  const int first_part = s->part < 0 ? 0 : s->part;
  double *rows = SN_NEW(scratch, double, (size_t)block *(size_t)s->width);
  if (!rows) {
    return no_memory(error);
  }
  for (int first = 0; first < n; first += block) {
    const int now = n - first < block ? n - first : block;
    SN_TRY(sn_reader_read(r, s, (unsigned long long)first, now, rows, error));
    for (int k = 0; k < n_parts; k++) {
      for (int i = 0; i < now; i++) {
        column[k][first + i] = rows[(size_t)i * (size_t)s->width + (size_t)(first_part + k)];
      }
    }
    if (first > INT_MAX - block) {
      break;
    }
  }
  return SN_OK;
}

static int starts_with(const char *text, const char *start)
{
  return strncmp(text, start, strlen(start)) == 0;
}

static sn_status find_times(sn_reader *r, const sn_series *s, sn_series *out, sn_error *error)
{
  if (starts_with(s->path, "/steps/") || starts_with(s->path, "steps/")) {
    return sn_reader_find(r, "/steps/time", out, error);
  }
  *out = *sn_reader_time(r);
  return SN_OK;
}

static sn_status check(const sn_series *s, const sn_series *time, const char *file, const char *channel,
                       sn_error *error)
{
  if (s->part < 0 && s->width > SN_MOST_PARTS) {
    sn_failf(error, SN_EINPUT, "'%.100s' has %d components.", channel, s->width);
    sn_error_where(error, "%s", file);
    sn_error_why(error, "Up to %d can be drawn.", SN_MOST_PARTS);
    sn_error_fix(error, "Add channels to the model for those you need; `sinew csv` prints them all.");
    return SN_EINPUT;
  }
  if (s->rows < time->rows) {
    sn_failf(error, SN_EINPUT, "'%.100s' is no series over time.", channel);
    sn_error_where(error, "%s", file);
    sn_error_fix(error, "`sinew info %.100s` lists the channels.", file);
    return SN_EINPUT;
  }
  if (time->rows == 0) {
    return sn_fail(error, SN_EINPUT, file, "There is nothing to show yet.",
                   "The result has no rows: its run has just begun, or ended before the first flush.",
                   "Try again when `sinew info` shows rows.");
  }
  if (time->rows > INT_MAX) {
    return sn_fail(error, SN_EINPUT, file, "The result has too many rows.", "At most 2147483647 can be shown.",
                   "Store fewer rows: run { store = ... }.");
  }
  return SN_OK;
}

static const char *part_name(const sn_series *s, int k, sn_arena *arena)
{
  const char *name = s->name[0] == '/' ? s->name + 1 : s->name;
  if (s->part >= 0 || s->width == 1) {
    return sn_arena_text(arena, name);
  }
  return s->width <= 10 ? sn_arena_format(arena, "%s_%s", name, sn_component_suffix(s->width, k))
                        : sn_arena_format(arena, "%s_%d", name, k);
}

sn_status sn_whole_read(sn_reader *r, const char *file, const char *channel, sn_arena *names, sn_arena *numbers,
                        sn_whole *out, sn_error *error)
{
  sn_series s, time;
  *out = (sn_whole){0};
  SN_TRY(sn_reader_find(r, channel, &s, error));
  SN_TRY(find_times(r, &s, &time, error));
  SN_TRY(check(&s, &time, file, channel, error));
  out->n = (int)time.rows;
  out->width = s.width;
  out->n_parts = s.part < 0 ? s.width : 1;
  out->unit = sn_arena_text(names, strcmp(s.unit, "1") == 0 ? "" : s.unit);
  out->time = sn_arena_text(names, time.path);
  out->t = SN_NEW(numbers, double, out->n);
  int good = out->unit && out->time && out->t;
  for (int k = 0; k < out->n_parts; k++) {
    out->name[k] = part_name(&s, k, names);
    out->value[k] = SN_NEW(numbers, double, out->n);
    good = good && out->name[k] && out->value[k];
  }
  if (!good) {
    return no_memory(error);
  }
  SN_TRY(read_columns(r, &time, out->n, 1, &out->t, numbers, error));
  return read_columns(r, &s, out->n, out->n_parts, out->value, numbers, error);
}

/* "pendulum" for "results/pendulum.h5" */
static const char *short_name(const char *file, size_t *n)
{
  const char *slash = strrchr(file, '/');
  const char *name = slash ? slash + 1 : file;
  *n = strlen(name);
  if (*n > 3 && strcmp(name + *n - 3, ".h5") == 0) {
    *n -= 3;
  }
  return name;
}

const char *sn_file_title(const char *const *files, int n, int i, sn_arena *arena)
{
  size_t length, other;
  const char *name = short_name(files[i], &length);
  for (int j = 0; j < n; j++) {
    const char *b = short_name(files[j], &other);
    if (j != i && other == length && strncmp(name, b, length) == 0) {
      return sn_arena_text(arena, files[i]);
    }
  }
  return sn_arena_format(arena, "%.*s", (int)length, name);
}
