/* show/csv.c -- channels as comma-separated values.
 * What:    `t,CHANNEL,...`, one row per stored time, 17 digits (a double survives the way there and back). A vector channel
 *          gives one column per component: tip_x, tip_y, tip_z. Series of /steps have the times of the steps, not of
 *          the rows, those of /modes the numbers of the modes. A growing file is read up to its last complete row.
 * Tests:   tests/show/test_show.c.
 */
#include "show/show.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { BLOCK = 4096 }; /* numbers read at a time and per series, at least one row */

typedef struct {
  sn_series series;
  double *block;
} column;

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the table");
}

/* Groups of series with rows of their own, and the column that replaces the time. */
static const struct {
  const char *group, *first, *rows;
} own_rows[] = {{"", "", "one row per stored time"},
                {"steps/", "steps/time", "one row per step"},
                {"modes/", "modes/number", "one row per mode"}};
enum { GROUPS = sizeof own_rows / sizeof *own_rows };

static int group_of(const sn_series *s)
{
  const char *path = s->path + (s->path[0] == '/'); /* found with and without the slash */
  for (int k = 1; k < GROUPS; k++) {
    if (strncmp(path, own_rows[k].group, strlen(own_rows[k].group)) == 0) {
      return k;
    }
  }
  return 0;
}

/* Rows with different meanings cannot be in one table. */
static sn_status mixed(const column *a, const column *b, sn_error *error)
{
  const int ga = group_of(&a->series), gb = group_of(&b->series);
  const int swap = ga > gb; /* the usual ones first */
  const column *first = swap ? b : a, *second = swap ? a : b;
  sn_failf(error, SN_EINPUT, "'%.100s' and '%.100s' do not fit into one table.", first->series.name,
           second->series.name);
  sn_error_where(error, "channels of the table");
  sn_error_why(error, "Series of %s have %s, the other%s %s.", own_rows[swap ? ga : gb].group,
               own_rows[swap ? ga : gb].rows, ga == 0 || gb == 0 ? "s" : "", own_rows[swap ? gb : ga].rows);
  sn_error_fix(error, "Ask for them separately: one table with %s..., another with the rest.",
               own_rows[swap ? ga : gb].group);
  return SN_EINPUT;
}

static sn_status find_columns(sn_reader *r, const char *const *names, int n, column *c, sn_error *error)
{
  c[0].series = *sn_reader_time(r);
  for (int i = 0; i < n; i++) {
    if (names) {
      SN_TRY(sn_reader_find(r, names[i], &c[i + 1].series, error));
    } else {
      c[i + 1].series = *sn_reader_channel(r, i);
    }
    if (i > 0 && group_of(&c[i + 1].series) != group_of(&c[1].series)) {
      return mixed(&c[1], &c[i + 1], error);
    }
  }
  const int group = n > 0 ? group_of(&c[1].series) : 0;
  if (group > 0) {
    const char *name = group == 1 ? c[0].series.name : "n";
    SN_TRY(sn_reader_find(r, own_rows[group].first, &c[0].series, error));
    c[0].series.name = name;
  }
  return SN_OK;
}

static void print_head(const column *c, int n, FILE *out)
{
  for (int i = 0; i < n; i++) {
    const sn_series *s = &c[i].series;
    const int whole = s->part < 0 && s->width > 1;
    for (int k = 0; k < (whole ? s->width : 1); k++) {
      (void)fprintf(out, "%s%s", i + k > 0 ? "," : "", s->name);
      if (whole && s->width <= 10) {
        (void)fprintf(out, "_%s", sn_component_suffix(s->width, k));
      } else if (whole) {
        (void)fprintf(out, "_%d", k);
      }
    }
  }
  (void)fputc('\n', out);
}

static void print_row(const column *c, int n, int row, FILE *out)
{
  for (int i = 0; i < n; i++) {
    const sn_series *s = &c[i].series;
    const double *x = c[i].block + (size_t)row * (size_t)s->width;
    const int first = s->part < 0 ? 0 : s->part, last = s->part < 0 ? s->width : s->part + 1;
    for (int k = first; k < last; k++) {
      (void)fprintf(out, "%s%.17g", i + k > first ? "," : "",
                    isnan(x[k]) || x[k] == 0 ? fabs(x[k]) : x[k]); /* no -nan, no -0 */
    }
  }
  (void)fputc('\n', out);
}

static sn_status written(FILE *out, sn_error *error)
{
  if (fflush(out) != 0 || ferror(out)) {
    return sn_fail(error, SN_EIO, "output", "The table could not be written.", strerror(errno),
                   "Check the space on the disk or the program that reads the table.");
  }
  return SN_OK;
}

sn_status sn_show_csv(sn_reader *r, const char *const *names, int n, sn_arena *arena, FILE *out, sn_error *error)
{
  if (n == 0) {
    names = NULL;
    n = sn_reader_channels(r);
  }
  column *c = SN_NEW(arena, column, n + 1);
  if (!c) {
    return no_memory(error);
  }
  SN_TRY(find_columns(r, names, n, c, error));
  unsigned long long rows = c[0].series.rows;
  int width = 1;
  for (int i = 0; i <= n; i++) {
    rows = c[i].series.rows < rows ? c[i].series.rows : rows;
    width = c[i].series.width > width ? c[i].series.width : width;
  }
  const int block = BLOCK / width > 1 ? BLOCK / width : 1;
  for (int i = 0; i <= n; i++) {
    c[i].block = SN_NEW(arena, double, (size_t)block *(size_t)c[i].series.width);
    if (!c[i].block) {
      return no_memory(error);
    }
  }
  print_head(c, n + 1, out);
  for (unsigned long long first = 0; first < rows; first += (unsigned long long)block) {
    const int now = rows - first < (unsigned long long)block ? (int)(rows - first) : block;
    for (int i = 0; i <= n; i++) {
      SN_TRY(sn_reader_read(r, &c[i].series, first, now, c[i].block, error));
    }
    for (int i = 0; i < now; i++) {
      print_row(c, n + 1, i, out);
    }
    if (ferror(out)) {
      break;
    }
  }
  return written(out, error);
}
