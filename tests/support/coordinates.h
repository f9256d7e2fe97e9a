/* tests/support/coordinates.h -- small systems with coordinates: vectors that are no positions, and scalars with and without mass.
 * Owner:   each mechanism owns its arena: free it.
 */
#ifndef SN_TESTS_COORDINATES_H
#define SN_TESTS_COORDINATES_H
#include "mechanisms.h"

/* n scalars of 2 kg in a row between two walls, springs of 50 N/m; the first is 0.1 m away from its place. pull: of the springs at rest, m */
mechanism scalar_chain(int n, double pull);
double scalar_chain_frequency(int n, int mode); /* rad/s, mode = 1..n */
/* A bead of 0.5 kg on a wire z = slope s + bend s^2/2 over y = s, gravity along -z; s has this mass. 0: it is a label only. Vectors: the bead first,
   then s. */
mechanism bead_on_wire(double slope, double bend, double mass);
/* The same on a massless straight line between two points that a spring holds together, thrown: s is between 0 and 1. */
mechanism bead_on_link(void);
/* A body that deforms evenly: a position and three vectors F, x = x_0 + F X; joined to a rigid body by a spherical joint at a corner; thrown. */
mechanism soft_pair(void);

#endif
