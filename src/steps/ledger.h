/* steps/ledger.h -- the end of a step and its balance, written once for all schemes.
 * What:    a scheme says what its forces did (work, dissipation); energies, defect and scale are the same for all.
 * Theory:  docs/theory.md, proofs: E_f - E_i = work - dissipation - numerical.
 */
#ifndef SN_STEPS_LEDGER_H
#define SN_STEPS_LEDGER_H
#include "laws/stages.h"

/* Moving frames at the end exactly as given: no drift. */
void sn_end_frames(const sn_system *s, double t, sn_state *end);
/* Work and losses of all blocks. */
void sn_book_blocks(const sn_stages *x, sn_ledger *ledger);
/* Stresses (with two stages their rates as well) and own state of all blocks; end holds the new q. */
void sn_end_blocks(const sn_stages *x, sn_state *end);
/* Change of the kinetic energy of what moving frames carry: work of their bases. */
double sn_carried_work(const sn_system *s, const sn_state *start, const sn_state *end);

typedef struct {
  double kinetic, strain, potential;
} sn_energy;
/* Energies of a state. packs: elastic blocks four at a time, those left out have none; NULL: block by block. */
sn_energy sn_energy_of(const sn_system *s, const sn_packs *packs, const sn_state *x);
/* Energies at the end, the defect, and the scale of the state, which start and end have; before: energies at the start, dq:
   q_f - q_i. Returns |defect| over the scale. */
double sn_ledger_close(const sn_system *s, const sn_energy *before, const sn_energy *after, const sn_state *start,
                       const sn_v3 *dq, sn_state *end, sn_ledger *ledger);

#endif
