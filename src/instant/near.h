/* instant/near.h -- what unknowns are in rigid motions, for the multigrid of the engine (math/linear.h, `near`).
 * Theory:  a point at x moves by e_k, and by e_k x (x - c), in the six motions. What a smoother leaves of an error is nearly one of these.
 */
#ifndef SN_INSTANT_NEAR_H
#define SN_INSTANT_NEAR_H
#include "system/system.h"

/* Six numbers for each of the n unknowns, of which node i has size[i] from first[i] on: of points without directors, with three unknowns; zeros
   for all others. *out NULL: nobody asks for them. SN_ENOMEM. */
sn_status sn_near_find(const sn_system *s, int n, const int *first, const int *size, sn_arena *arena,
                       const double **out);

#endif
