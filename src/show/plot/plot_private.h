/* show/plot/plot_private.h -- what the files plot*.c and compare.c share: whole series, thinning, axes, interpolation. */
#ifndef SN_SHOW_PLOT_PRIVATE_H
#define SN_SHOW_PLOT_PRIVATE_H
#include "show/plot/plot.h"

/* ---- plot_series.c: a channel with its times, whole */
enum { SN_MOST_PARTS = 12 };
typedef struct {
  const char *unit; /* "": none */
  const char *time; /* path of its times: "/time", "/steps/time" */
  int width;        /* of the series in the file */
  int n_parts;
  const char *name[SN_MOST_PARTS];  /* "tip_x"; in `names` */
  int n;                            /* rows */
  double *t, *value[SN_MOST_PARTS]; /* n each; in `numbers` */
} sn_whole;
sn_status sn_whole_read(sn_reader *r, const char *file, const char *channel, sn_arena *names, sn_arena *numbers,
                        sn_whole *out, sn_error *error);
/* "pendulum" for results/pendulum.h5 if no other file is called so, else as given. */
const char *sn_file_title(const char *const *files, int n, int i, sn_arena *arena);

/* ---- plot_resample.c: values between rows, and on an even grid */
/* Value at `at` by the cubic through the four rows around it (fewer rows: a lower degree). t rises. *hint: where to look
   first; 0 at the start. */
double sn_cubic_at(int n, const double *t, const double *y, double at, int *hint);
/* Rows that are not finite numbers leave t and y; the others are brought onto even times, `step` apart, in out (n doubles).
   Returns how many there are; *moved: 1 if values had to be interpolated. */
int sn_even(int n, double *t, double *y, double *out, double *step, int *moved);

/* ---- plot_thin.c: few enough points to draw, extremes kept */
/* At most 4 points per column: first, smallest, largest, last. x rises. */
sn_status sn_thin_columns(int n, const double *x, const double *y, int columns, sn_arena *arena, sn_plot_curve *out,
                          sn_error *error);
/* A path in the plane: points that do not leave the cell of a grid of cells x cells are left out. */
sn_status sn_thin_path(int n, const double *x, const double *y, int cells, sn_arena *arena, sn_plot_curve *out,
                       sn_error *error);

/* ---- plot_axis.c: ranges and ticks */
/* Widens nothing that is wide enough; a margin of 1/25 on both sides, whole decades for a logarithmic axis. */
sn_axis sn_axis_around(double lo, double hi, int log, double margin);
double sn_axis_part(const sn_axis *a, double value); /* 0 at lo, 1 at hi; NaN outside of a logarithm */
enum { SN_MOST_TICKS = 24, SN_TICK_TEXT = 24 };
typedef struct {
  int n;
  double step; /* between neighbours; a logarithmic axis: their ratio */
  double value[SN_MOST_TICKS];
  char text[SN_MOST_TICKS][SN_TICK_TEXT];
} sn_ticks;
void sn_ticks_of(const sn_axis *a, int most, sn_ticks *out);

/* ---- plot_script.c: text and data for gnuplot */
sn_status sn_script_write(const sn_figure *f, const char *picture, const char *kind, const char *data, sn_arena *arena,
                          FILE *out, sn_error *error);
sn_status sn_script_data(const sn_figure *f, FILE *out, sn_arena *arena, sn_error *error);

#endif
