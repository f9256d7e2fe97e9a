/* api/session.h -- from a model to a run and its result file: what the command and the public interface share.
 * Who:     api and cli. Puts the layers together: model -> freeze -> start -> run -> writer.
 * Owner:   the caller owns the arena and the model; sn_session_close frees what holds library objects.
 */
#ifndef SN_API_SESSION_H
#define SN_API_SESSION_H
#include "model/model.h"
#include "results/plan.h"
#include "run/run.h"

#define SN_VERSION "0.1.0"

typedef struct {
  sn_arena *arena;
  sn_model *model;
  const char *name; /* of the model, for people */
  sn_frozen frozen;
  sn_motion *motion;
  sn_freedom_count freedom;
  double misfit; /* constraint error of the starting position */
  double moved;  /* relative change of the initial velocities that the joints asked for */
  sn_run_options options;
} sn_session;

/* Freezes the model and counts its degrees of freedom. */
sn_status sn_session_open(sn_session *s, sn_model *model, const char *name, sn_arena *arena, sn_error *error);
/* Checks that joints and drives fit the starting position, and finds a consistent start: velocities, stresses, multipliers. */
sn_status sn_session_start(sn_session *s, sn_error *error);
void sn_session_close(sn_session *s);
/* Reads run { ... } into options, with defaults. until: end time in place of the duration; NAN: as the model says. */
sn_status sn_session_settings(sn_session *s, double until, sn_error *error);
/* What the result file will hold. */
sn_status sn_session_plan(sn_session *s, sn_result_plan *out, sn_error *error);

typedef struct {
  void *data;
  void (*progress)(void *data, double t, double duration, long steps); /* may be NULL */
} sn_session_hooks;
/* Runs into a file (options must be set). The status of the run; the file is closed whatever happens. */
sn_status sn_session_run(sn_session *s, const char *file, const sn_session_hooks *hooks, sn_run_summary *out,
                         sn_error *error);

/* Mass and centre of the nodes an item owns, in the start configuration; 0 mass: it owns none. */
double sn_session_mass(const sn_session *s, const sn_item *item, sn_v3 *centre);
double sn_session_total_mass(const sn_session *s);

#endif
