/* results/writer_log.c -- /log of a result: lines of fixed length, one after the other.
 * What:    see results/writer_private.h. Long texts are broken at spaces.
 * Tests:   tests/results/test_results.c.
 */
#include <stdio.h>
#include <string.h>

#include "results/writer_private.h"

enum { LOG_ROOM = 256 };

/* An extensible list of lines of fixed length. Not compressed: its chunks are written again with every line, and would leave
   their old space behind each time (results/table.c). */
hid_t sn_log_make(hid_t file)
{
  const hsize_t now = 0, most = H5S_UNLIMITED, chunk = 16;
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &now, &most), list = H5Pcreate(H5P_DATASET_CREATE);
  (void)H5Tset_size(type, LOG_ROOM);
  (void)H5Tset_cset(type, H5T_CSET_UTF8);
  (void)H5Pset_chunk(list, 1, &chunk);
  const hid_t d = H5Dcreate2(file, "log", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  (void)H5Pclose(list);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return d;
}

static int write_line(sn_writer *w, const char *text)
{
  char line[LOG_ROOM] = "";
  const hsize_t first = w->log_lines, size = first + 1, one = 1;
  (void)snprintf(line, sizeof line, "%s", text);
  if (H5Dset_extent(w->log, &size) < 0) {
    return -1;
  }
  const hid_t space = H5Dget_space(w->log), memory = H5Screate(H5S_SCALAR), type = H5Dget_type(w->log);
  int status = H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &one, NULL);
  status = status < 0 ? status : H5Dwrite(w->log, type, memory, space, H5P_DEFAULT, line);
  (void)H5Tclose(type);
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  w->log_lines = size;
  return status;
}

void sn_log_at(sn_writer *w, double t, const char *text)
{
  char line[LOG_ROOM];
  (void)snprintf(line, sizeof line, "t = %.9g s: %s", t, text);
  (void)write_line(w, line);
}

sn_status sn_log_copy(sn_writer *w, sn_reader *from, long long n, sn_error *error)
{
  const char *const *lines = NULL;
  int there = 0;
  if (sn_reader_log(from, &lines, &there, error) != SN_OK) {
    return SN_EINPUT;
  }
  if (there < n) {
    return sn_failf(error, SN_EINPUT, "The log of the older result is shorter than in the checkpoint.");
  }
  for (int i = 0; i < (int)n; i++) {
    if (write_line(w, lines[i]) < 0) {
      return sn_h5_fail(error, w->file, "The new result could not be written.", "Check the space on the disk.");
    }
  }
  return SN_OK;
}

/* A text of any length: lines that fit the log, broken at spaces. */
static int add_lines(sn_writer *w, const char *text)
{
  int status = 0;
  while (*text && status >= 0) {
    char line[LOG_ROOM];
    size_t n = strlen(text);
    if (n >= LOG_ROOM) {
      n = LOG_ROOM - 1;
      while (n > 1 && text[n] != ' ') {
        n--;
      }
      n = text[n] == ' ' ? n : LOG_ROOM - 1; /* a word longer than a line */
    }
    (void)snprintf(line, sizeof line, "%.*s", (int)n, text);
    status = write_line(w, line);
    text += n;
    text += *text == ' ';
  }
  return status;
}

int sn_log_not_finite(sn_writer *w)
{
  int status = 0;
  for (int i = 0; i < w->plan->system->n_channel && status >= 0; i++) {
    const sn_column *c = &w->rows.column[w->first_channel + i];
    if (c->bad > 0) {
      char line[LOG_ROOM];
      (void)snprintf(line, sizeof line, "channel '%.100s' has no finite value in %lld rows, first at t = %.9g s",
                     sn_writer_channel(w, i), c->bad, c->first_bad);
      status = write_line(w, line);
    }
  }
  return status;
}

int sn_log_error(sn_writer *w, const sn_error *why)
{
  const char *const parts[] = {why->where, why->what, why->why, why->fix};
  int status = 0;
  for (int i = 0; i < 4 && status >= 0; i++) {
    status = add_lines(w, parts[i]);
  }
  return status;
}
