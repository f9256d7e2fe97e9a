/* show/plot/plot.h -- channels of results, or the table of a sweep, as curves: in the terminal, or as a picture through gnuplot.
 * What:    a request (files, channels) becomes a figure (panels of thinned curves), and a figure is drawn. A figure does
 *          not need the files it came from.
 * Who:     cli; show/compare/compare.c.
 * Owner:   everything in a figure is the arena's.
 */
#ifndef SN_SHOW_PLOT_H
#define SN_SHOW_PLOT_H
#include <stdio.h>

#include "results/reader.h"

typedef struct {
  int n_files;
  const char *const *file;
  int n_channels; /* 0: the usual curves (energies, defect, violation, iterations, step size) */
  const char *const *channel;
  const char *against;     /* the channel of the x axis; NULL: time */
  int spectrum;            /* amplitudes over frequency */
  const double *from, *to; /* only rows of these times; NULL: from the first, to the last */
  int log;                 /* sizes on a logarithmic axis */
  int absolute;            /* energies of the usual curves as stored; 0: measured from their first row */
} sn_plot_request;

typedef enum { SN_CURVE_LINE, SN_CURVE_MARKED, SN_CURVE_POINTS } sn_curve_style; /* marked: a line and its points */

typedef struct {
  const char *name; /* "tip_x" */
  const char *key;  /* for the legend: "tip_x", or with several files "a: tip_x" */
  const char *unit; /* "": none */
  int file;
  int colour, dash; /* 0, 1, ...; the renderer has the palettes */
  sn_curve_style as;
  int n;
  const double *x, *y; /* NaN: a gap */
} sn_plot_curve;

typedef struct {
  double lo, hi;
  int log; /* then lo > 0 */
} sn_axis;

typedef struct {
  const char *unit;
  double
      factor; /* its axis shows values divided by it: engineering units, chosen by size; curves keep the unit of the result */
  const char *label; /* of the y axis: "tip [mm]" */
  const char *note;  /* note on what is not drawn, and why; "": none */
  int weight;        /* of its height */
  int from_zero;     /* its y axis starts at 0 */
  int whole;         /* whole numbers only: no ticks between them */
  sn_axis y;
  int n;
  sn_plot_curve *curve;
} sn_panel;

typedef struct {
  const char *title; /* "": none */
  const char *x_name, *x_label;
  double x_factor;
  sn_axis x; /* and those of panels: in the units that are shown */
  int equal; /* both axes have the same scale */
  int usual;
  int n;
  sn_panel *panel;
} sn_figure;

sn_status sn_figure_make(const sn_plot_request *request, sn_arena *arena, sn_figure *out, sn_error *error);

/* A plot made of characters. */
typedef struct {
  int width, height; /* characters */
  int utf8, colour;
} sn_terminal;
sn_status sn_figure_print(const sn_figure *f, const sn_terminal *terminal, sn_arena *arena, FILE *out, sn_error *error);

/* A picture: x.svg, x.png or x.pdf, with the gnuplot script x.gp and its data x.gp.csv beside it. `made`: the names of
   script and data, for people (may be NULL). */
typedef struct {
  const char *script, *data;
} sn_figure_files;
/* checks before any work: can this kind of picture be made? */
sn_status sn_figure_check_name(const char *picture, sn_error *error);
sn_status sn_figure_save(const sn_figure *f, const char *picture, sn_arena *arena, sn_figure_files *made,
                         sn_error *error);

#endif
