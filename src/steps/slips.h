/* steps/slips.h -- contacts in the steps on nodes: slips of stuck ones go at the end of a step, and Newton's help when friction is hard.
 * Theory:  docs/theory-contact.md.
 */
#ifndef SN_STEPS_SLIPS_H
#define SN_STEPS_SLIPS_H
#include "instant/instant.h"
#include "laws/stages.h"

int sn_has_friction(const sn_system *s);
/* After the velocities have been put onto the constraints: sn_instant_stop_slips on the contacts that sn_contact_holds names. list: 2 n_block numbers of room. */
sn_status sn_stop_slips(const sn_stages *now, sn_instant *m, int *list, sn_state *end, sn_ledger *l, sn_error *error);

#endif
