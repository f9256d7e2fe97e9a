/* instant/batch.h -- blocks at one instant, four like ones at a time: strains, stresses by their law, forces, and the derivative of the
 *          forces over the unknowns of their nodes.
 * What:    a pack (pack/pack.h) is taken up at the configuration of a motion; then it can be asked. Linear laws run in lanes, others are
 *          asked lane by lane by their table (instant/block.c); geometry is that of pack/forms.h, as in the steps.
 * Theory:  a block acts by -B^T s. The derivative of B^T s is B^T D B + Ks(s), D = K, or tau' grad grad^T + tau H of a composite strain;
 *          nodes take it by the columns C of their vectors (unknowns.h).
 * Who:     all that a motion asks its blocks (rows, rates, forces, mobilities: src/instant); statics, modes, buckling (src/analysis), which have
 *          packs and a matrix of their own; derivatives of an instant (vary.c). Made once; scratch belongs to one thread.
 * Tests:   tests/instant/test_batch.c
 */
#ifndef SN_INSTANT_BATCH_H
#define SN_INSTANT_BATCH_H
#include "instant/unknowns.h"
#include "pack/forms.h"

struct sn_batch {
  const sn_instant *m;
  sn_packs packs;
  int most_points, most_forms; /* of a pack */
  const sn_pack *is;           /* the pack that was taken up */
  sn_lv3 *vector, *point;      /* its vectors and points at q */
  sn_lv3 *moved, *change;      /* and of another field */
  sn_lv3 *F, *on;              /* forces on points, on vectors */
  sn_lane *e, *rate, *s;       /* n_form: strains, their rates, stresses */
  sn_lv3 *B;                   /* n_form x n_vec */
  sn_lane *L, *S;              /* n_form x columns of its nodes: strains and stresses by them */
  sn_lane *T;                  /* n_local x n_local: the matrix; NULL: it is not asked for */
  sn_lane *G, *D;              /* n_vec^2: geometric stiffness; n_form^2: derivatives of laws that are no matrix */
  double *slope;               /* as many: of one lane */
  sn_lane_frame *frame;        /* n_node */
  double *lane_e, *lane_rate;  /* n_form: of one lane */
  sn_block_stress *law;        /* 4: what laws say that are asked lane by lane, and potentials */
  double *hessian[SN_LANES];   /* n_form^2 each: of composite strains */
};

/* Where stresses are asked for. */
typedef struct {
  const sn_v3 *v;                     /* velocities; NULL: at rest */
  const double *multiplier[SN_LANES]; /* of a constraint: its stresses */
  double normal[SN_LANES];            /* what friction follows */
  int bare;                           /* 1: neither potentials nor Hessians of composite strains are asked for */
} sn_batch_at;
typedef enum { SN_BY_STRAIN, SN_BY_RATE } sn_by;

/* All blocks whose category is not negative. Those of different categories are never side by side. tangents: with room for the matrix. */
sn_status sn_batch_new(const sn_instant *m, const int *category, int tangents, sn_arena *arena, sn_batch *out,
                       sn_error *error);
/* Vectors, points and strains at m->q. */
void sn_batch_take(sn_batch *x, int pack);
/* Of composite strains alone, in `law` and `hessian`: gradient; where asked for, value (without the drive) and Hessian. */
typedef enum { SN_GRADIENTS = 0, SN_VALUES = 1, SN_HESSIANS = 2 } sn_of_strain;
void sn_batch_compose(sn_batch *x, sn_of_strain asked);
/* Of scalars by the forms (n_form), by the gradients in `law`: of a composite strain. */
double sn_batch_by_gradient(const sn_batch *x, int l, const sn_lane *form);
/* rate = B v */
void sn_batch_rates(sn_batch *x, const sn_v3 *v);
/* s by the law, or the multipliers; of a composite strain tau, its derivatives, gradient and Hessian in `law`; potentials there. */
void sn_batch_stress(sn_batch *x, const sn_batch_at *at);
/* Of a law on forms, not of a constraint: the derivative of its stresses by the strains at hand, or by their rates (n_form x n_form; what is
   coupled is in `column` of its type); NULL: it has none. A matrix, or the tangent of energies, which is made anew. */
const sn_lane *sn_batch_stiffness(sn_batch *x);
/* s = stiffness (of these) times `by` (n_form) */
void sn_batch_times(sn_batch *x, const sn_lane *stiffness, const sn_lane *by);
/* s after the strains change by `rate`: exact if they are linear, else to first order. */
void sn_batch_predict(sn_batch *x);
/* on = B^T s */
void sn_batch_forces(sn_batch *x);
void sn_batch_act(const sn_batch *x, sn_v3 *f); /* f -= on */
/* B, of all vectors, at points of q or of another field: x->point, x->change */
void sn_batch_gradients(sn_batch *x, const sn_lv3 *point);
/* out (n_form): sum over vectors of |B||q|, of the B made last: summands of the strains */
void sn_batch_summands(const sn_batch *x, sn_lane *out);

/* L: strains by the columns of the nodes */
void sn_batch_columns(sn_batch *x);
/* The matrix, after the stresses: T = 0 and L; then what is asked for is added. */
void sn_batch_tangent(sn_batch *x);
void sn_batch_add_geometric(sn_batch *x); /* of the stresses s */
/* Of stresses that change with strains or rates; unstressed = 1: without what the stress itself does. 0: they do not. */
int sn_batch_add_material(sn_batch *x, sn_by by, int unstressed);
/* Row r of a constraint, or of a composite strain, over the columns of its nodes (after L, and the gradients of a composite strain), valid until the next. */
sn_lane *sn_batch_row(sn_batch *x, int r);

#endif
