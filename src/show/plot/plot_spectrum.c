/* show/plot/plot_spectrum.c -- the amplitude spectrum of a channel as a curve.
 * What:    mean removed, Hann window, amplitudes corrected for it (math/fft.h). Rows at uneven times are brought onto even
 *          ones first. The frequencies that will be seen are thinned apart from the others.
 * Limits:  of very many rows a few at the end, where the window is zero, are left out to reach a length with small factors.
 * Tests:   tests/show/test_plot.c, tests/math/test_fft.c.
 */
#include <math.h>
#include <string.h>

#include "math/fft.h"
#include "show/plot/plot_figure.h"

enum { LONG = 1 << 17 }; /* rows: from here on the length is chosen */

static const double widen_peak = 1.3; /* a spectrum is shown up to here, beyond its last peak */

/* The visible end of a spectrum: beyond it, no amplitude reaches 1/500 of the largest. */
static double last_peak(int n, const double *frequency, const double *amplitude)
{
  double largest = 0, last = 0;
  for (int i = 0; i < n; i++) {
    largest = fmax(largest, amplitude[i]);
  }
  for (int i = 0; i < n; i++) {
    last = amplitude[i] > largest / 500 ? fmax(last, frequency[i]) : last;
  }
  return last;
}

/* Peaks usually lie at the low end of a long axis: the part that will be shown has points of its own. */
static sn_status thin_spectrum(const sn_maker *m, int n, const double *frequency, const double *amplitude,
                               sn_plot_curve *out, sn_error *error)
{
  sn_plot_curve low, high;
  const double end = widen_peak * last_peak(n, frequency, amplitude);
  int cut = 0;
  while (cut < n && frequency[cut] <= end) {
    cut++;
  }
  SN_TRY(sn_thin_columns(cut, frequency, amplitude, SN_PLOT_COLUMNS, m->scratch, &low, error));
  SN_TRY(sn_thin_columns(n - cut, frequency + cut, amplitude + cut, SN_PLOT_COLUMNS / 4, m->scratch, &high, error));
  double *x = SN_NEW(m->arena, double, low.n + high.n), *y = SN_NEW(m->arena, double, low.n + high.n);
  if (!x || !y) {
    return sn_plot_no_memory(error);
  }
  memcpy(x, low.x, (size_t)low.n * sizeof *x);
  memcpy(y, low.y, (size_t)low.n * sizeof *y);
  memcpy(x + low.n, high.x, (size_t)high.n * sizeof *x);
  memcpy(y + low.n, high.y, (size_t)high.n * sizeof *y);
  out->n = low.n + high.n;
  out->x = x;
  out->y = y;
  return SN_OK;
}

sn_status sn_add_spectrum(sn_maker *m, sn_whole *w, int k, sn_error *error)
{
  double step, *even = SN_NEW(m->scratch, double, w->n), *t = SN_NEW(m->scratch, double, w->n);
  int moved = 0;
  if (!even || !t) {
    return sn_plot_no_memory(error);
  }
  memcpy(t, w->t, (size_t)w->n * sizeof *t);
  int n = sn_even(w->n, t, w->value[k], even, &step, &moved);
  if (n < 4) {
    sn_failf(error, SN_EINPUT, "'%.100s' has too few rows for a spectrum.", w->name[k]);
    sn_error_where(error, "%s", m->request->file[m->file]);
    sn_error_why(error, "There are %d rows with numbers; a spectrum needs at least 4.", n);
    sn_error_fix(error, "Run longer, or plot it over time.");
    return SN_EINPUT;
  }
  n = n > LONG ? (int)sn_fft_good_length((size_t)n) : n; /* leaves out a few rows where the window is zero anyway */
  double *frequency = SN_NEW(m->scratch, double, n), *amplitude = SN_NEW(m->scratch, double, n);
  sn_plot_curve *c = sn_add_curve(m, sn_panel_of(m, w->unit), w->name[k], w->unit);
  if (!frequency || !amplitude || !c) {
    return sn_plot_no_memory(error);
  }
  SN_TRY(sn_spectrum((size_t)n, even, step, frequency, amplitude, m->scratch, error));
  m->interpolated |= moved;
  return thin_spectrum(m, n / 2 + 1, frequency, amplitude, c, error);
}

/* The x axis of a spectrum: up to the end of what can be seen, and says so. */
sn_status sn_cut_spectrum(sn_maker *m, sn_error *error)
{
  sn_figure *f = m->figure;
  const double whole = f->x.hi;
  double last = 0;
  for (int i = 0; i < f->n; i++) {
    for (int k = 0; k < f->panel[i].n; k++) {
      const sn_plot_curve *c = &f->panel[i].curve[k];
      last = fmax(last, widen_peak * last_peak(c->n, c->x, c->y));
    }
  }
  if (last > 0 && last < 0.8 * whole) {
    f->x.hi = last;
    f->x_label = sn_arena_format(m->arena, "frequency (beyond, up to %.6g Hz, all is below 0.2 %% of the peak)", whole);
  }
  return f->x_label ? SN_OK : sn_plot_no_memory(error);
}
