/* tests/support/reference/mechanisms.h -- one mechanism per joint and per law, as plain data.
 * What:    each is built twice: ref_mechanism_build makes the reference of this folder, ref_mechanism_lua writes the same
 *          thing as a Sinew model. Bodies are called b1, b2, ..., joints j1, ..., springs s1, ...; the reference numbers
 *          bodies from 1 and joints from 0, in the same order.
 * Names:   "revolute_1" is ground - revolute - b1 - spherical - b2, "revolute_2" is ground - spherical - b1 - revolute - b2,
 *          with springs from ground to both bodies, so for every joint of the table; then the laws (drive, gear, screw
 *          with spring, moving base, torque, ...). Off-centre masses, full inertias, skew axes throughout.
 * Friction: ref_incline below; the reference itself has none.
 */
#ifndef REFERENCE_MECHANISMS_H
#define REFERENCE_MECHANISMS_H
#include "reference.h"

#include <stddef.h>

typedef struct {
  char name[40];
  double gravity[3];
  int n_bodies, n_joints, n_springs, n_gears;
  ref_body_data body[4];
  ref_joint_data joint[4];
  ref_spring_data spring[4];
  ref_gear_data gear[2];
} ref_mechanism;

int ref_mechanisms(void); /* how many */
/* Mechanism k, its initial velocities made consistent with joints, drives, gears and bases. 0: good. */
int ref_mechanism_get(int k, ref_mechanism *out);
/* NULL: no memory or bad data; the caller frees it with ref_free */
ref_system *ref_mechanism_build(const ref_mechanism *m);
/* The model text: param { scheme, alpha, dt, duration, store }, and channels. Body i: "b<i>_x", "b<i>_q", "b<i>_v", "b<i>_w". Joint i:
   "j<i>_force", "j<i>_moment" (reaction; distance: no moment), "j<i>_<coordinate>" (angle, displacement, x, y, angle_a,
   angle_b), "j<i>_drive" where driven. "total" and "work" energies. Returns the length, or -1: text too small. */
int ref_mechanism_lua(const ref_mechanism *m, char *text, size_t size);

/* Coordinate k of a joint, as in the model language. */
const char *ref_coordinate_name(ref_joint_type type, int k);

/* A block on an incline (slope in rad) that starts with speed v0 down the slope: displacement s and speed v at t.
   Coulomb's friction, closed form: it slides, or slides to rest and sticks when friction > tan(slope). */
typedef struct {
  double slope, friction, v0, gravity;
} ref_incline;
void ref_incline_motion(const ref_incline *c, double t, double *s, double *v);
/* The same as a model: prismatic joint "slope", channels "s" and "v". Length, or -1. */
int ref_incline_lua(const ref_incline *c, char *text, size_t size);

#endif
