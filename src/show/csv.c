/* show/csv.c -- channels as comma-separated values.
 * What:    `t,CHANNEL,...`, one row per stored time, 17 digits (a double survives the way there and back). A vector channel
 *          gives one column per component: tip_x, tip_y, tip_z. Series of /steps have the times of the steps, not of the rows. A growing file is read up to its last complete row.
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

static int is_of_steps(const sn_series *s)
{
  static const char group[] = "steps/";
  return strncmp(s->path + (s->path[0] == '/'), group, sizeof group - 1) == 0; /* found with and without the slash */
}

/* Steps have times of their own: one table cannot hold both. */
static sn_status mixed(const column *c, int n, sn_error *error)
{
  const char *name[2] = {"", ""}; /* one of the rows, one of the steps */
  for (int i = 0; i < n; i++) {
    name[is_of_steps(&c[i].series)] = c[i].series.name;
  }
  sn_failf(error, SN_EINPUT, "'%.100s' and '%.100s' do not fit into one table.", name[0], name[1]);
  sn_error_where(error, "channels of the table");
  sn_error_why(error, "Series of steps/ have one row per step, the others one row per stored time.");
  sn_error_fix(error, "Ask for them separately: one table with steps/..., another with the rest.");
  return SN_EINPUT;
}

static sn_status find_columns(sn_reader *r, const char *const *names, int n, column *c, sn_error *error)
{
  int of_steps = 0;
  c[0].series = *sn_reader_time(r);
  for (int i = 0; i < n; i++) {
    if (names) {
      SN_TRY(sn_reader_find(r, names[i], &c[i + 1].series, error));
    } else {
      c[i + 1].series = *sn_reader_channel(r, i);
    }
    of_steps += is_of_steps(&c[i + 1].series);
  }
  if (of_steps > 0 && of_steps < n) {
    return mixed(c + 1, n, error);
  }
  if (of_steps > 0) {
    const char *name = c[0].series.name;
    SN_TRY(sn_reader_find(r, "steps/time", &c[0].series, error));
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
      (void)fprintf(out, "%s%.17g", i + k > first ? "," : "", isnan(x[k]) ? fabs(x[k]) : x[k]); /* no -nan */
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
