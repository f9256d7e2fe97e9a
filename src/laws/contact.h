/* laws/contact.h -- what a contact keeps in a step beside the path of its gap, and what the ends of steps ask of it.
 * Letters: n, xi      normal along the axes of the first part; point of the second part along its own axes
 *          gam        slip rate, s: friction stress, z: deflection of the bristle; 3 numbers along the axes of the first part
 *          L          limit of the friction: coefficient times normal force
 * Theory:  docs/theory.md, contact.
 * Who:     laws/contact.c; steps, which put the velocities of stuck contacts to rest (sn_contact_holds).
 */
#ifndef SN_LAWS_CONTACT_H
#define SN_LAWS_CONTACT_H
#include "laws/stages.h"

struct sn_contact_step {
  double z_i[3];
  double mobility; /* 1/kg: of the slip */
  double alone;    /* one stage: 2 if its stress is the mean of the step, 1 if it is that of an end */
  double n[SN_STAGES][3], xi[SN_STAGES][3];
  double gam[SN_STAGES][3];
  double s[SN_STAGES][3];   /* iterates */
  double law[SN_STAGES][3]; /* that the rows ask for at the iterate: in the forces */
  double limit[SN_STAGES], limit_before[SN_STAGES], by_tau[SN_STAGES][2]; /* and their slopes by tau_c, tau_d */
  double by_slip[6][6], by_limit[6][2];                                   /* of s, by gam and by the limits */
  sn_contact_state state[SN_STAGES], seen[SN_STAGES]; /* at the iterate, and where the tangent was made */
  int touches, touched;                               /* the same of the normal force: 1: there is some */
};

/* contact_slip.c */
static inline double sn_contact_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
void sn_contact_place(const sn_block *b, const double *e, double n[3], double xi[3]);
void sn_contact_flatten(const double n[3], double x[3]); /* along the plane of contact */
void sn_contact_slip(int nf, const double n[3], const double xi[3], const double *rate, double out[3]);
void sn_contact_spread(int nf, const double n[3], const double xi[3], const double s[3],
                       double *out); /* added to stresses of the forms */
/* 1/kg: how easily the slip is moved, by the vectors of the block as if each moved for itself. */
double sn_contact_mobility(const sn_stages *x, const sn_block *b, const double *e);

/* contact.c */
void sn_contact_start(const sn_stages *x, sn_law_pack *p);
void sn_contact_without(const sn_stages *x, struct sn_contact_step *t); /* friction */
/* Limits by the iterates tau_c, tau_d, which are off the law by the residual, and the rows of the friction. */
void sn_contact_rub(const sn_stages *x, const sn_contact *c, const double tau[2], const double residual[2],
                    struct sn_contact_step *t);
void sn_contact_book(const sn_stages *x, const sn_law_pack *p, int lane, sn_ledger *l);
void sn_contact_end(const sn_stages *x, const sn_law_pack *p, int lane, sn_state *end);
extern const sn_stage_law sn_contact_there; /* contact_there.c: stresses of one instant */
/* 1: the contact sticks in the whole step and is closed at its end, but the step does not resolve its bristle: its slip at the end is noise. */
int sn_contact_holds(const sn_stages *x, const sn_law_pack *p, int lane);
/* 1: the limits of friction are not those of the evaluation before (sn_stages.limited ended). */
int sn_limits_changed(const sn_stages *x);
/* 1: the friction in the forces is that of the iterates: the rows are met. */
int sn_contacts_settled(const sn_stages *x);
/* 1: the state of some contact is not what the tangent was made for. */
int sn_contacts_turned(const sn_stages *x);

#endif
