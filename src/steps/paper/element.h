/* steps/paper/element.h -- one block of a plain scheme: stresses of its stages, forces, exact tangent, ledger.
 * Who:     steps/paper/paper.c; tangent.c has the products of its matrix.
 */
#ifndef SN_STEPS_PAPER_ELEMENT_H
#define SN_STEPS_PAPER_ELEMENT_H
#include "steps/paper/paper.h"

/* A block in a step. Columns of its tangent: 3 per unknown configuration of each vector (vector by vector), then its
   own multipliers (stage by stage), then the multipliers of stage 0 that make the normal force of friction. */
typedef struct {
  const sn_block *b;
  double alpha;
  int n_iterate;    /* stresses or tau per stage that are iterates (0: given by the state) */
  int n_multiplier; /* per stage: n_iterate of a constraint, else 0 */
  int first;        /* its iterates: iterate[first + stage*n_iterate + k] */
  int normal_first; /* friction: first iterate of the block of the normal force */
  int open;         /* 1: it touches a free vector */
  int n_column;
  double *slope, *rest; /* elastic and potential: d iterate = slope dx - rest; (n*n_iterate) x n_column */
} sn_paper_block;

/* The step as an element sees it. */
typedef struct {
  const sn_paper_table *table;
  double h, t;
  const double *internal;              /* at the start */
  const sn_v3 *q[SN_PLAIN_FIELDS + 1]; /* start, unknown configurations; all vectors */
  const double *iterate;
} sn_paper_view;

/* Work space of one element and what it hands over. */
typedef struct {
  sn_v3 *B[SN_PLAIN_FIELDS + 1], *mean[SN_PLAIN_FIELDS]; /* n_form x n_vec: at configurations, of stages */
  double e[SN_PLAIN_FIELDS + 1][SN_MAX_FORMS], eps[SN_PLAIN_FIELDS + 1], u[SN_PLAIN_FIELDS + 1];
  double gradient[SN_PLAIN_FIELDS + 1][SN_MAX_FORMS];
  double law[SN_PLAIN_FIELDS][SN_MAX_FORMS];    /* stresses by the law: in the forces */
  double stress[SN_PLAIN_FIELDS][SN_MAX_FORMS]; /* iterates: in the geometric stiffness and the state */
  double tau[SN_PLAIN_FIELDS];                  /* composites: scalar stress */
  double *slope[SN_PLAIN_FIELDS];               /* n_form x n_column: derivative of law[] */
  double *row;                                  /* constraint rows: (n*n_multiplier) x n_column */
  double residual[SN_PLAIN_FIELDS * SN_MAX_FORMS];
  sn_v3 *force[SN_PLAIN_FIELDS]; /* n_vec: h^2 F of every stage */
  double *matrix;                /* n_column x n_column; rows: vectors as columns, then multipliers */
  double *geometric;             /* n_vec x n_vec */
  sn_ledger part;
} sn_paper_work;

/* column of component 0 of local vector a in configuration c >= 1 */
static inline int sn_paper_column(const sn_paper_view *v, int a, int c)
{
  SN_ASSERT(a >= 0 && c >= 1 && c <= v->table->n);
  return 3 * (a * v->table->n + c - 1);
}

/* Rows of its vectors in the matrix: what the forces of a stage change by, from w->slope, w->mean and w->stress. */
void sn_paper_force_rows(const sn_paper_view *v, const sn_paper_block *x, int stage, sn_paper_work *w);
/* Residual and forces; with tangent = 1 also matrix, and slope and rest of the block. */
void sn_paper_evaluate(const sn_paper_view *v, sn_paper_block *x, int tangent, sn_paper_work *w);
/* Value of the drive of a block at the start (0) or end (1) of the step. */
double sn_paper_drive(const sn_paper_view *v, const sn_block *b, int end);
/* Unknown configuration that a given motion must take: its change from value and rates times h at both ends. */
double sn_paper_follow(const sn_paper_table *t, int k, double change, double rate_i, double rate_f);

#endif
