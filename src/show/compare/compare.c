/* show/compare/compare.c -- how far the channels of two results are apart.
 * What:    both are compared at the stored times of the coarser one, where the other is interpolated if it has no row there.
 *          A difference is judged by the largest magnitude of the whole quantity: of the vector, not of a component that is
 *          nearly zero; an energy by the scale of the run's energies, since a sum of them may be nearly zero.
 * Limits:  interpolation is cubic: its own error is of order 4 in the finer run's row distance.
 * Tests:   tests/show/test_compare.c, tests/cli/test_plot_compare.c.
 */
#include "show/compare/compare.h"

#include <math.h>
#include <string.h>

#include "show/plot/series.h"

static const char *const energies[] = {"energy/kinetic", "energy/strain",      "energy/potential", "energy/total",
                                       "energy/work",    "energy/dissipation", "energy/numerical"};
enum { N_ENERGIES = sizeof energies / sizeof *energies };

typedef struct {
  const sn_compare_request *request;
  sn_comparison *out;
  sn_reader *reader[2];
  sn_arena *arena, *scratch;
} work;

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the comparison");
}

/* Adds a pointer-sized entry to a list of names. */
static sn_status add_name(const char ***list, int *n, const char *name, sn_arena *arena, sn_error *error)
{
  const char **grown = sn_arena_grow(arena, *list, (size_t)*n, (size_t)*n + 1, sizeof *grown);
  const char *copy = sn_arena_text(arena, name);
  if (!grown || !copy) {
    return no_memory(error);
  }
  grown[(*n)++] = copy;
  *list = grown;
  return SN_OK;
}

/* ---- one channel */

/* Times that both have: rows first..last of each. */
typedef struct {
  double from, to;
  int first[2], last[2], coarser;
} common;

static int rows_in(const common *c, int k)
{
  return c->last[k] - c->first[k] + 1;
}

static int find_common(const sn_whole w[2], common *c)
{
  c->from = fmax(w[0].t[0], w[1].t[0]);
  c->to = fmin(w[0].t[w[0].n - 1], w[1].t[w[1].n - 1]);
  const double slack = 1e-9 * fmax(fabs(c->from), fabs(c->to)); /* times are sums of steps: round-off */
  for (int k = 0; k < 2; k++) {
    c->first[k] = 0;
    c->last[k] = w[k].n - 1;
    while (c->first[k] < w[k].n && w[k].t[c->first[k]] < c->from - slack) {
      c->first[k]++;
    }
    while (c->last[k] >= 0 && w[k].t[c->last[k]] > c->to + slack) {
      c->last[k]--;
    }
  }
  c->coarser = rows_in(c, 1) < rows_in(c, 0);
  if (rows_in(c, c->coarser) <= 0) { /* all rows of one lie between two rows of the other */
    c->coarser = 1 - c->coarser;
  }
  return rows_in(c, c->coarser) > 0;
}

/* Value of the finer run at a time of the coarser one: of its own row, if it has one at that time. */
static double value_at(const sn_whole *w, int part, double t, int *hint, int *between)
{
  const double at = sn_cubic_at(w->n, w->t, w->value[part], t, hint); /* also moves the hint to the row before t */
  const int next = *hint + 1 < w->n ? *hint + 1 : *hint;
  const double slack = 1e-6 * (w->t[next] - w->t[*hint]);
  *between = 0;
  if (fabs(t - w->t[*hint]) <= slack) {
    return w->value[part][*hint];
  }
  if (fabs(t - w->t[next]) <= slack) {
    return w->value[part][next];
  }
  *between = 1;
  return at;
}

static double distance(double a, double b)
{
  if (a == b || (isnan(a) && isnan(b))) {
    return 0;
  }
  return isfinite(a) && isfinite(b) ? fabs(a - b) : INFINITY;
}

static void compare_part(const sn_whole w[2], int part, const common *c, sn_difference *d)
{
  const int i = c->coarser, j = 1 - i;
  int hint = 0, between;
  for (int row = c->first[i]; row <= c->last[i]; row++) {
    const double t = w[i].t[row], a = w[i].value[part][row], b = value_at(&w[j], part, t, &hint, &between);
    const double apart = distance(a, b);
    if (apart > d->largest || row == c->first[i]) {
      d->largest = apart;
      d->at = t;
    }
    d->scale = isfinite(a) ? fmax(d->scale, fabs(a)) : d->scale;
    d->scale = isfinite(b) ? fmax(d->scale, fabs(b)) : d->scale;
    d->interpolated += between;
    d->end[i] = a;
    d->end[j] = b;
  }
}

/* All components of one channel have one scale. */
static void judge(sn_comparison *out, sn_difference *d, int n)
{
  double scale = strcmp(d->unit, "J") == 0 ? out->energy_scale : 0;
  for (int i = 0; i < n; i++) {
    scale = fmax(scale, d[i].scale);
  }
  for (int i = 0; i < n; i++) {
    d[i].scale = scale;
    d[i].relative = d[i].largest == 0 ? 0 : scale > 0 ? d[i].largest / scale : INFINITY;
    if (d[i].relative > out->worst || !out->worst_name) {
      out->worst = d[i].relative;
      out->worst_name = d[i].name;
    }
  }
}

static sn_status no_common_time(const work *k, const sn_whole w[2], sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The two runs have no time in common.");
  sn_error_where(error, "%s and %s", k->request->file[0], k->request->file[1]);
  sn_error_why(error, "One goes from %g to %g s, the other from %g to %g s.", w[0].t[0], w[0].t[w[0].n - 1], w[1].t[0],
               w[1].t[w[1].n - 1]);
  sn_error_fix(error, "Compare runs that overlap.");
  return SN_EINPUT;
}

static void note_times(sn_comparison *out, const common *c)
{
  if (rows_in(c, c->coarser) > out->rows) {
    out->rows = rows_in(c, c->coarser);
    out->first = c->from;
    out->last = c->to;
    out->coarser = c->coarser;
  }
}

static sn_status compare_channel(work *k, const char *name, sn_error *error)
{
  sn_comparison *out = k->out;
  sn_whole w[2];
  common c;
  const sn_arena_mark mark = sn_arena_here(k->scratch);
  for (int i = 0; i < 2; i++) {
    SN_TRY(sn_whole_read(k->reader[i], k->request->file[i], name, k->arena, k->scratch, &w[i], error));
  }
  if (w[0].n_parts != w[1].n_parts || strcmp(w[0].unit, w[1].unit) != 0) {
    sn_arena_reset(k->scratch, mark);
    return add_name(&out->unlike, &out->n_unlike, name, k->arena, error);
  }
  if (!find_common(w, &c)) {
    return no_common_time(k, w, error);
  }
  sn_difference *grown =
      sn_arena_grow(k->arena, out->difference, (size_t)out->n, (size_t)out->n + (size_t)w[0].n_parts, sizeof *grown);
  if (!grown) {
    return no_memory(error);
  }
  sn_difference *first = grown + out->n;
  out->difference = grown;
  for (int part = 0; part < w[0].n_parts; part++) {
    sn_difference *d = &out->difference[out->n++];
    *d = (sn_difference){.name = w[0].name[part], .unit = w[0].unit};
    compare_part(w, part, &c, d);
    out->interpolated = d->interpolated > out->interpolated ? d->interpolated : out->interpolated;
  }
  judge(out, first, w[0].n_parts);
  note_times(out, &c);
  sn_arena_reset(k->scratch, mark);
  return add_name(&out->channel, &out->n_channels, name, k->arena, error);
}

/* ---- all of them */

static int has_channel(const sn_reader *r, const char *name)
{
  for (int i = 0; i < sn_reader_channels(r); i++) {
    if (strcmp(sn_reader_channel(r, i)->name, name) == 0) {
      return 1;
    }
  }
  return 0;
}

static sn_status compare_usual(work *k, sn_error *error)
{
  sn_comparison *out = k->out;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < sn_reader_channels(k->reader[i]); j++) {
      const char *name = sn_reader_channel(k->reader[i], j)->name;
      if (!has_channel(k->reader[1 - i], name)) {
        SN_TRY(add_name(&out->only[i], &out->n_only[i], name, k->arena, error));
      } else if (i == 0) {
        SN_TRY(compare_channel(k, name, error));
      }
    }
  }
  for (int i = 0; i < N_ENERGIES; i++) {
    SN_TRY(compare_channel(k, energies[i], error));
  }
  return SN_OK;
}

static sn_status compare(work *k, sn_error *error)
{
  for (int i = 0; i < 2; i++) {
    SN_TRY(sn_reader_open(k->request->file[i], k->arena, &k->reader[i], error));
  }
  SN_TRY(sn_compare_runs(k->reader, k->arena, k->out, error));
  for (int i = 0; i < k->request->n_channels; i++) {
    SN_TRY(compare_channel(k, k->request->channel[i], error));
  }
  if (k->request->n_channels == 0) {
    SN_TRY(compare_usual(k, error));
  }
  return SN_OK;
}

int sn_comparison_fails(const sn_comparison *c, double tolerance)
{
  return !isnan(tolerance) && (c->worst > tolerance || c->n_unlike > 0 || c->gap);
}

sn_status sn_compare(const sn_compare_request *request, sn_arena *arena, sn_comparison *out, sn_error *error)
{
  *out = (sn_comparison){.file = {request->file[0], request->file[1]}};
  work k = {.request = request, .out = out, .arena = arena, .scratch = sn_arena_new(NULL)};
  const sn_status status = k.scratch ? compare(&k, error) : no_memory(error);
  sn_reader_close(k.reader[0]);
  sn_reader_close(k.reader[1]);
  sn_arena_free(k.scratch);
  return status;
}
