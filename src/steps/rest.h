/* steps/rest.h -- contacts in the steps on nodes: slips of stuck ones go at the end of a step, and Newton's help when friction is hard.
 * Theory:  docs/theory-contact.md.
 */
#ifndef SN_STEPS_REST_H
#define SN_STEPS_REST_H
#include "instant/motion.h"
#include "laws/stages.h"

int sn_has_friction(const sn_system *s);
/* After the velocities have been put onto the constraints: sn_motion_rest on the contacts that sn_contact_holds names. list: 2 n_block numbers of room. */
sn_status sn_rest_friction(const sn_stages *now, sn_motion *m, int *list, sn_state *end, sn_ledger *l, sn_error *error);

#endif
