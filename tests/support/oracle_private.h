/* tests/support/oracle_private.h -- data of the oracle, shared by oracle.c, oracle_elements.c, oracle_instant.c only. */
#ifndef SN_TESTS_ORACLE_PRIVATE_H
#define SN_TESTS_ORACLE_PRIVATE_H
#include "oracle.h"
#include "system/kernel.h"

enum { MAX_VEC = 32, MAX_FORM = 80 }; /* matrices of these lie on its stack; checked at the start of a step */
#define R3 1.7320508075688772
typedef struct {
  const sn_system *s;
  const sn_state *x; /* start of the step */
  int ep;            /* 1: one stage */
  double h, t;
  sn_arena *arena; /* of this step */
  int n_block;     /* those of the system, then the internal constraints of the nodes */
  sn_block *block;
  double *alpha;         /* n_block: elastic and potential ones, faded; 0: all others */
  double *calm;          /* n_block: z of the impulses z K e' at the end, beams only; 0: all others */
  int *cluster;          /* n_node: the same number for nodes joined by constraints or masses */
  double *cluster_alpha; /* n_node: alpha of its cluster */
  int *jumps;            /* n_node: 1: there are y in its cluster */
  int *first, *iterates; /* n_block: stress iterates of a block (first in sc, sd; number) */
  int *is;               /* n_block: first unknown of its stresses, -1 none */
  int *in;               /* n_block: first unknown of nu, -1 none */
  sn_v3 **G;             /* n_block: gradients of the rows with nu at the start, row r of vector a at [r n_vec + a] */
  int *iq, *iw, *iy;     /* n_vector: unknowns of dq, h w, h y; -1 none */
  int n;
  sn_v3 *dq, *hw, *hy; /* iterates */
  double *sc, *sd, *nu;
  double *delta; /* n_vector: Delta of M_y = M + Delta + hold, and the hold of positions without mass */
  sn_v3 *qp, *qm, *qf, *u, *drift; /* states of the element under evaluation; velocities that loads see */
  sn_v3 *row[3];                   /* residuals of (1), (2), (3) on every vector */
  double *R, *J, *scale_column;
} oracle;

/* The result of an element. EP uses p only. */
typedef struct {
  sn_v3 p[MAX_VEC], m[MAX_VEC], y[MAX_VEC]; /* h^2 f+, h^2 f-, h^2 ra B_c^T s_y */
  double r[2 * MAX_FORM];                   /* law residuals of s_c, then of s_d */
  double tau;                               /* given force: mean, for the state */
  sn_ledger part;                           /* works and losses */
} answer;

/* Elements: blocks, then loads. */
int oracle_element_vectors(const oracle *o, int element, const int **vector); /* their number */
void oracle_evaluate(oracle *o, int element, answer *out);                    /* at the iterates */
/* n_form x n_form: matrix of an elastic block, tangent of energies at strains e. */
void oracle_stiffness(const sn_block *b, const double *e, double *K);
/* Value of the drive of a block at the start (0) or end (1) of the step. */
double oracle_drive(const oracle *o, const sn_block *b, int end);
double oracle_drive_rate(const sn_block *b, double t);

/* Orthonormality of the directors of a node as a block of forms; 0: no memory. */
int oracle_internal_block(const sn_node *node, sn_arena *arena, sn_block *b);
/* One configuration. Gradients of the forms of a linear block, or of its one composite strain: their number. */
int oracle_gradients(const sn_block *b, const double *own, const sn_v3 *q, sn_v3 *out);
/* Axes about which a node has no inertia (their number), and the tiny inertia that stands for it. */
/* 1: a constraint touches the node. */
int oracle_is_tied(const sn_system *s, const sn_node *n);
int oracle_null_axes(const sn_system *s, const sn_node *n, const sn_v3 *q, sn_v3 axes[3], double *light);
void oracle_clusters(oracle *o);
/* alpha of elastic and potential blocks, depending on how well the step resolves them. */
sn_status oracle_fade(oracle *o, sn_error *error);
/* Projects the velocities of x at the end of the step onto the rates of all constraints; adds loss and works. */
sn_status oracle_project(oracle *o, sn_state *x, sn_ledger *l, sn_error *error);
/* Then impulses against the rates of strain in beams. */
sn_status oracle_calm(oracle *o, sn_state *x, sn_ledger *l, sn_error *error);

/* oracle_setup.c: arrays, blocks and numbers of the unknowns (0: no memory); M_y, after oracle_fade; the first guess; internal multipliers
   between the state and the blocks that stand for them. */
int oracle_prepare(oracle *o, double alpha, sn_arena *arena);
void oracle_damping_mass(oracle *o);
void oracle_predict(oracle *o);
void oracle_exchange_sigma(oracle *o, double *sigma, int to_state);

/* Gauss with scaling and partial pivoting: X <- A^-1 X, X n x m by rows. A is destroyed; scale: n of scratch.
   Returns 0, or 1 + the unknown without a pivot above `least`. */
int oracle_solve(int n, double *A, int m, double *X, double *scale, double least);

#endif
