/* lab/study/schemes.c -- spectra of `ed_paper` (BBT as printed) and `ed`, side by side.
 * What:    a grid of step sizes over the period, h/T, for the six alphas of BBT; every value comes from steps of the program
 *          (run/spectrum.h). The spectral radius up to 100 periods a step, the ratios up to 0.4, where a turn is still below pi.
 * Tests:   tests/lab/test_verb_study.c; the numbers: tests/run/test_spectrum.c.
 */
#include "lab/study/schemes.h"

#include <math.h>
#include <stdio.h>

#include "lab/study/drawing.h"
#include "lab/study/maker.h"
#include "run/spectrum.h"

enum { N_SCHEMES = 2, N_ALPHAS = 6, N_WIDE = 81, N_NEAR = 40, N_SIZES = N_WIDE + N_NEAR };
static const double alphas[N_ALPHAS] = {0, 0.2, 0.4, 0.6, 0.8, 1};
static const double turn = 6.283185307179586; /* a period, rad */

typedef struct {
  double size[N_SIZES]; /* h/T: N_WIDE evenly over decades, then N_NEAR evenly up to 0.4 */
  sn_spectrum at[N_SCHEMES][N_ALPHAS][N_SIZES];
} spectra;

static const sn_scheme *scheme_of(int k)
{
  return k == 0 ? &sn_scheme_ed_paper : &sn_scheme_ed;
}

static sn_status compute(spectra *x, sn_error *error)
{
  for (int i = 0; i < N_SIZES; i++) {
    x->size[i] = i < N_WIDE ? 0.01 * pow(10000, (double)i / (N_WIDE - 1)) : 0.4 * (i - N_WIDE + 1) / N_NEAR;
  }
  for (int k = 0; k < N_SCHEMES; k++) {
    for (int a = 0; a < N_ALPHAS; a++) {
      for (int i = 0; i < N_SIZES; i++) {
        SN_TRY(sn_spectrum_of(scheme_of(k), alphas[a], turn * x->size[i], &x->at[k][a][i], error));
      }
    }
  }
  return SN_OK;
}

static sn_status write(const spectra *x, const char *folder, sn_arena *arena, sn_error *error)
{
  sn_maker m = {.arena = arena, .rows = N_SCHEMES * N_ALPHAS * N_SIZES};
  const char **scheme = sn_maker_texts(&m, "scheme");
  double *alpha = sn_maker_numbers(&m, "alpha", "1"), *size = sn_maker_numbers(&m, "h_over_T", "1"),
         *radius = sn_maker_numbers(&m, "spectral_radius", "1"), *damping = sn_maker_numbers(&m, "damping_ratio", "1"),
         *period = sn_maker_numbers(&m, "period_error", "1");
  const char *file = sn_arena_format(arena, "%s/schemes.csv", folder);
  if (m.failed || !file) {
    return sn_no_memory(error, "the table of the schemes");
  }
  for (int row = 0; row < m.rows; row++) {
    const int i = row % N_SIZES, a = row / N_SIZES % N_ALPHAS, k = row / N_SIZES / N_ALPHAS;
    const sn_spectrum *s = &x->at[k][a][i];
    const int near = x->size[i] <= 0.4; /* beyond, a rotation may be larger than pi, which A does not show */
    scheme[row] = scheme_of(k)->name;
    alpha[row] = alphas[a];
    size[row] = x->size[i];
    radius[row] = s->radius;
    damping[row] = near ? s->damping : NAN;
    period[row] = near ? s->period : NAN;
  }
  return sn_maker_csv(file, &m, error);
}

typedef double (*quantity)(const sn_spectrum *s);
static double radius_of(const sn_spectrum *s)
{
  return s->radius;
}
static double damping_of(const sn_spectrum *s)
{
  return s->damping;
}
static double period_of(const sn_spectrum *s)
{
  return s->period;
}

/* One panel per scheme, one curve per alpha; `near` sizes on even axes, or all decades. */
static sn_status draw(const spectra *x, quantity what, int near, const char *name, const char *title, sn_drawing d,
                      sn_error *error)
{
  static const char *const labels[N_SCHEMES] = {"BBT as printed (ed_paper)", "ed"};
  static const char *const keys[N_ALPHAS] = {"alpha 0", "0.2", "0.4", "0.6", "0.8", "1"};
  const int first = near ? N_WIDE : 0, n = near ? N_NEAR : N_WIDE;
  double y[N_SIZES];
  d.log_x = !near;
  for (int k = 0; k < N_SCHEMES; k++) {
    sn_panel *p = sn_drawing_panel(&d, labels[k], "1");
    for (int a = 0; p && a < N_ALPHAS; a++) {
      for (int i = 0; i < n; i++) {
        y[i] = what(&x->at[k][a][first + i]);
      }
      sn_drawing_curve(&d, p, &(sn_drawn){keys[a], a, a, n, x->size + first, y});
    }
  }
  return sn_drawing_save(&d, name, title, "h/T", "step over period, h/T", error);
}

/* Summarises the figures at a step that users take: 20 steps per period. */
static sn_status tell(char *text, sn_error *error)
{
  const double size = 0.05;
  sn_spectrum paper, ours, none, ep;
  SN_TRY(sn_spectrum_of(&sn_scheme_ed_paper, 1, turn * size, &paper, error));
  SN_TRY(sn_spectrum_of(&sn_scheme_ed, 1, turn * size, &ours, error));
  SN_TRY(sn_spectrum_of(&sn_scheme_ed, 0, turn * size, &none, error));
  SN_TRY(sn_spectrum_of(&sn_scheme_ep, 0, turn * size, &ep, error));
  (void)snprintf(text, SN_STUDY_TEXT,
                 "20 steps per period, alpha = 1: damping ratio %.1e as printed (ed_paper), %.1e with ed.\n"
                 "Error of the period: %.1e and %.1e; alpha = 0: %.1e; ep: %.1e.\n"
                 "Both reach (1 - alpha)/(1 + alpha) of the amplitude per step far beyond the period.\n",
                 paper.damping, ours.damping, paper.period, ours.period, none.period, ep.period);
  return SN_OK;
}

sn_status sn_schemes_study(const char *folder, const char *kind, sn_arena *arena, char *text, sn_error *error)
{
  spectra *x = SN_NEW(arena, spectra, 1);
  const sn_drawing plain = {.arena = arena, .folder = folder, .kind = kind};
  if (!x) {
    return sn_no_memory(error, "the spectra of the schemes");
  }
  SN_TRY(compute(x, error));
  SN_TRY(write(x, folder, arena, error));
  SN_TRY(tell(text, error));
  SN_TRY(draw(x, radius_of, 0, "spectral_radius", "spectral radius", plain, error));
  SN_TRY(draw(x, damping_of, 1, "damping_ratio", "algorithmic damping ratio", plain, error));
  return draw(x, period_of, 1, "period_error", "relative error of the period", plain, error);
}
