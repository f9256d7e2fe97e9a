/* results/copy.c -- rows of an older result into the tables of a new one.
 * What:    a buffer at a time, through the reader; numbers pass through doubles, which hold all types of the file exactly.
 * Tests:   tests/promises/test_resume.c.
 */
#include "results/copy.h"

#include <stdio.h>
#include <string.h>

#include "results/list.h"

static sn_status same_text(sn_reader *from, const char *path, const char *text, sn_error *error)
{
  const char *there = NULL;
  if (sn_reader_text(from, path, &there, error) != SN_OK) {
    return SN_EINPUT;
  }
  if (strcmp(there, text) != 0) {
    sn_failf(error, SN_EINPUT, "The older result and the checkpoint are of different runs.");
    sn_error_why(error, "They differ in %s.", path);
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_copy_same_model(sn_reader *from, const sn_result_plan *plan, sn_error *error)
{
  char path[48];
  SN_TRY(same_text(from, "/parameters", plan->parameters ? plan->parameters : "", error));
  SN_TRY(same_text(from, "/model/text", plan->n_source > 0 ? plan->source[0].text : "", error));
  for (int i = 1; i < plan->n_source; i++) {
    (void)snprintf(path, sizeof path, "/model/included_%d", i);
    SN_TRY(same_text(from, path, plan->source[i].text, error));
  }
  return SN_OK;
}

static sn_status too_short(const char *path, long long rows, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The older result does not match the checkpoint.");
  sn_error_why(error, "%.200s has fewer than %lld rows, or another width.", path, rows);
  return SN_EINPUT;
}

static sn_status check_columns(sn_reader *from, const sn_table *to, long long rows, sn_error *error)
{
  for (int i = 0; i < to->n; i++) {
    const sn_column *c = &to->column[i];
    sn_series s;
    if (c->width > 0 &&
        (!sn_reader_has(from, c->path, &s) || s.width != c->width || s.rows < (unsigned long long)rows)) {
      return too_short(c->path, rows, error);
    }
  }
  return SN_OK;
}

sn_status sn_copy_rows(sn_reader *from, sn_table *to, long long rows, double *last, sn_error *error)
{
  SN_TRY(check_columns(from, to, rows, error));
  for (long long done = 0; done < rows;) {
    const long long left = rows - done;
    to->rows = left < to->capacity ? (int)left : to->capacity;
    for (int i = 0; i < to->n; i++) {
      sn_series s;
      if (to->column[i].width > 0) {
        (void)sn_reader_has(from, to->column[i].path, &s);
        if (sn_reader_read(from, &s, (unsigned long long)done, to->rows, to->column[i].buffer, error) != SN_OK) {
          to->rows = 0;
          return SN_EINPUT;
        }
      }
    }
    *last = to->column[0].buffer[to->rows - 1];
    for (int i = 0; i < to->rows; i++) {
      sn_table_watch(to, i);
    }
    done += to->rows;
    if (sn_table_write(to) < 0) {
      return sn_h5_fail(error, "", "The new result could not be written.", "Check the space on the disk.");
    }
  }
  return SN_OK;
}
