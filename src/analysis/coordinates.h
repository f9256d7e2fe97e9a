/* analysis/coordinates.h -- a mechanism in coordinates of the user's choice, such as the angles of a robot's joints.
 * What:    coordinates are output rows with as many numbers as there are degrees of freedom: of positions (angle, displacement, position)
 *          or of their rates (angle_rate, velocity, angular_velocity). In them: how other outputs move (Jacobian), the mass matrix, the
 *          forces that accelerations need, a motion with given rates. And the position in which outputs have given values.
 * Theory:  docs/theory-linear.md, coordinates of your choice.
 * Who:     api. Owner: everything in the answers lives in the arena.
 */
#ifndef SN_ANALYSIS_COORDINATES_H
#define SN_ANALYSIS_COORDINATES_H
#include "instant/instant.h"

enum { SN_COORDINATES_NUMBERS = 64 }; /* largest number of components of an output row */

typedef struct sn_coordinates sn_coordinates;
/* At the state, which the motion observes; the motion must not be used for anything else while the coordinates are. rows: the coordinates;
   n_row = 0: none, where only sn_coordinates_reach is asked for. SN_EINPUT: they are not as many as there are degrees of freedom;
   SN_ESINGULAR: they do not determine the motion. */
sn_status sn_coordinates_new(sn_instant *m, const sn_state *x, const int *row, int n_row, sn_arena *arena,
                             sn_coordinates **out, sn_error *error);
int sn_coordinates_number(const sn_coordinates *c); /* degrees of freedom */
/* Rates of rows for unit rates of coordinates, by rows: numbers of all rows x degrees of freedom. Of a row of positions its change with the
   coordinates, of a row of velocities its change with their rates. */
sn_status sn_coordinates_jacobian(sn_coordinates *c, const int *row, int n_row, double *out, sn_error *error);
/* Kinetic energy = 1/2 w M w of their rates w. */
sn_status sn_coordinates_mass(sn_coordinates *c, double *M, sn_error *error);
/* Forces along the coordinates, beside those of the model, with which their rates change by `acceleration` (1/s of the rates). */
sn_status sn_coordinates_forces(sn_coordinates *c, const double *acceleration, double *force, sn_error *error);
/* Gives the state these rates of the coordinates; then stresses and multipliers that belong to them. */
sn_status sn_coordinates_set_rates(sn_coordinates *c, const double *rate, sn_state *x, sn_error *error);
/* Moves the state, at rest, to where rows of positions have the target's values; the way is as short as can be. *left: what is left, of lengths
   over the size of the model, and rad. SN_ENOCONV: no such position was found; the state is unchanged. */
sn_status sn_coordinates_reach(sn_coordinates *c, const int *row, int n_row, const double *target, sn_state *x,
                               double *left, sn_error *error);

#endif
