/* analysis/modes_private.h -- what modes*.c, spins.c and buckling.c share.
 * Names:   a vector of the problem has one number per node unknown, numbered by `at` in the matrices of sn_still; multipliers
 *          exist only inside a solve.
 */
#ifndef SN_ANALYSIS_MODES_PRIVATE_H
#define SN_ANALYSIS_MODES_PRIVATE_H
#include "analysis/modes.h"
#include "analysis/statics_private.h"

/* Motions without stiffness and damping: K x + G^T l = 0, C x = 0, orthonormal in M. Stored one after the other. */
typedef struct {
  int n;
  double *x, *Mx; /* one number per node unknown */
  double *row;    /* w.n_unknown: multipliers at their places */
} sn_unheld;

typedef struct {
  sn_instant *m;
  sn_arena *arena;
  sn_still w; /* w.lin is K with the rows */
  int n;
  int *at;           /* n: index in the matrices */
  double *unit;      /* n: 1, or 1/extent for rotations: unit of each unknown */
  sn_lin *M, *C, *Q; /* mass; damping and Coriolis (NULL: nothing asks for them); the factored one */
  int has_C, has_whole;
  double whole[3];        /* kg: masses that move with the whole, once they were asked for (modes_finish.c) */
  double *full, *product; /* w.n_unknown each */
  sn_v3 *change;          /* n_vector: of the noise */
  double typical;         /* 1/s^2: stiffness over mass */
  sn_v3 axis;             /* of spin or rotation, unit; 0: none */
  double shift;           /* 1/s, general problem: Q = K + shift C + shift^2 M */
  sn_unheld unheld;       /* general problem: left out of it */
} sn_linear;

/* modes.c */
/* Makes K, M and C at the equilibrium; its stresses and multipliers are in w. */
sn_status sn_linear_new(sn_instant *m, const sn_state *x, const sn_modes_options *o, sn_arena *arena, sn_linear *out,
                        sn_error *error);
void sn_linear_free(sn_linear *l);
sn_status sn_linear_factor(sn_linear *l, double c, double mass, sn_error *error); /* Q = K + c C + mass M */
/* Solves Q X = r (n numbers), with zero right-hand sides of the rows: full receives unknowns and multipliers. */
sn_status sn_linear_solve(sn_linear *l, const double *r, double *x);
/* The same in an iteration: once a solution was looked at and good, those that follow are not looked at, which would cost more than they do. */
sn_status sn_linear_solve_again(sn_linear *l, const double *r, double *x);
void sn_linear_times(sn_linear *l, const sn_lin *a, const double *x, double *r); /* r = a x, node unknowns alone */
double sn_linear_product(sn_linear *l, const sn_lin *a, int absolute, const double *x, const double *y); /* y.a x */

/* modes_noise.c: value of |s|^2 below which a shape cannot be distinguished from a zero mode; im may be NULL. */
double sn_linear_noise(sn_linear *l, const double *re, const double *im);

/* unheld_modes.c */
/* Those among k motions without stiffness, orthonormal in M, that nothing damps: x is changed and belongs to l->unheld then.
   Q must be K + tau M, factored. */
sn_status sn_unheld_find(sn_linear *l, double *x, int k, double tau, sn_error *error);
/* Takes them out of x, and their multipliers out of row (may be NULL). */
void sn_unheld_leave_out(const sn_linear *l, double *x, double *row);

/* spins.c: adds the gyroscopic moments of spinning nodes to C, and the effect of their shared masses to K. */
sn_status sn_linear_add_spins(sn_linear *l, sn_error *error);
void sn_linear_add_spin_stiffness(sn_linear *l);
sn_status sn_spin_refuse(const sn_linear *l, int node, const char *why, sn_error *error); /* SN_EMODEL */
sn_v3 sn_linear_spin(const sn_linear *l, int node); /* angular velocity of a node in the state, rad/s */
/* spin_blocks.c: adds the effect of dampers on spinning nodes to K and C; refuses springs and dampers that are not steady. */
sn_status sn_linear_add_spin_blocks(sn_linear *l, int damping, sn_error *error);

/* modes_finish.c: makes a mode of one candidate. x_re, x_im: n numbers, scaled on return. */
typedef struct {
  double s_re, s_im;
  double *x_re, *x_im;     /* n */
  double *row_re, *row_im; /* w.n_unknown: multipliers at their indices */
  double residual;
} sn_candidate;
sn_status sn_candidate_new(sn_linear *l, sn_candidate *c, sn_error *error);
/* Residual of (K + s C + s^2 M) x + G^T l (buckling: of material + factor stress, given as matrices with factors). */
double sn_candidate_residual(sn_linear *l, const sn_candidate *c, int n, const sn_lin *const *a,
                             const double (*factor)[2]);
sn_status sn_mode_finish(sn_linear *l, const sn_candidate *c, sn_mode *out, sn_error *error);

/* modes_round.c: a search is made in rounds, each with a shift and a requested number of modes. */
enum { SN_MODES_ROUNDS = 4, SN_MODES_SPARE = 8 };
#define SN_MODES_SAME 1e-4 /* limit for the change of a shape in a last solve, caused by round-off only */
/* The results of a round. */
typedef struct {
  sn_mode *list;
  int n, zeros;
  double lowest; /* of modes with |s|^2 other than zero */
  double tau;    /* of the last factorisation */
  double *zero;  /* without damping: shapes of the zero modes, orthonormal in M */
  int hidden;    /* 1: motions without stiffness hide requested modes */
} sn_found;
sn_status sn_found_new(const sn_linear *l, int room, sn_found *f, sn_error *error);
/* The next shift (1/s^2) from the lowest frequency found and the presence of zero modes; 0: the present shift is good. */
double sn_better_shift(const sn_linear *l, double tau, double lowest, int zeros);
int sn_wants_more(const sn_modes_options *o, const sn_modes *out, const sn_found *f, int ask, int all);
int sn_ask_for_more(const sn_found *f, int ask, int all); /* how many */
int sn_wants_all(sn_status status, int ask, int all);
/* Sorts, counts and keeps `count` modes that are not zero. */
sn_status sn_modes_order(sn_mode *list, int n, int count, sn_arena *arena, sn_modes *out, sn_error *error);

/* modes_solve.c */
/* all_zeros: find every motion without stiffness; otherwise the search ends where they hide other modes. */
sn_status sn_find_symmetric(sn_linear *l, const sn_modes_options *o, int all_zeros, sn_found *all, sn_modes *out,
                            sn_error *error);
/* Pairs of (M.4), with Q = K + tau M factored: candidates, checked one by one. */
sn_status sn_take_symmetric(sn_linear *l, const sn_eigenpairs *e, sn_found *f, sn_error *error);
double sn_square_of(sn_linear *l, const double *x); /* Rayleigh's quotient */
sn_status sn_modes_symmetric(sn_linear *l, const sn_modes_options *o, sn_modes *out, sn_error *error);
/* modes_behind.c: finds modes that are hidden by motions without stiffness; before: the motions found so far. */
sn_status sn_modes_behind(sn_linear *l, const sn_modes_options *o, const sn_found *before, sn_modes *out,
                          sn_error *error);
/* modes_general.c. has_potential: K is symmetric. */
sn_status sn_modes_general(sn_linear *l, int has_potential, const sn_modes_options *o, sn_modes *out, sn_error *error);

#endif
