/* tests/support/oracle_private.h -- data of the oracle, shared by oracle.c and oracle_elements.c only. */
#ifndef SN_TESTS_ORACLE_PRIVATE_H
#define SN_TESTS_ORACLE_PRIVATE_H
#include "oracle.h"
#include "system/kernel.h"

enum { MAX_VEC = SN_MAX_BLOCK_VECTORS, MAX_FORM = SN_MAX_FORMS };
#define R3 1.7320508075688772
typedef struct {
  const sn_system *s;
  const sn_state *x; /* start of the step */
  int ep;            /* 1: one stage */
  double h, t;
  int n_block; /* those of the system, then the internal constraints of the nodes */
  sn_block *block;
  double *alpha;         /* n_block */
  int *first, *iterates; /* n_block: stress iterates of a block (first in sc, sd; number) */
  int *is;               /* n_block: first unknown of its stresses, -1 none */
  int *iq, *iw, *iy;     /* n_vector: unknowns of dq, h w, h y; -1 none */
  int n;
  sn_v3 *dq, *hw, *hy; /* iterates */
  double *sc, *sd;
  double *delta;           /* n_vector: Delta of M_y = M + Delta */
  sn_v3 *qp, *qm, *qf, *u; /* states of the element under evaluation */
  sn_v3 *row[3];           /* residuals of (1), (2), (3) on every vector */
  double *R, *J, *scale_column;
} oracle;

/* What an element hands over. EP uses p only. */
typedef struct {
  sn_v3 p[MAX_VEC], m[MAX_VEC], y[MAX_VEC]; /* h^2 f+, h^2 f-, h^2 ra B_c^T s_y */
  double r[2 * MAX_FORM];                   /* law residuals of s_c, then of s_d */
  double tau;                               /* given force: mean, for the state */
  sn_ledger part;                           /* works and losses */
} answer;

/* Elements: blocks, then loads. */
int oracle_element_vectors(const oracle *o, int element, const int **vector); /* their number */
void oracle_evaluate(oracle *o, int element, answer *out);                    /* at the iterates */
/* Value of the drive of a block at the start (0) or end (1) of the step. */
double oracle_drive(const oracle *o, const sn_block *b, int end);

#endif
