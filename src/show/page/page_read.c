/* show/page/page_read.c -- chosen rows of series, as float32.
 * What:    rows that lie close are read in blocks, rows that lie far apart one at a time, so that a thinned page of a long
 *          run does not read all of it.
 * Tests:   tests/show/test_page.c.
 */
#include <float.h>
#include <math.h>

#include "show/page/page_private.h"

/* about a chunk of the file (results/table.c): rows in between are not read if the distance is larger */
enum { FAR_ROWS = 1024, FAR_NUMBERS = 65536 };

static unsigned long long first_multiple(const sn_selection *s)
{
  return (s->first + s->every - 1) / s->every * s->every;
}

size_t sn_selection_count(const sn_selection *s)
{
  const unsigned long long from = first_multiple(s);
  if (s->end <= s->first || s->keep > 0) {
    return s->end <= s->first ? 0 : (size_t)s->keep;
  }
  const size_t n = from < s->end ? (size_t)((s->end - 1 - from) / s->every + 1) : 0;
  return n + (s->last && (s->end - 1) % s->every != 0);
}

unsigned long long sn_selection_row(const sn_selection *s, size_t k)
{
  if (s->keep > 0) {
    return s->first + (k * (s->end - 1 - s->first) + (s->keep - 1) / 2) / (s->keep - 1);
  }
  const unsigned long long row = first_multiple(s) + k * s->every;
  return row < s->end ? row : s->end - 1;
}

sn_status sn_page_walk(const sn_page *p, sn_reader *r, const sn_series *s, const sn_selection *which,
                       void (*visit)(void *data, size_t k, const double *row), void *data, sn_error *error)
{
  const size_t n = sn_selection_count(which), width = (size_t)s->width;
  const unsigned long long apart = n > 0 ? (which->end - which->first) / n : 0;
  const int far = apart > FAR_ROWS || apart * width > FAR_NUMBERS;
  const unsigned long long span = far ? 1 : p->block_numbers / width;
  SN_REQUIRE(width <= p->block_numbers, error);
  for (size_t k = 0; k < n;) {
    const unsigned long long first = sn_selection_row(which, k);
    size_t m = k;
    while (m + 1 < n && sn_selection_row(which, m + 1) - first < span) {
      m++;
    }
    const int rows = (int)(sn_selection_row(which, m) - first) + 1;
    SN_TRY(sn_reader_read(r, s, first, rows, p->block, error));
    for (; k <= m; k++) {
      visit(data, k, p->block + (sn_selection_row(which, k) - first) * width);
    }
  }
  return SN_OK;
}

typedef struct {
  const sn_page_column *column;
  size_t stride;
  double *time;
  float *values;
} filling;

static void fill_time(void *data, size_t k, const double *row)
{
  const filling *f = data;
  f->time[k] = row[0];
}

/* A number too large for a float is infinite, as IEEE 754 says; C leaves it open. */
static float narrow(double x)
{
  return fabs(x) <= FLT_MAX || isnan(x) ? (float)x : x > 0 ? INFINITY : -INFINITY;
}

static void fill_values(void *data, size_t k, const double *row)
{
  const filling *f = data;
  const sn_page_column *c = f->column;
  float *to = f->values + k * f->stride;
  for (int i = 0; i < c->series.width; i++) {
    const int place = c->to ? c->to[i] : c->offset + i;
    if (place >= 0) {
      to[place] = narrow(row[i] - c->base);
    }
  }
}

sn_status sn_page_read(const sn_page *p, sn_reader *r, const sn_page_table *t, const sn_selection *which,
                       sn_arena *arena, sn_page_rows *out, sn_error *error)
{
  out->n = sn_selection_count(which);
  out->time = SN_NEW(arena, double, out->n);
  out->values = SN_NEW(arena, float, out->n * t->stride);
  if (!out->time || !out->values) {
    return sn_no_memory(error, "the page");
  }
  filling f = {NULL, t->stride, out->time, out->values};
  SN_TRY(sn_page_walk(p, r, &t->time, which, fill_time, &f, error));
  for (int i = 0; i < t->n; i++) {
    f.column = &t->column[i];
    SN_TRY(sn_page_walk(p, r, &f.column->series, which, fill_values, &f, error));
  }
  return SN_OK;
}
