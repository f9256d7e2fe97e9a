/* steps/ed/ed_private.h -- data of the energy-decaying step on nodes, shared by the files steps/ed only.
 * Theory:  docs/theory.md, the scheme ed and translation at the nodes. All rates are multiplied by h and all forces by h^2,
 *          so that every unknown is a length (or a direction) and every row a mass times a length.
 * Letters: q_c, q+, q-   mean configuration of the step, and those at its two Gauss times                        (4.1)
 *          dq, w         q_f - q_i, v_f - v_i                                                                    (4.1)
 *          B             derivative of the forms; linear in the configuration, B+ at q+ and so on                (2.2)
 *          a, b          increment of a strain, and its jump; b0: without y                                      (4.2)
 *          s_c, s_d      mean and half difference of a stress; s_y: its part that y sees                         (7.4)
 *          y, eta        field of the damping, y = C_i eta: eta are rates of the nodes at the start of the step   (4.5)
 *          r, turn       of a node whose eta follows: root of its damping, rotation of what is around it          (11.15)
 *          nu, G_i       multipliers that keep eta on the constraints, rows of these at the start of the step     (4.5)
 *          ra, alpha     root of the numerical damping of a block in this step, and the damping                  (6.2)
 *          F             all forces on a vector, inertia included                                                (11.1)
 *          Sigma         internal multipliers of a node                                                          (11.2)
 */
#ifndef SN_STEPS_ED_PRIVATE_H
#define SN_STEPS_ED_PRIVATE_H
#include "instant/instant.h"
#include "laws/gauss.h"
#include "laws/stages.h"
#include "steps/assembler.h"
#include "steps/ledger.h"
#include "steps/load.h"

/* Levels of unknowns of a node, each of 3 rates of its position and 3 of its rotation (fibre 2, point 0): increments of q_f,
   of w, and eta where its cluster is damped and it does not follow the others. Rows of a node: balances at q-, at q+, and of eta. */
enum { LEVEL = 6 };
/* What a node has of eta: the category of its shape (pack/pack.h). ETA_BOTH: an unknown, and settled with those that follow. */
enum { ETA_NONE, ETA_UNKNOWN, ETA_FOLLOWS, ETA_BOTH };
enum { ETA_BITS = 3, ED_MESH = 4 }; /* nodes of meshes of the turned factor are never beside others */
static inline int ed_eta_of(int category)
{
  return category & ETA_BITS;
}
static inline int ed_eta_is_unknown(int category)
{
  return (category & ETA_UNKNOWN) != 0;
}
static inline int ed_eta_is_settled(int category)
{
  return (category & ETA_FOLLOWS) != 0;
}

/* A vector in the step; 3 numbers each, padded. */
enum { OF_F, OF_DQ, OF_W, OF_Y, OF_I, FIELDS };
typedef struct {
  double at[FIELDS][4]; /* q_f, dq, w, y, q_i */
} ed_vector;
enum { BY_Q, BY_W, BY_Y, CHANGES };
typedef struct {
  double at[CHANGES][4]; /* increments of q_f, w, y after a solve */
} ed_change;

/* What the tangent of a node is made of, from the iterate where it was last made (theory 11.5). */
typedef struct {
  double e[3][3];    /* dual vectors of the directors at q_c - w/12, d1 to d3, missing ones completed */
  double t[3][3][3]; /* [director][component][rotation]: what a rotation of q_f takes with it in w */
  double turn[2][3]; /* fibre: directions of its rotations at q_f */
  double unused[2];
} ed_columns;
enum { COLUMNS = sizeof(ed_columns) / sizeof(double) };

typedef struct {
  double eta[LEVEL], S[LEVEL][LEVEL]; /* iterate; C_i^T M_y C_i */
} ed_eta;
/* eta that follows the unknowns of its node: theory (11.15) to (11.18). */
enum { FOLLOW_REST, FOLLOW_ALONG, FOLLOW_IMAGE, FOLLOW_JUMP, FOLLOW_FIELDS };
typedef struct {
  double r;
  sn_v3 turn;
  double shared[4];                                 /* by slot: masses between it and others that are settled */
  double both[LEVEL][LEVEL], inverse[LEVEL][LEVEL]; /* S + r^2 C_i^T M C_i, of its own masses */
  double local[LEVEL][LEVEL];                       /* inverse of S with the shared masses as its own */
  double by[LEVEL][2 * LEVEL];                      /* eta by the unknowns */
  double at[FOLLOW_FIELDS][LEVEL];                  /* of the jump */
} ed_follow;
/* A vector with masses between it and others: what it gives to them for every unit of mass, and takes from them. */
typedef struct {
  sn_lane gives[3], takes[3];
} ed_shared;
typedef struct {
  int damped;        /* 1: nodes that constraints and masses join to it have damped elastic blocks: it has eta */
  int stays;         /* 1: and some of these cannot fade away */
  double alpha;      /* the largest of these nodes and their blocks */
  sn_v3 axis[3];     /* rotations at the start: of the moment rows, and of eta */
  ed_eta *eta;       /* damped */
  int category;      /* ETA_NONE ... */
  ed_follow *follow; /* eta is settled; else NULL */
  ed_columns *columns;
} ed_node;

typedef struct ed_work ed_work;
typedef struct ed_frame ed_frame;

/* Scratch of one thread: as large as the largest pack needs. */
typedef struct {
  sn_lv3 f, d, w, y;
} ed_field;
struct ed_work {
  ed_field *vector, *point;  /* of a pack */
  sn_lv3 *pp, *pm, *pc, *pu; /* points at q+, q-, q_c and of w - ra y */
  sn_lv3 *vp, *vm, *vi;      /* tangent: vectors at q+, q-, q_i */
  sn_lv3 *on[2];             /* forces on them at q-, q+ */
  sn_lv3 *Fp, *Fm, *Fy;      /* on points */
  sn_law_work law;           /* strains and stresses, and their columns */
  sn_lane *Gp, *Gm, *Gy;     /* n_vec x n_vec: geometric stiffness */
  ed_frame *frame;           /* n_node: lanes.h */
  double *local;             /* of masses between nodes and of loads: one matrix */
  sn_v3 *q, *v;              /* n_vector: of the few that somebody asks for */
};

/* Forces of a block on a vector: where they lie. */
typedef struct {
  const double *at; /* numbers SN_LANES apart */
  int has_y, local; /* local: the vector in its pack */
} ed_touch;

struct sn_stepper {
  const sn_system *s;
  sn_step_options o;
  double noticeable;       /* J: sn_noticeable_energy */
  sn_stages now;           /* the step in work */
  sn_state trial;          /* its end, if accepted */
  sn_state drawn;          /* the drawn configuration at rest, where a mesh has a turned factor */
  sn_instant *instant;     /* of the run, or own_instant */
  sn_instant *own_instant; /* free it */
  ed_vector *vector;
  ed_change *change;
  ed_node *node;
  double *block_alpha; /* n_block: damping asked for */
  double *fading;      /* n_block, of the step: the share of it that is left */
  sn_stepper *
      without; /* for steps in which the damping of all blocks that can fade has gone: without it; NULL: it would not pay */
  sn_stepper *
      whole; /* of that one: with all of its damping. They have threads, mobilities and what follows from them in common */
  sn_assembler all;
  sn_law_pack *pack; /* beside its packs */
  sn_step_load *load;
  ed_work *work;   /* per part */
  ed_touch *touch; /* beside share.at_vector */
  double *theta;   /* n_node: share of the projection at the end, theory (4.8) */
  int projects;    /* 1: some theta is not zero */
  double *calm;    /* n_block, of the step: weight of the impulses against strain rates at the end, theory (4.9) */
  unsigned char *calmed;           /* n_block, 1: damped, and a director it acts on has no mass */
  unsigned char *asked;            /* n_block, 1: its mobility is looked at in this step */
  unsigned char *open;             /* n_block, 1: a stop or a contact that stays open in this step */
  int calms;                       /* 1: some block is calmed */
  int *rubs;                       /* n_block: room for contacts that stick; NULL: there are no contacts */
  int damps;                       /* 1: some node has eta */
  int n_following;                 /* nodes whose eta is settled */
  int *following;                  /* their numbers */
  int n_tied, *tied;               /* masses between two of them: pairs */
  ed_shared *shared;               /* n_vector, if there are masses between nodes */
  int n_sharing, *sharing;         /* vectors with such masses */
  double *mobility, next_mobility; /* n_block; of the step: as in the state */
  sn_v3 *Fp, *Fm, *g;              /* per vector: all forces at q+ and q-; forces to y */
  sn_v3 *dq;                       /* of the iterate, for the ledger */
  sn_energy before;                /* at the start of the step */
};

/* damping.c */
sn_status ed_damping_plan(sn_stepper *x, sn_arena *arena, sn_error *error); /* at creation: clusters, theta */
int ed_damping_can_go(const sn_stepper *x); /* 1: a stepper without what can fade has much fewer unknowns */
sn_status ed_damping_measure(sn_stepper *x, const sn_state *state,
                             sn_error *error);              /* how much of it is left in a step */
int ed_damping_has_gone(const sn_stepper *x);               /* after that, 1: nothing of what can fade */
void ed_damping_fade(sn_stepper *x);                        /* alpha of every block for the step */
sn_status ed_damping_drawn(sn_stepper *x, sn_error *error); /* of the drawn configuration, every block alone */
/* pairs.c: masses between nodes */
sn_status ed_pairs_plan(sn_stepper *x, sn_arena *arena, sn_error *error); /* at creation */
void ed_pair_forces(sn_stepper *x);                                       /* their inertia, in all balances */
void ed_pair_jumps(sn_stepper *x); /* what they make of a jump (FOLLOW_ALONG), added to its image */
/* make.c */
sn_status ed_make(sn_stepper *x, sn_arena *arena, sn_error *error); /* whole is set, or NULL */
/* iterate.c */
void ed_start(sn_stepper *x, int plain); /* of a step: what stays in it, and the first guess (steps/newton.h) */
extern const sn_kernels ed_kernels;
/* pack.c */
void ed_pack_start(sn_stepper *x, sn_law_pack *p, ed_work *k);
void ed_pack_damping(sn_stepper *x, sn_law_pack *p, ed_work *k); /* |Ks| row sums per vector; rows of nu */
void ed_pack_evaluate(sn_stepper *x, int pack, int part);
void ed_pack_update(sn_stepper *x, int pack, int part); /* stresses and multipliers by their increments */
/* pack_tangent.c: the matrix of its blocks; NULL: nothing acts */
const sn_lane *ed_pack_tangent(sn_stepper *x, int pack, int part);
/* rows.c: constraints whose multipliers are forces or moments in ground axes */
void ed_point_tangent(const sn_stepper *x, const sn_law_pack *p, ed_work *k);
void ed_axes_tangent(const sn_stepper *x, const sn_law_pack *p, ed_work *k);
/* increments of the multipliers in the work: of the forms, by those in ground axes */
void ed_point_update(const sn_stepper *x, const sn_law_pack *p, ed_work *k);
void ed_axes_update(const sn_stepper *x, const sn_law_pack *p, ed_work *k);
/* node.c */
void ed_node_start(sn_stepper *x, int node);   /* rotations of rows, eta */
void ed_node_damping(sn_stepper *x, int node); /* M_y; after ed_pack_damping */
void ed_predict(sn_stepper *x, int plain);
double ed_nodes_settle(sn_stepper *x, const sn_node_pack *p, double size); /* w meets the rates of orthonormality */
void ed_nodes_gather(sn_stepper *x, const sn_node_pack *p);                /* F of its vectors */
void ed_nodes_rows(sn_stepper *x, const sn_node_pack *p);

/* What the motion of vector b asks of a mass m between it and another one, times h^2: added to fp, fm. */
void ed_inertia(const sn_stepper *x, int b, double m, sn_v3 *fp, sn_v3 *fm);
void ed_forces_on(const sn_stepper *x, int vector, sn_v3 *fp, sn_v3 *fm, sn_v3 *g); /* of blocks and loads */
double ed_nodes_move(sn_stepper *x, const sn_node_pack *p, double size);
double ed_nodes_increments(sn_stepper *x, const sn_node_pack *p, double size);
/* node_tangent.c */
void ed_nodes_columns(sn_stepper *x, const sn_node_pack *p);
void ed_nodes_tangent(const sn_stepper *x, const sn_node_pack *p, ed_work *k); /* into k->law.T */
void ed_pair_tangent(sn_stepper *x, int pair);
/* Increments of a vector of a node by unknown j of its first two levels, one node alone. */
void ed_column(const sn_stepper *x, int node, int slot, int j, sn_v3 *dq, sn_v3 *dw);
sn_v3 ed_column_y(const sn_stepper *x, int node, int slot, int j);                           /* y by eta */
void ed_rows_of(const sn_stepper *x, int node, const sn_v3 *p, const sn_v3 *m, double *out); /* of forces, by slots */
/* follow.c: eta that is no unknown */
sn_status ed_follow_plan(sn_stepper *x, sn_arena *arena, sn_error *error); /* at creation, after ed_damping_plan */
void ed_follow_start(sn_stepper *x, int node);                             /* of a step, after ed_node_damping */
void ed_follow_guess(sn_stepper *x, int node);                             /* its eta at the first guess */
void ed_follow_columns(sn_stepper *x, const sn_node_pack *p, ed_work *k);  /* eta by the unknowns */
double ed_root_of(const sn_stepper *x, int node); /* of the largest damping of its blocks in the step */
void ed_follow_turned(sn_stepper *x, const sn_node_pack *p,
                      const sn_turned_columns *c); /* the same in a mesh of the turned factor */
double ed_followed(const sn_stepper *x, int node, const double *xi, int i); /* its increment by a solution */
/* settle.c */
double ed_follow_settle(sn_stepper *x,
                        double size); /* after a move: the jump of eta that the stresses predicted ask for */
void ed_follow_jump(sn_stepper *x);   /* made, before the next iteration */
/* load.c */
void ed_load_forces(sn_stepper *x, int load, int part);
void ed_load_tangent(sn_stepper *x, int load, int part);
/* ledger.c: the iterate as if accepted into x->trial, its ledger; returns |defect| over the energy scale */
double ed_accept(sn_stepper *x, sn_ledger *ledger);

/* A vector of the iterate, by field. */
static inline sn_v3 ed_at(const sn_stepper *x, int a, int field)
{
  const double *p = x->vector[a].at[field];
  return v3(p[0], p[1], p[2]);
}
static inline void ed_put(sn_stepper *x, int a, int field, sn_v3 value)
{
  double *p = x->vector[a].at[field];
  for (int i = 0; i < 3; i++) {
    p[i] = value.x[i];
  }
}
/* q_c, and q+-: at q_c + sign dq/(2 r3) */
static inline sn_v3 ed_state_at(const sn_stepper *x, int a, double sign)
{
  const sn_v3 d = ed_at(x, a, OF_DQ);
  const sn_v3 c = v3_axpy(v3_axpy(ed_at(x, a, OF_F), -0.5, d), -1.0 / 12, ed_at(x, a, OF_W));
  return v3_axpy(c, sign * HALF, d);
}

#endif
