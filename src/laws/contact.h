/* laws/contact.h -- what a contact keeps in a step beside the path of its gap.
 * Letters: n, xi      normal along the axes of the first part; point of the second part along its own axes
 *          c          axes of the second part along those of the first, 9 numbers: what turns is seen by them
 *          slide      friction of the slip, 3 numbers along the axes of the first part, and of the spin about the normal, the fourth
 *          roll       resistance to the rest of the relative turning
 * Theory:  docs/theory-contact.md.
 * Who:     laws/contact.c, contact_end.c, contact_there.c, contact_slip.c; laws/bristle.c; steps, which put what sticks to rest
 *          (sn_contact_holds).
 */
#ifndef SN_LAWS_CONTACT_H
#define SN_LAWS_CONTACT_H
#include "laws/bristle.h"

struct sn_contact_step {
  sn_bristle slide, roll;
  double n[SN_STAGES][3], xi[SN_STAGES][3], c[SN_STAGES][9];
  double pressed[SN_STAGES],
      by_tau[SN_STAGES][2];      /* normal force at the stages that friction follows; its slopes by tau_c, tau_d */
  double coefficient[SN_STAGES]; /* of the friction there */
  int touches, touched;          /* 1: there is a normal force; where the tangent was made */
};

/* contact_slip.c */
static inline double sn_contact_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
/* 1: what turns is resisted, by spin or rolling. */
static inline int sn_contact_turns(const sn_contact *c)
{
  return c->spin > 0 || c->rolling > 0;
}
static inline int sn_contact_rubs(const sn_contact *c)
{
  return c->coulomb.slides > 0 || c->rolling > 0;
}
void sn_contact_place(const sn_block *b, const double *e, double n[3], double xi[3]);
void sn_contact_flatten(const double n[3], double x[3]); /* along the plane of contact */
void sn_contact_slip(int nf, const double n[3], const double xi[3], const double *rate, double out[3]);
/* angular velocity of the second part against the first, by the rates of all forms */
void sn_contact_turn(const double c[9], const double *rate, double out[3]);
/* added to stresses of the forms */
void sn_contact_spread(int nf, const double n[3], const double xi[3], const double s[3], double *out);
void sn_contact_spread_moment(const double c[9], const double moment[3], double *out);
/* Moment of spin and rolling at a stage by their stresses there. */
void sn_contact_moment(const sn_contact *c, const double n[3], const double *slide, const double *roll, double out[3]);
/* How easily its slip (and what turns) is moved. */
void sn_contact_mobility(const sn_stages *x, const sn_block *b, const double *e, struct sn_contact_step *t);

/* contact.c */
void sn_contact_start(const sn_stages *x, sn_law_pack *p);
void sn_contact_without(const sn_stages *x, struct sn_contact_step *t); /* friction */
/* Slip at a stage by the places and rates of the forms there. */
void sn_contact_look(const sn_block *b, const double *e, const double *rate, int stage, struct sn_contact_step *t);
/* Limits by the iterates tau_c, tau_d, which are off the law by the residual, and the rows of the friction. */
void sn_contact_rub(const sn_stages *x, const sn_contact *c, const double tau[2], const double residual[2],
                    struct sn_contact_step *t);
extern const sn_stage_law sn_contact_there; /* contact_there.c: stresses of one instant */

/* contact_end.c */
void sn_contact_book(const sn_stages *x, const sn_law_pack *p, int lane, sn_ledger *l);
void sn_contact_end(const sn_stages *x, const sn_law_pack *p, int lane, sn_state *end);
/* 1: the contact sticks in the whole step and is closed at its end, but the step does not resolve its bristle: its slip at the end is noise. */
int sn_contact_holds(const sn_stages *x, const sn_law_pack *p, int lane);
int sn_contact_holds_roll(const sn_stages *x, const sn_law_pack *p, int lane); /* the same of its rolling */

#endif
