/* rod/rod.h -- the laboratory of plane rods: one rod, its right-hand sides in three kinds of coordinates, statics and runs.
 * What:    a plane Kirchhoff rod of n elements on a staggered grid: nodes x_0..x_n, and directions z_1..z_n in the middle of
 *          the elements; x_0 and z_0 (the clamped section) are given functions of time.
 * Theory:  docs/rods.md; LLL = Lang, Laube, Leyendecker: plane Kirchhoff rods, systems (1), (2), (3).
 * Numbers: p = (c, s, x, y) per element, 4n: direction z_n and node x_n. q = (k, xi) per element, 2n: bending and length.
 * Owner:   everything in the arena of the caller; a rod is const while it is used.
 */
#ifndef SN_ROD_ROD_H
#define SN_ROD_ROD_H
#include "base/arena.h"
#include "base/error.h"
#include "math/expr.h"
#include "rod/plane.h"

/* Bending measures k(w, d) of w = sin, d = cos of the relative angle; docs/rods.md (5). */
typedef enum { SN_ROD_TAN_HALF, SN_ROD_SINE, SN_ROD_CHORD, SN_ROD_ANGLE, SN_ROD_MEASURES } sn_rod_measure;
extern const char *const sn_rod_measure_name[]; /* by sn_rod_measure; ends with NULL */

typedef struct {
  int n;                               /* elements */
  double length, EA, EI, rho_A, rho_I; /* m, N, N m^2, kg/m, kg m */
  double tau;                          /* Kelvin-Voigt time, s */
  sn_p2 gravity;                       /* m/s^2 */
  sn_rod_measure measure;
  int hinged;                         /* root: 0 clamped, 1 hinged */
  sn_p2 at;                           /* position of the root, plus position(t) */
  const sn_expr *position[2], *angle; /* functions of t; NULL: 0 */
  const sn_expr *force[2], *moment;   /* at the tip, functions of t; NULL: none */
  /* made by sn_rod_prepare */
  double l, J;         /* length of an element; rotary inertia of each z */
  const double *m, *B; /* n: mass of node n, stiffness of the bending spring at the root side of element n */
} sn_rod;

/* Element length, lumped masses (half of one at the tip), springs (half a length at the root, none when hinged). */
sn_status sn_rod_prepare(sn_rod *rod, sn_arena *arena, sn_error *error);
double sn_rod_mass(const sn_rod *rod); /* mass of the whole rod, including the half node at the root */

/* ---- what is given at a time: the root and the loads */
typedef struct {
  double t;
  sn_p2 x, v, a;       /* x_0 and its derivatives */
  sn_p2 z, zd, zdd;    /* z_0 */
  double omega, alpha; /* turning of z_0 */
  sn_p2 force;
  double moment;
} sn_rod_drive;
void sn_rod_drive_at(const sn_rod *rod, double t, sn_rod_drive *out);

/* ---- measures: k and its derivatives */
typedef struct {
  double k, w, d, ww, wd, dd; /* k, k_w, k_d, k_ww, k_wd, k_dd */
} sn_rod_bend;
/* Of element n = 0.. in storage order: the free joint of a hinged root uses its angle, whatever the measure. */
sn_rod_measure sn_rod_measure_of(const sn_rod *rod, int n);
sn_rod_bend sn_rod_bend_of(sn_rod_measure measure, double w, double d);

/* ---- forces, strains and energies in absolute coordinates (forces.c) */
/* Elastic and damping forces, weight and loads, 4n. strain: NULL: of p and v; else k, kdot, xi, xidot of each element are
   read from q and qd (2n each): system (3) with the elastic force in its row of eta. elastic 0: weight and loads only. */
void sn_rod_forces(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *q,
                   const double *qd, int elastic, double *f);
/* q = psi(p), qd = Psi v. Either output may be NULL. */
void sn_rod_strains(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double *q, double *qd);
/* (Psi a + Psidot v) with the root's share: second derivative of the strains, 2n. */
void sn_rod_strain_rates(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                         double *qdd);

typedef struct {
  double kinetic, stretch, bend, gravity;
  double loss;  /* power lost in the rod, >= 0 */
  double loads; /* power of the tip's force and moment */
  double root;  /* power of the root's motion; needs accelerations (0 without) */
} sn_rod_energy;
/* a: accelerations, 4n; NULL: power of the root is left out. */
void sn_rod_energies(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                     sn_rod_energy *out);
/* Reaction of the support on the rod: force at x_0 (including the half node there), and moment about it. */
void sn_rod_reaction(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                     sn_p2 *force, double *moment);

typedef struct {
  double shear;                 /* max |g1|/l: distance of the nodes from where the directions put them */
  double unit;                  /* max |g2|: | |z|^2 - 1 |/2 */
  double strain;                /* mixed: max |q - psi(p)|, lengths over l; else 0 */
  double shear_rate, unit_rate; /* the same of G v + g_t; per second */
} sn_rod_drift;
void sn_rod_drifts(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *q,
                   sn_rod_drift *out);
/* Largest relative angle (rad, between -pi and pi) and smallest length over l, with their elements (0..). */
typedef struct {
  double angle, length;
  int bent, shortest;
} sn_rod_extreme;
void sn_rod_extremes(const sn_rod *rod, const sn_rod_drive *o, const double *p, sn_rod_extreme *out);

/* State of the rod. q, qd: its strains, if they are integrated in addition to p and v (system (3)). */
typedef struct {
  const sn_rod *rod;
  const sn_rod_drive *o;
  const double *p, *v, *q, *qd;
} sn_rod_motion;

/* ---- system (1): absolute (absolute.c, band.c) */
typedef struct sn_rod_work sn_rod_work;                           /* scratch for all right-hand sides */
sn_rod_work *sn_rod_work_new(const sn_rod *rod, sn_arena *arena); /* NULL: no memory */
/* Accelerations by the tridiagonal system of the shear multipliers, docs/rods.md (12). f: forces. gamma: added to the right
   sides of the two constraint rows, 2n, or NULL. lambda: both multipliers, 2n, or NULL. */
void sn_rod_accelerate(const sn_rod_motion *m, const double *f, const double *gamma, sn_rod_work *work, double *a,
                       double *lambda);
/* The whole right-hand side of (1): forces, stabilisation (1/s, 0: none), accelerations. */
void sn_rod_absolute(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double stabilise,
                     sn_rod_work *work, double *a, double *lambda);
/* The same with the banded KKT matrix and pivoting; rank_one: rotary inertia J (iz)(iz)^T instead of J on z. A reference. */
sn_status sn_rod_absolute_band(const sn_rod_motion *m, int rank_one, sn_arena *scratch, double *a, double *lambda,
                               sn_error *error);

/* ---- system (2): relative (relative.c, relative_dense.c) */
/* Computes p, v from q, qd. Returns 0, or 1 + the element whose k has no angle (sine beyond 90 degrees). */
int sn_rod_unfold(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd, double *p, double *v);
/* qdd by the articulated recursion; same return value. */
int sn_rod_relative(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd, sn_rod_work *work,
                    double *qdd);
/* Residual of the equations of motion for given qdd, over the inertia of an element: zero at the solution. O(n). */
int sn_rod_relative_residual(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd,
                             const double *qdd, sn_rod_work *work, double *r);
/* The same qdd by the dense mass matrix: a reference, O(n^3). */
sn_status sn_rod_relative_dense(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd,
                                sn_arena *scratch, double *qdd, sn_error *error);

/* ---- system (3): mixed (mixed.c). printed: as LLL print it, the elastic force in the rows of p. */
void sn_rod_mixed(const sn_rod_motion *m, int printed, double stabilise, sn_rod_work *work, double *a, double *qdd);
/* The same by the banded matrix of 10 unknowns per element (half bandwidth 6) with pivoting. A reference. */
sn_status sn_rod_mixed_band(const sn_rod_motion *m, int printed, sn_arena *scratch, double *a, double *qdd,
                            sn_error *error);

/* ---- projections (project.c): positions and velocities onto the constraints */
typedef enum { SN_ROD_NO_PROJECTION, SN_ROD_LOCAL, SN_ROD_ORTHOGONAL } sn_rod_projection;
void sn_rod_project(const sn_rod *rod, const sn_rod_drive *o, sn_rod_projection way, sn_rod_work *work, double *p,
                    double *v);

/* ---- starts (start.c, statics.c) */
/* Elements at these angles from the root's direction (NULL: straight), without stretch; at rest relative to the root. */
void sn_rod_place(const sn_rod *rod, const double *angles, double *p, double *v);
typedef struct {
  int iterations;
  double residual; /* largest residual force, relative to the largest force */
} sn_rod_balance;
/* Moves p to a stable equilibrium under the loads at t = 0, with everything at rest. */
sn_status sn_rod_statics(const sn_rod *rod, sn_arena *arena, double *p, sn_rod_balance *out, sn_error *error);

#endif
