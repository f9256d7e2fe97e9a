/* steps/ep_private.h -- data of the one-stage energy-preserving step on nodes, shared by the files ep_*.c only.
 * Theory:  docs/theory.md, the scheme ep: M (2 dq - 2 h v) + h^2 B(q_m)^T s = h^2 F, v_f = 2 dq/h - v_i, constraints at the end.
 */
#ifndef SN_STEPS_EP_PRIVATE_H
#define SN_STEPS_EP_PRIVATE_H
#include "steps/layout.h"
#include "steps/path.h"
#include "steps/step.h"
#include "system/kernel.h"

typedef struct {
  int n_rot, n;  /* rotations 0, 2, 3; unknowns */
  sn_v3 turn[3]; /* directions of rotations, fixed in a step for a fibre's rows, at q_f for its columns */
  sn_v3 row[3];
  double Cq[4][3][6]; /* increments of q_f by the unknowns */
} ep_node;

typedef struct {
  int n_mult;
  double *unit;         /* n_mult: units of the multipliers, times h^2 */
  double *e_i, *s, *r;  /* n_form: start strains, iterates (composites: from tau), law residuals */
  double *local, *rows; /* its matrix: of its part; what it takes from the rows of its nodes */
  sn_v3 *Bm, *Bf, *Bv;  /* n_form x n_vec: at q_m, q_f, of the velocity */
  double *G;            /* n_vec^2 geometric stiffness, times h^2 */
  sn_path path;
  double x, rate, tau, d_tau[3], normal;
  double *grad, *hess, *edot;
} ep_block;

struct sn_stepper {
  const sn_system *s;
  sn_step_options o;
  double noticeable; /* J: sn_noticeable_energy */
  double h, hh, t;
  const sn_state *start;
  sn_state trial;
  ep_node *node;
  ep_block *block;
  sn_v3 (*load)[4]; /* forces of the loads at q_m */
  double (*load_K)[144];
  sn_layout layout;
  sn_share share;
  int tangent;                      /* 1: the iteration in work fills the matrix */
  sn_v3 *dq, *qm, *qf, *F, *f, *iq; /* per vector; f: forces of blocks and loads, F: with inertia and gravity */
};

/* ep_iterate.c */
void ep_evaluate(sn_stepper *x); /* all forces at the iterate: f of blocks and loads, F with inertia and gravity */
void ep_assemble(sn_stepper *x, int tangent); /* residual of the iterate; with the tangent in the linear system */
sn_status ep_iterate(sn_stepper *x, int tangent, double *increment); /* and the solution: increments, their size */
void ep_apply(sn_stepper *x);
/* increments of a force on the vectors of a node -> its rows: f on the position, sum d_m x f */
void ep_rows(const sn_stepper *x, int node, const sn_v3 df[4], double *out);
/* ep_block.c */
void ep_block_start(sn_stepper *x, int block);
void ep_block_forces(sn_stepper *x, int block); /* B, stresses, law residuals */
void ep_block_assemble(sn_stepper *x, int block, int tangent);
void ep_block_apply(sn_stepper *x, int block);

#endif
