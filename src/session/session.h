/* session/session.h -- from a model to a run and its result file: what the command and the public interface share.
 * Who:     api and cli. Puts the layers together: model -> freeze -> start -> run -> writer.
 * Owner:   the caller owns the arena and the model, which is not changed and must outlive the session; sn_session_close frees what holds library objects.
 */
#ifndef SN_SESSION_SESSION_H
#define SN_SESSION_SESSION_H
#include "analysis/assemble.h"
#include "analysis/path.h"
#include "analysis/statics.h"
#include "model/model.h"
#include "results/plan.h"
#include "run/run.h"

typedef struct sn_runner sn_runner;
typedef struct {
  sn_arena *arena;
  sn_model *model;  /* that of `frozen`; settings and warnings of this session are in it */
  const char *name; /* of the model, for people */
  sn_frozen frozen;
  sn_instant *instant;
  sn_freedom_count freedom;
  sn_assembly assembly; /* gaps of the drawing, and what was moved to close them */
  int warned;           /* 1: the slips of the model are among its warnings */
  int holding;          /* 1: opened for statics: what hold { ... } holds is held */
  int exact;            /* 1: opened to put parts together: no penalties */
  int is_static;        /* 1: the start is a static equilibrium */
  sn_equilibrium equilibrium;
  double moved;          /* relative change of the initial velocities that the joints asked for */
  sn_rate_misfit misfit; /* and the joint that they fitted worst; item -1: none */
  sn_run_options options;
  const char *start_from; /* result whose end is the start (--start-from); NULL: what the model says */
  size_t n_taken;
  const double *taken;               /* that state; NULL: the drawn one */
  const struct sn_checkpoint *point; /* the run goes on from there (session/session_checkpoint.h); NULL: it begins */
  sn_error again;                    /* what is set: the run was done again from the start, because of this */
  sn_not_finite not_finite;          /* channels of the last run without a value */
  sn_error trouble;                  /* what is set: the last checkpoint could not be written */
  const sn_runner *runner;           /* who moves the model: session/runner.h */
  void *own;                         /* what the runner keeps here */
} sn_session;

/* Freezes the model and counts its degrees of freedom. */
sn_status sn_session_open(sn_session *s, const sn_model *model, const char *name, sn_arena *arena, sn_error *error);
/* The same for statics alone: the system in which hold { ... } holds. */
sn_status sn_session_open_static(sn_session *s, const sn_model *model, const char *name, sn_arena *arena,
                                 sn_error *error);
/* What follows ends with SN_ESTOP, after the present step or iteration, once *stop is not 0. */
void sn_session_watch(sn_session *s, const volatile int *stop);
/* Positions that fit the joints: the drawn ones, or the end of another run, moved as little as needed. */
sn_status sn_session_assemble(sn_session *s, sn_error *error);
/* Before an equilibrium is sought: cables that are drawn straight and shorter than they are begin hanging. */
sn_status sn_session_sag(const sn_session *s, sn_frozen *frozen, sn_error *error);
/* A consistent start: positions assembled onto the joints, the static equilibrium if asked for (or opened for it), then
   velocities, stresses, multipliers. */
sn_status sn_session_start(sn_session *s, sn_error *error);
/* What was done for it, line by line, i = 0, 1, ...; 0: no more. */
int sn_session_start_line(const sn_session *s, int i, char *line, size_t size);
/* Of the parts that no force holds in the static equilibrium, number i, and along what. */
int sn_session_loose_line(const sn_session *s, int i, char *line, size_t size);
/* Part number i that the assembly has moved, largest first; NULL: no more. */
const char *sn_session_moved_part(const sn_session *s, int i, double *distance, double *turn);
void sn_session_close(sn_session *s);
/* Reads run { ... } into options, with defaults. until: end time in place of the duration; NAN: as the model says. */
sn_status sn_session_settings(sn_session *s, double until, sn_error *error);
/* Of these, the scheme and what concerns its steps, checked against its table. */
sn_status sn_session_scheme(const sn_run_settings *r, sn_run_options *o, sn_error *error);
/* Items whose constraint forces the motion does not determine (redundant rows): one flag per item of the system. */
sn_status sn_session_indeterminate(sn_session *s, const unsigned char **item, sn_error *error);
/* What the result file will hold. */
sn_status sn_session_plan(sn_session *s, sn_result_plan *out, sn_error *error);

typedef struct {
  void *data;
  void (*progress)(void *data, double t, double duration, long steps);      /* may be NULL */
  void (*row)(void *data, const sn_observation *o, const sn_ledger *total); /* every stored row; may be NULL */
} sn_session_hooks;
/* Runs into a file (options must be set). The status of the run; the file is closed whatever happens. */
sn_status sn_session_run(sn_session *s, const char *file, const sn_session_hooks *hooks, sn_run_summary *out,
                         sn_error *error);
/* How a run that returned this status ended. */
sn_outcome sn_session_outcome(sn_status status, const sn_run_summary *run);

/* session_path.c: `sinew static` of a model with load_path { ... }: one row of the result per equilibrium, its number as time. The
   session must be opened for statics. say: a line for people about each limit and branch, and the end; may be NULL. */
sn_status sn_session_path(sn_session *s, const char *file, void (*say)(const char *line), sn_path_summary *out,
                          sn_error *error);

/* warnings.c: adds to the warnings of the model what looks like a slip in it; and, after a run, what that has noticed. */
sn_status sn_session_warnings(sn_session *s, sn_error *error);
sn_status sn_session_start_warnings(sn_session *s, sn_error *error); /* what the start has changed */
sn_status sn_session_notes(sn_session *s, const sn_run_summary *run, sn_error *error);
/* The status of what was done: SN_EWARNED if it was good, but there are warnings and run { strict = true } makes them errors. */
sn_status sn_session_strict(const sn_session *s, sn_status status, sn_error *error);

/* Mass of an item as it was given, in the start configuration; 0: it has none. */
int sn_session_mass(const sn_session *s, const sn_item *item, sn_own_mass *out);
/* What is in the equations of motion: all masses but those that are held by ground. */
double sn_session_moving_mass(const sn_session *s);

#endif
