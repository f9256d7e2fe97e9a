/* tests/support/reference/internal.h -- what the files of the reference integrator share.
 * What:    a mechanism is a list of scalar *rows*: each a rate g.v of the stacked body velocities (v of the centre of mass
 *          and omega, both in ground axes), its value on position level and the part of its acceleration without g.vdot.
 *          Constraints, drives, gears, springs on coordinates and springs between points are all made of rows.
 */
#ifndef REFERENCE_INTERNAL_H
#define REFERENCE_INTERNAL_H
#include "algebra.h"
#include "reference.h"

enum { COLUMNS = 6 * REF_BODIES, ROWS = 96 };

typedef struct {
  double g[COLUMNS];
  double value, bias; /* d/dt (g.v) = g.vdot + bias */
} row;

typedef struct { /* now: centre of mass (prescribed bodies: origin), rotation matrix and rates in ground axes */
  vec x, v, w;
  vec a, wdot; /* given acceleration of prescribed bodies, else zero */
  mat turn;
} motion;

typedef struct { /* fixed in bodies a and b: joint point from the centre, joint axes, universal's b axis */
  vec point[2], axis[2][3], cross[2];
  double length;
} joint_frames;

/* One row per letter: x y z translation along a's joint axes, u v w rotation about them, s screw, n universal, d distance;
   coordinates: x y z as before, W angle about z, A B the angles of a universal joint. */
typedef struct {
  const char *name, *rows, *coordinates;
} joint_kind;
extern const joint_kind ref_kinds[REF_JOINT_TYPES];

/* Frames from the drawn configuration. center: of each body in ground axes, turn: its rotation. */
void ref_frames(const ref_joint_data *d, const motion *a, const motion *b, joint_frames *out);
/* The row of one letter; turns: integrated angle that decides the branch of W, A, B (and of s). */
void ref_row(char letter, const ref_joint_data *d, const joint_frames *f, const motion *all, double turns, row *out);
/* Distance of two points given from the centres of a and b in body axes. */
void ref_distance_row(int a, int b, vec point_a, vec point_b, const motion *all, row *out);

enum { PER_BODY = 13, ANGLES = 2 * REF_JOINTS, STATES = PER_BODY * REF_BODIES + ANGLES + 1 };

typedef struct {
  ref_body_data data;
  int free;
  vec center;
  mat inertia, inverse; /* body axes */
  quat start;
} body;

typedef struct {
  ref_joint_data data;
  joint_frames frames;
  const joint_kind *kind;
  int n_coordinates, first_angle; /* angle states of this joint */
} joint;

struct ref_system {
  vec gravity;
  double relative, absolute;
  int n_bodies, n_joints, n_springs, n_gears, n_angles, n_states, most_rows;
  body body[REF_BODIES];
  joint joint[REF_JOINTS];
  ref_spring_data spring[REF_SPRINGS];
  vec spring_point[REF_SPRINGS][2];
  ref_gear_data gear[REF_GEARS];
  char message[200];
  /* this instant */
  motion motion[REF_BODIES];
  row coordinate[REF_JOINTS][3];
  int n_rows, joint_row[REF_JOINTS], drive_row[REF_JOINTS][3];
  row rows[ROWS];
  double target[ROWS][3]; /* value, rate and acceleration a row must have */
  double lambda[ROWS], force[COLUMNS], speed[COLUMNS], acceleration[COLUMNS], power, potential;
  double weighted[ROWS][COLUMNS], schur[ROWS][ROWS];
};

/* x, v, w of a free body at the start; of a prescribed one at any time */
void ref_place(const body *b, double t, motion *m);
/* Motions from a state. */
void ref_unpack(ref_system *r, double t, const double *y);
/* Rows, forces, multipliers, accelerations and power at this instant. */
void ref_instant(ref_system *r, double t, const double *y);
/* Projects onto the constraints of positions and velocities; largest violation before and after. */
void ref_project(ref_system *r, double t, double *y, double *drift, double *violation);
/* g.v over all bodies */
double ref_product(const ref_system *r, const double *g, const double *v);

#endif
