/* lab/study/drawing.c -- panels and curves of the pictures of studies.
 * Tests:   tests/lab/test_verb_study.c.
 */
#include "lab/study/drawing.h"

#include <math.h>

#include "show/plot/axis.h"

enum { MOST_PANELS = 3, MOST_CURVES = 16 };

sn_panel *sn_drawing_panel(sn_drawing *d, const char *label, const char *unit)
{
  if (!d->figure.panel) {
    d->figure.panel = SN_NEW(d->arena, sn_panel, MOST_PANELS);
    d->lo = INFINITY;
    d->hi = -INFINITY;
  }
  if (!d->figure.panel || d->figure.n >= MOST_PANELS) {
    d->failed = 1;
    return NULL;
  }
  sn_panel *p = &d->figure.panel[d->figure.n++];
  *p = (sn_panel){.unit = unit, .label = label, .note = "", .weight = 1, .y = {INFINITY, -INFINITY, d->log_y}};
  p->curve = SN_NEW(d->arena, sn_plot_curve, MOST_CURVES);
  d->failed |= !p->curve;
  return d->failed ? NULL : p;
}

static int shows(const sn_drawing *d, double x, double y)
{
  return isfinite(y) && (x > 0 || !d->log_x) && (y > 0 || !d->log_y);
}

void sn_drawing_curve(sn_drawing *d, sn_panel *p, const sn_drawn *c)
{
  if (d->failed || p->n >= MOST_CURVES) {
    return;
  }
  double *x = SN_NEW(d->arena, double, c->n + 1), *y = SN_NEW(d->arena, double, c->n + 1);
  if (!x || !y) {
    d->failed = 1;
    return;
  }
  int n = 0;
  for (int i = 0; i < c->n; i++) {
    if (shows(d, c->x[i], c->y[i])) {
      x[n] = c->x[i];
      y[n++] = c->y[i];
      p->y.lo = fmin(p->y.lo, c->y[i]);
      p->y.hi = fmax(p->y.hi, c->y[i]);
      d->lo = fmin(d->lo, c->x[i]);
      d->hi = fmax(d->hi, c->x[i]);
    }
  }
  if (n > 0) {
    p->curve[p->n++] = (sn_plot_curve){
        .name = c->key, .key = c->key, .unit = p->unit, .colour = c->colour, .dash = c->dash, .n = n, .x = x, .y = y};
  }
}

/* A range slightly larger than the data. */
static sn_axis around(double lo, double hi, int log)
{
  return log ? (sn_axis){lo / 1.4, hi * 1.4, 1} : sn_axis_around(lo, hi, 0, 0.04);
}

sn_status sn_drawing_save(sn_drawing *d, const char *name, const char *title, const char *x_name, const char *x_label,
                          sn_error *error)
{
  const char *file = sn_arena_format(d->arena, "%s/%s.%s", d->folder, name, d->kind);
  sn_figure *f = &d->figure;
  int n = 0;
  for (int i = 0; i < f->n; i++) { /* panels without a curve are left out */
    if (f->panel[i].n > 0) {
      f->panel[n] = f->panel[i];
      f->panel[n].y = around(f->panel[n].y.lo, f->panel[n].y.hi, d->log_y);
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
  f->x = around(d->lo, d->hi, d->log_x);
  return sn_figure_save(f, file, d->arena, NULL, error);
}
