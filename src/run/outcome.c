/* run/outcome.c -- the one table of words for how a run stands or ended.
 * Tests:   tests/run/test_run.c
 */
#include "run/outcome.h"

#include <string.h>

#include "base/error.h"

static const struct {
  const char *word;
  int is_failure;
} outcomes[] = {[SN_OUTCOME_NONE] = {"", 0},
                [SN_OUTCOME_RUNNING] = {"running", 0},
                [SN_OUTCOME_COMPLETE] = {"complete", 0},
                [SN_OUTCOME_STOPPED] = {"stopped", 0},
                [SN_OUTCOME_INTERRUPTED] = {"interrupted", 0},
                [SN_OUTCOME_FAILED] = {"failed", 1},
                [SN_OUTCOME_CRASHED] = {"crashed", 1},
                [SN_OUTCOME_WARNED] = {"warned", 1}};
enum { N_OUTCOMES = sizeof outcomes / sizeof *outcomes };

const char *sn_outcome_word(sn_outcome outcome)
{
  SN_ASSERT((int)outcome >= 0 && (int)outcome < N_OUTCOMES);
  return outcomes[outcome].word;
}

sn_outcome sn_outcome_of(const char *word)
{
  int k = N_OUTCOMES - 1;
  while (k > 0 && strcmp(outcomes[k].word, word) != 0) {
    k--;
  }
  return (sn_outcome)k;
}

int sn_outcome_is_failure(sn_outcome outcome)
{
  SN_ASSERT((int)outcome >= 0 && (int)outcome < N_OUTCOMES);
  return outcomes[outcome].is_failure;
}
