/* steps/ed_private.h -- data of the energy-decaying step on nodes, shared by the files ed_*.c only.
 * Theory:  docs/theory.md, the scheme ed and translation at the nodes. All rates are multiplied by h and all forces by h^2,
 *          so that every unknown is a length (or a direction) and every row a mass times a length.
 * Letters: q_c, q+, q-   mean configuration of the step, and those at its two Gauss times                        (4.1)
 *          dq, w         q_f - q_i, v_f - v_i                                                                    (4.1)
 *          B             derivative of the forms; Bp, Bm, Bf, Bu, Bw: at q+, q-, q_f, of the rates w - ra y, of w (2.2)
 *          a, b          increment of a strain, and its jump                                                     (4.2)
 *          s_c, s_d      mean and half difference of a stress; s_p, s_m at the Gauss times; s_y its part that y sees (7.4)
 *          y, eta        field of the damping, y = C_i eta: eta are rates of the nodes at the start of the step   (4.5)
 *          nu, G_i       multipliers that keep eta on the constraints, rows of these at the start of the step     (4.5)
 *          ra, alpha     root of the numerical damping of a block in this step, and the damping                  (6.2)
 *          F             all forces on a vector, inertia included                                                (11.1)
 *          Sigma         internal multipliers of a node                                                          (11.2)
 */
#ifndef SN_STEPS_ED_PRIVATE_H
#define SN_STEPS_ED_PRIVATE_H
#include "instant/motion.h"
#include "steps/gauss.h"
#include "steps/layout.h"
#include "steps/path.h"
#include "steps/step.h"
#include "system/kernel.h"

/* Levels of unknowns of a node, each of 3 rates of its position and 3 of its rotation (fibre 2, point 0): increments of q_f,
   of w, and eta where its cluster is damped. Rows of a node: balances at q-, at q+, and of eta. */
enum { LEVEL = 6, MAX_NODE = 3 * LEVEL };

typedef struct {
  int n_rot, n1; /* rotations 0, 2, 3; unknowns per level */
  int damped;    /* 1: nodes that constraints and masses join to it have damped elastic blocks: eta is unknown */
  double alpha;  /* the largest of these nodes and their blocks */
  int n, first;  /* unknowns in all, 2 or 3 levels; the first */
  double *local; /* matrix of the element in work: of its part */
  /* per step */
  double delta[4];        /* damping mass M_y = M + delta */
  sn_v3 axis[3];          /* rotations at the start: of the moment rows, and of eta */
  double Cy[4][3][LEVEL]; /* y by eta: C_i */
  double S[LEVEL][LEVEL]; /* C_i^T M_y C_i */
  double eta[LEVEL];      /* iterate */
  /* per iteration */
  sn_v3 turn[3];                                   /* directions of the rotation unknowns */
  double Cq[4][3][LEVEL], Cw[4][3][2 * LEVEL];     /* increments of q_f by the first level, of w by two */
  sn_v3 w0[4];                                     /* pending constants of w */
  double rows_p[4][3][LEVEL], rows_m[4][3][LEVEL]; /* its rows by the components of forces at q+ and q- */
} ed_node;

typedef struct {
  double alpha_all, alpha, ra;   /* damping asked for; of the step */
  int first;                     /* first multiplier, -1 */
  int n_mult;                    /* multipliers per level (rows): forms or 1; 0: none */
  int damped;                    /* 1: a constraint in a damped cluster: nu is a third level */
  double *unit;                  /* n_mult: units of the multipliers, times h^2 (sn_multiplier_unit) */
  int element;                   /* in the linear system */
  int n_local;                   /* unknowns of its element */
  const int *offset;             /* n_node + 1: first local column of each node */
  double *local, *rows;          /* its matrix: of its part; what it takes from the rows of its nodes */
  sn_v3 *pace;                   /* of its vectors, numbered as in the system: velocities, or uh; of its part */
  double *damping;               /* n_vec: its row sums of |Ks| */
  double *nu, *soft;             /* n_mult: iterates; compliance of the rows of nu, theory (4.5) */
  double *G_i;                   /* n_mult x n_node x LEVEL: its rows at the start by the rates of its nodes */
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
  double noticeable; /* J: sn_noticeable_energy */
  double h, hh, t;
  const sn_state *start; /* of the step in work */
  sn_state trial;        /* its end, if accepted */
  sn_motion *motion;     /* of the run, or own_motion */
  sn_motion *own_motion; /* free it */
  ed_node *node;
  ed_block *block;
  ed_load *load;
  double *theta;          /* n_node: share of the projection at the end, theory (4.8) */
  int projects;           /* 1: some theta is not zero */
  int damps;              /* 1: some node has eta */
  double *mobility, look; /* n_block; of the step: as in the state */
  sn_layout layout;
  double *rhs; /* of the layout */
  sn_share share;
  int tangent; /* 1: the iteration in work fills the matrix */
  /* per vector */
  sn_v3 *dq, *w, *y, *qc, *qp, *qm, *qf, *fp, *fm, *g, *Fp, *Fm;
  sn_v3 *iq, *iw, *iy; /* increments after a solve */
  sn_v3 **pace;        /* per part: of the vectors of the block in work */
  int marking;         /* 1: finding the pattern */
};

/* ed_damping.c */
sn_status ed_damping_plan(sn_stepper *x, sn_arena *arena, sn_error *error);       /* at creation: clusters, theta */
sn_status ed_damping_fade(sn_stepper *x, const sn_state *state, sn_error *error); /* alpha of every block for a step */
/* ed_iterate.c */
void ed_start(sn_stepper *x);    /* of a step: what stays in it, and the first guess */
void ed_evaluate(sn_stepper *x); /* configurations and all forces at the iterate */
void ed_assemble(sn_stepper *x,
                 int tangent); /* residual of the iterate in rhs; with the tangent in the linear system */
sn_status ed_iterate(sn_stepper *x, int tangent, double *increment); /* and the solution: increments, their size */
void ed_apply(sn_stepper *x);
/* ed_node.c */
void ed_node_start(sn_stepper *x, int node);   /* rotations, C_i; before the blocks */
void ed_node_damping(sn_stepper *x, int node); /* M_y; after ed_block_damping */
void ed_predict(sn_stepper *x);
void ed_kinematics(sn_stepper *x, int vector);    /* q_c, q+-, q_f */
void ed_vector_forces(sn_stepper *x, int vector); /* f+-, share of y and F+- of blocks, loads and gravity */
void ed_pair_forces(sn_stepper *x);               /* inertia between nodes */
void ed_node_forces(sn_stepper *x, int node);     /* own inertia */
void ed_node_sigma(const sn_stepper *x, int node, double sigma[9]); /* internal multipliers, mean of the step */
void ed_complete(sn_m3 *E, int n_dir); /* fills the missing members of a pair (d1) or a fibre (d1, d2) */
/* ed_tangent.c */
void ed_node_columns(sn_stepper *x, int node);                                                      /* and the rows */
void ed_node_rows(const ed_node *n, const sn_node *c, const sn_v3 *p, const sn_v3 *m, double *out); /* of forces */
void ed_node_assemble(sn_stepper *x, int node, int tangent);
void ed_pair_assemble(sn_stepper *x, int pair, int tangent);
/* iq, iw, iy from the solution; returns the size of iq, iw over the model's, or `size` if that is larger; NaN stays */
double ed_node_increments(sn_stepper *x, int node, double size);
void ed_node_apply(sn_stepper *x, int node);
/* ed_block.c */
void ed_block_start(sn_stepper *x, int block);
void ed_block_damping(sn_stepper *x, int block); /* |Ks| row sums per vector; rows of nu */
void ed_block_forces(sn_stepper *x, int block);  /* B, stresses, law residuals */
/* adds to the forces on vector `local` of the block, and to its share of y */
void ed_block_force_on(const sn_stepper *x, int block, int local, sn_v3 *fp, sn_v3 *fm, sn_v3 *g);
double ed_reaction(const sn_stepper *x, int block, int form, int minus); /* multiplier at a Gauss state */
double ed_soft(const sn_stepper *x, const sn_block *c, int row);
/* ed_block_tangent.c */
void ed_block_assemble(sn_stepper *x, int block, int tangent);
void ed_block_apply(sn_stepper *x, int block); /* stresses and multipliers by their increments */
/* ed_load.c */
void ed_load_forces(sn_stepper *x, int load);
void ed_load_force_on(const sn_stepper *x, int load, int vector, sn_v3 *fp, sn_v3 *fm); /* adds, as for blocks */
void ed_load_assemble(sn_stepper *x, int load, int tangent);
/* increments of a vector by unknown j of the first two levels of its node (j < 0: pending constants) */
static inline void ed_column(const ed_node *n, int slot, int j, sn_v3 *dq, sn_v3 *dw)
{
  if (j < 0) {
    *dq = v3(0, 0, 0);
    *dw = n->w0[slot];
    return;
  }
  for (int c = 0; c < 3; c++) {
    dq->x[c] = j < n->n1 ? n->Cq[slot][c][j] : 0;
    dw->x[c] = n->Cw[slot][c][j];
  }
}
/* y of a vector by unknown j of the third level */
static inline sn_v3 ed_column_y(const ed_node *n, int slot, int j)
{
  return v3(n->Cy[slot][0][j], n->Cy[slot][1][j], n->Cy[slot][2][j]);
}
/* ed_pattern.c: marks the entries of the layout that can be other than zero */
void ed_mark_pattern(sn_stepper *x);
/* ed_ledger.c: the iterate as if accepted into x->trial, its ledger; returns |defect| over the energy scale */
double ed_accept(sn_stepper *x, sn_ledger *ledger);

#endif
