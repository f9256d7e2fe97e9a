/* show/plot/plot_usual.c -- what one wants to see of every run: energies, balance defect, violations, iterations, step size.
 * What:    a fixed list of panels. Energies are measured from the start, unless asked for as they are (the potential of a
 *          crane is a thousand times its energy of motion); those that are zero throughout are named, not drawn; sizes of errors are logarithmic,
 *          where zeros have no place: they are left out.
 * Tests:   tests/show/test_plot.c.
 */
#include <math.h>
#include <string.h>

#include "show/plot/plot_figure.h"

enum { MOST_CURVES = 7 };
enum { FREE, FROM_ZERO, COUNT }; /* ranges of y */

static const struct {
  const char *label, *unit;
  int log, weight, range;
  const char *path[MOST_CURVES + 1], *name[MOST_CURVES];
  int colour[MOST_CURVES];
} panels[] = {{"energy",
               "J",
               0,
               2,
               FREE,
               {"/energy/kinetic", "/energy/strain", "/energy/potential", "/energy/work", "/energy/dissipation",
                "/energy/numerical", "/energy/total"},
               {"kinetic", "strain", "potential", "work", "dissipation", "numerical", "total"},
               {0, 1, 2, 3, 4, 5, 6}},
              {"balance defect", "J", 1, 1, FREE, {"/steps/defect"}, {"balance defect of a step"}, {0}},
              {"constraint violation", "1", 1, 1, FREE, {"/steps/constraint_error"}, {"constraint violation"}, {0}},
              {"iterations per step", "", 0, 1, COUNT, {"/steps/iterations"}, {"iterations"}, {0}},
              {"step size", "s", 0, 1, FROM_ZERO, {"/steps/size"}, {"step size"}, {0}}};
enum { ENERGY = 0, N_PANELS = sizeof panels / sizeof *panels };
static const char energy_change[] = "energy since the start";

static sn_status add_note(sn_maker *m, sn_panel *p, const char *name, sn_error *error)
{
  const char *old = p->note ? p->note : "";
  if (strstr(old, name)) {
    return SN_OK; /* another file has already set it */
  }
  p->note = sn_arena_format(m->arena, "%s%s%s", old[0] ? old : "zero: ", old[0] ? ", " : "", name);
  return p->note ? SN_OK : sn_plot_no_memory(error);
}

/* Energies of the model, whose level is arbitrary, relative to their first row. */
static void measure_from_start(int n, double *y)
{
  const double first = n > 0 && isfinite(y[0]) ? y[0] : 0;
  for (int i = 0; i < n; i++) {
    y[i] -= first;
  }
}

/* Magnitudes; zeros are removed. */
static int for_logarithm(int n, double *x, double *y)
{
  int kept = 0;
  for (int i = 0; i < n; i++) {
    if (y[i] != 0) {
      x[kept] = x[i];
      y[kept++] = fabs(y[i]);
    }
  }
  return kept;
}

static int is_zero(int n, const double *y)
{
  for (int i = 0; i < n; i++) {
    if (y[i] != 0) {
      return 0;
    }
  }
  return 1;
}

static sn_status add_curve(sn_maker *m, sn_reader *r, sn_panel *p, int panel, int i, sn_error *error)
{
  sn_whole w;
  const sn_arena_mark mark = sn_arena_here(m->scratch);
  const char *name = panels[panel].name[i];
  SN_TRY(sn_whole_read(r, m->request->file[m->file], panels[panel].path[i], m->arena, m->scratch, &w, error));
  if (panel == ENERGY && !m->request->absolute) {
    measure_from_start(w.n, w.value[0]);
  }
  const int zero = is_zero(w.n, w.value[0]);
  if (zero && (panels[panel].log || panels[panel].path[1])) {
    SN_TRY(add_note(m, p, name, error));
  } else {
    sn_plot_curve *c = sn_add_curve(m, p, name, w.unit);
    if (!c) {
      return sn_plot_no_memory(error);
    }
    c->colour = panels[panel].colour[i];
    const int n = panels[panel].log ? for_logarithm(w.n, w.t, w.value[0]) : w.n;
    SN_TRY(sn_thin_columns(n, w.t, w.value[0], SN_PLOT_COLUMNS, m->arena, c, error));
  }
  sn_arena_reset(m->scratch, mark);
  return SN_OK;
}

static sn_status write_title(sn_maker *m, sn_reader *r, sn_error *error)
{
  sn_summary s;
  const char *model, *scheme, *status;
  SN_TRY(sn_reader_summary(r, &s, error));
  SN_TRY(sn_reader_text(r, "/model/name", &model, error));
  SN_TRY(sn_reader_text(r, "/summary/scheme", &scheme, error));
  SN_TRY(sn_reader_status(r, &status, error));
  const int whole = sn_outcome_of(status) == SN_OUTCOME_COMPLETE;
  m->figure->title = sn_arena_format(m->arena, "%s: scheme %s, alpha %g, dt %g s%s%s", model, scheme, s.alpha, s.dt,
                                     whole ? "" : ", ", whole ? "" : status);
  return m->figure->title ? SN_OK : sn_plot_no_memory(error);
}

sn_status sn_add_usual(sn_maker *m, sn_reader *r, sn_error *error)
{
  sn_figure *f = m->figure;
  sn_series steps;
  if (m->request->n_files == 1) {
    SN_TRY(write_title(m, r, error));
  }
  SN_TRY(sn_reader_find(r, "/steps/time", &steps, error));
  for (int k = 0; k < N_PANELS; k++) {
    if (f->n <= k) {
      sn_panel *p = sn_add_panel(m, panels[k].unit);
      if (!p) {
        return sn_plot_no_memory(error);
      }
      p->label = k == ENERGY && !m->request->absolute ? energy_change : panels[k].label;
      p->weight = panels[k].weight;
      p->y.log = panels[k].log;
      p->from_zero = panels[k].range != FREE;
      p->whole = panels[k].range == COUNT;
    }
    if (k > 0 && steps.rows == 0) {
      f->panel[k].note = "no steps yet";
      continue;
    }
    for (int i = 0; panels[k].path[i]; i++) {
      SN_TRY(add_curve(m, r, &f->panel[k], k, i, error));
    }
  }
  return SN_OK;
}

sn_status sn_drop_empty(sn_maker *m, sn_error *error)
{
  sn_figure *f = m->figure;
  int kept = 0;
  for (int i = 0; i < f->n; i++) {
    const sn_panel p = f->panel[i];
    if (p.n > 0) {
      f->panel[kept++] = p;
    } else if (p.note[0] && !strstr(f->title, p.note)) {
      f->title = sn_arena_format(m->arena, "%s%s%s", f->title, f->title[0] ? ", " : "", p.note);
      if (!f->title) {
        return sn_plot_no_memory(error);
      }
    }
  }
  if (kept == 0) { /* energies that are all zero: shown as an empty panel */
    kept = 1;
  }
  f->n = kept;
  return SN_OK;
}
