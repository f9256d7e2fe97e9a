/* steps/check.h -- what the schemes on nodes rely on, asserted in debug builds: lists, unknowns and pattern once they are made,
 *          states and ledger when a step has ended.
 * Who:     share.c, assembler.c, the ends of steps.
 */
#ifndef SN_STEPS_CHECK_H
#define SN_STEPS_CHECK_H
#include "steps/assembler.h"
#include "steps/ledger.h"

/* A step that is accepted. */
typedef struct {
  const sn_state *start, *end;
  double h;
  const sn_energy *before; /* energies at the start */
  const sn_ledger *ledger;
  int has_identity; /* of the scheme */
} sn_ended_step;

#ifdef SN_DEBUG
void sn_cut_check(const sn_system *s, const sn_cut *x);
/* arena: scratch, given back. has_masks: the pattern is marked. */
void sn_assembler_check(const sn_assembler *a, sn_arena *arena, int has_masks);
void sn_step_check(const sn_system *s, const sn_ended_step *x);
#else
#define sn_cut_check(s, x) ((void)0)
#define sn_assembler_check(a, arena, has_masks) ((void)0)
#define sn_step_check(s, x) ((void)0)
#endif

#endif
