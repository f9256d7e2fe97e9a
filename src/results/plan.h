/* results/plan.h -- what a result file will hold, described without models, kinds or languages.
 * Who:     filled by api/session.c from a model, or by hand in tests; read by the writer.
 * Owner:   the caller; everything must live until the writer has finished.
 */
#ifndef SN_RESULTS_PLAN_H
#define SN_RESULTS_PLAN_H
#include "results/places.h"
#include "results/scene.h"
#include "run/run.h"

/* A channel: up to 4 expressions of components of outputs of the system. */
typedef struct {
  const char *name, *unit;
  int n;
  const sn_expr *component[4];
  int n_variables;
  const int *output, *part; /* n_variables: row in system->output, and which of its components */
} sn_plan_channel;

typedef struct {
  const char *file, *text;
} sn_plan_source;

typedef struct {
  const sn_system *system;
  const char *model;   /* name for people */
  const char *creator; /* "sinew 0.1.0" */
  int n_source;
  const sn_plan_source *source; /* the main file first */
  const char *parameters;       /* JSON object: parameters of the model after defaults */
  const char *settings;         /* JSON object: scheme, alpha, dt, ... after defaults */
  const char *scheme;
  double alpha, dt, duration, tolerance;
  int degrees_of_freedom;
  int n_channel;
  const sn_plan_channel *channel;
  const char *const *output_group;    /* system->n_output: "joints", "parts", "forces", or NULL: not stored */
  const unsigned char *output_shared; /* system->n_output: 1: a force that the motion does not determine; NULL: none */
  int n_left_out;          /* outputs of joints and forces not stored, because there are too many: for the log */
  const sn_places *places; /* rows of /nodes */
  const sn_scene *scene;
  const struct sn_plan_modes *modes; /* results/modes.h; NULL: a run */
} sn_result_plan;

/* Channels that had no finite value in some rows: name of the first of them, when, and how many rows and channels. */
typedef struct {
  int channels;
  const char *first;
  double t;
  long long rows; /* of all of them */
} sn_not_finite;

#endif
