/* laws/stages.h -- what a law of a block (system/law.h) does in a step: four like blocks side by side, at one stage or two.
 * What:    a scheme has n stages, at which forces act. It finds the strains, their increments and rates from the motion of the vectors,
 *          and turns the stresses into forces; what lies between them is the law, and one file of this folder. Every function of a law is
 *          inlined for one stage and for two (SN_FOR_STAGES): a step of one stage is one of two with b = 0 and without the half
 *          difference.
 * Letters: a, b        increment of a strain along the step, and its jump; b0: without the damping field y       (4.2)
 *          s_c, s_d    mean and half difference of a stress over the stages                                      (4.6), (4.7)
 *          +, -        the two stages of a step, 0 and 1, in this order; of one stage: 0
 * Theory:  docs/theory.md, the scheme ed (4), composite strains (7), rate laws (8), one-stage schemes (12).
 * Who:     the laws; schemes on nodes (steps/ed, steps/one_stage).
 * Tests:   tests/steps/test_tangent.c (respond against differences of stress), tests/steps/test_one_stage.c, tests/laws.
 */
#ifndef SN_LAWS_STAGES_H
#define SN_LAWS_STAGES_H
#include "laws/path.h"
#include "pack/forms.h"

enum { SN_STAGES = 2 }; /* most of a scheme */

typedef struct sn_law_pack sn_law_pack;

/* A step, as its laws see it. */
typedef struct {
  const sn_system *s;
  int n;                /* stages */
  double h, hh, t;      /* size, its square, start */
  double at[SN_STAGES]; /* where in the step the stages are, from 0 to 1 */
  const sn_state *start;
  const unsigned char *dependent; /* rows of constraints that are held (sn_step_options); NULL: none */
  double soft;                    /* compliance of every row of a constraint in the tangent, in its unit */
  /* softness in the tangent: how the rows of a and of b of a light mass answer to the stress at each stage */
  double answer[SN_STAGES][SN_STAGES];
  double rate_share; /* one stage: h times the increment of a rate by that of its strain at the stage */
  int limited;       /* 1: limits of friction in contacts stay as they were last */
  int powers;        /* 1: works are h times the powers at the end of the step */
  const sn_packs *packs;
  sn_law_pack *pack; /* beside these */
} sn_stages;

/* derivatives of tau at a stage by what it depends on, there and at the other stage */
enum { SN_BY_STRAIN, SN_BY_OWN_RATE, SN_BY_NORMAL, SN_BY_OTHER_RATE, SN_BY_OTHER_NORMAL, SN_BY_ALL };

/* A block whose law acts on a composite strain. */
typedef struct {
  sn_path path;
  /* rate laws at the stages: strain, rate, stress and its derivatives, normal force, gradient, Hessian, rates of the forms */
  double x[SN_STAGES], rate[SN_STAGES], tau[SN_STAGES], d_tau[SN_STAGES][SN_BY_ALL], normal[SN_STAGES];
  double *grad[SN_STAGES], *hess[SN_STAGES], *edot[SN_STAGES];
  struct sn_contact_step *contact; /* contact.h; NULL: it is none */
  struct sn_bristle *bristle;      /* bristle.h, friction of a joint; NULL: it is none */
} sn_law_scalar;

typedef struct sn_stage_law sn_stage_law;

/* Four like blocks in a step. */
struct sn_law_pack {
  const sn_pack *is;
  const sn_pack_type *type;
  const sn_stage_law *law;
  int n_mult;         /* multipliers per stage (0: none) */
  int idle;           /* 1: one-sided laws, all open at the iterate: no forces, and no tangent */
  sn_lane *e_i;       /* n_form: strains at the start; of constraints 0 */
  sn_lane *s_c, *s_d; /* n_form: stresses that the last solve predicted, or multipliers */
  sn_lane *l_c, *l_d; /* n_form: stresses in the forces: by the law at the iterate; of constraints s_c, s_d */
  sn_lane *a,
      *b; /* n_form: rows of a constraint; jumps of strains; rates at the stages; of a material a, b as predicted */
  sn_lane *unit;         /* n_mult: units of multipliers, times h^2 */
  sn_lane *dual;         /* SN_ROWS_POINT: 3 x 3 of every stage: of the axes there */
  sn_lane *force;        /* on its vectors, as the scheme lays them out */
  sn_lane *slope;        /* n_slope of its law: derivatives of stresses at the iterate; NULL: it keeps none */
  sn_law_scalar *scalar; /* 4, laws on a composite strain; else NULL */
  /* numerical damping, ed: */
  int damped;                   /* 1: nu is one more level of multipliers */
  int has_y;                    /* 1: it gives forces to y */
  int settles;                  /* 1: eta of a node of it is settled */
  sn_lane alpha_all, alpha, ra; /* damping asked for; of the step, and its root */
  sn_lane *l_y;                 /* n_form: stress that y sees */
  sn_lane *nu, *soft;           /* n_mult: iterate; compliance of the rows of nu, theory (4.5) */
  sn_lane *start;               /* n_form: gradient of a composite constraint at the start, for nu */
  sn_lane *sums;                /* n_vec: row sums of |Ks|, damped nodes */
};

/* Scratch of one thread. Names in capitals: by the unknowns of the nodes, n_form x columns. */
typedef struct {
  sn_lane *a, *b, *b0;                  /* n_form: along the path; after a solve: their increments */
  sn_lane *e[SN_STAGES], *r[SN_STAGES]; /* strains and their rates at the stages */
  sn_lane *mu;                          /* n x n_mult: increments of multipliers after a solve, stage by stage */
  sn_lane *A, *B, *B0;                  /* increments along the path */
  sn_lane *E[SN_STAGES], *R[SN_STAGES]; /* strains, rates at the stages */
  sn_lane *L;                           /* rows of the nodes by forces of the forms at their stage */
  sn_lane *S[SN_STAGES], *Sy;           /* stresses at the stages, and what y sees; times h^2 */
  sn_lane *T;                           /* n_local x n_local: the matrix */
  sn_lane *numbers;                     /* 6 n_form^2 + 9 n_form: composite strains side by side */
} sn_law_work;

/* A law in a step. */
struct sn_stage_law {
  /* strains at the start of a step, first guess of the stresses; NULL: nothing */
  void (*start)(const sn_stages *x, sn_law_pack *p);
  /* l_c, l_d (and l_y) by the strains in the work; of constraints their rows, into a and b of the pack */
  void (*stress)(const sn_stages *x, sn_law_pack *p, sn_law_work *k);
  /* columns of stresses by the columns of strains in the work; rows and columns of multipliers into T */
  void (*respond)(const sn_stages *x, const sn_law_pack *p, sn_law_work *k);
  /* s_c, s_d after a solve, by the increments of strains, or of multipliers, in the work; NULL: nothing to do */
  void (*update)(const sn_stages *x, sn_law_pack *p, sn_law_work *k);
  /* work and losses of block `lane` in the step; NULL: none */
  void (*book)(const sn_stages *x, const sn_law_pack *p, int lane, sn_ledger *l);
  int (*n_slope)(const sn_block *b, int n); /* how many numbers it keeps in `slope` of a pack, n stages; NULL: none */
  /* what block `lane` leaves in the state at the end; NULL: its stresses and their rates, and counted angles */
  void (*end)(const sn_stages *x, const sn_law_pack *p, int lane, sn_state *end);
  int sees_path;     /* increments along the path: a, b */
  int sees_alone;    /* b0 as well */
  int sees_stages;   /* strains at the stages */
  int sees_rates;    /* their rates */
  int is_rate;       /* stresses depend on the rates */
  int is_multiplier; /* stresses are unknowns, and do not follow strains */
  int predicts;      /* s_c, s_d differ from l_c, l_d */
};

/* A law in the schemes: with two stages along the path of the step; with one stage, its mean along the step; with one stage, as it is
   there. */
struct sn_stage_laws {
  const sn_stage_law *two, *mean, *there;
  /* stored by four blocks; NULL: block by block */
  double (*energy)(const sn_packs *packs, const sn_pack *p, const sn_v3 *q);
};

/* name_one and name_two of an inlined kernel (x, p, k, n). PACK: its second argument. */
#define SN_FOR_STAGES(name, PACK)                                               \
  SN_CLONES static void name##_one(const sn_stages *x, PACK *p, sn_law_work *k) \
  {                                                                             \
    name(x, p, k, 1);                                                           \
  }                                                                             \
  SN_CLONES static void name##_two(const sn_stages *x, PACK *p, sn_law_work *k) \
  {                                                                             \
    name(x, p, k, 2);                                                           \
  }

/* first guess: stresses go on with the rate of the last step (stages.c) */
void sn_guess_stresses(const sn_stages *x, sn_law_pack *p);

/* What is subtracted from the diagonal of a dependent row in the tangent, in units of its multiplier: the multiplier is
   held (nothing determines it), and the row is met because the others are. Rows of rates depend on each other only up to
   the error of the step, so a soft row would pump its multiplier in every iteration: measured on Bricard's mechanism,
   defects 7e-13, 3e-15, 3e-15 for 1e-3, 1, 1e4 at 10 ms and 1e-10, 2e-14 for 1, 1e4 at 50 ms. */
static inline double sn_hold(const unsigned char *dependent, const sn_block *b, int row)
{
  return dependent && (dependent[b->stress + row] & SN_ROW_DEPENDENT) ? 1e4 : 0;
}

/* The same for a row of an augmented Lagrangian: compliance in the tangent alone, 1/stiffness in units of the multiplier (unit/h^2), so
   that an iteration is a Newton step of the penalty and the update s += stiffness e of its multiplier at once. The row ends closed. */
static inline double sn_give(const sn_block *b, int row, double unit, double hh)
{
  return b->augmented ? unit / (hh * b->augmented[row]) : 0;
}

/* Compliance of a row in the tangent, in its unit: of every row, of one that is held, of an augmented Lagrangian. */
static inline double sn_compliance(const sn_stages *x, const sn_law_pack *p, int row, int lane)
{
  const sn_block *b = x->s->block + p->is->block[lane];
  SN_ASSERT(row >= 0 && row < p->n_mult && lane >= 0 && lane < SN_LANES);
  return x->soft + sn_hold(x->dependent, b, row) + sn_give(b, row, p->unit[row][lane], x->hh);
}

/* First local row of the balance of a node at a stage: that at q- comes before that at q+. */
static inline int sn_stage_row(const sn_stages *x, const sn_law_pack *p, int stage, int node)
{
  SN_ASSERT(stage >= 0 && stage < x->n && node >= 0 && node < p->type->n_node);
  return p->is->offset[node] + (x->n - 1 - stage) * p->type->shape[node].n_rate;
}

/* The compliance of a row of a multiplier into T. */
SN_LANE_INLINE void sn_soften(const sn_stages *x, const sn_law_pack *p, int row, sn_lane *T)
{
  const int n = p->is->n_local, nm = p->n_mult, first = p->is->offset[p->type->n_node];
  sn_lane soft;
  for (int l = 0; l < SN_LANES; l++) {
    soft[l] = sn_compliance(x, p, row, l);
  }
  for (int level = 0; level < x->n; level++) {
    for (int s = 0; s < x->n; s++) {
      T[(first + level * nm + row) * n + first + s * nm + row] -= soft * lane(x->answer[level][s]);
    }
  }
}

/* l_c, l_d of form f by the stresses at the stages */
SN_LANE_INLINE void sn_keep_stages(sn_law_pack *p, int f, const sn_lane *at, int n)
{
  SN_ASSERT(f >= 0 && f < p->type->n_form && p->l_c != p->l_d);
  if (n == 1) {
    p->l_c[f] = at[0];
  } else {
    p->l_c[f] = lane(0.5) * (at[0] + at[1]);
    p->l_d[f] = lane(0.5) * (at[0] - at[1]);
  }
}

/* Work of the stresses of a pack on the rates of its forms at the stages, kept in a and b. */
static inline double sn_work_on_rates(const sn_stages *x, const sn_law_pack *p, int l)
{
  double sum = 0;
  SN_ASSERT(l >= 0 && l < p->is->n && x->h > 0);
  for (int f = 0; f < p->type->n_form; f++) {
    const double c = p->l_c[f][l], d = x->n == 2 ? p->l_d[f][l] : 0;
    sum += x->n == 2 ? (c + d) * p->a[f][l] + (c - d) * p->b[f][l] : c * p->a[f][l];
  }
  return x->h / x->n * sum;
}

#endif
