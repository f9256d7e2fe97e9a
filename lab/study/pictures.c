/* lab/study/pictures.c -- the pictures of a study: LLL Figure 2 (right-hand sides, Jacobians and time against tolerance),
 *                          work against precision, cost of a right-hand side against elements, drift.
 * Tests:   tests/lab/test_verb_study.c.
 */
#include <math.h>
#include <string.h>

#include "lab/study/drawing.h"
#include "lab/study/study.h"

static sn_drawing begin(const char *folder, const char *kind, sn_arena *arena)
{
  return (sn_drawing){.arena = arena, .folder = folder, .kind = kind, .log_x = 1, .log_y = 1};
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
static void add_variants(sn_drawing *d, const sn_study *s, double tau, sn_panel *p, quantity x, quantity y)
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
    sn_drawing_curve(d, p, &(sn_drawn){key, colour, dash, n, cx, cy});
  }
}

static sn_status draw_figure2(const sn_study *s, double tau, const char *folder, const char *kind, sn_arena *arena,
                              sn_error *error)
{
  sn_drawing d = begin(folder, kind, arena);
  sn_panel *first = sn_drawing_panel(&d, "right-hand sides", "1");
  if (first) {
    first->note = "without those in difference quotients";
  }
  add_variants(&d, s, tau, first, tolerance, rhs_only);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "Jacobians", "1"), tolerance, jacobians);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "processor time [s]", "s"), tolerance, seconds);
  const char *title = tau > 0 ? sn_arena_format(arena, "damped, tau = %g s", tau) : "undamped";
  return sn_drawing_save(&d, tau > 0 ? "figure2_damped" : "figure2_undamped", title ? title : "", "tolerance",
                         "tolerance", error);
}

static sn_status draw_precision(const sn_study *s, double tau, const char *folder, const char *kind, sn_arena *arena,
                                sn_error *error)
{
  sn_drawing d = begin(folder, kind, arena);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "processor time [s]", "s"), tip_error, seconds);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "all right-hand sides", "1"), tip_error, all_rhs);
  return sn_drawing_save(&d, tau > 0 ? "precision_damped" : "precision_undamped",
                         tau > 0 ? "work and precision, damped" : "work and precision, undamped", "error",
                         "error of the tip [m]", error);
}

static sn_status draw_drift(const sn_study *s, double tau, const char *folder, const char *kind, sn_arena *arena,
                            sn_error *error)
{
  sn_drawing d = begin(folder, kind, arena);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "shear / element length", "1"), tolerance, shear);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "| |z|^2 - 1 |/2", "1"), tolerance, unit_length);
  add_variants(&d, s, tau, sn_drawing_panel(&d, "q - psi(p)", "1"), tolerance, strain);
  return sn_drawing_save(&d, tau > 0 ? "drift_damped" : "drift_undamped",
                         tau > 0 ? "drift of the constraints, damped" : "drift of the constraints, undamped",
                         "tolerance", "tolerance", error);
}

static sn_status draw_costs(const sn_study *s, const char *folder, const char *kind, sn_arena *arena, sn_error *error)
{
  sn_drawing d = begin(folder, kind, arena);
  sn_panel *p = sn_drawing_panel(&d, "seconds per right-hand side", "s");
  double x[SN_STUDY_SIZES];
  for (int i = 0; i < SN_STUDY_SIZES; i++) {
    x[i] = sn_study_size[i];
  }
  for (int k = 0; p && k < SN_STUDY_FORMS; k++) {
    const char *key = sn_arena_format(arena, "%s: n^%.2f", sn_study_form[k], s->costs.exponent[k]);
    d.failed |= !key;
    sn_drawing_curve(&d, p, &(sn_drawn){key, k, 0, SN_STUDY_SIZES, x, s->costs.seconds[k]});
  }
  return sn_drawing_save(&d, "costs", "", "elements", "elements", error);
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
