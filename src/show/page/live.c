/* show/page/live.c -- a result file that may still be growing, as bundles.
 * What:    the file is opened anew for every answer: HDF5 then sees what the writer has flushed, and a file that was replaced
 *          by a new run is noticed. What a row holds and which rows are kept is fixed by the first bundle.
 * Tests:   tests/show/test_serve.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "show/page/live.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { GOOD = 200, GONE = 410, LATER = 503 };
enum { WAITS = 50 }; /* tenths of a second for the first rows of a run that has begun */

void sn_live_close(sn_live *l)
{
  if (l->id >= 0) {
    (void)close(l->id);
  }
  sn_arena_free(l->arena);
  l->id = -1;
  l->arena = NULL;
}

/* Is the file of this name still the one that the page was planned for? */
static int same_file(const sn_live *l)
{
  struct stat named, held;
  return l->id >= 0 && stat(l->file, &named) == 0 && fstat(l->id, &held) == 0 && named.st_dev == held.st_dev &&
         named.st_ino == held.st_ino;
}

static int exists(const char *file)
{
  struct stat s;
  return stat(file, &s) == 0;
}

static int has_rows_or_ended(sn_reader *r)
{
  sn_outcome outcome;
  sn_error ignored = {0};
  return sn_reader_time(r)->rows > 0 || sn_reader_outcome(r, &outcome, &ignored) != SN_OK ||
         outcome != SN_OUTCOME_RUNNING;
}

/* A run writes its first rows some seconds after it has made its file. Before that, a page would not know which parts
   move. */
static int wait_for_rows(const sn_live *l)
{
  const struct timespec tenth = {0, 100000000};
  for (int i = 0; i < (l->no_waiting ? 1 : WAITS) && !*l->stop; i++) {
    sn_arena *scratch = sn_arena_new(NULL);
    sn_reader *r = NULL;
    sn_error ignored = {0};
    const int good = scratch && sn_reader_open(l->file, scratch, &r, &ignored) == SN_OK && has_rows_or_ended(r);
    sn_reader_close(r);
    sn_arena_free(scratch);
    if (good) {
      return 1;
    }
    if (!l->no_waiting) {
      (void)nanosleep(&tenth, NULL);
    }
  }
  return !l->no_waiting;
}

static sn_status plan(sn_live *l, sn_error *error)
{
  sn_reader *r = NULL;
  sn_live_close(l);
  if (!wait_for_rows(l)) {
    return sn_fail(error, SN_EIO, l->file, "The run has no rows yet.", "", "");
  }
  l->arena = sn_arena_new(NULL);
  l->id = open(l->file, O_RDONLY | O_CLOEXEC);
  if (!l->arena) {
    return sn_no_memory(error, "the page");
  }
  sn_status status = sn_reader_open(l->file, l->arena, &r, error);
  if (status == SN_OK) {
    status = sn_page_open(r, l->file, SN_PAGE_SERVED, SN_PAGE_LIVE, l->arena, &l->page, error);
  }
  sn_reader_close(r);
  if (status != SN_OK) {
    sn_live_close(l);
  }
  return status;
}

/* Makes the answer with all rows from a given one on; whole: with the head. A request for a row that does not exist was for another file. */
static int answer(const sn_live *l, int whole, unsigned long long from, sn_arena *arena, sn_answer *out,
                  sn_error *error)
{
  sn_reader *r = NULL;
  sn_page_part part;
  sn_bundle b;
  sn_status status = sn_reader_open(l->file, arena, &r, error);
  const int gone = status == SN_OK && from > sn_reader_time(r)->rows;
  if (status == SN_OK && !gone) {
    status = sn_page_part_from(&l->page, r, from, &part, error);
    if (status == SN_OK) {
      status = whole ? sn_page_bundle(&l->page, r, &part, arena, &b, error)
                     : sn_page_more(&l->page, r, &part, arena, &b, error);
    }
  }
  sn_reader_close(r);
  if (gone || status != SN_OK) {
    return gone ? GONE : LATER;
  }
  *out = (sn_answer){sn_bundle_copy(&b, arena), sn_bundle_bytes(&b)};
  return out->bytes ? GOOD : LATER;
}

int sn_live_bundle(sn_live *l, sn_arena *arena, sn_answer *out, sn_error *error)
{
  if (!same_file(l) && plan(l, error) != SN_OK) {
    return LATER;
  }
  const int code = answer(l, 1, 0, arena, out, error);
  return same_file(l) ? code : LATER;
}

int sn_live_more(sn_live *l, unsigned long long from, sn_arena *arena, sn_answer *out, sn_error *error)
{
  if (!exists(l->file)) {
    return LATER; /* a new run is just replacing the file */
  }
  const int code = same_file(l) ? answer(l, 0, from, arena, out, error) : GONE;
  return same_file(l) ? code : GONE;
}
