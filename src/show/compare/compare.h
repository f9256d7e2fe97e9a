/* show/compare/compare.h -- two results side by side: how far their channels are apart, and how the runs differ.
 * Who:     cli.
 * Owner:   everything in a comparison is the arena's; the files are closed again.
 */
#ifndef SN_SHOW_COMPARE_H
#define SN_SHOW_COMPARE_H
#include <stdio.h>

#include "results/reader.h"

typedef struct {
  const char *file[2];
  int n_channels; /* 0: all channels that both have, and the energies */
  const char *const *channel;
} sn_compare_request;

/* One component of a channel over the times that both runs have in common. */
typedef struct {
  const char *name, *unit; /* "tip_x"; "": no unit */
  double largest, at;      /* largest difference and its time (s); infinite: one of them has no finite value */
  double scale;            /* largest magnitude in both runs, of all components of a vector; J: at least energy_scale */
  double relative;         /* largest/scale; 0 if both are zero */
  double end[2];           /* at the last common time */
  int interpolated;        /* rows at which one of the runs had to be interpolated */
} sn_difference;

/* A stored setting in which the runs differ: "dt", "parameter length", "model text". */
typedef struct {
  const char *what, *value[2];
} sn_run_difference;

typedef struct {
  const char *file[2], *about[2]; /* about: model, scheme, alpha, dt, status, rows */
  int n_run;
  sn_run_difference *run;
  int n;
  sn_difference *difference;
  int n_channels; /* names of the compared series, in the form that `sinew plot` takes */
  const char **channel;
  int n_only[2];
  const char **only[2]; /* channels that are missing in the other run */
  int n_unlike;
  const char **unlike; /* channels of both runs, with different units or sizes */
  double energy_scale; /* of the runs: the larger one, J */
  double first, last;  /* common times, s */
  int rows;            /* number of compared times, of the channel with the most */
  int coarser;         /* the run whose times were used: 0 or 1 */
  int interpolated;    /* number of interpolated rows, of the channel with the most */
  double worst;        /* largest relative difference */
  const char *worst_name;
  /* NULL; or why a small difference has little meaning: a run failed, or the runs do not cover the same time */
  const char *gap;
} sn_comparison;

sn_status sn_compare(const sn_compare_request *request, sn_arena *arena, sn_comparison *out, sn_error *error);
/* Is the answer no: a difference above the tolerance, channels that do not fit, a gap? tolerance NaN: never. */
int sn_comparison_fails(const sn_comparison *c, double tolerance);
/* tolerance: NaN if there is none. */
sn_status sn_comparison_print(const sn_comparison *c, double tolerance, FILE *out, sn_error *error);
sn_status sn_comparison_json(const sn_comparison *c, double tolerance, sn_arena *arena, FILE *out, sn_error *error);

/* show/compare/compare_runs.c: fills about[], run[], energy_scale and gap. */
sn_status sn_compare_runs(sn_reader *const r[2], sn_arena *arena, sn_comparison *out, sn_error *error);

#endif
