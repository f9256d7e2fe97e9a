/* show/plot/plot_private.h -- what the files plot*.c share: series, axes, thinning, text for gnuplot. */
#ifndef SN_SHOW_PLOT_PRIVATE_H
#define SN_SHOW_PLOT_PRIVATE_H
#include "show/plot/axis.h"
#include "show/plot/series.h"

/* ---- plot_thin.c: few enough points to draw, extremes kept */
/* At most 4 points per column: first, smallest, largest, last. x rises. */
sn_status sn_thin_columns(int n, const double *x, const double *y, int columns, sn_arena *arena, sn_plot_curve *out,
                          sn_error *error);
/* A path in the plane: points that do not leave the cell of a grid of cells x cells are left out. */
sn_status sn_thin_path(int n, const double *x, const double *y, int cells, sn_arena *arena, sn_plot_curve *out,
                       sn_error *error);

/* ---- plot_script.c: text and data for gnuplot */
sn_status sn_script_write(const sn_figure *f, const char *picture, const char *kind, const char *data, sn_arena *arena,
                          FILE *out, sn_error *error);
sn_status sn_script_data(const sn_figure *f, FILE *out, sn_arena *arena, sn_error *error);

#endif
