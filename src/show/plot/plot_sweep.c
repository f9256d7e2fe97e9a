/* show/plot/plot_sweep.c -- the table of a sweep as curves over a parameter.
 * What:    one panel per unit, a curve for each column and for each combination of the other parameters; runs of plans that draw
 *          (hardly two with the same other parameters) are points. Over a parameter, or one column over another along it.
 * Rule:    without --against the parameter with most values is the x axis; it is logarithmic if its values span three decades.
 * Tests:   tests/cli/test_sweep_plot.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "results/columns.h"
#include "show/plot/plot_figure.h"

enum { MOST_FAMILIES = 24 };
static const double three_decades = 1000 * (1 - 1e-9);

typedef struct {
  sn_maker *m;
  const char *file;
  sn_column_table t;
  const sn_named_column *x;     /* the x axis */
  const sn_named_column *along; /* the parameter that orders a curve; NULL: the order of runs */
  int n_family, points;
  double *family; /* of each row */
  int *row;       /* rows by family, and in each along the parameter */
} sweep;

/* ---- columns */

static sn_status no_column(const sweep *s, const char *name, sn_error *error)
{
  const char **names = SN_NEW(s->m->arena, const char *, s->t.n + 1);
  if (!names) {
    return sn_plot_no_memory(error);
  }
  for (int i = 0; i < s->t.n; i++) {
    names[i] = s->t.column[i].name;
  }
  const char *near = sn_nearest(name, names, (size_t)s->t.n);
  sn_failf(error, SN_EINPUT, "The table has no column '%.80s'.", name);
  sn_error_where(error, "%s", s->file);
  if (near) {
    sn_error_fix(error, "Did you mean '%.100s'?", near);
  } else {
    sn_error_fix(error, "The first line of the .csv file has the names.");
  }
  return SN_EINPUT;
}

/* A column of numbers by its name. */
static sn_status find(const sweep *s, const char *name, const sn_named_column **out, sn_error *error)
{
  for (int i = 0; i < s->t.n; i++) {
    const sn_named_column *c = s->t.column + i;
    if (strcmp(c->name, name) == 0 && c->number) {
      *out = c;
      return SN_OK;
    }
    if (strcmp(c->name, name) == 0) {
      sn_failf(error, SN_EINPUT, "'%.80s' cannot be drawn: it has texts.", name);
      sn_error_where(error, "%s", s->file);
      sn_error_fix(error, "Name a column of numbers; each text of a parameter gets a curve of its own anyway.");
      return SN_EINPUT;
    }
  }
  return no_column(s, name, error);
}

/* ---- different values */

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Replaces numbers by their rank among the different ones, 0, 1, ...; returns the number of different ones. sorted: room for n. */
static int rank(int n, double *v, double *sorted)
{
  int different = 0;
  memcpy(sorted, v, (size_t)n * sizeof *v);
  qsort(sorted, (size_t)n, sizeof *v, by_value);
  for (int i = 0; i < n; i++) {
    if (i == 0 || sorted[i] != sorted[different - 1]) {
      sorted[different++] = sorted[i];
    }
  }
  for (int i = 0; i < n; i++) {
    const double *at = bsearch(v + i, sorted, (size_t)different, sizeof *v, by_value);
    v[i] = at ? (double)(at - sorted) : 0;
  }
  return different;
}

/* Replaces each text by its index among the different ones. */
static void rank_texts(int n, const char *const *text, double *out)
{
  for (int i = 0; i < n; i++) {
    int first = 0;
    while (strcmp(text[first], text[i]) != 0) {
      first++;
    }
    out[i] = first;
  }
}

/* Values of a column as ranks in v; how many are different. */
static int ranks_of(const sweep *s, const sn_named_column *c, double *v, double *room)
{
  if (c->number) {
    memcpy(v, c->number, (size_t)s->t.rows * sizeof *v);
  } else {
    rank_texts(s->t.rows, c->text, v);
  }
  return rank(s->t.rows, v, room);
}

/* ---- what is drawn over what */

static sn_status choose_axes(sweep *s, double *v, double *room, sn_error *error)
{
  const sn_plot_request *q = s->m->request;
  int most = 1;
  for (int i = 0; i < s->t.n; i++) {
    const sn_named_column *c = s->t.column + i;
    const int n = c->role == SN_COLUMN_PARAMETER && c->number ? ranks_of(s, c, v, room) : 0;
    if (n > most) {
      most = n;
      s->along = c;
    }
  }
  if (q->against) {
    SN_TRY(find(s, q->against, &s->x, error));
    s->along = s->x->role == SN_COLUMN_PARAMETER ? s->x : s->along;
    return SN_OK;
  }
  s->x = s->along;
  return s->x ? SN_OK : find(s, "run", &s->x, error); /* only texts were varied */
}

/* Rows with the same other parameters are a family. */
static int sort_families(sweep *s, double *v, double *room)
{
  int others = 0;
  s->n_family = 1;
  for (int i = 0; i < s->t.n; i++) {
    const sn_named_column *c = s->t.column + i;
    const int n = c->role == SN_COLUMN_PARAMETER && c != s->along ? ranks_of(s, c, v, room) : 1;
    if (n > 1) {
      for (int k = 0; k < s->t.rows; k++) {
        s->family[k] = s->family[k] * n + v[k];
      }
      s->n_family = rank(s->t.rows, s->family, room);
      others++;
    }
  }
  return others;
}

typedef struct {
  double family, x;
  int row;
} place;

static int by_place(const void *a, const void *b)
{
  const place *p = a, *q = b;
  if (p->family != q->family) {
    return p->family < q->family ? -1 : 1;
  }
  if (p->x != q->x) {
    return p->x < q->x ? -1 : 1;
  }
  return (p->row > q->row) - (p->row < q->row);
}

static sn_status order_rows(sweep *s, sn_error *error)
{
  place *p = SN_NEW(s->m->numbers, place, s->t.rows + 1);
  if (!p) {
    return sn_plot_no_memory(error);
  }
  for (int i = 0; i < s->t.rows; i++) {
    p[i] = (place){s->family[i], s->along ? s->along->number[i] : i, i};
  }
  qsort(p, (size_t)s->t.rows, sizeof *p, by_place);
  for (int i = 0; i < s->t.rows; i++) {
    s->row[i] = p[i].row;
  }
  return SN_OK;
}

static sn_status arrange(sweep *s, sn_error *error)
{
  const int n = s->t.rows;
  double *v = SN_NEW(s->m->numbers, double, n + 1), *room = SN_NEW(s->m->numbers, double, n + 1);
  s->family = SN_NEW(s->m->numbers, double, n + 1);
  s->row = SN_NEW(s->m->numbers, int, n + 1);
  if (!v || !room || !s->family || !s->row) {
    return sn_plot_no_memory(error);
  }
  SN_TRY(choose_axes(s, v, room, error));
  s->points = sort_families(s, v, room) > 0 && s->along && 2 * s->n_family > n;
  if (s->points) {
    memset(s->family, 0, (size_t)n * sizeof *s->family);
    s->n_family = 1;
  }
  if (s->n_family > MOST_FAMILIES) {
    sn_failf(error, SN_EINPUT, "There would be %d curves over '%.80s'.", s->n_family, s->x->name);
    sn_error_where(error, "%s", s->file);
    sn_error_why(error, "The other parameters have as many combinations; up to %d can be distinguished.",
                 MOST_FAMILIES);
    sn_error_fix(error, "Put another parameter on the x axis: --against NAME, or sweep over fewer values.");
    return SN_EINPUT;
  }
  return order_rows(s, error);
}

/* ---- curves */

/* "c = 0.1, scheme = ep" for the family of a row. */
static const char *family_name(const sweep *s, int row, double *v, double *room)
{
  sn_arena *arena = s->m->arena;
  const char *all = "";
  for (int i = 0; i < s->t.n && all; i++) {
    const sn_named_column *c = s->t.column + i;
    if (c->role != SN_COLUMN_PARAMETER || c == s->along || ranks_of(s, c, v, room) < 2) {
      continue;
    }
    const char *comma = all[0] ? ", " : "";
    all = c->number ? sn_arena_format(arena, "%s%s%s = %.6g", all, comma, c->name, c->number[row])
                    : sn_arena_format(arena, "%s%s%s = %s", all, comma, c->name, c->text[row]);
  }
  return all;
}

typedef struct {
  const char *name;
  int first, n; /* in s->row */
} family;

static sn_status add_curve(const sweep *s, const sn_named_column *y, const family *f, sn_error *error)
{
  SN_REQUIRE(y && f, error);
  sn_maker *m = s->m;
  double *at[2] = {SN_NEW(m->scratch, double, f->n + 1), SN_NEW(m->scratch, double, f->n + 1)};
  sn_plot_curve *c = sn_add_curve(m, sn_panel_of(m, y->unit), y->name, y->unit);
  if (!at[0] || !at[1] || !c) {
    return sn_plot_no_memory(error);
  }
  for (int i = 0; i < f->n; i++) {
    at[0][i] = s->x->number[s->row[f->first + i]];
    at[1][i] = y->number[s->row[f->first + i]];
  }
  c->as = s->points ? SN_CURVE_POINTS : SN_CURVE_MARKED;
  c->key = f->name;
  return s->x == s->along && !s->points ? sn_thin_columns(f->n, at[0], at[1], SN_PLOT_COLUMNS, m->arena, c, error)
                                        : sn_thin_path(f->n, at[0], at[1], 2 * SN_PLOT_COLUMNS, m->arena, c, error);
}

static sn_status add_column(const sweep *s, const sn_named_column *y, const family *f, sn_error *error)
{
  for (int i = 0; i < s->n_family; i++) {
    const sn_arena_mark mark = sn_arena_here(s->m->scratch);
    SN_TRY(add_curve(s, y, f + i, error));
    sn_arena_reset(s->m->scratch, mark);
  }
  return SN_OK;
}

static sn_status add_curves(const sweep *s, const family *f, sn_error *error)
{
  const sn_plot_request *q = s->m->request;
  for (int i = 0; i < q->n_channels; i++) {
    const sn_named_column *y = NULL;
    SN_TRY(find(s, q->channel[i], &y, error));
    SN_TRY(add_column(s, y, f, error));
  }
  for (int i = 0; i < s->t.n && q->n_channels == 0; i++) {
    const sn_named_column *y = s->t.column + i;
    if (y->role == SN_COLUMN_COLLECTED && y != s->x) {
      SN_TRY(add_column(s, y, f, error));
    }
  }
  return s->m->figure->n > 0 ? SN_OK
                             : sn_fail(error, SN_EINPUT, s->file, "The table has nothing to draw.",
                                       "No numbers of the runs were collected, or none except that of the x axis.",
                                       "Add --collect \"max(tip_z)\" to the sweep, or name a column.");
}

static sn_status make_families(const sweep *s, family **out, sn_error *error)
{
  family *f = SN_NEW(s->m->arena, family, s->n_family + 1);
  double *v = SN_NEW(s->m->numbers, double, s->t.rows + 1), *room = SN_NEW(s->m->numbers, double, s->t.rows + 1);
  if (!f || !v || !room) {
    return sn_plot_no_memory(error);
  }
  for (int i = 0; i < s->t.rows; i++) {
    family *mine = f + (int)s->family[s->row[i]];
    if (mine->n++ == 0) {
      mine->first = i;
      mine->name = s->n_family > 1 ? family_name(s, s->row[i], v, room) : "";
    }
    if (!mine->name) {
      return sn_plot_no_memory(error);
    }
  }
  *out = f;
  return SN_OK;
}

/* ---- colours, keys, labels */

/* One column: a colour for each family; several: a colour for each column, a dash for each family. */
static sn_status dress(const sweep *s, sn_panel *p, sn_error *error)
{
  const int n_column = p->n / s->n_family;
  sn_arena *arena = s->m->arena;
  const char *names = p->curve[0].name;
  for (int i = 0; i < p->n; i++) {
    sn_plot_curve *c = p->curve + i;
    const int column = i / s->n_family, of = i % s->n_family;
    c->colour = n_column > 1 ? column : of;
    c->dash = n_column > 1 ? of : 0;
    c->key = !c->key[0] ? c->name : n_column > 1 ? sn_arena_format(arena, "%s, %s", c->name, c->key) : c->key;
    if (i > 0 && of == 0 && names) {
      names = sn_arena_format(arena, "%s, %s", names, c->name);
    }
    if (!c->key || !names) {
      return sn_plot_no_memory(error);
    }
  }
  p->label = strlen(names) <= 40 ? names : "";
  return SN_OK;
}

static sn_status note_failures(const sweep *s, sn_error *error)
{
  int failed = 0;
  for (int i = 0; i < s->t.n; i++) {
    const sn_named_column *c = s->t.column + i;
    for (int k = 0; strcmp(c->name, "status") == 0 && c->text && k < s->t.rows; k++) {
      const sn_outcome outcome = sn_outcome_of(c->text[k]);
      failed += outcome == SN_OUTCOME_FAILED || outcome == SN_OUTCOME_CRASHED;
    }
  }
  if (failed == 0) {
    return SN_OK;
  }
  sn_panel *p = s->m->figure->panel;
  p->note = sn_arena_format(s->m->arena, "%d of %d runs failed", failed, s->t.rows);
  return p->note ? SN_OK : sn_plot_no_memory(error);
}

static int has_numbers(const sn_figure *f)
{
  for (int i = 0; i < f->n; i++) {
    for (int k = 0; k < f->panel[i].n; k++) {
      const sn_plot_curve *c = f->panel[i].curve + k;
      for (int j = 0; j < c->n; j++) {
        if (isfinite(c->y[j])) {
          return 1;
        }
      }
    }
  }
  return 0;
}

static void stretch(sn_figure *f)
{
  double lo = INFINITY, hi = -INFINITY;
  for (int i = 0; i < f->n; i++) {
    for (int k = 0; k < f->panel[i].n; k++) {
      const sn_plot_curve *c = f->panel[i].curve + k;
      for (int j = 0; j < c->n; j++) { /* a failed run is left out */
        lo = isfinite(c->y[j]) ? fmin(lo, c->x[j]) : lo;
        hi = isfinite(c->y[j]) ? fmax(hi, c->x[j]) : hi;
      }
    }
  }
  f->x = lo > 0 && hi >= three_decades * lo
             ? (sn_axis){pow(10, floor(log10(lo) + 1e-9)), pow(10, ceil(log10(hi) - 1e-9)), 1}
             : sn_axis_around(lo, hi, 0, 0.02);
  sn_axis_shown(&f->x, f->x_factor);
}

/* ---- all of it */

static sn_status check(const sn_plot_request *q, sn_error *error)
{
  const char *option = q->spectrum ? "--fft" : q->from ? "--from" : q->to ? "--to" : q->absolute ? "--absolute" : NULL;
  if (q->n_files > 1) {
    return sn_fail(error, SN_EINPUT, "command line", "The table of a sweep is drawn alone.",
                   "Its curves go over a parameter, those of results over time.", "Name one file at a time.");
  }
  if (option) {
    sn_failf(error, SN_EINPUT, "%s is for results of runs.", option);
    sn_error_where(error, "command line");
    sn_error_why(error, "%.100s is the table of a sweep: a row for each run, and no times.", q->file[0]);
    sn_error_fix(error, "Leave it out; --against NAME chooses the x axis.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status check_table(const sweep *s, sn_error *error)
{
  int parameters = 0;
  for (int i = 0; i < s->t.n; i++) {
    parameters += s->t.column[i].role == SN_COLUMN_PARAMETER;
  }
  if (parameters == 0) {
    return sn_fail(error, SN_EINPUT, s->file, "The table does not say which columns are parameters.",
                   "It was made by an older version, or by something else.",
                   "Call the same `sinew sweep` again: it writes the table anew and repeats no run.");
  }
  if (s->t.rows < 2) {
    return sn_fail(error, SN_EINPUT, s->file, "There is nothing to draw a curve of.",
                   s->t.rows == 0 ? "The table has no runs." : "The table has one run.",
                   "Sweep over more values: --set k=1e3,2e3,5e3.");
  }
  return SN_OK;
}

sn_status sn_figure_of_sweep(sn_maker *m, sn_error *error)
{
  sweep s = {.m = m, .file = m->request->file[0]};
  family *f = NULL;
  SN_TRY(check(m->request, error));
  SN_TRY(sn_columns_read(s.file, SN_SWEEP_GROUP, m->arena, &s.t, error));
  SN_TRY(check_table(&s, error));
  SN_TRY(arrange(&s, error));
  SN_TRY(make_families(&s, &f, error));
  SN_TRY(add_curves(&s, f, error));
  if (!has_numbers(m->figure)) {
    return sn_fail(error, SN_EINPUT, s.file, "No run has numbers to draw.",
                   "They failed, or what was collected never happened.", "The column `message` of the .csv says why.");
  }
  m->figure->usual = 0;
  m->figure->x_name = s.x->name;
  m->figure->x_label = s.x->name;
  m->x_unit = s.x->unit;
  for (int i = 0; i < m->figure->n; i++) {
    SN_TRY(dress(&s, m->figure->panel + i, error));
  }
  SN_TRY(note_failures(&s, error));
  SN_TRY(sn_figure_finish(m, error));
  stretch(m->figure);
  return SN_OK;
}
