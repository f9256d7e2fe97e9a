/* component/rod.h -- a plane rod as data: what the kind plane_rod, its runs and the laboratory (lab/rod) share.
 * What:    a plane Kirchhoff rod of n elements on a staggered grid: nodes x_0..x_n, and directions z_1..z_n in the middle of
 *          the elements; x_0 and z_0 (the clamped section) are given functions of time. Types only: whoever has no laboratory
 *          must build, too. The functions are in the table of component/lab.h.
 * Theory:  docs/rods.md.
 * Numbers: p = (c, s, x, y) per element, 4n: direction z_n and node x_n. q = (k, xi) per element, 2n: bending and length.
 */
#ifndef SN_COMPONENT_ROD_H
#define SN_COMPONENT_ROD_H
#include "base/arena.h"
#include "base/error.h"
#include "math/expr.h"
#include "math/plane.h"

/* Bending measures k(w, d) of w = sin, d = cos of the relative angle; docs/rods.md (5). */
typedef enum { SN_ROD_TAN_HALF, SN_ROD_SINE, SN_ROD_CHORD, SN_ROD_ANGLE, SN_ROD_MEASURES } sn_rod_measure;

typedef struct {
  int n;                               /* elements */
  double length, EA, EI, rho_A, rho_I; /* m, N, N m^2, kg/m, kg m */
  double tau;                          /* Kelvin-Voigt time, s */
  sn_p2 gravity;                       /* m/s^2 */
  sn_rod_measure measure;
  int hinged;                         /* root: 0 clamped, 1 hinged */
  sn_p2 at;                           /* place of the root, plus position(t) */
  const sn_expr *position[2], *angle; /* functions of t; NULL: 0 */
  const sn_expr *force[2], *moment;   /* at the tip, functions of t; NULL: none */
  /* made by sn_rod_prepare */
  double l, J;         /* length of an element; rotary inertia of each z */
  const double *m, *B; /* n: mass of node n, stiffness of the bending spring at the root side of element n */
} sn_rod;

/* ---- what is given at a time: the root and the loads */
typedef struct {
  double t;
  sn_p2 x, v, a;       /* x_0 and its derivatives */
  sn_p2 z, zd, zdd;    /* z_0 */
  double omega, alpha; /* turning of z_0 */
  sn_p2 force;
  double moment;
} sn_rod_drive;

/* ---- what it does */
typedef struct {
  double kinetic, stretch, bend, gravity;
  double loss;  /* power lost in the rod, >= 0 */
  double loads; /* power of the tip's force and moment */
  double root;  /* power of the root's motion; needs accelerations (0 without) */
} sn_rod_energy;
typedef struct {
  double shear;                 /* max |g1|/l: the node beside its direction */
  double unit;                  /* max |g2|: | |z|^2 - 1 |/2 */
  double strain;                /* mixed: max |q - psi(p)|, lengths over l; else 0 */
  double shear_rate, unit_rate; /* the same of G v + g_t; per second */
} sn_rod_drift;
/* Largest relative angle (rad, between -pi and pi) and smallest length over l, with their elements (0..). */
typedef struct {
  double angle, length;
  int bent, shortest;
} sn_rod_extreme;

/* ---- how it is run */
typedef enum {
  SN_ROD_ABSOLUTE,
  SN_ROD_RELATIVE,
  SN_ROD_MIXED,
  SN_ROD_MIXED_PRINTED,
  SN_ROD_FORMULATIONS
} sn_rod_formulation;

typedef enum { SN_ROD_CVODE, SN_ROD_ARKODE, SN_ROD_IDA } sn_rod_family;
typedef struct {
  const char *name;
  sn_rod_family family;
  int method; /* of the family: CVODE's linear multistep method, ARKODE's table, lab/rod/dae.h's index */
  int implicit;
  const char *help;
} sn_rod_integrator;

typedef enum { SN_ROD_NO_PROJECTION, SN_ROD_LOCAL, SN_ROD_ORTHOGONAL } sn_rod_projection;
typedef struct {
  sn_rod_formulation formulation;
  int integrator;
  double relative, absolute; /* tolerances of every component */
  double stabilise;          /* 1/s; 0: none */
  sn_rod_projection projection;
  int max_order;                /* of bdf and adams; 0: theirs */
  double duration, store;       /* time between rows */
  double max_step;              /* 0: as large as they like */
  int ledger;                   /* 1: work and losses are summed, which costs a few evaluations of energies per step */
  double wall_limit, cpu_limit; /* s on the clock, s of the processor; 0: none */
  const volatile int *stop;
} sn_rod_options;
typedef struct {
  int iterations;
  double residual; /* largest force left, over the largest one */
} sn_rod_balance;
typedef struct {
  long steps, rejected;   /* accepted steps; failures of the error test */
  long rhs, rhs_jacobian; /* right-hand sides (residuals) in steps and Newton; in difference quotients */
  long jacobians, newton; /* Jacobians; Newton iterations */
  int unknowns;
  double cpu, smallest_step;
  sn_rod_drift drift; /* largest so far, at steps */
  double t;           /* reached */
} sn_rod_statistics;

/* ---- what a run hands out */
typedef struct {
  double t;
  const double *p, *v, *a; /* as integrated (p, v); accelerations */
  const double *q;         /* mixed: the strains; else NULL */
  const sn_rod_drive *drive;
  sn_rod_energy energy;               /* of the state brought back to the constraints */
  double work_loads, work_root, loss; /* sums; 0 without a ledger */
  sn_rod_drift drift;
} sn_rod_row;
typedef struct {
  double t, h;
  const double *p, *v;
  const sn_rod_drive *drive;
  double energy, defect; /* defect of the balance so far, J (0 without a ledger) */
  sn_rod_drift drift;
} sn_rod_step;
typedef struct {
  void *data;
  sn_status (*row)(void *data, const sn_rod_row *r, sn_error *error);
  /* may be NULL; SN_ESTOP: enough, the run ends with that */
  sn_status (*step)(void *data, const sn_rod_step *s, sn_error *error);
  void (*progress)(void *data, double t, double duration, long steps); /* may be NULL; a few times a second */
} sn_rod_sink;

typedef struct sn_rod_work sn_rod_work; /* scratch for all right-hand sides */

#endif
