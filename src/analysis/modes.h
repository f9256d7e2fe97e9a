/* analysis/modes.h -- small vibrations about an equilibrium: frequencies, damping and shapes; linear buckling loads.
 * Who:     api (`sinew modes`), tests. The motion may rotate steadily (sn_instant_rotate).
 * Owner:   everything in the answer lives in the arena.
 */
#ifndef SN_ANALYSIS_MODES_H
#define SN_ANALYSIS_MODES_H
#include "instant/instant.h"
#include "math/eigen.h"

typedef struct {
  int count;    /* number of modes, without zero modes; those are found in addition */
  int undamped; /* 1: without dampers */
  int spin;     /* 1: nodes keep the spin they have in the state: axisymmetric rotors about their axis */
  double shift; /* rad/s: the modes nearest to this frequency; NAN: the lowest. Only without damping and rotation */
  sn_eigen_method method;
} sn_modes_options;

/* Everything moves like Re(shape exp(s t)), s = growth + i frequency. Buckling: factor is the load factor, s = 0. */
typedef struct {
  double growth, frequency; /* 1/s, rad/s >= 0 */
  double factor;            /* buckling; else NAN */
  double damping;           /* ratio -growth/|s|; 0 for zero modes */
  int zero;                 /* 1: a motion without restoring force (to round-off) */
  double residual;          /* of the equations, relative to their largest term */
  int item;                 /* item that moves most (by mass), or -1 */
  double share;             /* and its share of the moving mass, 0..1 */
  int whirl;                /* spin or rotation: 1 forward, -1 backward about its axis; 0: neither */
  double mass[3];           /* effective mass along x, y, z relative to the mass that can move; NAN where undefined */
  const double *re, *im; /* 6 per node: displacement, rotation vector (ground axes); the largest displacement is 1 m, or
                               the largest rotation 1 rad when nothing is displaced */
  const double *stress_re, *stress_im; /* n_stress: the stresses of the shape */
} sn_mode;

/* largest number of motions without stiffness that are stored; all of them are counted */
enum { SN_MODES_ZEROS = 24 };

typedef struct {
  int n;
  const sn_mode *mode; /* growing ones first, then zero modes, then by |s|; buckling: by |factor| */
  int n_zero, n_growing;
  int more_zero;    /* 1: n_zero is the number found, and there are more */
  int symmetric;    /* 1: no damping, rotation or force without potential: real shapes */
  int complete;     /* 1: the model has no further modes */
  int stiff_beyond; /* 1: fewer modes than requested, and there may be more: motions without stiffness hide them */
  int n_flutter;    /* buckling: number of pairs of complex factors, which are not listed */
  sn_eigen_method method;
  double force, residual; /* of the equilibrium: largest force, N, and the residual relative to it */
  double extent;
} sn_modes;

/* Finds modes about the state's positions, which must be an equilibrium (else SN_EMODEL). Velocities
   are only used for spins. */
sn_status sn_modes_find(sn_instant *m, const sn_state *x, const sn_modes_options *o, sn_arena *arena, sn_modes *out,
                        sn_error *error);
/* Finds factors f with (K_material + f K_stress) x = 0: the multiple of all loads at which the structure buckles,
   estimated from its present stresses. */
sn_status sn_buckling_find(sn_instant *m, const sn_state *x, const sn_modes_options *o, sn_arena *arena, sn_modes *out,
                           sn_error *error);
/* Displaces the configuration by amplitude (m; rad) times Re(shape exp(i phase)), and rotates directors: positions and rates of all
   vectors, stresses. Arrays as in a state; quantities that do not move are taken from the state. */
typedef struct {
  sn_v3 *q, *v;
  double *stress;
} sn_shown;
void sn_mode_show(sn_instant *m, const sn_state *x, const sn_mode *mode, double amplitude, double phase, sn_shown *out);

#endif
