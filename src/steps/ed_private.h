/* steps/ed_private.h -- data of the energy-decaying step on nodes, shared by the files ed_*.c only.
 * Theory:  docs/theory.md, the scheme ed and translation at the nodes. All rates are multiplied by h and all forces by h^2,
 *          so that every unknown is a length (or a direction) and every row a mass times a length.
 */
#ifndef SN_STEPS_ED_PRIVATE_H
#define SN_STEPS_ED_PRIVATE_H
#include "steps/gauss.h"
#include "steps/layout.h"
#include "steps/path.h"
#include "steps/step.h"
#include "system/kernel.h"

enum { MAX_NODE = 24 }; /* unknowns of a triad with y: 6 + 6 + 12 */

/* Unknowns of a node: (dx, rotation | u_x, z | y). */
typedef struct {
  double ra_all; /* sqrt(alpha): the largest of the blocks at the node */
  double ra;     /* of the step: ra_all, or 0 near a singular position */
  int y_unknown; /* policy: 1 keeps y of this node in the linear system */
  int n_rot, n1; /* rotations 0, 2, 3; unknowns per level */
  /* of the layout in use */
  int n, first, y_at[4]; /* unknowns in all; first; place of y of each vector, -1 */
  double *local;         /* matrix of the element in work: of its part */
  /* per step */
  double delta[4], H[4][4]; /* damping mass M_y = M + delta; H = ((1 + alpha) M + delta)^-1 where y is eliminated */
  sn_v3 row[3];             /* directions of the moment rows */
  /* per iteration */
  sn_v3 turn[3];                                                     /* directions of the rotation unknowns */
  double Cq[4][3][MAX_NODE], Cu[4][3][MAX_NODE], Cw[4][3][MAX_NODE]; /* increments of q_f, u, w by the unknowns */
  sn_v3 u0[4], w0[4]; /* pending constants of u, w (w0 without the part of y) */
  sn_v3 Y0[4];        /* y by its closed formula minus y as iterated */
  sn_m3 dual;         /* dual directors at q_c, in the order of the node's directors */
  sn_v3 Dd[3];        /* dq/(2 r3) of the directors */
  double sigma[3][3]; /* internal multipliers, mean of the step */
  /* rows by forces: row operator of ed_node_rows for f+, f- and the share of y, component by component of the vectors */
  double rows[3][12][MAX_NODE];
} ed_node;

typedef struct {
  double ra, alpha;
  int first;                     /* first multiplier of the layout in use, -1 */
  int n_mult;                    /* multipliers per level (rows): forms or 1; 0: none */
  double *unit;                  /* n_mult: units of the multipliers, times h^2 (sn_multiplier_unit) */
  int element;                   /* in the linear system */
  int n_local;                   /* unknowns of its element */
  const int *offset;             /* n_node + 1: first local column of each node, in the layout in use */
  double *local, *rows;          /* its matrix: of its part; what it takes from the rows of its nodes */
  sn_v3 *pace;                   /* of its vectors, numbered as in the system: velocities, or uh; of its part */
  double *damping;               /* n_vec: its row sums of |Ks| */
  double *e_i, *s_c, *s_d;       /* n_form: strains at the start; iterates */
  double *r_c, *r_d;             /* n_form: law residuals (constraint: a, b) */
  double *s_p, *s_m, *s_y;       /* n_form: stresses at the Gauss states and share of y, as used in the forces */
  sn_v3 *Bp, *Bm, *Bf, *Bu, *Bw; /* n_form x n_vec; rate laws: Bu, Bw hold Bl(v+), Bl(v-) */
  double *Gp, *Gm, *Gy;          /* n_vec^2 geometric stiffness, times h^2 (and ra) */
  sn_path path;
  /* rate laws at the two Gauss states: strain, rate, stress, derivatives, gradient, Hessian */
  double x[2], rate[2], tau[2], d_tau[2][3], normal[2];
  double *grad[2], *hess[2], *edot[2];
} ed_block;

typedef struct {
  sn_v3 fp[4], fm[4];
  double Kp[144], Km[144];
} ed_load;

struct sn_stepper {
  const sn_system *s;
  sn_step_options o;
  double h, hh, t;
  const sn_state *start; /* of the step in work */
  sn_state trial;        /* its end, if accepted */
  ed_node *node;
  ed_block *block;
  ed_load *load;
  sn_layout layout[2]; /* y as the policy says; all y unknown (left out when that is the same) */
  int n_layout;
  const sn_layout *use;
  double *rhs; /* of the layout in use */
  sn_share share;
  int tangent; /* 1: the iteration in work fills the matrix */
  /* per vector */
  sn_v3 *dq, *u, *y, *w, *qc, *qp, *qm, *qf, *fp, *fm, *g, *Fp, *Fm, *Ry;
  sn_v3 *iq, *iu, *iw; /* increments after a solve */
  sn_v3 **pace;        /* per part: of the vectors of the block in work */
  double *ra;          /* ra of the node of each vector, 0: none */
  int marking;         /* 1: finding the pattern */
};

/* ed_iterate.c */
void ed_start(sn_stepper *x);    /* of a step: what stays in it, and the first guess */
void ed_evaluate(sn_stepper *x); /* configurations and all forces at the iterate */
void ed_assemble(sn_stepper *x,
                 int tangent); /* residual of the iterate in rhs; with the tangent in the linear system */
sn_status ed_iterate(sn_stepper *x, int tangent, double *increment); /* and the solution: increments, their size */
void ed_apply(sn_stepper *x);
/* ed_node.c */
void ed_node_start(sn_stepper *x, int node); /* M_y, H, row directions; after ed_block_damping */
void ed_predict(sn_stepper *x);
void ed_kinematics(sn_stepper *x, int vector);    /* w, q_c, q+-, q_f */
void ed_vector_forces(sn_stepper *x, int vector); /* f+-, share of y and F+- of blocks, loads and gravity */
void ed_pair_forces(sn_stepper *x);               /* inertia between nodes */
void ed_node_forces(sn_stepper *x, int node);     /* own inertia, internal multipliers, y */
void ed_complete(sn_m3 *E, int n_dir);            /* fills the missing members of a pair (d1) or a fibre (d1, d2) */
sn_m3 ed_dual(const sn_node *c, const sn_v3 *q);  /* dual vectors of the directors at q, in the order of the node */
/* ed_tangent.c */
void ed_node_columns(sn_stepper *x, int node);
/* rows of a node from increments of forces on its vectors; g: increment of the share of y (NULL: none) */
void ed_node_rows(const sn_stepper *x, const ed_node *n, const sn_node *c, const sn_v3 *dp, const sn_v3 *dm,
                  const sn_v3 *g, int eliminate, double *out);
void ed_node_operator(sn_stepper *x, int node); /* fills ed_node.rows at the iterate */
void ed_node_assemble(sn_stepper *x, int node, int tangent);
void ed_pair_assemble(sn_stepper *x, int pair, int tangent);
/* iq, iu, iw from the solution; returns their size over the model's, or `size` if that is larger; NaN stays */
double ed_node_increments(sn_stepper *x, int node, double size);
void ed_node_apply(sn_stepper *x, int node);
/* ed_block.c */
void ed_block_start(sn_stepper *x, int block);
void ed_block_damping(sn_stepper *x, int block); /* |Ks| row sums per vector */
void ed_block_forces(sn_stepper *x, int block);  /* B, stresses, law residuals */
/* adds to the forces on vector `local` of the block, and to its share of y */
void ed_block_force_on(const sn_stepper *x, int block, int local, sn_v3 *fp, sn_v3 *fm, sn_v3 *g);
void ed_block_assemble(sn_stepper *x, int block, int tangent);
void ed_block_apply(sn_stepper *x, int block); /* stresses and multipliers by their increments */
/* ed_load.c */
void ed_load_forces(sn_stepper *x, int load);
void ed_load_force_on(const sn_stepper *x, int load, int vector, sn_v3 *fp, sn_v3 *fm); /* adds, as for blocks */
void ed_load_assemble(sn_stepper *x, int load, int tangent);
/* increments of a vector by unknown j of its node (j < 0: pending constants) */
static inline void ed_column(const ed_node *n, int slot, int j, sn_v3 *dq, sn_v3 *du, sn_v3 *dw)
{
  if (j < 0) {
    *dq = v3(0, 0, 0);
    *du = n->u0[slot];
    *dw = v3_axpy(n->w0[slot], n->ra, n->Y0[slot]);
    return;
  }
  for (int c = 0; c < 3; c++) {
    dq->x[c] = n->Cq[slot][c][j];
    du->x[c] = n->Cu[slot][c][j];
    dw->x[c] = n->Cw[slot][c][j];
  }
}
/* ed_pattern.c: marks the entries of the layout in use that can be other than zero */
void ed_mark_pattern(sn_stepper *x);
/* ed_ledger.c: the iterate as if accepted into x->trial, its ledger; returns |defect| over the energy scale */
double ed_accept(sn_stepper *x, sn_ledger *ledger);

#endif
