/* run/outcome.h -- how a run stands or ended, and the word for it in results, checkpoints, tables and messages.
 * Who:     the time loop and api say it; results store the word; show, sweep and cli ask for it.
 */
#ifndef SN_RUN_OUTCOME_H
#define SN_RUN_OUTCOME_H

typedef enum {
  SN_OUTCOME_NONE,        /* no run, or a word of another version */
  SN_OUTCOME_RUNNING,     /* or killed */
  SN_OUTCOME_COMPLETE,    /* reached its duration */
  SN_OUTCOME_STOPPED,     /* by a condition of the model */
  SN_OUTCOME_INTERRUPTED, /* by the user, or by a limit of time on the clock */
  SN_OUTCOME_FAILED,
  SN_OUTCOME_CRASHED, /* runs of a sweep: the process ended without an answer */
  SN_OUTCOME_WARNED   /* runs of a sweep: complete, but there are warnings and they count as errors */
} sn_outcome;

const char *sn_outcome_word(sn_outcome outcome); /* "" of SN_OUTCOME_NONE */
sn_outcome sn_outcome_of(const char *word);
int sn_outcome_is_failure(sn_outcome outcome);

#endif
