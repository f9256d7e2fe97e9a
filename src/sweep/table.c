/* sweep/table.c -- see sweep/table.h.
 * Tests:   tests/sweep/test_table.c, tests/cli/test_sweep.c (kills, full disks, two sweeps into one table).
 */
#define _XOPEN_SOURCE 700
#include "sweep/table.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lock.h"
#include "results/columns.h"

static const size_t most_bytes = (size_t)4 << 30;

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the table of the sweep");
}

sn_status sn_sweep_prepare(sn_sweep_table *t, sn_error *error)
{
  t->csv = sn_arena_format(t->arena, "%s.csv", t->stem);
  t->h5 = sn_arena_format(t->arena, "%s.h5", t->stem);
  t->parts = sn_arena_format(t->arena, "%s.parts", t->stem);
  t->row = SN_NEW(t->arena, sn_sweep_row, t->plan->n_run + 1);
  return t->csv && t->h5 && t->parts && t->row ? SN_OK : no_memory(error);
}

/* ---- reading */

static sn_status not_this(const char *file, int line, const char *why, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "The table is of another sweep, or was changed.");
  sn_error_where(error, "%s:%d", file, line);
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "Choose another table with -o, or begin it anew with --fresh.");
  return SN_EINPUT;
}

static int columns_of(const sn_sweep_table *t)
{
  return 1 + t->plan->n_axis + t->n_wish + 4;
}

static const char *column_name(const sn_sweep_table *t, int i)
{
  static const char *const after[] = {"status", "seconds", "message", "made_by"};
  const int axes = t->plan->n_axis;
  return i == 0                  ? "run"
         : i <= axes             ? t->plan->axis[i - 1].name
         : i <= axes + t->n_wish ? t->wish[i - 1 - axes].column
                                 : after[i - 1 - axes - t->n_wish];
}

static sn_status check_head(const sn_sweep_table *t, const char *file, char **field, int n, sn_error *error)
{
  char why[300];
  for (int i = 0; i < n && i < columns_of(t); i++) {
    if (strcmp(field[i], column_name(t, i)) != 0) {
      (void)snprintf(why, sizeof why, "Its column %d is '%.100s', here it is '%.100s'.", i + 1, field[i],
                     column_name(t, i));
      return not_this(file, 1, why, error);
    }
  }
  return n == columns_of(t) ? SN_OK
                            : not_this(file, 1, "It has other columns: parameters or what is collected.", error);
}

static void keep(sn_sweep_table *t, int run, const sn_sweep_row *row)
{
  sn_sweep_row *mine = t->row + run;
  SN_ASSERT(row->outcome != SN_OUTCOME_NONE);
  t->n_done += mine->outcome == SN_OUTCOME_NONE;
  t->n_failed += sn_outcome_is_failure(row->outcome) - sn_outcome_is_failure(mine->outcome);
  *mine = *row;
}

static sn_status take_row(sn_sweep_table *t, const char *file, int line, char **field, int n, sn_error *error)
{
  const int axes = t->plan->n_axis, after = 1 + axes + t->n_wish;
  double run = 0, *number = SN_NEW(t->arena, double, t->n_wish + 1);
  char why[300];
  if (!number) {
    return no_memory(error);
  }
  if (n != columns_of(t) || !sn_plan_number(field[0], &run) || run < 1 || run > t->plan->n_run || run != floor(run) ||
      sn_outcome_of(field[after]) == SN_OUTCOME_NONE) {
    return not_this(file, line, "This line is no run of the plan.", error);
  }
  for (int i = 0; i < axes; i++) {
    const char *planned = sn_plan_value(t->plan, (int)run - 1, i);
    if (strcmp(field[1 + i], planned) != 0) {
      (void)snprintf(why, sizeof why, "Run %d has %.60s = %.60s, but the plan has %.60s.", (int)run,
                     t->plan->axis[i].name, field[1 + i], planned);
      return not_this(file, line, why, error);
    }
  }
  if (strcmp(field[n - 1], t->made_by) != 0) {
    return not_this(file, line, "The model, or a setting of the command line, was another one.", error);
  }
  for (int i = 0; i < t->n_wish; i++) {
    number[i] = strtod(field[1 + axes + i], NULL);
  }
  const sn_sweep_row row = {sn_outcome_of(field[after]), strtod(field[after + 1], NULL), number, field[after + 2]};
  keep(t, (int)run - 1, &row);
  return SN_OK;
}

/* Reads all complete lines of a text, which is kept; *used: their bytes. */
static sn_status take_lines(sn_sweep_table *t, const char *file, char *text, size_t *used, sn_error *error)
{
  char **field = SN_NEW(t->arena, char *, columns_of(t)), *next;
  int n, line = 0;
  *used = 0;
  if (!field) {
    return no_memory(error);
  }
  for (char *at = text; (next = sn_csv_fields(at, field, columns_of(t), &n)) != NULL; at = next) {
    line++;
    *used = (size_t)(next - text);
    SN_TRY(line == 1 ? check_head(t, file, field, n, error) : take_row(t, file, line, field, n, error));
  }
  return SN_OK;
}

static sn_status take_file(sn_sweep_table *t, const char *file, size_t *used, sn_error *error)
{
  const char *bytes;
  size_t size;
  if (sn_file_read(file, most_bytes, t->arena, &bytes, &size, error) != SN_OK) {
    sn_error_where(error, "%s", file);
    return error ? error->status : SN_EIO;
  }
  char *text = sn_arena_get(t->arena, size + 1, 1);
  if (!text) {
    return no_memory(error);
  }
  memcpy(text, bytes, size);
  if (strlen(text) != size) {
    return not_this(file, 1, "It has bytes of zero: it is no table.", error);
  }
  return take_lines(t, file, text, used, error);
}

/* Calls `what` for every FOLDER/NUMBER.csv; stops when it fails. */
static sn_status each_part(sn_sweep_table *t, sn_status (*what)(sn_sweep_table *t, const char *file, sn_error *error),
                           sn_error *error)
{
  DIR *folder = opendir(t->parts);
  sn_status status = SN_OK;
  for (struct dirent *e; folder && status == SN_OK && (e = readdir(folder)) != NULL;) {
    const size_t digits = strspn(e->d_name, "0123456789");
    if (digits > 0 && strcmp(e->d_name + digits, ".csv") == 0) {
      const char *file = sn_arena_format(t->arena, "%s/%s", t->parts, e->d_name);
      status = file ? what(t, file, error) : no_memory(error);
    }
  }
  if (folder) {
    (void)closedir(folder);
  }
  return status;
}

static sn_status take_part(sn_sweep_table *t, const char *file, sn_error *error)
{
  size_t used;
  return take_file(t, file, &used, error);
}

static sn_status remove_part(sn_sweep_table *t, const char *file, sn_error *error)
{
  (void)t;
  (void)error;
  (void)remove(file);
  return SN_OK;
}

static void remove_parts(sn_sweep_table *t)
{
  (void)each_part(t, remove_part, NULL);
  (void)rmdir(t->parts); /* not removed if there is anything else in it */
}

/* ---- opening */

static sn_status cannot(const char *file, const char *what, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, what, strerror(errno), "Check the folder and the space on the disk.");
}

/* Is the table locked, and still the file of this name? Another sweep may have replaced it meanwhile. */
static sn_status lock(const char *file, int fd, int *again, sn_error *error)
{
  struct stat mine, named;
  if (sn_lock_descriptor(fd) == SN_LOCK_TAKEN) {
    return sn_fail(error, SN_EIO, file, "Another sweep is writing this table.", "Two at once would mix their rows.",
                   "Wait until it has ended, or choose another table with -o.");
  }
  *again =
      fstat(fd, &mine) != 0 || stat(file, &named) != 0 || mine.st_ino != named.st_ino || mine.st_dev != named.st_dev;
  return SN_OK;
}

static sn_status open_locked(const char *file, FILE **out, sn_error *error)
{
  const char *in_the_way = sn_file_in_the_way(file);
  if (in_the_way) {
    return sn_fail(error, SN_EIO, file, "The table cannot be written.", in_the_way, "Choose another name with -o.");
  }
  for (int again = 1; again;) {
    const int fd = open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
      return cannot(file, "The table cannot be written.", error);
    }
    const sn_status status = lock(file, fd, &again, error);
    if (status != SN_OK || again) {
      (void)close(fd);
      SN_TRY(status);
      continue;
    }
    *out = fdopen(fd, "a");
    if (!*out) {
      (void)close(fd);
      return no_memory(error);
    }
  }
  return SN_OK;
}

static sn_status flushed(sn_sweep_table *t, sn_error *error)
{
  return fflush(t->file) == 0 && !ferror(t->file) ? SN_OK : cannot(t->csv, "A row could not be written.", error);
}

sn_status sn_sweep_open(sn_sweep_table *t, int fresh, sn_error *error)
{
  size_t used = 0;
  SN_TRY(open_locked(t->csv, &t->file, error));
  if (fresh) {
    remove_parts(t);
  } else {
    SN_TRY(take_file(t, t->csv, &used, error));
  }
  if (ftruncate(fileno(t->file), (off_t)used) != 0) { /* also an incomplete line after a kill */
    return cannot(t->csv, "The table cannot be written.", error);
  }
  if (used == 0) {
    sn_sweep_line(t, -1, NULL, t->file);
    SN_TRY(flushed(t, error));
  }
  return each_part(t, take_part, error);
}

sn_status sn_sweep_put(sn_sweep_table *t, int run, const sn_sweep_row *row, sn_error *error)
{
  SN_REQUIRE(run >= 0 && run < t->plan->n_run && t->file, error);
  keep(t, run, row);
  sn_sweep_line(t, run, row, t->file);
  return flushed(t, error);
}

void sn_sweep_close(sn_sweep_table *t)
{
  if (t->file) {
    (void)fclose(t->file);
    t->file = NULL;
  }
}

/* ---- whole files */

/* Writes rows first ... last to a new file, which then replaces the old one. */
static sn_status write_csv(const sn_sweep_table *t, const char *file, int first, int end, sn_error *error)
{
  const char *beside = sn_arena_format(t->arena, "%s.new", file);
  FILE *f = beside ? fopen(beside, "w") : NULL;
  if (!f) {
    return beside ? cannot(file, "The table cannot be written.", error) : no_memory(error);
  }
  sn_sweep_line(t, -1, NULL, f);
  for (int i = first; i < end; i++) {
    if (t->row[i].outcome) {
      sn_sweep_line(t, i, t->row + i, f);
    }
  }
  const int good = fflush(f) == 0 && !ferror(f) && fsync(fileno(f)) == 0;
  sn_status status = good ? SN_OK : cannot(file, "The table could not be written.", error);
  if (fclose(f) != 0 && status == SN_OK) {
    status = cannot(file, "The table could not be written.", error);
  }
  if (status == SN_OK && rename(beside, file) != 0) {
    status = cannot(file, "The table could not be put in place.", error);
  }
  if (status != SN_OK) {
    (void)remove(beside);
  }
  return status;
}

static int axis_is_number(const sn_sweep_table *t, int axis)
{
  double x;
  for (int i = 0; i < t->plan->n_run; i++) {
    if (!sn_plan_number(sn_plan_value(t->plan, i, axis), &x)) {
      return 0;
    }
  }
  return 1;
}

/* The value of column `k` in a row, as a number or as a text. */
static double number_at(const sn_sweep_table *t, int run, int k)
{
  const int axes = t->plan->n_axis;
  double x = NAN;
  if (k == 0) {
    return run + 1;
  }
  if (k <= axes) {
    (void)sn_plan_number(sn_plan_value(t->plan, run, k - 1), &x);
    return x;
  }
  return k <= axes + t->n_wish ? t->row[run].number[k - 1 - axes] : t->row[run].seconds;
}

static const char *text_at(const sn_sweep_table *t, int run, int k)
{
  const int after = 1 + t->plan->n_axis + t->n_wish;
  return k <= t->plan->n_axis ? sn_plan_value(t->plan, run, k - 1)
         : k == after         ? sn_outcome_word(t->row[run].outcome)
         : k == after + 2     ? t->row[run].message
                              : t->made_by;
}

static const char *unit_at(const sn_sweep_table *t, int k)
{
  const int axes = t->plan->n_axis;
  return k > axes && k <= axes + t->n_wish ? t->unit[k - 1 - axes] : k == columns_of(t) - 3 ? "s" : "";
}

/* Column k of all existing rows: texts, or numbers if all of them are numbers. */
static sn_status fill_column(const sn_sweep_table *t, int k, sn_named_column *out, sn_error *error)
{
  const int after = 1 + t->plan->n_axis + t->n_wish, axis = k >= 1 && k <= t->plan->n_axis;
  const int is_text = axis ? !axis_is_number(t, k - 1) : k >= after && k != after + 1;
  double *number = is_text ? NULL : SN_NEW(t->arena, double, t->n_done + 1);
  const char **text = is_text ? SN_NEW(t->arena, const char *, t->n_done + 1) : NULL;
  int at = 0;
  for (int i = 0; i < t->plan->n_run; i++) {
    if (t->row[i].outcome && text) {
      text[at++] = text_at(t, i, k);
    } else if (t->row[i].outcome && number) {
      number[at++] = number_at(t, i, k);
    }
  }
  const sn_column_role role = axis ? SN_COLUMN_PARAMETER : k > 0 && k < after ? SN_COLUMN_COLLECTED : SN_COLUMN_PLAIN;
  *out = (sn_named_column){column_name(t, k), unit_at(t, k), number, text, role};
  return number || text ? SN_OK : no_memory(error);
}

static sn_status write_h5(const sn_sweep_table *t, sn_error *error)
{
  const int n = columns_of(t);
  sn_named_column *column = SN_NEW(t->arena, sn_named_column, n);
  if (!column) {
    return no_memory(error);
  }
  for (int k = 0; k < n; k++) {
    SN_TRY(fill_column(t, k, &column[k], error));
  }
  const sn_column_table table = {"sweep", t->n_done, n, column};
  return sn_columns_write(t->h5, 1, &table, NULL, error);
}

sn_status sn_sweep_finish(sn_sweep_table *t, sn_error *error)
{
  SN_TRY(write_csv(t, t->csv, 0, t->plan->n_run, error));
  SN_TRY(write_h5(t, error));
  remove_parts(t);
  return SN_OK;
}

sn_status sn_sweep_write_part(sn_sweep_table *t, int run, const sn_sweep_row *row, sn_error *error)
{
  if (mkdir(t->parts, 0777) != 0 && errno != EEXIST) {
    return cannot(t->parts, "The folder of parts cannot be made.", error);
  }
  const char *file = sn_arena_format(t->arena, "%s/%d.csv", t->parts, run + 1);
  keep(t, run, row);
  return file ? write_csv(t, file, run, run + 1, error) : no_memory(error);
}
