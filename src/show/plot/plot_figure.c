/* show/plot/plot_figure.c -- a request becomes a figure: curves of several files and channels, sorted into panels by unit.
 * What:    one panel per unit, in the order in which units appear; panels share the x axis. Same colour per channel, another
 *          dash per file; if a panel shows only one channel of several files, another colour per file as well.
 * Limits:  memory for one channel at a time (all its rows), and thinned curves for the rest.
 * Tests:   tests/show/test_plot.c.
 */
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "results/columns.h"
#include "show/plot/plot_figure.h"

enum { CELLS = 2000 };

sn_status sn_plot_no_memory(sn_error *error)
{
  return sn_no_memory(error, "the figure");
}

/* ---- panels and curves */

sn_panel *sn_panel_of(sn_maker *m, const char *unit)
{
  sn_figure *f = m->figure;
  for (int i = 0; i < f->n; i++) {
    if (strcmp(f->panel[i].unit, unit) == 0) {
      return &f->panel[i];
    }
  }
  return sn_add_panel(m, unit);
}

sn_panel *sn_add_panel(sn_maker *m, const char *unit)
{
  sn_figure *f = m->figure;
  sn_panel *grown = sn_arena_grow(m->arena, f->panel, (size_t)f->n, (size_t)f->n + 1, sizeof *grown);
  if (!grown) {
    return NULL;
  }
  f->panel = grown;
  f->panel[f->n] = (sn_panel){.unit = unit, .factor = 1, .label = "", .note = "", .weight = 1};
  return &f->panel[f->n++];
}

sn_plot_curve *sn_add_curve(sn_maker *m, sn_panel *p, const char *name, const char *unit)
{
  sn_plot_curve *grown = p ? sn_arena_grow(m->arena, p->curve, (size_t)p->n, (size_t)p->n + 1, sizeof *grown) : NULL;
  if (!grown) {
    return NULL;
  }
  p->curve = grown;
  p->curve[p->n] = (sn_plot_curve){.name = name, .unit = unit, .file = m->file};
  return &p->curve[p->n++];
}

/* ---- what is drawn of a channel: over time, over another channel, or its spectrum */

static sn_status add_against(sn_maker *m, const sn_whole *w, int k, const sn_whole *x, sn_error *error)
{
  if (!w->time || !x->time || strcmp(w->time, x->time) != 0) {
    sn_failf(error, SN_EINPUT, "'%.80s' cannot be drawn against '%.80s'.", w->name[k], x->name[0]);
    sn_error_where(error, "%s", m->request->file[m->file]);
    sn_error_why(error, "One is known at every step, the other at the stored times.");
    sn_error_fix(error, "Choose two channels, or two series of steps/.");
    return SN_EINPUT;
  }
  sn_plot_curve *c = sn_add_curve(m, sn_panel_of(m, w->unit), w->name[k], w->unit);
  if (!c) {
    return sn_plot_no_memory(error);
  }
  return sn_thin_path(w->n, x->value[0], w->value[k], CELLS, m->arena, c, error);
}

static sn_status add_over_time(sn_maker *m, const sn_whole *w, int k, sn_error *error)
{
  sn_plot_curve *c = sn_add_curve(m, sn_panel_of(m, w->unit), w->name[k], w->unit);
  return c ? sn_thin_columns(w->n, w->t, w->value[k], SN_PLOT_COLUMNS, m->arena, c, error) : sn_plot_no_memory(error);
}

/* The rows between two times; what is drawn of each other's rows stays together. */
static sn_status cut(const sn_maker *m, sn_whole *w, sn_error *error)
{
  const sn_plot_request *q = m->request;
  int first = 0, end = w->n;
  while (first < end && q->from && w->t[first] < *q->from) {
    first++;
  }
  while (end > first && q->to && w->t[end - 1] > *q->to) {
    end--;
  }
  if (w->n > 0 && end - first < 2 && (q->from || q->to)) {
    sn_failf(error, SN_EINPUT, "There are no two rows of '%.80s' between these times.", w->name[0]);
    sn_error_where(error, "%s", q->file[m->file]);
    sn_error_why(error, "Its rows go from %.9g to %.9g s.", w->t[0], w->t[w->n - 1]);
    sn_error_fix(error, "Choose --from and --to between them.");
    return SN_EINPUT;
  }
  w->t += first;
  w->n = end - first;
  for (int k = 0; k < w->n_parts; k++) {
    w->value[k] += first;
  }
  return SN_OK;
}

static sn_status read_against(sn_maker *m, sn_reader *r, sn_whole *x, sn_error *error)
{
  const sn_plot_request *q = m->request;
  SN_TRY(sn_whole_read(r, q->file[m->file], q->against, m->arena, m->numbers, x, error));
  SN_TRY(cut(m, x, error));
  if (x->n_parts != 1) {
    sn_failf(error, SN_EINPUT, "'%.80s' is a vector; the x axis needs one number.", q->against);
    sn_error_where(error, "command line");
    sn_error_fix(error, "Name a component, e.g. --against %s.", x->name[0]);
    return SN_EINPUT;
  }
  m->figure->x_name = x->name[0];
  m->x_unit = x->unit[0] ? x->unit : "1";
  m->figure->x_label = x->name[0];
  return SN_OK;
}

static sn_status add_file(sn_maker *m, sn_reader *r, sn_error *error)
{
  const sn_plot_request *q = m->request;
  sn_whole x = {0};
  if (q->against) {
    SN_TRY(read_against(m, r, &x, error));
  }
  for (int i = 0; i < q->n_channels; i++) {
    sn_whole w;
    const sn_arena_mark mark = sn_arena_here(m->scratch);
    SN_TRY(sn_whole_read(r, q->file[m->file], q->channel[i], m->arena, m->scratch, &w, error));
    SN_TRY(cut(m, &w, error));
    for (int k = 0; k < w.n_parts; k++) {
      SN_TRY(q->spectrum  ? sn_add_spectrum(m, &w, k, error)
             : q->against ? add_against(m, &w, k, &x, error)
                          : add_over_time(m, &w, k, error));
    }
    sn_arena_reset(m->scratch, mark);
  }
  return SN_OK;
}

/* ---- colours, keys, labels, ranges */

static int names_before(const sn_panel *p, int i)
{
  int n = 0;
  for (int j = 0; j < i; j++) {
    int seen = 0;
    for (int k = 0; k < j && !seen; k++) {
      seen = strcmp(p->curve[k].name, p->curve[j].name) == 0;
    }
    n += !seen;
  }
  return n;
}

static sn_status dress(sn_maker *m, sn_panel *p, sn_error *error)
{
  const sn_plot_request *q = m->request;
  const int several = q->n_files > 1, n_names = names_before(p, p->n);
  for (int i = 0; i < p->n; i++) {
    sn_plot_curve *c = &p->curve[i];
    int same = 0;
    while (strcmp(p->curve[same].name, c->name) != 0) {
      same++;
    }
    c->dash = several ? c->file : 0;
    if (several && n_names == 1) {
      c->colour = c->file;
    } else if (!m->figure->usual) { /* the usual curves have colours of their own */
      c->colour = names_before(p, same);
    }
    const char *file = several ? sn_file_title(q->file, q->n_files, c->file, m->arena) : "";
    const int only_file = m->figure->usual && n_names == 1; /* the label says what it is */
    c->key = !several ? c->name : only_file || !file ? file : sn_arena_format(m->arena, "%s: %s", file, c->name);
    if (!c->key) {
      return sn_plot_no_memory(error);
    }
  }
  return SN_OK;
}

/* Label of a panel: "tip" for tip_x and tip_y (the common part of all names, up to a component); else all names if they are short. */
static const char *common_name(const sn_panel *p, sn_arena *arena)
{
  char *stem = sn_arena_text(arena, p->curve[0].name), *all = stem;
  char *cut = stem ? strrchr(stem, '_') : NULL;
  int same = 1, stems = cut != NULL && cut != stem, n = 1;
  for (int i = 1; i < p->n && all; i++) {
    const char *name = p->curve[i].name;
    same = same && strcmp(name, p->curve[0].name) == 0;
    stems = stems && strncmp(name, stem, (size_t)(cut - stem) + 1) == 0 && strlen(name) == strlen(p->curve[0].name);
    int seen = 0;
    for (int j = 0; j < i && !seen; j++) {
      seen = strcmp(p->curve[j].name, name) == 0;
    }
    if (!seen) {
      all = sn_arena_format(arena, "%s, %s", all, name);
      n++;
    }
  }
  if (!same && stems && stem) {
    *cut = '\0';
    return stem;
  }
  return !all ? NULL : n == 1 || strlen(all) <= 24 ? all : "";
}

static sn_status label(sn_maker *m, sn_panel *p, sn_error *error)
{
  const char *name = common_name(p, m->arena);
  const char *of = m->request->spectrum ? (name && name[0] ? "amplitude of " : "amplitude") : "";
  p->label = name ? sn_arena_format(m->arena, "%s%s", of, name) : NULL;
  return p->label ? SN_OK : sn_plot_no_memory(error);
}

/* ---- units of axes */

void sn_axis_shown(sn_axis *a, double factor)
{
  a->lo /= factor;
  a->hi /= factor;
}

/* Logarithmic axes span many sizes: they stay in the unit of the result. */
static double size_of(const sn_axis *a)
{
  return a->log ? 0 : fmax(fabs(a->lo), fabs(a->hi));
}

/* "tip" -> "tip [mm]", and the factor of mm. */
static sn_status show_unit(sn_maker *m, const char *unit, double size, const char **label, double *factor,
                           sn_error *error)
{
  const sn_engineering e = sn_engineering_unit(unit, size);
  *factor = e.factor;
  if (e.unit[0]) {
    *label = sn_arena_format(m->arena, "%s%s[%s]", *label, (*label)[0] ? " " : "", e.unit);
  }
  return *label ? SN_OK : sn_plot_no_memory(error);
}

static sn_status show_units(sn_maker *m, sn_error *error)
{
  sn_figure *f = m->figure;
  const double both = f->equal ? fmax(size_of(&f->x), size_of(&f->panel[0].y)) : 0;
  SN_TRY(show_unit(m, m->x_unit, fmax(both, size_of(&f->x)), &f->x_label, &f->x_factor, error));
  sn_axis_shown(&f->x, f->x_factor);
  for (int i = 0; i < f->n; i++) {
    sn_panel *p = f->panel + i;
    const char *unit = p->unit[0] || p->whole ? p->unit : "1";
    SN_TRY(show_unit(m, unit, fmax(both, size_of(&p->y)), &p->label, &p->factor, error));
    sn_axis_shown(&p->y, p->factor);
  }
  return SN_OK;
}

/* Widens lo..hi by the x or y values of a panel. */
static void widen(const sn_panel *p, int of_x, double *lo, double *hi)
{
  for (int i = 0; i < p->n; i++) {
    const double *v = of_x ? p->curve[i].x : p->curve[i].y;
    for (int k = 0; k < p->curve[i].n; k++) {
      if (isfinite(v[k])) {
        *lo = fmin(*lo, v[k]);
        *hi = fmax(*hi, v[k]);
      }
    }
  }
}

/* Sizes on a logarithmic axis of at most eight decades: smaller ones are left out. Returns the smallest that is drawn. */
static double for_log(sn_panel *p, double largest)
{
  const double least = 1e-8 * largest;
  double lo = largest;
  for (int i = 0; i < p->n; i++) {
    sn_plot_curve *c = &p->curve[i];
    double *y = (double *)c->y; /* a copy in this figure, which may be thinned */
    for (int k = 0; k < c->n; k++) {
      y[k] = fabs(y[k]) > least ? fabs(y[k]) : NAN;
      lo = y[k] < lo ? y[k] : lo;
    }
  }
  return lo;
}

/* A path along one axis hardly leaves it: the range across is then a tenth of the other, not that of a constant. */
static void keep_thin(sn_axis *a, double lo, double hi, double larger)
{
  if (larger > 0 && hi - lo < 0.1 * larger) {
    *a = (sn_axis){0.5 * (lo + hi) - 0.05 * larger, 0.5 * (lo + hi) + 0.05 * larger, 0};
  }
}

sn_status sn_figure_finish(sn_maker *m, sn_error *error)
{
  sn_figure *f = m->figure;
  double x_lo = INFINITY, x_hi = -INFINITY;
  if (f->usual) {
    SN_TRY(sn_drop_empty(m, error));
  }
  for (int i = 0; i < f->n; i++) {
    sn_panel *p = &f->panel[i];
    double lo = INFINITY, hi = -INFINITY;
    if (p->n > 0 && !p->curve[0].key) {
      SN_TRY(dress(m, p, error));
    }
    if (!p->label[0]) {
      SN_TRY(label(m, p, error));
    }
    widen(p, 1, &x_lo, &x_hi);
    widen(p, 0, &lo, &hi);
    if (m->request->log && !f->usual && fmax(fabs(lo), fabs(hi)) > 0) {
      hi = fmax(fabs(lo), fabs(hi));
      lo = for_log(p, hi);
      p->y.log = 1;
    }
    p->from_zero = (p->from_zero || m->request->spectrum) && hi > 0 && !p->y.log;
    p->y = sn_axis_around(p->from_zero ? 0 : lo, hi, p->y.log, 0.05);
    p->y.lo = p->from_zero ? 0 : p->y.lo;
  }
  f->x = sn_axis_around(x_lo, x_hi, 0, m->request->against ? 0.05 : 0);
  f->equal = m->request->against && f->n == 1 && strcmp(m->x_unit, "m") == 0 && strcmp(f->panel[0].unit, "m") == 0;
  if (m->request->spectrum && !m->request->log) {
    SN_TRY(sn_cut_spectrum(m, error));
  }
  if (f->equal) {
    double lo = INFINITY, hi = -INFINITY;
    widen(&f->panel[0], 0, &lo, &hi);
    const double larger = fmax(x_hi - x_lo, hi - lo);
    keep_thin(&f->x, x_lo, x_hi, larger);
    keep_thin(&f->panel[0].y, lo, hi, larger);
  }
  return show_units(m, error);
}

static sn_status add_all(sn_maker *m, sn_error *error)
{
  const sn_plot_request *q = m->request;
  for (m->file = 0; m->file < q->n_files; m->file++) {
    sn_reader *r = NULL;
    const sn_arena_mark mark = sn_arena_here(m->numbers);
    sn_status status = sn_reader_open(q->file[m->file], m->arena, &r, error);
    if (status == SN_OK) {
      status = q->n_channels > 0 ? add_file(m, r, error) : sn_add_usual(m, r, error);
    }
    sn_reader_close(r);
    sn_arena_reset(m->numbers, mark);
    SN_TRY(status);
  }
  if (q->spectrum) {
    m->figure->title = m->interpolated
                           ? "amplitude spectrum, one-sided: mean removed, Hann window (amplitude "
                             "corrected), rows interpolated onto even times"
                           : "amplitude spectrum, one-sided: mean removed, Hann window (amplitude corrected)";
  }
  return sn_figure_finish(m, error);
}

sn_status sn_figure_make(const sn_plot_request *request, sn_arena *arena, sn_figure *out, sn_error *error)
{
  const int is_sweep = sn_columns_has(request->file[0], SN_SWEEP_GROUP);
  *out = (sn_figure){.title = "",
                     .x_name = request->spectrum ? "frequency" : "t",
                     .x_label = request->spectrum ? "frequency" : "time",
                     .x_factor = 1,
                     .usual = request->n_channels == 0};
  if (request->n_channels == 0 && !is_sweep && (request->against || request->spectrum)) {
    return sn_fail(error, SN_EINPUT, "command line", "No channel is named.",
                   "--against and --fft need to know what to draw.", "Name one, e.g. sinew plot FILE.h5 tip_z --fft.");
  }
  if (request->against && request->spectrum) {
    return sn_fail(error, SN_EINPUT, "command line", "--against and --fft exclude each other.",
                   "The x axis of a spectrum is the frequency.", "Leave one of them out.");
  }
  sn_maker m = {.request = request, .figure = out, .arena = arena, .x_unit = request->spectrum ? "Hz" : "s"};
  m.scratch = sn_arena_new(NULL); /* memory for whole series that are needed only for a short time */
  m.numbers = sn_arena_new(NULL);
  const sn_status status =
      m.scratch && m.numbers ? (is_sweep ? sn_figure_of_sweep : add_all)(&m, error) : sn_plot_no_memory(error);
  sn_arena_free(m.scratch);
  sn_arena_free(m.numbers);
  return status;
}
