/* analysis/statics_private.h -- what the files of statics share: statics.c, mixed.c, path.c (iterations), still.c (unknowns),
 *          still_forces.c, tangent.c, inertia.c (forces, matrix), stability.c, loose.c; modes and buckling build on it.
 * Theory:  C^T (F - B^T s) - (G C)^T lambda = 0 , g = 0. Unknowns are those of instant/unknowns.h, but with a pattern of
 *          their own: every block that stores energy couples its nodes.
 */
#ifndef SN_ANALYSIS_STATICS_PRIVATE_H
#define SN_ANALYSIS_STATICS_PRIVATE_H
#include "analysis/retract.h"
#include "analysis/statics.h"
#include "instant/batch.h"
#include "system/guard.h"

typedef struct {
  sn_instant *m;
  int n_unknown;
  int *first;       /* of every node */
  int *row_first;   /* of every block: its multipliers, -1 */
  int *constraint;  /* of every block: which of m->constraint, -1 */
  int *element;     /* of every block, -1: none */
  int pair_element; /* of the first mass between two nodes (m->pair) */
  sn_lin_pattern pattern;
  sn_lin *lin;
  sn_batch batch;        /* all blocks that act on nodes */
  double *unit, *work;   /* n_unknown: how large each is, for the solver (sn_still_tangent); and its work */
  double *local;         /* of a node, of masses between two */
  double *x, *rhs, *row; /* n_unknown; m->n_unknown; m->n_row */
  double *lambda;        /* m->n_row */
  double *W;             /* 36 per node: positive metric of increments, the mass where there is one */
  sn_v3 *f;              /* n_vector: forces without those of constraints */
  sn_v3 *total;          /* and with them */
  double *iterate; /* n_stress: stresses of elastic blocks as unknowns of their own (mixed.c); NULL: their law's */
  double *strain; /* n_stress: where the energies of strains are asked, with `iterate` (mixed.c); NULL: at those of q */
  int bare;       /* 1: the matrix of the material alone, as if nothing were stressed (buckling.c) */
  double force;   /* largest single force, N */
  double energy;  /* potential of all that has one */
  double noise;   /* N: what stiffness makes of the round-off of strains */
} sn_still;

/* Newton steps and steps down the potential end by the same measures. */
#define SN_STANDING 1e-12     /* increment over the size of the model that counts as none */
#define SN_LEAST_DAMPING 1e-5 /* of force over mass and length: keeps in place what has no stiffness */

/* A law of the user in strain, rate and time: at rest a spring. Dampers and friction then carry nothing. */
static inline int sn_still_is_law(const sn_block *b)
{
  return b->rate && !b->rate->dissipates;
}
/* Blocks that act at rest on something that can move. */
static inline int sn_still_takes_part(const sn_block *b)
{
  return (!b->law->is_rate || b->law->is_constraint || b->law->stress_at || sn_still_is_law(b)) && b->n_node > 0;
}

/* tangent.c: adds minus the derivative of a load by the unknowns of its node, or, at rest, by their rates; 0: it is all zeros. */
int sn_still_load(sn_still *w, int load, int by_rate, sn_lin *into);

/* still.c. symmetric: so is the matrix, and all others of its pattern. Not for Newton's iterations: off equilibrium the tangent is not
   symmetric, and without its unsymmetric part they converge linearly and end with wrong small multipliers (tests/steps/test_sums.c). */
sn_status sn_still_new(sn_instant *m, int symmetric, sn_arena *arena, sn_still *out, sn_error *error);
/* Node unknowns in m's numbering -> ours (multipliers 0), and back; numbers of rows, ours -> m's: 0 for rows left out. */
void sn_still_put(const sn_still *w, const double *xi, double *x);
void sn_still_get(const sn_still *w, const double *x, double *xi);
void sn_still_get_rows(const sn_still *w, const double *x, double *row);
double sn_still_dot(const sn_still *w, const double *a, const double *b); /* of node unknowns, m's numbering */
/* The step from q with the matrix as it is factored: x = increments, and new multipliers. rhs: the forces. */
sn_status sn_still_solve(sn_still *w);
double sn_still_force_rate(const sn_still *w); /* 1/s^2: force over mass and length, what forces alone give */

/* still_forces.c */
/* A pack of the batch taken up, with its stresses at rest: by the law, or multipliers. A law without a potential: sn_still_given. */
const sn_pack *sn_still_take(sn_still *w, int pack);
int sn_still_is_iterate(const sn_still *w, const sn_block *b); /* 1: its stresses are unknowns of their own (mixed.c) */
double *sn_still_iterate(const sn_still *w, int k, int l);     /* stress k in a lane of the pack at hand */
int sn_still_has_potential(
    const sn_system *s);                       /* all loads and laws do: the stiffness at an equilibrium is symmetric */
int sn_still_is_symmetric(const sn_system *s); /* so may be the tangent that is eliminated */
/* f, force, energy and noise at m->q. */
sn_status sn_still_forces(sn_still *w, sn_error *error);
void sn_still_total(sn_still *w); /* total = f - G^T lambda, elastic stresses as iterated */
/* Before q moves by that part of dq: stresses as iterated go the same part of the way to K (e + B dq), strains of energies to e + B dq. */
void sn_still_follow(sn_still *w, const sn_v3 *dq, double part);
void sn_still_read_strains(sn_still *w); /* strain: those of q */
/* How much of `part` of that way energies have values for: halves of it. */
double sn_still_reach(sn_still *w, const sn_v3 *dq, double part);
double sn_still_balanced(const sn_still *w); /* residual that counts as none */
double sn_still_residual(sn_still *w);       /* of total, over the largest force */
/* tangent.c */
void sn_still_metric(sn_still *w);                  /* W */
void sn_still_tangent(sn_still *w, double damping); /* matrix K + damping W with the rows */
/* still_forces.c: work of loads and laws without potential. */
void sn_still_given(const sn_still *w, const sn_v3 *q, const sn_v3 *q_new, double *work);

/* stability.c: is a direction found in which it falls away? reference: sn_still_force_rate. Leaves other factors in w->lin: 1 is returned if
   they are those of K + SN_SLOW reference W. */
int sn_still_look(sn_still *w, double reference, sn_equilibrium *out);
#define SN_SLOW 1e-6 /* times the reference, squares of rates: what is slower counts as still */
void sn_still_times_metric(const sn_still *w, const double *x, double *out); /* out = W x, numbering of m */
void sn_still_stir(const sn_instant *m, int seed, double *x); /* numbers without a pattern, the same every time */
/* Round-off of xi.K xi, K the matrix in w->lin. Overwrites w->x. */
double sn_still_noise(const sn_still *w, const double *xi);
int sn_still_freedom(const sn_still *w); /* degrees of freedom */
/* The same as 1 or 0; after sn_mixed_tangent. */
int sn_still_falls(sn_still *w);

/* loose.c: motions that nothing holds. is_factored: w->lin has the factors of K + SN_SLOW reference W. */
sn_status sn_still_find_loose(sn_still *w, double reference, int is_factored, sn_arena *arena, sn_equilibrium *out,
                              sn_error *error);

/* inertia.c: what masses give in axes that rotate steadily with m->rotation about m->centre. */
typedef enum { SN_INERTIA_MASS, SN_INERTIA_CORIOLIS, SN_INERTIA_CENTRIFUGAL, SN_INERTIA_KINDS } sn_inertia;
void sn_still_inertia(sn_still *w, sn_inertia kind, sn_lin *to); /* adds C^T M T C; T = 1, 2 w x, w x (w x */
void sn_still_centrifugal(sn_still *w);                          /* adds its forces to f, its potential to energy */

/* mixed.c: Newton with the stresses of elastic blocks as unknowns. */
typedef struct {
  sn_still *w;
  double *stress, *strain;  /* n_stress: the iterates */
  sn_v3 *dq, *f;            /* n_vector: an increment; forces per unit of the factor */
  double *response;         /* w->n_unknown: answer to those forces */
  double *xi;               /* m->n_unknown: the last increment */
  int keeps_gravity;        /* 1: the factor leaves gravity alone */
  double factor;            /* of the loads */
  double damping;           /* 1/s^2: of what has no stiffness */
  double load, weight;      /* m->load, m->weight at factor 1 */
  int iterations, tangents; /* tangents: of these, those that factored a matrix */
  double increment, residual;
} sn_mixed;
/* The plane that an arc-length step is corrected in: normal.xi + normal_factor dfactor = 0. */
typedef struct {
  const double *normal; /* m's numbering */
  double normal_factor;
  double factor_scale; /* a change of the factor that counts as much as the size of the model */
} sn_plane;
sn_status sn_mixed_new(sn_still *w, sn_arena *arena, sn_mixed *out, sn_error *error);
void sn_mixed_load(sn_mixed *x, double factor);         /* sets it, and the loads of m */
sn_status sn_mixed_begin(sn_mixed *x, sn_error *error); /* stresses by their law, at m->q */
double sn_mixed_move(sn_mixed *x,
                     double part); /* by that part of xi, or as much as energies have values for; stresses follow */
/* Matrix at the iterate, factored; along = 1: the response to the loads too. */
sn_status sn_mixed_tangent(sn_mixed *x, int along, sn_error *error);
/* From m->q; plane NULL: at fixed factor. SN_ENOCONV, SN_ESINGULAR: m->q is anywhere. */
sn_status sn_mixed_newton(sn_mixed *x, const sn_plane *plane, int most, sn_error *error);

#endif
