/* session/session_checkpoint.h -- runs that stop and go: checkpoints while a session runs, taking up an older run, starting from its end.
 * Who:     session/session.c and the command. A checkpoint is a file beside the result (run/checkpoint.h).
 */
#ifndef SN_SESSION_SESSION_CHECKPOINT_H
#define SN_SESSION_SESSION_CHECKPOINT_H
#include "results/writer.h"
#include "run/checkpoint.h"
#include "session/session.h"

/* Keeps the snapshots of a run. */
typedef struct {
  sn_session *session;
  sn_writer *writer;
  const char *file; /* of the checkpoint */
  sn_checkpoint point;
  int written; /* one of this run is on the disk */
  int inside;  /* the last one goes into the result */
} sn_checkpointer;
sn_status sn_checkpointer_new(sn_session *s, const sn_result_plan *plan, const char *result, sn_writer *writer,
                              sn_checkpointer *out, sn_error *error);
/* Result to the disk, then the checkpoint. Fails only when the result cannot be written; trouble with the checkpoint itself
   is kept in session->trouble, and the run goes on. */
sn_status sn_checkpointer_take(sn_checkpointer *k, const sn_snapshot *x, sn_error *error);
/* A run that is done: its last checkpoint goes into the result with sn_writer_finish. */
void sn_checkpointer_into_result(sn_checkpointer *k);
/* And the file beside it goes away once the result is closed. */
void sn_checkpointer_end(const sn_checkpointer *k);

/* Removes the checkpoint of an older run into this result, which now holds something that cannot be taken up. */
void sn_forget_checkpoint(const sn_session *s, const char *result);

/* The writer of a session: a new one, or, when session->point is set, one that has taken up the older result. When that
   cannot be read the run is done again from the start: session->again says why. */
sn_status sn_session_writer(sn_session *s, const sn_result_plan *plan, const char *result, sn_writer **out,
                            sn_error *error);

/* What a checkpoint allows. */
typedef enum { SN_RUN_REMAINS, SN_RUN_DONE } sn_remaining;
/* Opens a session where the run of a result file was left: the model from the texts in the checkpoint, settings, start.
   until: another end time; NAN: the same. *remaining: is there anything left to do? */
sn_status sn_session_reopen(sn_session *s, const char *result, double until, sn_arena *arena, sn_remaining *remaining,
                            sn_error *error);
/* Puts the end of another run in place of the drawn start, if that was asked for; sn_session_start begins with it. */
sn_status sn_session_take_end(sn_session *s, sn_error *error);

#endif
