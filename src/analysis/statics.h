/* analysis/statics.h -- static equilibrium: Newton with the exact tangent, guarded by pseudo-transient continuation.
 * Who:     api (`sinew static`, run { start = "static" }), tests.
 */
#ifndef SN_ANALYSIS_STATICS_H
#define SN_ANALYSIS_STATICS_H
#include "instant/instant.h"

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
} sn_equilibrium;

/* Moves the state (positions must satisfy the joints) to an equilibrium at its time; velocities of directors follow, what
   the velocities are is not looked at. SN_EMODEL: something is held by nothing; SN_ENOCONV: not found. */
sn_status sn_statics(sn_instant *m, sn_state *x, sn_arena *arena, sn_equilibrium *out, sn_error *error);

#endif
