/* analysis/statics.h -- static equilibrium: Newton with the exact tangent, guarded by pseudo-transient continuation.
 * Who:     api (`sinew static`, run { start = "static" }), tests.
 */
#ifndef SN_ANALYSIS_STATICS_H
#define SN_ANALYSIS_STATICS_H
#include "instant/instant.h"

/* A part that can move without any force at an equilibrium: nothing determines where it stands along these motions. */
typedef struct {
  int item;
  int n_along, n_about; /* of the directions that it can move along, and of the axes that it can turn about: 0 to 3 */
  sn_v3 along, about;   /* 1: the direction; 2: the one that is across both; of unit length */
  int bends;            /* 1: it moves otherwise than as a rigid body, too */
} sn_loose;
enum { SN_LOOSE = 4 };

typedef struct {
  int iterations;       /* increments taken */
  int tangents;         /* matrices factored for them */
  int load_steps;       /* 1: the whole load at once */
  int damped;           /* iterations that needed M/tau: the tangent was singular or not positive */
  double force;         /* largest force of the equilibrium, N */
  double residual;      /* what is left, over that force */
  double increment;     /* last one, over the size of the model */
  int unstable;         /* 1: a direction was found in which it falls away */
  int unstable_item;    /* and what moves most in it, -1 */
  double unstable_rate; /* 1/s: it grows like exp(rate t) */
  int n_loose;          /* parts that can move without any force; the first SN_LOOSE of them: */
  sn_loose loose[SN_LOOSE];
} sn_equilibrium;

/* Moves the state (positions must satisfy the joints) to an equilibrium at its time; velocities of directors follow, what
   the velocities are is not looked at. SN_EMODEL: something is held by nothing; SN_ENOCONV: not found. */
sn_status sn_statics(sn_instant *m, sn_state *x, sn_arena *arena, sn_equilibrium *out, sn_error *error);

#endif
