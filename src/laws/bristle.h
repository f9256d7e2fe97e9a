/* laws/bristle.h -- dry friction of a slip of up to four components: what the two laws that have it share, contacts and friction of joints.
 * What:    the elastic part of the slip stretches a bristle, the other part slides. The stress of the bristle stays in a ball: its size is at
 *          most a limit, coefficient times normal force. Stresses at the stages are iterates of Newton: the law solved for them exactly makes
 *          stiff bristles fail in most steps.
 * Letters: gam        slip rate, s: friction stress, z: deflection of the bristle
 *          L          limit of the size of s
 * Theory:  docs/theory-contact.md, friction.
 * Who:     laws/contact.c (slides, spins and rolls), laws/friction.c (joints); Newton's help for friction (steps/newton.c).
 * Tests:   tests/mechanisms/test_contact.c, tests/mechanisms/test_friction.c
 */
#ifndef SN_LAWS_BRISTLE_H
#define SN_LAWS_BRISTLE_H
#include "laws/stages.h"

enum { SN_SLIPS = 4, SN_SLIP_ROWS = SN_STAGES * SN_SLIPS };

typedef struct sn_bristle {
  int n;           /* components of the slip */
  double k;        /* stiffness; 0: no friction */
  double unit;     /* m: slips times this are lengths, stresses over this are forces; 1 for those that are */
  double mobility; /* of the slip by its stress; below 0: not known yet */
  double alone;    /* one stage: 2 if its stress is the mean of the step, 1 if it is that of an end */
  double z_i[SN_SLIPS];
  double gam[SN_STAGES][SN_SLIPS];
  double s[SN_STAGES][SN_SLIPS];   /* iterates */
  double law[SN_STAGES][SN_SLIPS]; /* that the rows ask for at the iterate: in the forces */
  double limit[SN_STAGES], limit_before[SN_STAGES];
  double by_slip[SN_SLIP_ROWS][SN_SLIP_ROWS], by_limit[SN_SLIP_ROWS][SN_STAGES]; /* of s, n numbers of each stage */
  sn_contact_state state[SN_STAGES], seen[SN_STAGES]; /* at the iterate, and where the tangent was made */
} sn_bristle;

/* Coefficient at a speed of slip: the static one falls to that of sliding. slope: its derivative, unless NULL. */
double sn_coefficient(const sn_coulomb *f, double speed, double *slope);

/* Stresses k z_i, and no limit yet. */
void sn_bristle_start(const sn_stages *x, double k, int n, const double *z_i, int at_stage, sn_bristle *b);
void sn_bristle_none(const sn_stages *x, sn_bristle *b); /* nothing rubs at the iterate */
/* The rows s - nearest(s + rho (gam - z'(s))) = 0 at gam and the limits, solved for s: its value there and its derivatives. */
void sn_bristle_mix(const sn_stages *x, sn_bristle *b);
/* A limit that falls with the speed of slip at its stage: its slope by that. */
void sn_bristle_weaken(sn_bristle *b, int stage, double slope);
/* Deflection at the end where the limit is `most`, before it is cut to that; out: work of the stresses. */
double sn_bristle_end(const sn_stages *x, const sn_bristle *b, double most, double z[SN_SLIPS]);
/* Cuts z to the limit, and gives what is lost of the work. */
double sn_bristle_cut(const sn_bristle *b, double work, double most, double z[SN_SLIPS]);
double sn_bristle_energy(double k, int n, const double *z);
/* 1: sticks in the whole step, which does not resolve its bristle: what slips at the end is noise. */
int sn_bristle_holds(const sn_stages *x, const sn_bristle *b);
sn_contact_state sn_bristle_state(const sn_stages *x, const sn_bristle *b);

/* How easily the forms of a block are moved by stresses s of them: the nodes, each for itself. */
double sn_mobility(const sn_stages *x, const sn_block *b, const double *s);

/* ---- all of a step */

/* 1: the limits of friction are not those of the evaluation before (sn_stages.limited ended). */
int sn_limits_changed(const sn_stages *x);
/* 1: the friction in the forces is that of the iterates: the rows are met. */
int sn_friction_settled(const sn_stages *x);
/* 1: the state of some friction or contact is not what the tangent was made for. */
int sn_friction_turned(const sn_stages *x);

#endif
