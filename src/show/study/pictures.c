/* show/study/pictures.c -- the pictures of a study: LLL Figure 2 (right-hand sides, Jacobians and time against tolerance),
 *                          work against precision, cost of a right-hand side against elements, drift.
 * Tests:   tests/cli/test_study.c.
 */
#include <math.h>
#include <string.h>

#include "show/plot/plot_private.h"
#include "show/study/study.h"

typedef struct {
  sn_arena *arena;
  sn_figure figure;
  double lo, hi; /* of x */
  int failed;
} drawing;

enum { MOST_PANELS = 3, MOST_CURVES = 16 };

static sn_panel *add_panel(drawing *d, const char *label, const char *unit)
{
  if (!d->figure.panel) {
    d->figure.panel = SN_NEW(d->arena, sn_panel, MOST_PANELS);
  }
  if (!d->figure.panel || d->figure.n >= MOST_PANELS) {
    d->failed = 1;
    return NULL;
  }
  sn_panel *p = &d->figure.panel[d->figure.n++];
  *p = (sn_panel){.unit = unit, .label = label, .note = "", .weight = 1, .y = {INFINITY, 0, 1}};
  p->curve = SN_NEW(d->arena, sn_plot_curve, MOST_CURVES);
  d->failed |= !p->curve;
  return d->failed ? NULL : p;
}

/* Points that a logarithm can show; sorted by x as they come. */
static void add_curve(drawing *d, sn_panel *p, const char *key, int colour, int dash, int n, const double *x,
                      const double *y)
{
  if (d->failed || p->n >= MOST_CURVES) {
    return;
  }
  double *cx = SN_NEW(d->arena, double, n), *cy = SN_NEW(d->arena, double, n);
  if (!cx || !cy) {
    d->failed = 1;
    return;
  }
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0 && y[i] > 0 && isfinite(y[i])) {
      cx[m] = x[i];
      cy[m++] = y[i];
      p->y.lo = fmin(p->y.lo, y[i]);
      p->y.hi = fmax(p->y.hi, y[i]);
      d->lo = fmin(d->lo, x[i]);
      d->hi = fmax(d->hi, x[i]);
    }
  }
  if (m > 0) {
    p->curve[p->n++] = (sn_plot_curve){
        .name = key, .key = key, .unit = p->unit, .colour = colour, .dash = dash, .n = m, .x = cx, .y = cy};
  }
}

/* A little more than what is drawn. */
static sn_axis around(double lo, double hi)
{
  return (sn_axis){lo / 1.4, hi * 1.4, 1};
}

static sn_status save(drawing *d, const char *title, const char *x_name, const char *x_label, const char *folder,
                      const char *name, const char *kind, sn_error *error)
{
  const char *file = sn_arena_format(d->arena, "%s/%s.%s", folder, name, kind);
  sn_figure *f = &d->figure;
  int n = 0;
  for (int i = 0; i < f->n; i++) { /* panels without a curve say nothing */
    if (f->panel[i].n > 0) {
      f->panel[n] = f->panel[i];
      f->panel[n].y = around(f->panel[n].y.lo, f->panel[n].y.hi);
      n++;
    }
  }
  f->n = n;
  if (!file || d->failed) {
    return sn_no_memory(error, "the pictures of the study");
  }
  if (n == 0) {
    return SN_OK;
  }
  f->title = title;
  f->x_name = x_name;
  f->x_label = x_label;
  f->x = around(d->lo, d->hi);
  return sn_figure_save(f, file, d->arena, NULL, error);
}

static drawing begin(sn_arena *arena)
{
  return (drawing){.arena = arena, .lo = INFINITY, .hi = 0};
}

typedef double (*quantity)(const sn_study_row *r);
static double all_rhs(const sn_study_row *r)
{
  return (double)(r->n.rhs + r->n.rhs_jacobian);
}
static double rhs_only(const sn_study_row *r)
{
  return (double)r->n.rhs;
}
static double jacobians(const sn_study_row *r)
{
  return (double)r->n.jacobians;
}
static double seconds(const sn_study_row *r)
{
  return r->n.cpu;
}
static double tolerance(const sn_study_row *r)
{
  return r->tolerance;
}
static double tip_error(const sn_study_row *r)
{
  return r->error;
}
static double shear(const sn_study_row *r)
{
  return r->n.drift.shear;
}
static double unit_length(const sn_study_row *r)
{
  return r->n.drift.unit;
}
static double strain(const sn_study_row *r)
{
  return r->n.drift.strain;
}

/* One curve per variant: colour by formulation, dash by integrator. */
static void add_variants(drawing *d, const sn_study *s, double tau, sn_panel *p, quantity x, quantity y)
{
  static const char *const dashes[] = {"bdf", "dormand_prince", "dae", "dae_index1", "adams"};
  for (int v = 0; p && sn_study_variants[v].label; v++) {
    const sn_study_variant *variant = sn_study_variants + v;
    double cx[SN_STUDY_TOLERANCES], cy[SN_STUDY_TOLERANCES];
    int n = 0, dash = 0,
        colour = (int)variant->formulation + (strcmp(variant->label, "absolute, stabilised") == 0 ? 4 : 0);
    for (int k = 0; k < 5; k++) {
      dash = strcmp(dashes[k], variant->integrator) == 0 ? k : dash;
    }
    for (int i = s->n_row - 1; i >= 0; i--) { /* tolerances rise */
      const sn_study_row *r = s->row + i;
      if (r->variant == v && r->tau == tau && r->status == SN_STUDY_GOOD && n < SN_STUDY_TOLERANCES) {
        cx[n] = x(r);
        cy[n++] = y(r);
      }
    }
    const char *key = sn_arena_format(d->arena, "%s: %s", variant->integrator, variant->label);
    d->failed |= !key;
    add_curve(d, p, key, colour, dash, n, cx, cy);
  }
}

static sn_status draw_figure2(const sn_study *s, double tau, const char *folder, const char *kind, sn_arena *arena,
                              sn_error *error)
{
  drawing d = begin(arena);
  sn_panel *first = add_panel(&d, "right-hand sides", "1");
  if (first) {
    first->note = "without those in difference quotients";
  }
  add_variants(&d, s, tau, first, tolerance, rhs_only);
  add_variants(&d, s, tau, add_panel(&d, "Jacobians", "1"), tolerance, jacobians);
  add_variants(&d, s, tau, add_panel(&d, "processor time [s]", "s"), tolerance, seconds);
  const char *title = tau > 0 ? sn_arena_format(arena, "damped, tau = %g s", tau) : "undamped";
  return save(&d, title ? title : "", "tolerance", "tolerance", folder, tau > 0 ? "figure2_damped" : "figure2_undamped",
              kind, error);
}

static sn_status draw_precision(const sn_study *s, double tau, const char *folder, const char *kind, sn_arena *arena,
                                sn_error *error)
{
  drawing d = begin(arena);
  add_variants(&d, s, tau, add_panel(&d, "processor time [s]", "s"), tip_error, seconds);
  add_variants(&d, s, tau, add_panel(&d, "all right-hand sides", "1"), tip_error, all_rhs);
  return save(&d, tau > 0 ? "work and precision, damped" : "work and precision, undamped", "error",
              "error of the tip [m]", folder, tau > 0 ? "precision_damped" : "precision_undamped", kind, error);
}

static sn_status draw_drift(const sn_study *s, double tau, const char *folder, const char *kind, sn_arena *arena,
                            sn_error *error)
{
  drawing d = begin(arena);
  add_variants(&d, s, tau, add_panel(&d, "shear / element length", "1"), tolerance, shear);
  add_variants(&d, s, tau, add_panel(&d, "| |z|^2 - 1 |/2", "1"), tolerance, unit_length);
  add_variants(&d, s, tau, add_panel(&d, "q - psi(p)", "1"), tolerance, strain);
  return save(&d, tau > 0 ? "drift of the constraints, damped" : "drift of the constraints, undamped", "tolerance",
              "tolerance", folder, tau > 0 ? "drift_damped" : "drift_undamped", kind, error);
}

static sn_status draw_costs(const sn_study *s, const char *folder, const char *kind, sn_arena *arena, sn_error *error)
{
  drawing d = begin(arena);
  sn_panel *p = add_panel(&d, "seconds per right-hand side", "s");
  double x[SN_STUDY_SIZES];
  for (int i = 0; i < SN_STUDY_SIZES; i++) {
    x[i] = sn_study_size[i];
  }
  for (int k = 0; p && k < SN_STUDY_FORMS; k++) {
    const char *key = sn_arena_format(arena, "%s: n^%.2f", sn_study_form[k], s->costs.exponent[k]);
    d.failed |= !key;
    add_curve(&d, p, key, k, 0, SN_STUDY_SIZES, x, s->costs.seconds[k]);
  }
  return save(&d, "", "elements", "elements", folder, "costs", kind, error);
}

sn_status sn_study_draw(const sn_study *s, const char *folder, const char *kind, sn_arena *arena, sn_error *error)
{
  for (int k = 0; k < s->n_tau; k++) {
    SN_TRY(draw_figure2(s, s->tau[k], folder, kind, arena, error));
    SN_TRY(draw_precision(s, s->tau[k], folder, kind, arena, error));
    SN_TRY(draw_drift(s, s->tau[k], folder, kind, arena, error));
  }
  return draw_costs(s, folder, kind, arena, error);
}
