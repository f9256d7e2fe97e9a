/* results/plan.h -- what a result file will hold, described without models, kinds or languages.
 * Who:     filled by session/session.c from a model, or by hand in tests; read by the writer.
 * Owner:   the caller; everything must live until the writer has finished.
 */
#ifndef SN_RESULTS_PLAN_H
#define SN_RESULTS_PLAN_H
#include "results/scene.h"
#include "results/viewer_rows.h"
#include "run/run.h"

typedef struct {
  const char *file, *text;
} sn_plan_source;

/* Constant numbers of a part: /constants/<item>/<name>, a matrix. */
typedef struct {
  const char *item, *name, *unit;
  int rows, columns;
  double x[9];
} sn_plan_constant;

typedef struct {
  const sn_system *system;
  const char *model;   /* name for people */
  const char *creator; /* "sinew 0.3.0" */
  int n_source;
  const sn_plan_source *source; /* the main file first */
  const char *parameters;       /* JSON object: parameters of the model after defaults */
  const char *settings;         /* JSON object: scheme, alpha, dt, ... after defaults */
  const char *scheme;
  double alpha, dt, duration, tolerance;
  int degrees_of_freedom;
  const unsigned char *item_shared; /* system->n_item: 1: the reactions of the item are not unique; NULL: none */
  /* number of rows with SN_OUT_STORED that are not stored, because there are too many: for the log; 0: all are stored */
  int n_left_out;
  const sn_viewer_rows *places; /* rows of /nodes */
  const sn_scene *scene;
  int n_constant;
  const sn_plan_constant *constant;
  const struct sn_plan_modes *modes; /* results/modes.h; NULL: a run */
  int n_warning;                     /* of the model, known before the run */
  const sn_warning *warning;         /* n_warning */
  int strict;                        /* 1: warnings count as errors */
} sn_result_plan;
/* Is a row of the system stored in the file? Channels always are. */
static inline int sn_plan_stores(const sn_result_plan *p, const sn_observable *row)
{
  return p->n_left_out == 0 && (row->what->flags & SN_OUT_STORED);
}

/* Channels that had no finite value in some rows: name of the first of them, its time, and the numbers of rows and channels. */
typedef struct {
  int channels;
  const char *first;
  double t;
  long long rows; /* of all of them */
} sn_not_finite;

#endif
