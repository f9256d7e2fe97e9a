/* tests/support/mechanisms.h -- small systems built by hand, for tests of the steps; and references for two of them.
 * Owner:   each mechanism owns its arena: free it.
 */
#ifndef SN_TESTS_MECHANISMS_H
#define SN_TESTS_MECHANISMS_H
#include "system/builder.h"

typedef struct {
  sn_arena *arena;
  const sn_system *system;
  sn_state state;
  sn_status status;
  sn_error error;
  int own; /* index of a counted angle in state.internal, -1 */
} mechanism;

void mechanism_free(mechanism *m);
/* A second state, for another run from the same start. */
sn_state mechanism_state(mechanism *m);
double mechanism_energy(const mechanism *m, const sn_state *x);

mechanism oscillator(double stiffness);      /* 1 kg at x = 1 on a linear spring along x; v = 0.5 */
mechanism double_pendulum(double stiffness); /* 1 kg, 1 m links; 0: rigid. From (1,0,0), (1,1,0) at rest */
void double_pendulum_reference(double t, sn_v3 x[2]);
mechanism spinning_body(double omega, int ground_axes); /* hinge 0.3 m off the centre; rows in body or ground axes */
mechanism spinning_bar(double omega, int elements);     /* steel, 1 m, fixed end, started unstretched */
mechanism overconstrained(void);                        /* a pendulum with the same link twice */
mechanism geared_wheels(void);            /* angle_1 + 2 angle_2 = 0, spring 3 N m/rad on wheel 1; 2 rad/s */
double geared_wheels_reference(double t); /* angle_1 */
mechanism screw(void);                    /* 20 mm/rad, gravity, spring 1000 N/m along the axis; 100 rad/s */
double screw_reference(double t);         /* angle */
mechanism free_pair(void);                /* two tumbling bodies, spherical joint and a spring, no gravity */
mechanism machine(int parts);             /* combinations of all features; bits of `parts` below */
enum {
  MACHINE_BASE = 1,  /* moving frame with mass under the first body, else ground */
  MACHINE_LOADS = 2, /* following force, moment, force in space, functions of time */
  MACHINE_DRIVE = 4, /* second joint driven by u(t), third by a rate */
  MACHINE_RATES = 8, /* dampers on angles and on forms */
  MACHINE_FRICTION = 16,
  MACHINE_LAWS = 32,  /* torsion spring, one-sided stop, hardening length spring, given torque */
  MACHINE_ALPHA = 64, /* different alpha per part and block */
  MACHINE_ALL = 127,
  MACHINE_SMOOTH = MACHINE_ALL & ~MACHINE_FRICTION /* ed_paper and the oracles know no dry friction */
};

/* Trace and determinant of the amplification matrix of x'' = -x for step h (docs/theory.md, linear limit). */
void oscillator_invariants(double alpha, double h, double *trace, double *determinant);

#endif
