/* laws/path.h -- a composite strain eps = g(e, t) along the path of one step, and the law on it.
 * What:    path means of the gradient that make the work of the step exact, strain increments a_eps, b_eps, law stresses
 *          tau_c, tau_d and all their derivatives. Shared by every scheme; one-stage schemes use b = 0 and tau_c only.
 * Theory:  docs/theory.md, composite strains; path e(s) = e_i + a s + 3 b0 s(1 - s).
 */
#ifndef SN_LAWS_PATH_H
#define SN_LAWS_PATH_H
#include "system/state.h"

typedef struct {
  double *e_i;             /* n_form: forms at the start */
  double *a, *b0, *b;      /* n_form: increments of the last evaluation */
  double *n_c, *n_d, *m_d; /* n_form: path means of the gradient, weights 1, r3(2s-1), 3(2s-1)^2 */
  double *g_f;             /* n_form: gradient at the end */
  double *hessian;         /* 6 n_form^2: path means of the Hessian, see path.c */
  double g_i, u_i;         /* composite and drive at the start: eps_i = g_i - u_i */
  double eps_i, eps_f, a_eps, b_eps;
  double u_f;              /* drive at the end */
  double t_c, t_d;         /* moments of the partial time derivative, times h */
  double drive_step;       /* u_f - u_i of the drive */
  double given_c, given_d; /* mean and half difference of a given force at the stages */
  double stiffness;        /* V'' at the start, >= 0: weight of the numerical dissipation */
  double law[4];           /* d(tau_c, tau_d)/d(a_eps, b_eps) */
  double tau_c, tau_d;     /* iterates */
  double residual[2];      /* constraint: eps_f, b_eps; else tau_c, tau_d minus the law */
  double t, h;             /* start and size of the step */
  double loss;             /* J: of a damper, or of impacts, along the path, >= 0 */
  double approach_i;       /* contact: speed of approach at the touch, known at the start; 0: open */
  double rate_i,
      bend;        /* of an open contact: rate of the gap at the start, and its second derivative in the last step */
  double approach; /* and in this step, from which its damping follows; 0: it does not touch */
  int open;        /* 1: a one-sided law that cannot act in this step: no force, and no means are found */
} sn_path;

/* The drive of a block at the end of a step of size h from t, where it was u_i: given by its value as it is there, given by its rate by four
   Gauss points. And what its rate adds to t_d. */
double sn_path_drive(const sn_block *b, double u_i, double t, double h, double *d);
sn_status sn_path_new(const sn_block *b, sn_arena *arena, sn_path *p, sn_error *error);
/* Start of a step of size h: strains, stiffness, tau_c from the state, tau_d = 0; and what depends on time alone, which no iterate changes. */
void sn_path_start(const sn_block *b, const sn_state *x, double h, int two_stage, sn_path *p);
/* Where on its way a step is: increments a of the forms, and for two stages b0 (without y), b (with y). */
typedef struct {
  const double *internal;
  double alpha;
  const double *a, *b0, *b; /* b0, b: NULL for one stage */
  double length;            /* of the model: forms of different units are compared by it */
} sn_path_at;
/* Everything at these increments. */
void sn_path_evaluate(const sn_block *b, const sn_path_at *at, sn_path *p);
/* path_means.c: means of gradient and Hessian along e_i + a s + 3 b0 s(1 - s), for sn_path_evaluate. */
void sn_path_means(const sn_block *b, sn_path *p);
/* path_law.c: laws on eps along eps_i + a_eps s + 3 b_eps s(1 - s), for sn_path_evaluate. */
void sn_path_potential(const sn_potential *V, double alpha, int two_stage, sn_path *p);
void sn_path_rate(const sn_rate_law *l, int two_stage, sn_path *p);
void sn_path_contact(const sn_contact *c, const sn_potential *V, double alpha, int two_stage, sn_path *p);
/* After acceptance: own state (counted angles, integrated drive, accumulated energy); x holds the new q. */
void sn_path_accept(const sn_block *b, const sn_path *p, sn_state *x);

#endif
