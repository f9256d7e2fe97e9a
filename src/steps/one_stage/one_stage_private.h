/* steps/one_stage/one_stage_private.h -- data of the one-stage schemes on nodes, shared by the files steps/one_stage only. A scheme sees one_stage.h.
 * Theory:  docs/theory.md, one-stage schemes. Rates are multiplied by h and forces by h^2, so that every unknown
 *          is a length (or a direction) and every row a mass times a length.
 * Letters: q_s, q_f    configuration at which forces act, q_i + at dq; at the end of the step                     (12.1)
 *          dq          q_f - q_i
 *          B           derivative of the forms; linear in the configuration                                       (2.2)
 *          e, m, r     strains at q_f, strains at q_s, their rates there
 *          s, l        stress after the last solve (predicted), and as it is in the forces: by the law at the iterate, or the multiplier
 *          F           all forces on a vector, inertia included
 *          w           h times the velocity that rate laws see: dq, or h v_f in Newmark's family
 *          a, q''      what Newmark's family hands on: its auxiliary acceleration, that of the equations of motion   (12.8)
 */
#ifndef SN_STEPS_ONE_STAGE_PRIVATE_H
#define SN_STEPS_ONE_STAGE_PRIVATE_H
#include "instant/instant.h"
#include "laws/stages.h"
#include "steps/assembler.h"
#include "steps/ledger.h"
#include "steps/load.h"
#include "steps/one_stage/one_stage.h"
#include "system/kernel.h"

/* Unknowns of a node: increments of its position and rotation at q_f (3 and 3; fibre 3 and 2, point 3). */
enum { LEVEL = 6 };

/* A vector in the step; 3 numbers each, padded. */
enum { OF_F, OF_DQ, OF_I, OF_FREE, OF_KNOWN, OF_WEIGHT, OF_FORCE, OF_CHANGE, OF_GAIN, FIELDS };
typedef struct {
  /* q_f, dq, q_i, dq without forces (h v_i), h v_f - end dq (Newmark's family), -h^2 gravity, F, increment of q_f after a solve;
     of what moves as given: h times what its velocity gains, over stage->inertia */
  double at[FIELDS][4];
} one_vector;

typedef struct {
  sn_v3 axis[3]; /* rotations of its rows: those at the start of the step */
  sn_v3 turn[3]; /* of its unknowns: those at q_f of the last tangent */
} one_node;

typedef struct one_work one_work;

/* Scratch of one thread: as large as the largest pack needs. */
typedef struct {
  sn_lv3 f, w, s; /* q_f, w, q_s */
} one_field;
enum { FIELD = 3 }; /* vectors in it: the stride from one to the next (pack/forms.h) */
struct one_work {
  one_field *vector, *point; /* of a pack */
  sn_lv3 *change, *F, *on;   /* of points: increments of q_f, forces; forces on vectors */
  sn_law_work law;           /* strains and stresses, and their columns */
  sn_lane *G;                /* n_vec x n_vec: geometric stiffness */
  sn_lane_frame *frame;      /* n_node */
  double *local;             /* of masses between nodes and of loads: one matrix */
  sn_v3 *q, *v;              /* n_vector: of the few that somebody asks for */
};

struct sn_stepper {
  const sn_scheme *scheme;
  sn_one_stage the_stage;
  const sn_one_stage *stage; /* the one above */
  const sn_system *s;
  sn_step_options o;
  int *rubs;                         /* n_block: room for contacts that stick; NULL: there are no contacts */
  sn_instant *instant, *own_instant; /* Newmark's family: accelerations at the start; own: free it */
  sn_state first;                    /* the start of the first step, with these */
  double noticeable;                 /* J: sn_noticeable_energy */
  sn_stages now;                     /* the step in work */
  sn_state trial;                    /* its end, if accepted */
  sn_state drawn;                    /* the drawn configuration at rest, where a mesh has a turned factor */
  one_vector *vector;
  one_node *node;
  sn_assembler all;
  sn_law_pack *pack; /* beside its packs */
  sn_step_load *load;
  one_work *work;       /* per part */
  const double **touch; /* beside share.at_vector: where the force lies, 4 numbers; NULL: none */
  sn_v3 *middle;        /* per vector: velocities of the first guess */
  sn_v3 *dq;            /* of the first guess, and of the iterate for the ledger */
  sn_energy before;     /* at the start of the step */
};

/* make.c */
sn_status one_make(sn_stepper *x, sn_arena *arena, sn_error *error);
/* iterate.c */
void one_start(sn_stepper *x, int plain); /* of a step: what stays in it, and the first guess (steps/newton.h) */
extern const sn_kernels one_kernels;
/* pack.c */
void one_pack_start(sn_stepper *x, sn_law_pack *p, one_work *k);
void one_pack_evaluate(sn_stepper *x, int pack, int part);
void one_pack_update(sn_stepper *x, int pack, int part); /* stresses and multipliers by their increments */
/* tangent.c: the matrix of its blocks; NULL: nothing acts */
const sn_lane *one_pack_tangent(sn_stepper *x, int pack, int part);
/* rows.c: constraints whose multipliers are forces or moments in ground axes */
void one_point_tangent(const sn_stepper *x, const sn_law_pack *p, one_work *k);
void one_axes_tangent(const sn_stepper *x, const sn_law_pack *p, one_work *k);
/* increments of the multipliers in the work: of the forms, by those in ground axes */
void one_point_update(const sn_stepper *x, const sn_law_pack *p, one_work *k);
void one_axes_update(const sn_stepper *x, const sn_law_pack *p, one_work *k);
/* node.c */
void one_predict(sn_stepper *x, int plain);
void one_nodes_gather(sn_stepper *x, const sn_node_pack *p); /* F of its vectors without their own inertia */
void one_pair_forces(sn_stepper *x);                         /* inertia between nodes */
void one_nodes_rows(sn_stepper *x, const sn_node_pack *p);
sn_v3 one_force_on(const sn_stepper *x, int vector); /* of blocks and loads */
double one_nodes_increments(sn_stepper *x, const sn_node_pack *p, double size);
double one_nodes_move(sn_stepper *x, const sn_node_pack *p, double size);
void one_nodes_tangent(sn_stepper *x, const sn_node_pack *p, one_work *k); /* into k->law.T */
void one_pair_tangent(sn_stepper *x, int pair);
/* load.c */
void one_load_forces(sn_stepper *x, int load, int part);
void one_load_tangent(sn_stepper *x, int load, int part);
/* Increment of a vector of a node by unknown j, and rows of a force on it (add to out): one node alone. */
sn_v3 one_column(const sn_stepper *x, int node, int slot, int j);
void one_rows_of(const sn_stepper *x, int node, int slot, sn_v3 force, double *out);
/* ledger.c: the iterate as if accepted into x->trial, its ledger; returns |defect| over the energy scale */
double one_accept(sn_stepper *x, sn_ledger *ledger);
/* work and dissipation of its forces along dq; in Newmark's family h times their power at the velocities v */
void one_book(const sn_stepper *x, const sn_v3 *v, sn_ledger *ledger);
/* newmark.c: numbers of the family in a state, behind those of steps/node.h */
enum { POWERS = 5 };
typedef struct {
  sn_v3 *a, *second; /* n_vector: a, q'' */
  double *power;     /* of loads, drives, bases, control, dissipation at the end of the last step, W */
} one_memory;
one_memory one_memory_of(const sn_system *s, const sn_state *x);
sn_status one_first(sn_stepper *x, const sn_state *state, sn_error *error); /* of a run: x->first */
void one_hand_on(const sn_stepper *x, sn_ledger *ledger,
                 sn_state *end); /* and the mean of the powers into the ledger */

/* A vector of the iterate, by field. */
static inline sn_v3 one_at(const sn_stepper *x, int a, int field)
{
  const double *p = x->vector[a].at[field];
  return v3(p[0], p[1], p[2]);
}
static inline void one_put(sn_stepper *x, int a, int field, sn_v3 value)
{
  double *p = x->vector[a].at[field];
  for (int i = 0; i < 3; i++) {
    p[i] = value.x[i];
  }
}
static inline int one_hands_on(const sn_stepper *x)
{
  return x->stage->beta > 0;
}
/* w */
static inline sn_v3 one_w(const sn_stepper *x, int a)
{
  const sn_v3 d = one_at(x, a, OF_DQ);
  return one_hands_on(x) ? v3_axpy(one_at(x, a, OF_KNOWN), x->stage->end, d) : d;
}
/* dw/dq_f */
static inline double one_w_share(const sn_stepper *x)
{
  SN_ASSERT(x->stage->at > 0 && x->stage->at <= 1);
  return one_hands_on(x) ? x->stage->end : 1;
}
/* q_s */
static inline sn_v3 one_stage_at(const sn_stepper *x, int a)
{
  return v3_axpy(one_at(x, a, OF_F), x->stage->at - 1, one_at(x, a, OF_DQ));
}

/* four vectors side by side */
SN_LANE_INLINE sn_lv3 one_load_field(const sn_stepper *x, const int *vector, int field)
{
  const double *from[4];
  for (int l = 0; l < 4; l++) {
    from[l] = x->vector[vector[l]].at[0];
  }
  return lv3_load(from, 4 * field);
}
SN_LANE_INLINE one_field one_load_vector(const sn_stepper *x, const int *vector)
{
  one_field v;
  v.f = one_load_field(x, vector, OF_F);
  v.w = one_load_field(x, vector, OF_DQ);
  v.s = lv3_axpy(v.f, lane(x->stage->at - 1), v.w);
  if (one_hands_on(x)) {
    v.w = lv3_axpy(one_load_field(x, vector, OF_KNOWN), lane(x->stage->end), v.w);
  }
  return v;
}
SN_LANE_INLINE void one_load_frame(const sn_stepper *x, const sn_node_shape *h, const int *node, sn_lane_frame *out)
{
  out->shape = h;
  for (int j = 0; j < 2 && h->n_rot == 2; j++) {
    for (int i = 0; i < 3; i++) {
      for (int l = 0; l < 4; l++) {
        out->turn[j].x[i][l] = x->node[node[l]].turn[j].x[i];
        out->axis[j].x[i][l] = x->node[node[l]].axis[j].x[i];
      }
    }
  }
}

/* vectors of a pack side by side, and their points */
SN_LANE_INLINE void one_take_up(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(!one_hands_on(x) || x->stage->at == 1); /* w is dq where q_s is not the end */
  for (int a = 0; a < t->n_vec; a++) {
    k->vector[a] = one_load_vector(x, p->is->vector + SN_LANES * a);
  }
  for (int i = 0; i < t->n_point; i++) {
    one_field sum = {lv3_zero(), lv3_zero(), lv3_zero()};
    for (int m = t->of->w_first[i]; m < t->of->w_first[i + 1]; m++) {
      const one_field *from = k->vector + t->w_vector[m];
      sum.f = lv3_axpy(sum.f, p->is->weight[m], from->f);
      sum.w = lv3_axpy(sum.w, p->is->weight[m], from->w);
    }
    sum.s = lv3_axpy(sum.f, lane(x->stage->at - 1), sum.w); /* w = dq, or at = 1 */
    k->point[i] = sum;
  }
}
/* points of one field of the vectors */
SN_LANE_INLINE void one_interpolate(const sn_stepper *x, const sn_law_pack *p, one_work *k, int field, sn_lv3 *out)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(field >= 0 && field < FIELDS && out != k->on);
  for (int a = 0; a < t->n_vec; a++) {
    k->on[a] = one_load_field(x, p->is->vector + SN_LANES * a, field);
  }
  sn_pack_points(p->is, k->on, out);
}

#endif
