/* system/observation.h -- what outputs are computed from: a consistent instant of the motion.
 * Made by instant/instant.h (velocities that satisfy all constraint rates, accelerations, multipliers at that time).
 */
#ifndef SN_SYSTEM_OBSERVATION_H
#define SN_SYSTEM_OBSERVATION_H
#include "system/state.h"

struct sn_observation {
  const sn_system *system;
  double t;
  const sn_v3 *q, *v, *a; /* n_vector each; v and a satisfy the constraints */
  const sn_v3 *
      local; /* q, but places count from the origin of the system: strains are made of these, and keep their digits far out */
  const double *stress;    /* n_stress: stresses and multipliers at t (elastic: K e; composite: tau) */
  const double *internal;  /* counted angles and the like */
  double load, weight;     /* factors of the loads, and of gravity: 1, but on an equilibrium path */
  const sn_ledger *ledger; /* energies at t, work and losses summed from the start (a run), or of the last step */
  double *scratch;         /* system->n_scratch numbers of the observer's own: what is frozen is never written */
};

/* Room for n numbers while a row is evaluated, of those that it asked for (sn_need_scratch). Formulas have theirs elsewhere. */
static inline double *sn_scratch(const sn_observation *o, int n)
{
  SN_ASSERT(n >= 0 && n <= o->system->n_scratch && (o->scratch || n == 0));
  return n > 0 ? o->scratch + (o->system->n_scratch - n) : NULL;
}

/* 1/2 sum d x d': angular velocity of a triad by the rates of its directors; by their second derivatives, its rate. */
sn_v3 sn_spin(const sn_v3 d[3], const sn_v3 rate[3]);

#endif
