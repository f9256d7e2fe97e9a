/* show/plot/series.h -- a channel of a result as one whole series, and its values between rows: figures, comparisons. */
#ifndef SN_SHOW_PLOT_SERIES_H
#define SN_SHOW_PLOT_SERIES_H
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

#endif
