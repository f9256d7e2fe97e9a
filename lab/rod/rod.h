/* lab/rod/rod.h -- the laboratory of plane rods: one rod, its right-hand sides in three kinds of coordinates, statics and runs.
 * What:    functions on the rod of component/rod.h, which has its types and says what the numbers are.
 * Theory:  docs/rods.md; LLL = Lang, Laube, Leyendecker: plane Kirchhoff rods, systems (1), (2), (3).
 * Owner:   everything in the arena of the caller; a rod is const while it is used.
 */
#ifndef SN_LAB_ROD_ROD_H
#define SN_LAB_ROD_ROD_H
#include "component/rod.h"

extern const char *const sn_rod_measure_name[]; /* by sn_rod_measure; ends with NULL */

/* Element length, lumped masses (half of one at the tip), springs (half a length at the root, none when hinged). */
sn_status sn_rod_prepare(sn_rod *rod, sn_arena *arena, sn_error *error);
double sn_rod_mass(const sn_rod *rod); /* mass of the whole rod, including the half node at the root */

/* ---- what is given at a time: the root and the loads */
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

/* a: accelerations, 4n; NULL: power of the root is left out. */
void sn_rod_energies(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                     sn_rod_energy *out);
/* Reaction of the support on the rod: force at x_0 (including the half node there), and moment about it. */
void sn_rod_reaction(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                     sn_p2 *force, double *moment);

void sn_rod_drifts(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *q,
                   sn_rod_drift *out);
void sn_rod_extremes(const sn_rod *rod, const sn_rod_drive *o, const double *p, sn_rod_extreme *out);

/* State of the rod. q, qd: its strains, if they are integrated in addition to p and v (system (3)). */
typedef struct {
  const sn_rod *rod;
  const sn_rod_drive *o;
  const double *p, *v, *q, *qd;
} sn_rod_motion;

/* ---- system (1): absolute (absolute.c) */
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
void sn_rod_project(const sn_rod *rod, const sn_rod_drive *o, sn_rod_projection way, sn_rod_work *work, double *p,
                    double *v);

/* ---- starts (rod.c, statics.c) */
/* Elements at these angles from the root's direction (NULL: straight), unstretched; at rest seen from the root. */
void sn_rod_place(const sn_rod *rod, const double *angles, double *p, double *v);
/* Moves p to a stable equilibrium under the loads at t = 0, with everything at rest. */
sn_status sn_rod_statics(const sn_rod *rod, sn_arena *arena, double *p, sn_rod_balance *out, sn_error *error);

#endif
