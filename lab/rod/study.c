/* lab/rod/study.c -- the runs of a study, and what a right-hand side costs.
 * What:    see lab/rod/study.h.
 * Limits:  times are processor times of this machine: trust ratios. Runs that would need a dense Jacobian of too many unknowns
 *          are left out.
 * Tests:   tests/lab/test_study.c.
 */
#include "lab/rod/study.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static const double tolerances[SN_STUDY_TOLERANCES] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
const int sn_study_size[SN_STUDY_SIZES] = {10, 25, 50, 100, 200, 400, 800, 1600, 3200};
const char *const sn_study_form[SN_STUDY_FORMS] = {
    "absolute, tridiagonal", "absolute, band",     "relative, recursion", "relative, residual",
    "relative, dense",       "mixed, elimination", "mixed, band"};
enum { DENSE = 4, MOST_DENSE = 800 }; /* the form that costs too much for many elements */

const sn_study_variant sn_study_variants[] = {{"absolute", SN_ROD_ABSOLUTE, "bdf", 0},
                                              {"absolute, stabilised", SN_ROD_ABSOLUTE, "bdf", 20},
                                              {"relative", SN_ROD_RELATIVE, "bdf", 0},
                                              {"mixed", SN_ROD_MIXED, "bdf", 20},
                                              {"mixed, printed", SN_ROD_MIXED_PRINTED, "bdf", 0},
                                              {"absolute", SN_ROD_ABSOLUTE, "dormand_prince", 0},
                                              {"relative", SN_ROD_RELATIVE, "dormand_prince", 0},
                                              {"mixed", SN_ROD_MIXED, "dormand_prince", 20},
                                              {"mixed, printed", SN_ROD_MIXED_PRINTED, "dormand_prince", 0},
                                              {"relative", SN_ROD_RELATIVE, "adams", 0},
                                              {"absolute", SN_ROD_ABSOLUTE, "dae", 0},
                                              {"absolute", SN_ROD_ABSOLUTE, "dae_index1", 0},
                                              {"relative", SN_ROD_RELATIVE, "dae", 0},
                                              {0}};

static sn_rod_options options(const sn_study *s, const sn_study_variant *v, double tolerance)
{
  return (sn_rod_options){.formulation = v->formulation,
                          .integrator = sn_rod_integrator_named(v->integrator),
                          .relative = tolerance,
                          .absolute = tolerance,
                          .stabilise = v->stabilise,
                          .duration = s->duration,
                          .store = s->duration,
                          .cpu_limit = s->cpu_limit};
}

sn_status sn_study_plan(sn_study *s, sn_arena *arena, sn_error *error)
{
  int variants = 0;
  while (sn_study_variants[variants].label) {
    variants++;
  }
  s->n_tau = s->rod->tau > 0 ? 2 : 1;
  s->tau[0] = s->rod->tau;
  s->row = SN_NEW(arena, sn_study_row, variants * SN_STUDY_TOLERANCES * 2);
  if (!s->row) {
    return sn_no_memory(error, "the study");
  }
  for (int k = 0; k < s->n_tau; k++) {
    for (int v = 0; v < variants; v++) {
      for (int i = 0; i < SN_STUDY_TOLERANCES; i++) {
        const sn_rod_options o = options(s, sn_study_variants + v, tolerances[i]);
        if (sn_rod_check(s->rod, &o, NULL) == SN_OK) {
          s->row[s->n_row++] = (sn_study_row){.variant = v, .tau = s->tau[k], .tolerance = tolerances[i]};
        }
      }
    }
  }
  return SN_OK;
}

/* ---- runs */

typedef struct {
  int n;
  double tip[2];
} last;

static sn_status keep_tip(void *data, const sn_rod_row *r, sn_error *error)
{
  last *x = data;
  (void)error;
  x->tip[0] = r->p[4 * x->n - 2];
  x->tip[1] = r->p[4 * x->n - 1];
  return SN_OK;
}

static sn_status run(const sn_study *s, double tau, const sn_rod_options *o, double tip[2], sn_rod_statistics *n,
                     sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_rod rod = *s->rod;
  last x = {.n = rod.n};
  rod.tau = tau;
  const sn_rod_sink sink = {&x, keep_tip, NULL, NULL};
  const sn_status status =
      arena ? sn_rod_run(&rod, o, s->p, s->v, arena, &sink, n, error) : sn_no_memory(error, "the study");
  sn_arena_free(arena);
  tip[0] = x.tip[0];
  tip[1] = x.tip[1];
  return status;
}

sn_status sn_study_reference(const sn_study *s, int k, double tip[2], sn_error *error)
{
  /* explicit steps of a damped rod are those of stability, where few stages cost least (docs/rods.md); they shrink with the square
     of the elements: then the banded form is quicker */
  static const sn_study_variant undamped = {"relative", SN_ROD_RELATIVE, "rk_fehlberg", 0};
  static const sn_study_variant small = {"relative", SN_ROD_RELATIVE, "dormand_prince", 0};
  static const sn_study_variant large = {"absolute", SN_ROD_ABSOLUTE, "dae", 0};
  const sn_study_variant *v = s->tau[k] <= 0 ? &undamped : s->rod->n > 50 ? &large : &small;
  sn_rod_options o = options(s, v, 1e-11);
  sn_rod_statistics n;
  o.cpu_limit = 0;
  return run(s, s->tau[k], &o, tip, &n, error);
}

void sn_study_run(const sn_study *s, int row, sn_study_row *out)
{
  const sn_study_row *r = s->row + row;
  const sn_rod_options o = options(s, sn_study_variants + r->variant, r->tolerance);
  const double *reference = s->tip[r->tau == s->tau[0] ? 0 : 1];
  double tip[2];
  *out = *r;
  const sn_status status = run(s, r->tau, &o, tip, &out->n, NULL);
  out->status = status == SN_OK ? SN_STUDY_GOOD : SN_STUDY_FAILED;
  out->error = status == SN_OK ? hypot(tip[0] - reference[0], tip[1] - reference[1]) : NAN;
}

/* ---- cost of right-hand sides */

typedef struct {
  sn_arena *arena;
  sn_rod rod;
  sn_rod_drive o;
  sn_rod_work *work;
  double *q, *qd, *p, *v, *a, *qdd;
} sample;

static int tridiagonal(sample *s)
{
  sn_rod_absolute(&s->rod, &s->o, s->p, s->v, 0, s->work, s->a, NULL);
  return 0;
}
static int band(sample *s)
{
  return sn_rod_absolute_band(&(sn_rod_motion){.rod = &s->rod, .o = &s->o, .p = s->p, .v = s->v}, 0, s->arena, s->a,
                              NULL, NULL) != SN_OK;
}
static int recursion(sample *s)
{
  return sn_rod_relative(&s->rod, &s->o, s->q, s->qd, s->work, s->qdd);
}
static int residual(sample *s)
{
  return sn_rod_relative_residual(&s->rod, &s->o, s->q, s->qd, s->qdd, s->work, s->a);
}
static int dense(sample *s)
{
  return sn_rod_relative_dense(&s->rod, &s->o, s->q, s->qd, s->arena, s->qdd, NULL) != SN_OK;
}
static int elimination(sample *s)
{
  sn_rod_mixed(&(sn_rod_motion){&s->rod, &s->o, s->p, s->v, s->q, s->qd}, 0, 0, s->work, s->a, s->qdd);
  return 0;
}
static int mixed_band(sample *s)
{
  return sn_rod_mixed_band(&(sn_rod_motion){&s->rod, &s->o, s->p, s->v, s->q, s->qd}, 0, s->arena, s->a, s->qdd,
                           NULL) != SN_OK;
}

/* In the order of sn_study_form; 0: good. */
static int evaluate(sample *s, int form)
{
  static int (*const all[SN_STUDY_FORMS])(sample *) = {tridiagonal, band,        recursion, residual,
                                                       dense,       elimination, mixed_band};
  const sn_arena_mark mark = sn_arena_here(s->arena);
  const int bad = all[form](s);
  sn_arena_reset(s->arena, mark);
  return bad;
}

static sn_status make_sample(const sn_rod *like, int n, sample *s, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  *s = (sample){.arena = arena, .rod = *like};
  if (!arena) {
    return sn_no_memory(error, "the study");
  }
  s->rod.n = n;
  SN_TRY(sn_rod_prepare(&s->rod, arena, error));
  double **const two[] = {&s->q, &s->qd, &s->qdd}, **const four[] = {&s->p, &s->v, &s->a};
  s->work = sn_rod_work_new(&s->rod, arena);
  int good = s->work != NULL;
  for (int i = 0; i < 3; i++) {
    good &= (*two[i] = SN_NEW(arena, double, 2 * n)) != NULL && (*four[i] = SN_NEW(arena, double, 4 * n)) != NULL;
  }
  if (!good) {
    return sn_no_memory(error, "the study");
  }
  sn_rod_drive_at(&s->rod, 0, &s->o);
  for (int i = 0; i < n; i++) { /* a gentle wave */
    s->q[2 * i] = sin(0.7 * i) / n;
    s->q[2 * i + 1] = s->rod.l * (1 + 0.01 * sin(1.3 * i));
    s->qd[2 * i] = cos(0.4 * i) / n;
  }
  return sn_rod_unfold(&s->rod, &s->o, s->q, s->qd, s->p, s->v) == 0
             ? SN_OK
             : sn_fail(error, SN_EBUG, "", "A straight rod has no angles.", "", "");
}

/* Least of three, each over enough calls to be seen by the clock. */
static double time_of(sample *s, int form)
{
  const double enough = 0.004;
  double best = NAN;
  long calls = 1;
  for (int k = 0; k < 3;) {
    const double began = sn_cpu_seconds();
    for (long i = 0; i < calls; i++) {
      if (evaluate(s, form)) {
        return NAN;
      }
    }
    const double used = sn_cpu_seconds() - began;
    if (used < enough) {
      calls *= used > enough / 20 ? 2 : 8;
      continue;
    }
    best = k == 0 ? used / (double)calls : fmin(best, used / (double)calls);
    k++;
  }
  return best;
}

/* Slope of log seconds over log n by least squares, from 100 elements on. */
static double exponent(const double *seconds)
{
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int i = 0; i < SN_STUDY_SIZES; i++) {
    if (sn_study_size[i] >= 100 && isfinite(seconds[i])) {
      const double a = log(sn_study_size[i]), b = log(seconds[i]);
      n++;
      x += a;
      y += b;
      xx += a * a;
      xy += a * b;
    }
  }
  return n > 1 ? (n * xy - x * y) / (n * xx - x * x) : NAN;
}

sn_status sn_study_measure(const sn_rod *like, sn_study_costs *out, sn_error *error)
{
  for (int i = 0; i < SN_STUDY_SIZES; i++) {
    sample s;
    const sn_status status = make_sample(like, sn_study_size[i], &s, error);
    for (int form = 0; status == SN_OK && form < SN_STUDY_FORMS; form++) {
      out->seconds[form][i] = form == DENSE && sn_study_size[i] > MOST_DENSE ? NAN : time_of(&s, form);
    }
    sn_arena_free(s.arena);
    SN_TRY(status);
  }
  for (int form = 0; form < SN_STUDY_FORMS; form++) {
    out->exponent[form] = exponent(out->seconds[form]);
  }
  return SN_OK;
}
