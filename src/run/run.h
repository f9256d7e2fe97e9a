/* run/run.h -- the time loop: steps of nominal size, halving and growing back, schedule, stop, ledger sums; writes through a sink.
 * Who:     cli and api call it. It sees schemes by their table and outputs by their rows: no kinds, no files.
 */
#ifndef SN_RUN_RUN_H
#define SN_RUN_RUN_H
#include "instant/instant.h"
#include "run/outcome.h"
#include "run/warning.h"
#include "steps/step.h"

/* A run between two steps: what it takes to go on later to the same bits. Bytes, for a file (run/checkpoint.h). */
typedef struct sn_snapshot {
  double t;
  sn_outcome outcome;
  size_t n_memory, n_state, n_dependent, n_row, n_past;
  size_t n_scheme;                /* the last ones of n_state are the scheme's own */
  const void *memory;             /* of run/memory.h */
  const double *state;            /* sn_state.data */
  const unsigned char *dependent; /* flags of rows (system/state.h), as the steps know them */
  const unsigned char *row;       /* and as the observations do (sn_instant_keep) */
  const double *past;             /* earlier positions (run/control.h); n_past = 0: no control */
} sn_snapshot;

struct sn_run_summary {
  double t_end;
  long steps, iterations, factorisations, rejections, roundoff_steps;
  double wall_seconds;
  double energy_identity_error; /* largest |defect| over the energy scale */
  double constraint_error;      /* largest at an accepted step */
  double scale;
  int still;       /* 1: nothing moved (sn_rest_energy); quantities relative to the scale have no meaning and are 0 */
  sn_ledger total; /* sums of work and dissipation; energies at the end */
  double smallest_step;
  long error_rejections; /* steps undone because of their error (tolerance) */
  double largest_error;  /* estimated, of an accepted step */
  int completed, unknowns;
  int order; /* of the scheme */
  int stopped; /* 1 + index in system->stop of the condition that ended the run; 0: none. Such a run counts as completed */
  int opened; /* 1: the last trial opened a joint that the other joints should keep closed: they contradict each other */
  /* by how much, relative to the size of the model, and in which step: the largest since the last good one */
  double opened_by, opened_in;
  int no_value; /* 1: the run ended because a law, a load or a given motion has no finite value */
  sn_run_note noticed[SN_RUN_WARNINGS]; /* run/warning.h */
  /* 1 + item of the penalty with the largest violation, the violation, its time, and the force then; 0: none */
  int gave_way;
  double gave_way_by, gave_way_t, gave_way_energy; /* m, s, J */
  /* schemes without a balance: energy that rotations left in penalties, of all steps (sn_turn_energy), and 1 + item of the largest; 0: none */
  double turned;
  int turned_item;
  double turned_most; /* in one step */
  /* set when the energy has grown by SN_MOST_MADE: 1 because of penalties, which had left as much until then, -1 for another reason; 0: not yet */
  int made;
};

/* Rotation in one step, rad: above the first there is a warning (of schemes below order four: the second); above the last the step cannot
   represent it, and is cut. */
#define SN_TURN_WARNED 1.0      /* wrong by 0.14 % */
#define SN_TURN_WARNED_LOW 0.35 /* wrong by 1 % */
#define SN_TURN_CUT 2.0
#define SN_CRUSHED_WARNED 0.9   /* of the length of an element: compression that is a warning */
#define SN_STRETCHED_WARNED 9.0 /* strain of an element that is a warning */
#define SN_LOSS_WARNED 0.1      /* of the energy scale: numerical damping that is a warning */
#define SN_MOST_MADE 0.01 /* of the energy: what a scheme without a balance may gain from penalties without a warning */

/* One accepted step (also halved ones). */
typedef struct {
  double t, h;
  const sn_step_report *report;
  int halvings; /* rejections before this step was accepted */
  double constraint_error;
  int error_halvings;           /* rejections because of the error; not in `halvings` */
  double error;                 /* estimated; 0 without control */
  const sn_run_summary *so_far; /* valid until the run ends; may be NULL */
} sn_step_record;

typedef struct {
  void *data;
  void (*begin)(void *data, int unknowns); /* may be NULL; called once, before the first row */
  /* called for t = 0 and every stored time; `total` has the energies and sums so far */
  sn_status (*row)(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error);
  sn_status (*step)(void *data, const sn_step_record *r, sn_error *error);
  void (*progress)(void *data, double t, double duration, long steps); /* may be NULL; called a few times a second */
  void (*log)(void *data, double t, const char *text);                 /* may be NULL */
  /* may be NULL; a snapshot to be stored: after the first row, now and then, and when the run ends (except after an error of the
     sink itself). Rows that are stored because a run was interrupted or failed come after it: a resumed run drops them. */
  sn_status (*keep)(void *data, const sn_snapshot *x, sn_error *error);
} sn_sink;

/* stop.c: the name of the condition that ended a run (sn_run_summary.stopped), and a line of the log about it. */
const char *sn_stop_name(const sn_system *s, int stopped);
void sn_stop_line(const sn_system *s, int stopped, char *line, size_t size);

/* The summary of the run at a snapshot; zeros if the snapshot is of another build. */
sn_run_summary sn_snapshot_summary(const sn_snapshot *x);

/* Runs from the state (already started by sn_instant_start) until the duration; state is the last accepted one on return.
   SN_ENOCONV etc.: everything up to the last accepted step went to the sink, and the error says why it ended. */
sn_status sn_run(const sn_system *s, const sn_run_options *o, sn_arena *arena, sn_state *state, const sn_sink *sink,
                 sn_run_summary *out, sn_error *error);

#endif
