/* system/system.h -- the frozen mechanics, free of any scheme and of any kind of part.
 * What:    3-vectors (positions, directors) owned by nodes, a constant mass, blocks of forms with their law, loads,
 *          prescribed frames, outputs. Built by system/builder.h, const during a run; a state is system/state.h.
 * Theory:  docs/theory.md. A form is e = c0 + sum c p_i.p_j with p = W q; B(q) = de/dq is linear in q.
 * Who:     steps and analysis read it; parts and joints make it through the builder; nobody changes it.
 */
#ifndef SN_SYSTEM_SYSTEM_H
#define SN_SYSTEM_SYSTEM_H
#include "math/expr.h"
#include "math/v3.h"
#include "system/law.h"

typedef enum { SN_FREE, SN_FIXED, SN_PRESCRIBED } sn_freedom;

/* sn_vector.role: 0 position, 1..3 director; a coordinate is a vector that is neither: no weight, no momentum, no place in the model. */
enum { SN_ROLE_POSITION = 0, SN_ROLE_COORDINATE = 4 };
typedef struct {
  sn_freedom freedom;
  int node;      /* owner (free vectors), else -1 */
  int slot;      /* place in the node: index into sn_node.vector; in a prescribed frame: 0 position, 1..3 directors */
  int role;      /* 0 position, 1..3 director, 4 coordinate */
  int is_length; /* 1: measured in m (positions, and coordinates that say so); 0: a pure number */
  int frame;     /* prescribed frame it belongs to, else -1 */
  double
      place; /* by how much it moves when the whole model is moved: 1 of positions, 0 of others, of sums what their terms add up to */
  double length; /* 1 for lengths, the extent of the model for pure numbers: M_y does not depend on units */
} sn_vector;
static inline int sn_is_director(const sn_vector *v)
{
  return v->role > SN_ROLE_POSITION && v->role < SN_ROLE_COORDINATE;
}

/* A node: a position (or none) and 0 to 3 orthonormal directors; or one coordinate: a vector, or a scalar along the first axis of space. */
typedef struct {
  int has_x, n_dir; /* has_x + n_dir = n_vec; has_x: its first vector moves in space, as a position or a coordinate */
  int n_x;          /* unknowns of that vector: 3; of a scalar 1; 0: it has none */
  int is_length;    /* 1: that vector is measured in m */
  int n_vec;
  int vector[4];     /* position (or coordinate) first if there is one, then the directors */
  int member[3];     /* which of the triad d1, d2, d3 (0..2) each director is; pair: 1, 2; fibre: 2 */
  double mass[4][4]; /* masses between the node's own vectors */
  int shared_mass;   /* 1: some mass couples it to another node (sn_system.pairs) */
  double alpha;      /* numerical damping of its part; NAN: that of the run */
  int item;          /* the user's item it belongs to (for messages), -1: none */
} sn_node;

/* Rotations that move its directors: none, two across a fibre, else three. */
static inline int sn_node_rotations(const sn_node *n)
{
  return n->n_dir == 0 ? 0 : n->n_dir == 1 ? 2 : 3;
}

/* 1: unknown j of a node (of its first vector, then rotations) is measured in m. */
static inline int sn_unknown_is_length(const sn_node *n, int j)
{
  return j < n->n_x && n->is_length;
}
typedef struct {
  int a, b; /* vectors, a <= b: of different nodes, or of no node (masses carried by moving frames) */
  double m;
} sn_mass_pair;

/* e_form += c p_i . p_j */
typedef struct {
  int form, i, j;
  double c;
} sn_term;

/* Scalar strain of several forms: eps = sum coefficient*coordinate + offset - u(t). */
typedef enum {
  SN_COORDINATE_FORM,     /* the form itself */
  SN_COORDINATE_ANGLE,    /* atan2(form + 1, form), counted past pi (own state) */
  SN_COORDINATE_LENGTH,   /* sqrt(2 form): form is half of a squared length */
  SN_COORDINATE_FUNCTION, /* a function of its forms and those after it, as many as it has variables */
  SN_COORDINATE_GAP       /* a gap between two things or an angle of rotation, of its forms and those after it */
} sn_coordinate_type;
/* A number that no expression writes down, a gap or an angle: its value and its derivatives by n forms, gradient (n) and Hessian (n x n)
   unless NULL. Its slope is continuous, its curvature may jump. Whoever makes it keeps its data around it. */
typedef struct sn_gap sn_gap;
/* Of a gap of many forms and one more, the last: which of them count depends on the last one, and are some that follow each other. */
typedef struct {
  size_t size; /* of what narrow() fills */
  int usual;   /* how many forms at a time */
  /* those that count while the last form is between lo and hi */
  void (*between)(const sn_gap *g, double lo, double hi, int *first, int *n);
  void (*narrow)(const sn_gap *g, int first, int n, void *out); /* the gap of these, and of the last: an sn_gap */
} sn_gap_window;
struct sn_gap {
  int n;
  double least;           /* below this nothing says which way is out; -INFINITY: always known */
  int is_angle;           /* 1: in rad, 0: in m */
  const double *steepest; /* n: the gap changes by at most the sum of steepest[k] |change of form k|; NULL: not known */
  double (*value)(const sn_gap *g, const double *e, double *gradient, double *hessian);
  /* Of contacts, where friction acts: the unit normal along the axes of the first part, and the point of the second along its own. */
  void (*place)(const sn_gap *g, const double *e, double n[3], double xi[3]);
  double (*distance)(const sn_gap *g,
                     const double *e); /* while it is positive, the gap is; NULL: the gap is a distance */
  double (*used)(const sn_gap *g,
                 const double *e); /* how much of its range is used, 1: all of it; NULL: it has no end */
  const sn_gap_window *window;     /* NULL: all forms count */
};
typedef struct {
  sn_coordinate_type type;
  int form; /* first form it reads (an angle reads two) */
  double coefficient;
  int internal; /* in sn_state.internal: counted value of an angle; first form and number of forms of a window */
  const sn_expr *function; /* FUNCTION; else NULL */
  const sn_gap *gap;       /* GAP; else NULL */
} sn_coordinate;

/* Energy of n strains that belong together: those of a material point, of a bar, of an element. Whoever makes it keeps its data around
   it. Energy; stresses S (n) and tangent D (n x n, symmetric) unless NULL; not finite where there is none. At zero strain the tangent
   has no negative eigenvalue. */
typedef struct sn_strain_energy sn_strain_energy;
struct sn_strain_energy {
  int n;
  int is_linear; /* 1: the tangent is constant, and there is no stress without strain: a matrix says it all */
  double (*value)(const sn_strain_energy *w, const double *e, double *S, double *D);
};
/* Part of the energy of a block, of its next n forms: weight (volume) times that. Two words: no padding (base/intern.h). */
typedef struct {
  const sn_strain_energy *of;
  double weight;
} sn_energy_part;

/* Conservative law on a scalar strain. */
typedef struct sn_potential sn_potential;
struct sn_potential {
  /* force V'(x) and stiffness V''(x) */
  double (*force)(const sn_potential *p, double x, double *stiffness);
  /* V(b) - V(a), exact (or to round-off by quadrature) */
  double (*difference)(const sn_potential *p, double a, double b);
  double (*energy)(const sn_potential *p, double x); /* V(x); a law given by its force: the integral from 0 */
  double par[8];
  const sn_expr *expr; /* user law: V (potential) or V' (force), of variable 0 */
  int expr_is_force;
  int kinked; /* 1: its stiffness jumps (stops, contact, branches of the user): the start of a step does not tell its own */
  /* A stop or a contact: the force is zero on one side of `edge`. side: +1 acts above, -1 below; 0: it is none. */
  int side;
  double edge;
  /* one-sided: its stiffness when it is closed, on the way from strain x to strain next; NULL: not known */
  double (*closed)(const sn_potential *p, double x, double next);
  int closed_varies; /* 1: with the depth */
};

/* Coefficient of dry friction: at rest, and of what slides; between them by exp(-(slip/speed)^2). */
typedef struct {
  double slides, still, speed; /* still = slides: one coefficient, and no speed */
} sn_coulomb;

/* Law on the rate of a scalar strain at one instant: stress tau(x, rate, t, N), never differentiated in time.
   d[0..2]: partial derivatives with respect to x, rate, N. */
typedef struct sn_rate_law sn_rate_law;
struct sn_rate_law {
  double (*stress)(const sn_rate_law *l, double t, double x, double rate, double normal, double d[3]);
  double par[8];
  const sn_expr *expr; /* user law of (x, v, t) */
  int dissipates;      /* 1: counted as dissipation (tau*rate >= 0, or the user says so); 0: counted as work */
  /* sn_law_rate_path: tau is continuous, and its slope jumps at this strain and at this rate */
  int side; /* +1: acts above the edge only, -1: below */
  double edge, turn;
  /* friction: the constraint block whose stresses make N = sqrt(sum weight_k s_k^2); -1: none */
  int normal_block;
  int n_normal, normal_form[6];
  double normal_weight[6]; /* e.g. 1 for forces, 1/arm^2 for moments */
  sn_coulomb coulomb;
  double bristle; /* stiffness of what sticks; 0: by the first step (laws/friction.c) */
  int internal;   /* friction: its numbers in sn_state.internal */
};
/* Its numbers there: stiffness and deflection of the bristle, stress at the end of the last step, state, loss since the start. */
enum {
  SN_FRICTION_STIFFNESS = 0,
  SN_FRICTION_BRISTLE = 1,
  SN_FRICTION_STRESS = 2,
  SN_FRICTION_STATE = 3,
  SN_FRICTION_LOSS = 4,
  SN_FRICTION_NUMBERS = 5
};

/* Forces along coordinates of a block that follow values and rates of all of them: control (laws/feedback.c). */
typedef struct {
  int n;                       /* forces */
  const int *along;            /* n: the coordinate each acts along */
  const sn_expr *const *force; /* n: of t, the values of all coordinates, and their rates */
} sn_feedback;

/* What a contact has beside the potential of its gap (laws/contact.c): the loss that makes its restitution, and friction. Its forms are those
   of the gap: 3, the places of a point along the axes of a shape; or 12, the gap between the origins of two parts along the axes of
   the first, and 9 cosines: form 3 + 3 j + k is axis j of the second part along axis k of the first. */
enum { SN_CONTACT_POINT = 3, SN_CONTACT_PAIR = 12 };
typedef struct {
  double loss;        /* of impacts: x with x (1 + e) = ln((1 + x)/(1 - e x)) for the restitution e; 0: none */
  double slowest;     /* m/s: slower touches lose as those of this speed */
  sn_coulomb coulomb; /* of sliding; 0: none */
  double bristle;     /* stiffness of what sticks, N/m */
  double spin;        /* m: a slip of this times the speed of spin about the normal rubs like sliding; 0: none */
  double rolling,
      twist;    /* m: moment of rolling resistance over normal force; stiffness before it rolls, N m/rad. 0: none */
  double reach; /* m: how far its features are from the origins of the axes that carry them; INFINITY: no end */
  double size;  /* m: of the smaller of its parts; INFINITY: they have none */
  int is_piece; /* 1: one point of a surface, whose touches are not told apart */
  int internal; /* its numbers in sn_state.internal */
} sn_contact;
/* Its numbers there: deflection of the bristle along the axes of the first part, speed of approach at the touch (0: open),
   mean of the friction over the last step along these axes, state, impulse since the touch, touches, losses since the start, the second
   derivative of the gap in the last step while it is open, deflections by spin and by rolling, mean of the moment on the second part. */
enum {
  SN_CONTACT_BRISTLE = 0, /* the deflection of the spin is SN_CONTACT_TWIST */
  SN_CONTACT_APPROACH = 3,
  SN_CONTACT_FRICTION = 4,
  SN_CONTACT_STATE = 7,
  SN_CONTACT_IMPULSE = 8,
  SN_CONTACT_TOUCHES = 9,
  SN_CONTACT_FRICTION_LOSS = 10,
  SN_CONTACT_IMPACT_LOSS = 11,
  SN_CONTACT_BEND = 12,
  SN_CONTACT_TWIST = 13,
  SN_CONTACT_ROLL = 14,
  SN_CONTACT_MOMENT = 17,
  SN_CONTACT_ROLLING_LOSS = 20,
  SN_CONTACT_AWAY = 21, /* 1: too far away to be part of the steps (run/near.c) */
  SN_CONTACT_NUMBERS = 22
};
typedef enum { SN_CONTACT_OPEN, SN_CONTACT_STICKS, SN_CONTACT_SLIPS } sn_contact_state;

struct sn_block {
  const sn_law *law;
  int n_vec, n_point, n_form, n_term;
  const int *vector;  /* n_vec */
  const int *w_first; /* p_k = sum of w_value q[vector[w_vector]] over entries w_first[k] .. w_first[k+1]-1 */
  const int *w_vector;
  const double *w_value;
  const sn_term *term;
  const double *c0;     /* n_form */
  const int *dimension; /* n_form: power of a length in the form (0 direction cosine, 1 length, 2 squared length) */
  double alpha;         /* NAN: the largest of its nodes */
  int item;             /* the user's item (for messages and reactions), -1: none */
  const char *row_text; /* what its rows are, for messages: "coincidence", "axis", "drive" */
  int meets;            /* 1: holds points together; where rows depend on each other these stay */
  int is_sum;           /* 1: its rows define the coordinate of its first node (system/sum.c) */
  int ties_triad;       /* 1: its three rows define the only triad in it, which has no mass */

  const double *matrix;    /* n_form x n_form, if the law has one: K, or C of rates; else NULL */
  const double *augmented; /* n_form: stiffness that helps to find the multipliers of a constraint; NULL: none */
  int n_energy;            /* sn_law_material: energies of its forms, which follow each other */
  const sn_energy_part *energy;
  double
      penalty; /* N/m: it stands for a constraint, its matrix is penalty times squared lengths per row; 0: it does not */

  int n_coordinate; /* of the composite strain, if the law acts on one; of control: what it reads and acts along */
  const sn_coordinate *coordinate;
  double offset;
  const sn_expr *drive; /* u(t); NULL: 0 */
  int drive_is_rate;    /* 1: `drive` gives u'(t); u is integrated in internal[drive_internal] */
  int drive_internal;
  const sn_potential *potential;
  const sn_expr *const *factor; /* of rates: factor of each coordinate's rate, of the values of all; NULL: 1 */
  const sn_expr *given;         /* T(t) */
  const sn_rate_law *rate;
  const sn_feedback *feedback;
  const sn_contact *contact; /* else NULL */
  int energy_internal;       /* potential known by its force only: accumulated V in internal[]; else -1 */

  int stress,
      n_stress; /* first entry and number in sn_state.stress: forms, or 1 (tau) for composite strains; rate laws: 0 */
  int n_node;   /* nodes it touches, in order of first appearance */
  const int *node;
  const int *node_of; /* n_vec: index into node[], -1 for fixed and prescribed vectors */
};

/* The constraint whose multipliers make the normal force of a friction; -1: it is none. */
static inline int sn_normal_block(const sn_block *b)
{
  return b->rate ? b->rate->normal_block : -1;
}
/* A stop or a contact, which acts above its edge (1) or below it (-1) only; 0: it is none. Beside others it would never be idle in a pack. */
static inline int sn_one_side(const sn_block *b)
{
  return b->potential ? b->potential->side : b->law->is_rate && b->rate ? b->rate->side : 0;
}
/* Rows of a constraint, one multiplier each; else 0. */
static inline int sn_block_rows(const sn_block *b)
{
  return !b->law->is_constraint ? 0 : b->law->is_scalar ? 1 : b->n_form;
}

typedef enum { SN_LOAD_FORCE, SN_LOAD_MOMENT } sn_load_type;
/* A force at the point sum w_a q_a, or a moment on the directors of a node. */
typedef struct {
  sn_load_type type;
  int n_vec, vector[4];
  double weight[4];            /* FORCE: weights of the point */
  int follows;                 /* 1: components along axes fixed in the node */
  double axes[3][4];           /* follows: axis j = sum_k axes[j][k] q[vector[k]] */
  const sn_expr *component[3]; /* functions of t; FORCE: and of the velocity of its point along the same axes */
  int of_velocity;             /* 1: they do depend on it */
  int item;
} sn_load;

/* A frame moved by given functions of time: x(t) and R(t) = T(t) R0 (system/moving.c). */
typedef struct {
  int vector[4];              /* position, d1, d2, d3 */
  const sn_expr *position[3]; /* functions of t */
  const sn_expr *turn[3]; /* angles about the axes, T = R(axis 1) R(axis 2) R(axis 3), NULL: 0; or a rotation vector */
  int by_vector;          /* 1: the latter */
  sn_v3 axis[3];          /* unit */
  sn_v3 origin;           /* of the system, which x(t) does not count from */
  sn_m3 r0;
  int item;
} sn_moving_frame;

/* A place of pictures that is no node: a point, and three axes if it has any, as weighted sums of vectors of several nodes. */
typedef struct {
  int n, n_dir; /* vectors; axes: 3, or 0 for a point */
  const int *vector;
  const double *weight; /* 4 rows of n: the point, and the axes */
  int item;
} sn_shown_frame;

typedef struct sn_system sn_system;
typedef struct sn_observation sn_observation;

/* What a row is for. */
enum {
  SN_OUT_STORED = 1,   /* in every result, unasked */
  SN_OUT_AT_REST = 2,  /* says something in an equilibrium: `sinew static` prints it */
  SN_OUT_REACTION = 4, /* the motion does not determine it where rows of joints depend on each other */
  SN_OUT_SIGNAL = 8,   /* made for formulas; belongs to no item */
  SN_OUT_CHANNEL = 16, /* a channel of the user: in every result */
  SN_OUT_STOP = 32,    /* ends a run where it holds: is not 0 */
  /* fields for colours: what each of the numbers belongs to */
  SN_OUT_PER_PART = 64,
  SN_OUT_PER_NODE = 128,
  SN_OUT_PER_ELEMENT = 256,
  SN_OUT_FIELD = SN_OUT_PER_PART | SN_OUT_PER_NODE | SN_OUT_PER_ELEMENT
};

/* What rows of numbers are: the same for all items of a kind, and kept once. Pointers, then two ints: no padding (base/intern.h). */
typedef struct {
  const char *name; /* "position" */
  const char *unit, *help;
  const char *group; /* outputs and fields: where results keep it, "parts", "joints" or "forces"; others: NULL */
  void (*evaluate)(const sn_observation *o, const void *data, double *out);
  /* rows that are cheaper together: this one and those behind it, out[i] the numbers of the i-th; n_together 0: row by row */
  void (*evaluate_together)(const sn_observation *o, const void *data, double *const *out);
  int n_together;
  int flags; /* SN_OUT_... */
} sn_quantity;

/* One named row of numbers of the system, filled at freeze: outputs of items, fields for colours, signals, channels and
   conditions that end a run. Run and results need no kinds. */
typedef struct {
  const sn_quantity *what;
  const char *item; /* "rod", "pivot": name of the user's item; "": none */
  const void *data; /* for what->evaluate */
  int owner;        /* index of the item among those of the system; -1: none */
  int n;            /* 1, 3, 4; fields: any */
} sn_observable;

struct sn_sampler; /* system/sampler.h */
struct sn_guard;   /* system/guard.h */

struct sn_system {
  int n_vector, n_node, n_pair, n_block, n_load, n_frame, n_output;
  const sn_vector *vector;
  const sn_node *node;
  const sn_mass_pair *pair;
  const sn_block *block;
  const sn_load *load;
  const sn_moving_frame *frame;
  const sn_observable *output;
  int n_channel, n_stop;
  const int *channel, *stop; /* rows of channels, and of conditions that end a run, in the order of the model */
  const double *mass;        /* n_vector: own mass of each vector (diagonal entry) */
  const sn_v3 *gravity;      /* n_vector: constant force of gravity on each vector */
  const sn_v3 *drawn;        /* n_vector: q as the system was made, whatever state a run begins with */
  int n_shown;
  const sn_shown_frame *shown;
  int n_stress, n_internal;
  int n_scratch; /* numbers that rows write while they are evaluated: whoever observes has room for them (sn_observation.scratch) */
  int n_sampler;
  const struct sn_sampler *sampler; /* sampled controllers */
  int n_guard;
  const struct sn_guard *guard; /* elements that must not fold */
  int n_penalty;                /* blocks that stand for constraints */
  double extent;                /* size of the model, m */
  int is_one_place;             /* 1: it has no size, and extent is 1 */
  sn_v3 origin;                 /* q counts from here; an observation does not (sn_to_space) */
  int n_item;
  const char *const *item_name;  /* for messages: "joint 'pivot' (revolute)" */
  const char *const *item_where; /* "crane.lua:41" */
};

/* 1: the node has a place in the model: a coordinate has none. */
static inline int sn_has_place(const sn_system *s, const sn_node *n)
{
  return n->has_x && s->vector[n->vector[0]].role == SN_ROLE_POSITION;
}
/* 1: the vector is that of a scalar: it does not turn with the model. */
static inline int sn_is_scalar_vector(const sn_system *s, int vector)
{
  return s->vector[vector].node >= 0 && s->node[s->vector[vector].node].n_x == 1;
}

#endif
