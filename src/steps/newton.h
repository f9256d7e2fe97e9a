/* steps/newton.h -- the Newton policy of the schemes on nodes: when to factor, when to stop, when to give up.
 * Policy:  factorisation at the first iteration, at the second too if the first moved by more than 1e-3 of the model's
 *          size, then kept inside the step and renewed when the contraction exceeds 0.15; with penalties renewed each time.
 *          A step is accepted when rho/(1 - rho) times the increment is below the tolerance *and the ledger closes*:
 *          defect below 1e-15 of the energy scale (and what is left below 1e-3 of the tolerance and 2e-17: light directors carry
 *          no energy that would show them), or below 1e-12 with a last increment below 1e-13 of the model's size
 *          (a looser rule biases the energy of a rotor; with tangents renewed each time what is left counts in its place), or no longer falling near that (round-off; reported).
 *          A tolerance above 1e-10 trades the balance for time: the defect may be a hundredth of it, at most 1e-6.
 *          A scheme without an identity: the last increment below 1e-2 of the tolerance, or round-off.
 *          Where there is a turned factor (steps/turned.h) a step is tried with it first; when increments do not fall to 0.4 of the last,
 *          or the balance does not close, it begins anew with tangents.
 */
#ifndef SN_STEPS_NEWTON_H
#define SN_STEPS_NEWTON_H
#include "steps/assembler.h"

typedef struct {
  sn_assembler *all;
  /* the first guess: foreseen, or plain, with constant velocities. What comes to rest by friction does not go on as it went, so
     that a step which fails from the first is tried from the second. */
  void (*start)(sn_stepper *x, int plain);
  /* ledger of the iterate as if it were accepted, after its forces; returns |defect| over the energy scale */
  double (*accept)(sn_stepper *x, sn_ledger *ledger);
  int has_identity;  /* of the scheme; 0: the defect of the ledger decides nothing */
  double noticeable; /* J: a defect below is round-off, however little the model moves (sn_noticeable_energy) */
  /* 1: the tangent is renewed in every iteration that moves anything. Penalties make forces of every violation, along directions that
     turn: with a kept tangent a chain at 1e10 N/m takes 7.3 iterations per step and fails, with new ones 3.5 and does not
     (examples/swing/gog.lua). */
  int renews;
  double h; /* size of the step */
  /* where there are contacts: the step, else NULL. The tangent is renewed while increments are large, and whenever a contact opens or closes, slips or
     sticks; increments that go round are halved; a step that fails is tried with the limits of friction as they were last, until they stay
     (Tresca). */
  sn_stages *rubs;
} sn_newton;

/* SN_OK: converged, the last ledger is in the report. SN_ENOCONV, SN_ESINGULAR: not. Counts add to the report. */
sn_status sn_newton_solve(const sn_newton *p, const sn_step_options *o, sn_step_report *report);

/* The error of a step that did not converge. */
sn_status sn_newton_fail(sn_status status, sn_error *error);

#endif
