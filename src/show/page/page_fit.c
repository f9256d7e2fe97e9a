/* show/page/page_fit.c -- which rows of a run go into a page, so that it stays small.
 * What:    frames, rows of series and steps share the bytes there are. Of each table as many rows are kept as fit, evenly from
 *          the first to the last; no more frames than the player shows. Of a run that goes on one row in a whole number is kept, fixed once from the rows it is
 *          expected to have, and at its end the last one.
 * Tests:   tests/show/test_page.c, tests/show/test_serve.c.
 */
#include <math.h>
#include <string.h>

#include "results/list.h"
#include "results/modes.h"
#include "show/page/page_private.h"

enum { BLOCK_NUMBERS = 1 << 18, SAMPLES = 256 };

/* Estimated number of rows of a live run at its end, extrapolated from its beginning. */
static sn_status expected_rows(const sn_page *p, sn_reader *r, const sn_summary *s, double *out, sn_error *error)
{
  double first = 0, last = 0;
  *out = (double)p->rows;
  if (!p->growing) {
    return SN_OK;
  }
  double spacing = s->dt;
  if (p->rows > 1) {
    SN_TRY(sn_reader_read(r, &p->frames.time, 0, 1, &first, error));
    SN_TRY(sn_reader_read(r, &p->frames.time, p->rows - 1, 1, &last, error));
    spacing = (last - first) / (double)(p->rows - 1);
  }
  const double n = spacing > 0 ? s->duration / spacing + 1 : 0;
  *out = isfinite(n) ? fmax(*out, fmin(n, 1e12)) : *out;
  return SN_OK;
}

/* Frames that a picture needs: so many a second of the time in which the player shows the run (at most 20 s, as
   viewer/src/player.ts chooses its speed), and one in every quarter turn of what turns fastest, which would otherwise seem
   to turn another way. */
static sn_status needed_frames(const sn_page *p, sn_reader *r, double *out, sn_error *error)
{
  static const double quarter = 1.5707963267948966, shown_most = 20, shown_of_short_runs = 12.5, rate = 60;
  double first = 0, last = 0;
  sn_mode_table modes;
  sn_arena *scratch = sn_arena_new(NULL);
  sn_status status = scratch ? sn_modes_read(r, scratch, &modes, error) : sn_no_memory(error, "the page");
  const int is_run = status == SN_OK && modes.n == 0 && p->scene.n_clock == 0;
  sn_arena_free(scratch);
  *out = (double)p->rows;
  if (!is_run || p->kind != SN_PAGE_SMALL || p->rows < 3) {
    return status;
  }
  SN_TRY(sn_reader_read(r, &p->frames.time, 0, 1, &first, error));
  SN_TRY(sn_reader_read(r, &p->frames.time, p->rows - 1, 1, &last, error));
  const double shown = last - first < 5 ? shown_of_short_runs : fmin(shown_most, last - first);
  const double turns = p->spin * (last - first) / quarter,
               n = 1 + ceil(fmax(rate * shown, isfinite(turns) ? turns : 0));
  *out = fmin(*out, n);
  return SN_OK;
}

static double row_bytes(const sn_page_table *t)
{
  return 8 + (double)t->number_bytes * (double)t->stride;
}

/* How many rows of a table there are, and how many of them are wanted. */
typedef struct {
  double stored, wanted;
} row_count;

/* Which rows, so that the wanted ones fit into so many bytes; 0: not even the first and the last fit. A run that goes on
   has no last row yet: one row in a whole number. */
static int thin(sn_page_table *t, row_count count, double bytes, int growing)
{
  const double n = count.wanted, most = floor(bytes / row_bytes(t));
  t->keep = 0;
  t->every = 1;
  t->cut = n > most;
  if (n <= most) {
    t->keep = n < count.stored ? (unsigned long long)n : 0;
    return 1;
  }
  if (growing) {
    t->every = (unsigned long long)(most < 3 ? n : ceil((n - 1) / (most - 2))); /* first, last, and what lies between */
  } else {
    t->keep = (unsigned long long)most;
  }
  return most >= 2;
}

/* Shares the bytes: a table that needs less than its share leaves the rest to the others. */
static int fit(sn_page *p, const row_count n[SN_PAGE_TABLES], double bytes)
{
  static const double share[SN_PAGE_TABLES] = {0.6, 0.3, 0.04, 0.06};
  sn_page_table *const table[SN_PAGE_TABLES] = {&p->frames, &p->rows_table, &p->steps, &p->details};
  int done[SN_PAGE_TABLES] = {0}, changed = 1;
  double shares = 1;
  while (changed) {
    changed = 0;
    for (int i = 0; i < SN_PAGE_TABLES; i++) {
      const double want = n[i].wanted * row_bytes(table[i]);
      if (!done[i] && want <= bytes * share[i] / shares) {
        (void)thin(table[i], n[i], want, p->growing);
        bytes -= want;
        shares -= share[i];
        done[i] = changed = 1;
      }
    }
  }
  int good = 1;
  for (int i = 0; i < SN_PAGE_TABLES; i++) {
    good = (done[i] || thin(table[i], n[i], bytes * share[i] / shares, p->growing)) && good;
  }
  return good;
}

static sn_status too_large(const sn_page *p, size_t most, sn_error *error)
{
  const int limit = p->kind == SN_PAGE_WHOLE ? SN_PAGE_FULL : SN_PAGE_MOST;
  sn_failf(error, SN_EIO, "The page would be larger than %d MB.", limit / 1000000);
  sn_error_where(error, "%s", p->result);
  sn_error_why(error, "%d places and the surfaces of the parts leave no room for two frames in %.1f MB.",
               p->scene.n_place, (double)most / 1e6);
  sn_error_fix(error, "Use coarser surfaces, or show it with `sinew export --vtk` or `sinew view --png`.");
  return SN_EIO;
}

/* Bytes of everything but frames and rows. */
static sn_status fixed_bytes(const sn_page *p, sn_reader *r, size_t *out, sn_error *error)
{
  enum { DIGITS = 4096 }; /* offsets and lengths are longer when there are rows */
  const sn_page_rows none[SN_PAGE_TABLES] = {{0}};
  sn_bundle b;
  sn_arena *scratch = sn_arena_new(NULL);
  if (!scratch) {
    return sn_no_memory(error, "the page");
  }
  sn_bundle_start(&b, scratch);
  const sn_status status = sn_page_head(p, r, none, 0, &b, error);
  *out = sn_bundle_bytes(&b) + DIGITS;
  sn_arena_free(scratch);
  return status;
}

/* Which places move is known for the rows that were looked at, which rows fit depends on what moves: until both agree. */
sn_status sn_page_fit(sn_page *p, sn_reader *r, size_t most, sn_error *error)
{
  sn_summary summary;
  row_count n[SN_PAGE_TABLES] = {{0}};
  double rows = 0, frames = 0;
  size_t fixed = 0;
  int raised = 0;
  SN_TRY(sn_reader_summary(r, &summary, error));
  SN_TRY(expected_rows(p, r, &summary, &rows, error));
  SN_TRY(needed_frames(p, r, &frames, error));
  const double more_steps = p->growing && summary.dt > 0 ? fmin(summary.duration / summary.dt, 1e12) : 0;
  const double steps = fmax((double)p->steps.time.rows, more_steps);
  n[0] = (row_count){rows, p->growing ? rows : frames};
  n[1] = n[3] = (row_count){rows, rows};
  n[2] = (row_count){steps, steps};
  const unsigned long long stride = p->rows > SAMPLES ? p->rows / SAMPLES : 1;
  SN_TRY(sn_page_watch(p, r, &(sn_selection){0, p->rows, stride, 1, 0}, &raised, error));
  do {
    sn_page_lay_out(p);
    SN_TRY(fixed_bytes(p, r, &fixed, error));
    if (fixed > most || !fit(p, n, (double)(most - fixed))) {
      return too_large(p, most, error);
    }
    SN_TRY(sn_page_watch(p, r, &(sn_selection){0, p->rows, p->frames.every, 1, p->frames.keep}, &raised, error));
  } while (raised > 0);
  return SN_OK;
}

int sn_page_is_thinned(const sn_page *p)
{
  return p->frames.cut || p->rows_table.cut || p->steps.cut || p->details.cut;
}

sn_status sn_page_open(sn_reader *r, const char *result, sn_page_kind kind, size_t most, sn_arena *arena, sn_page *out,
                       sn_error *error)
{
  sn_page *p = out;
  sn_outcome outcome;
  double reach = 0;
  *p = (sn_page){.result = result, .kind = kind, .block_numbers = BLOCK_NUMBERS};
  SN_TRY(sn_reader_outcome(r, &outcome, error));
  p->growing = kind == SN_PAGE_SERVED && outcome == SN_OUTCOME_RUNNING;
  p->frames.every = p->rows_table.every = p->steps.every = p->details.every = 1;
  p->frames.number_bytes = kind == SN_PAGE_SMALL ? sizeof(unsigned short) : sizeof(float);
  p->rows_table.number_bytes = p->steps.number_bytes = p->details.number_bytes = sizeof(float);
  p->frames.time = p->rows_table.time = p->details.time = *sn_reader_time(r);
  p->rows = p->frames.time.rows;
  if (!sn_reader_has(r, "/steps/time", &p->steps.time)) {
    p->steps.time = (sn_series){.path = "/steps/time", .width = 1};
  }
  SN_TRY(sn_scene_read(r, arena, &p->scene, error));
  SN_TRY(sn_page_plan(p, r, arena, error));
  SN_TRY(sn_page_reach(p, r, &reach, error));
  SN_TRY(sn_stage_of(&p->scene, reach, arena, &p->stage, error));
  SN_TRY(sn_page_sphere(p, r, error));
  for (int i = 0; i < p->frames.n; i++) {
    const size_t width = (size_t)p->frames.column[i].series.width;
    p->block_numbers = width > p->block_numbers ? width : p->block_numbers;
  }
  p->block = SN_NEW(arena, double, p->block_numbers);
  return p->block ? sn_page_fit(p, r, most, error) : sn_no_memory(error, "the page");
}

/* ---- parts of a run that goes on */

/* How many steps end at or before row - 1. */
static sn_status steps_before(const sn_page *p, sn_reader *r, unsigned long long row, unsigned long long *out,
                              sn_error *error)
{
  sn_series steps;
  double t = 0, x = 0;
  *out = 0;
  if (row == 0 || !sn_reader_has(r, p->steps.time.path, &steps) || steps.width != 1) {
    return SN_OK;
  }
  unsigned long long low = 0, high = steps.rows;
  SN_TRY(sn_reader_read(r, &p->frames.time, row - 1, 1, &t, error));
  while (low < high) {
    const unsigned long long middle = low + (high - low) / 2;
    SN_TRY(sn_reader_read(r, &steps, middle, 1, &x, error));
    if (x <= t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *out = low;
  return SN_OK;
}

sn_status sn_page_part_from(const sn_page *p, sn_reader *r, unsigned long long from, sn_page_part *out, sn_error *error)
{
  sn_outcome outcome;
  unsigned long long end = sn_reader_time(r)->rows, first_step = 0, end_step = p->steps.time.rows;
  SN_TRY(sn_reader_outcome(r, &outcome, error));
  const int last = !p->growing || outcome != SN_OUTCOME_RUNNING;
  /* while it runs, the newest row waits: if it is the last one, it is kept whatever its number */
  if (!last && end > 0 &&
      (p->frames.every > 1 || p->rows_table.every > 1 || p->steps.every > 1 || p->details.every > 1)) {
    end--;
  }
  end = end < from ? from : end;
  if (p->growing) {
    SN_TRY(steps_before(p, r, from, &first_step, error));
    SN_TRY(steps_before(p, r, end, &end_step, error));
  } else if (from > 0) {
    first_step = end_step;
  }
  /* a fixed number of rows is only selected for a run that has ended, which is sent at once */
  const int all = from == 0;
  *out = (sn_page_part){.frames = {from, end, p->frames.every, last, all ? p->frames.keep : 0},
                        .rows = {from, end, p->rows_table.every, last, all ? p->rows_table.keep : 0},
                        .steps = {first_step, end_step, p->steps.every, last, all ? p->steps.keep : 0},
                        .details = {from, end, p->details.every, last, all ? p->details.keep : 0},
                        .next = end};
  return SN_OK;
}
