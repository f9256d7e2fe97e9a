/* show/plot/plot_figure.h -- what plot_figure.c, plot_spectrum.c, plot_sweep.c and plot_usual.c share: a figure in the making. */
#ifndef SN_SHOW_PLOT_FIGURE_H
#define SN_SHOW_PLOT_FIGURE_H
#include "show/plot/plot_private.h"

enum { SN_PLOT_COLUMNS = 1000 }; /* of a curve over time: four points each */

typedef struct {
  const sn_plot_request *request;
  sn_figure *figure;
  sn_arena *arena;             /* of the figure */
  sn_arena *scratch, *numbers; /* for one channel; for one file */
  int file;                    /* being read */
  int interpolated;            /* spectra: rows were not evenly spaced */
  const char *x_unit;          /* as stored; "": none, and the label of x is without a unit */
} sn_maker;

/* Converts the range of the x axis to the units that are shown. */
void sn_axis_shown(sn_axis *a, double factor);
sn_status sn_plot_no_memory(sn_error *error);
sn_panel *sn_panel_of(sn_maker *m, const char *unit); /* the panel of a unit; made when it is new */
sn_panel *sn_add_panel(sn_maker *m, const char *unit);
sn_plot_curve *sn_add_curve(sn_maker *m, sn_panel *p, const char *name, const char *unit);

sn_status sn_figure_finish(sn_maker *m, sn_error *error); /* sets missing colours, keys, labels and ranges */

/* ---- plot_sweep.c */
#define SN_SWEEP_GROUP "sweep" /* of its table (sweep/table.c) */
sn_status sn_figure_of_sweep(sn_maker *m, sn_error *error);

/* ---- plot_spectrum.c */
sn_status sn_add_spectrum(sn_maker *m, sn_whole *w, int k, sn_error *error); /* of component k */
sn_status sn_cut_spectrum(sn_maker *m, sn_error *error); /* x axis up to the end of what can be seen */

/* ---- plot_usual.c */
sn_status sn_add_usual(sn_maker *m, sn_reader *r, sn_error *error);
sn_status sn_drop_empty(sn_maker *m, sn_error *error); /* panels without a curve: their notes go into the title */

#endif
