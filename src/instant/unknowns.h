/* instant/unknowns.h -- a motion from inside: its unknowns, rows, matrix and arrays.
 * Who:     src/instant, and src/analysis, whose statics, modes and assembly work on the same unknowns and rows.
 * Names:   a node has `size` unknowns: rates of its position (3), then of its rotation (3; fibre 2; point 0) about `axis`.
 *          Rates of its vectors are C xi: xi for the position, (sum_j xi_j axis_j) x d for a director d.
 *          A row is one constraint equation; its multiplier is an unknown behind those of its nodes.
 *          A node is `apart` when its mass stands for itself: it is eliminated before the sparse matrix,
 *          whose unknowns are the other nodes and the multipliers (matrix.c).
 */
#ifndef SN_INSTANT_UNKNOWNS_H
#define SN_INSTANT_UNKNOWNS_H
#include "instant/instant.h"
#include "math/linear.h"
#include "pack/pack.h"
#include "system/kernel.h"

enum {
  SN_NODE_UNKNOWNS = 6,
  SN_MOST_TOUCH_ROWS = 24 /* of a node apart: hubs of many joints stay in the matrix */
};
#define SN_CARRIES_NOTHING 1e8 /* sn_instant.soft_row: rows that depend on others are left out */

typedef struct {
  int block, n_row; /* in the system; its forms, or 1 for a composite */
  int row;          /* its first row in the list of all rows */
  int first;        /* its first multiplier among the unknowns; -1: it touches no node */
  int n_local;      /* unknowns of its nodes */
  int n_inside;     /* of them, those of nodes that are unknowns of the matrix */
  double **at;      /* n_node: its rows where each node keeps them, at the configuration of the matrix */
  int stiff;        /* 1: some node of it is exact: all of them are in the matrix, with stiffness along the rows */
} sn_constraint_rows;

/* A constraint as one of its nodes meets it. */
typedef struct {
  int constraint;
  int row; /* its first row among those of the node */
} sn_touch;

typedef struct {
  int size, n_rotation, first;
  sn_v3 axis[3];   /* of its rotations, ground axes */
  int massless;    /* 1: its position (or coordinate) has no mass: */
  double light_x;  /* a tiny one of a position, else 0; */
  int exact;       /* or none at all: a coordinate that rows hold. Stiffness along these rows is its pivot (matrix.c) */
  double light;    /* tiny inertia about axes without inertia, else 0 */
  int constrained; /* 1: a row acts on it */
  int apart;       /* 1: not in the matrix: no mass of another node, nothing light, few rows */
  int n_touch;     /* constraints, */
  int n_touch_row; /* and all their rows */
  sn_touch *touch;
  double *row; /* n_touch_row x size numbers, `stride` apart: the rows that meet it, over its unknowns */
  int stride;  /* SN_LANES: side by side with those of other nodes apart (sn_node_lanes) */
  const double
      *factor; /* size x size numbers, SN_LANES apart: of its mass at the configuration of the matrix (node_lanes.c) */
  int eccentric;        /* 1: its mass couples position and rotation */
  int n_null;           /* such axes: 1 (line mass), or all rotations of the node */
  sn_v3 null_direction; /* the one axis, in the triad of the node */
} sn_instant_node;

/* Four nodes of one shape side by side: their masses at the configuration of the matrix, and the rows that meet those apart. A row that
   one of them has not is zero. */
typedef struct {
  const sn_node_pack *is;
  int size, eccentric;
  int n_row;           /* the most that one of them has */
  int count[SN_LANES]; /* rows of each; -1: not apart, or without rows */
  int uniform;         /* 1: each has n_row */
  int *multiplier;     /* n_row x 4: unknowns of the rows; -1: not there */
  sn_lane *factor;     /* size x size: L D L^T, D on the diagonal */
  sn_lane *row;        /* n_row x size */
} sn_node_lanes;

typedef struct sn_batch sn_batch; /* batch.h */
typedef struct sn_rank sn_rank;   /* freedom.c */

struct sn_instant {
  const sn_system *s;
  const volatile int *stop; /* what iterates ends when it is set (sn_instant_watch); NULL: nobody asks */
  double typical_mass;      /* sn_typical_mass */
  int n_unknown, n_constraint, n_row;
  sn_instant_node *node;
  sn_constraint_rows *constraint;
  double *softness; /* n_row: of dependent rows, relative to g M^-1 g; 0: independent */
  int n_dependent, dependence_known;
  int n_solved;           /* unknowns of lin, the first ones; those of nodes apart follow */
  double *unit;           /* n_solved: how large each of them is */
  sn_lin *lin;            /* elements: nodes, mass pairs between free nodes, constraints; of a node apart: its rows */
  int factored;           /* 1: lin holds the factors at q, */
  double factored_softly; /* with this softness of dependent rows */
  int constant;           /* 1: the same matrix at every configuration: positions alone, and no rows on them */
  int n_pair;             /* those pairs */
  int *pair;
  sn_rank *rank;
  double nothing;            /* what is left of a row that depends on others (freedom.c) */
  double soft_row;           /* softness of such a row, of g M^-1 g^T */
  const unsigned char *held; /* n_node: does not move in an assembly; NULL: all nodes can move */
  sn_v3 rotation, centre;    /* statics: everything turns steadily about centre, rad/s; 0: at rest */
  int places; /* 1: rows on rates are left out where rows depend on each other: they hold no place (assembly) */
  int still;  /* 1: nothing moves: velocities, rates of drives and of moving frames count as zero */
  double load, weight; /* factors of loads and given forces, and of gravity: 1, but on an equilibrium path */

  double t;
  sn_v3 *q, *v, *a;     /* n_vector each: what the observation shows */
  sn_v3 *in_space;      /* q with places that count from the origin of space; NULL: q does */
  sn_v3 *convective;    /* accelerations for xi' = 0, and those of moving frames */
  sn_v3 *given, *force; /* forces without, with friction that depends on multipliers */
  double *internal, *stress;
  double *scratch;   /* of the rows that are evaluated on what is observed */
  double *row_value; /* n_row: right-hand side of the rows */
  double *soft;      /* n_row: diagonal of the dependent rows */
  double *stiffness; /* n_row: along rows that hold coordinates without mass */
  int any_stiff;     /* 1: there are such rows */
  double *diagonal;  /* n_unknown: of the mass part */
  double *xi, *rhs;  /* n_unknown */
  double *local;     /* the largest element */
  double
      *projected;   /* rows of one constraint, or gradients of the strains of a block, over the unknowns of its nodes */
  double *response; /* as large: what they move */

  sn_batch *batch;      /* all blocks that act, four like ones at a time; friction that follows multipliers apart */
  int n_drive, *driven; /* blocks that have one, */
  double *drive;        /* 3 n_block: and its value, rate, second derivative; else zero */
  int *constraint_of;   /* n_block: in the list of constraints; -1: it is none */
  unsigned char *moves; /* of every pack: 1: some of its vectors move as given */
  int n_lanes;
  sn_node_lanes *lanes;  /* all nodes */
  sn_lane *apart;        /* the largest square of rows of four nodes, twice */
  int any_light;         /* 1: some node has a direction without inertia */
  int uneven;            /* 1: a joint holds parts of very different mass together (refine.c); */
  double *held_contacts; /* rest.c */
  double *asked, *found; /* n_unknown: then the right-hand side of a solve, and what it found, */
  sn_v3 *rates;          /* n_vector: as rates of vectors */
};

/* matrix.c */
/* Rows of all constraints at q. */
void sn_instant_find_rows(sn_instant *m);
/* Those of one of them as they were found: n_row x n_local. */
void sn_instant_copy_rows(const sn_instant *m, const sn_constraint_rows *c, double *rows);
/* The matrix at q, factored, and the masses of nodes; SN_ESINGULAR: sn_lin_bad_row of m->lin tells where. */
sn_status sn_instant_factor(sn_instant *m);
/* rhs += G^T K times its rows, where rows have stiffness: before a solve with the factors. */
void sn_instant_stiffen(const sn_instant *m, double *rhs);
/* Solves by these factors, in place (n_unknown): what nodes apart leave to the rows, lin, what the multipliers leave to nodes apart. */
sn_status sn_instant_solve_with(sn_instant *m, double *x);

/* node_lanes.c: nodes four at a time */
sn_status sn_node_lanes_new(sn_instant *m, sn_arena *arena);
void sn_node_lanes_mass(sn_instant *m, sn_node_lanes *x); /* factors, diagonal; those of nodes inside go into lin */
void sn_node_lanes_fill(sn_instant *m, const sn_node_lanes *x); /* -G W^-1 G^T of nodes apart into lin */
void sn_instant_node_masses(const sn_instant *m,
                            double *mass); /* C^T M C of every node alone: size x size each, 36 apart */
/* What nodes apart leave to the rows; and what the multipliers leave to them: forces -> rates, in place. */
void sn_instant_reduce(const sn_instant *m, double *x);
void sn_instant_recover(const sn_instant *m, double *x);
/* The same for one node apart with impulses f on it: what they leave to the rows; and, with the multipliers in `rows`
   (n_solved each), impulses -> velocities in place. */
void sn_instant_reduce_node(const sn_instant *m, int node, const double *f, double *rows);
void sn_instant_recover_node(const sn_instant *m, int node, const double *rows, double *f);

/* node_vectors.c */
void sn_instant_add_projection(const sn_instant *m, const sn_v3 *f, double *rhs); /* rhs += C^T f */
void sn_instant_momenta(const sn_instant *m, const sn_v3 *v, double *rhs);        /* rhs = C^T M v of free vectors */
void sn_instant_expand(const sn_instant *m, const double *xi, sn_v3 *rates);      /* rates += C xi on free vectors */
void sn_instant_spread(const sn_instant *m, const double *xi, sn_v3 *rates);      /* rates = C xi there */
void sn_instant_times_mass(const sn_instant *m, const sn_v3 *x, double factor, sn_v3 *f); /* f += factor M x */

/* make.c */
const sn_packs *sn_instant_packs(const sn_instant *m); /* of the batch */

/* project.c */
void sn_instant_add_work(sn_instant *m, const double *theta,
                         sn_ledger *l); /* of the impulses theta mu on what moves as given */
void sn_instant_add_impulse(const sn_instant *m, const double *theta, double part,
                            double *push); /* impulses on the rows: push = old push + theta part mu */
/* rest.c */
size_t sn_instant_slip_numbers(const sn_system *s);

/* pattern.c */
sn_status sn_instant_number(sn_instant *m, sn_arena *scratch); /* unknowns in elimination order */
sn_status sn_instant_make_solver(sn_instant *m, sn_arena *scratch, sn_arena *arena, sn_error *error);

/* block.c */
/* Where a law is asked. */
typedef struct {
  const double *e, *rate;   /* n_form: strains and their rates; NULL: at rest */
  double normal;            /* what friction follows */
  const double *multiplier; /* of a constraint: its stresses; else NULL */
  double *hessian;          /* of a composite strain by its forms, may be NULL */
  int potential;            /* 1: asked for */
} sn_law_point;
typedef struct {
  double s[SN_MAX_FORMS]; /* stresses of the forms */
  double tau, d[3];       /* of a composite strain: its stress, and the derivatives by strain, rate, normal */
  double x, rate;         /* that strain and its rate, without the drive */
  double gradient[SN_MAX_COMPOSITE_FORMS]; /* of that strain */
  double potential;                        /* what the stress is the slope of; 0: it has none, or was not asked */
} sn_block_stress;
/* Stresses by the law of a block, at t and own of m. */
void sn_instant_law(const sn_instant *m, const sn_block *b, const sn_law_point *at, sn_block_stress *out);

/* refine.c */
sn_status sn_instant_find_uneven(sn_instant *m, sn_arena *arena);
void sn_instant_keep_asked(sn_instant *m); /* before a solve: rhs, which it uses up */
/* After it: xi better, by the residual of the equations and `solve` (rhs -> xi) again. */
sn_status sn_instant_refine(sn_instant *m, sn_status (*solve)(sn_instant *, sn_error *), sn_error *error);

/* nodes.c */
void sn_instant_check_inertia(sn_instant *m);
void sn_instant_set_axes(sn_instant *m);
void sn_instant_columns(const sn_instant *m, int node, sn_v3 C[4][SN_NODE_UNKNOWNS]);
void sn_instant_add_light(const sn_instant *m, const sn_v3 *v,
                          double *rhs); /* keeps what has no inertia as it is in v */
/* Axes about which a node with rotations `axis` has no inertia at q, ground axes; returns how many. */
int sn_instant_null_axes(const sn_instant *m, int node, const sn_v3 *q, const sn_v3 *axis, sn_v3 out[3]);
/* a += mass of a position and inertia about axes: those of the node that has none */
void sn_instant_add_weightless(const sn_instant *m, int node, double *a);
void sn_instant_name_unknown(const sn_instant *m, int unknown, const char *what, sn_error *error);

/* rows.c: q, v, a, t, own of m are read */
const sn_block *sn_instant_block(const sn_instant *m, const sn_constraint_rows *c);
void sn_instant_follow_drives(sn_instant *m);                               /* all drives, at t and own */
void sn_instant_drive(const sn_instant *m, const sn_block *b, double u[3]); /* u, u', u'' of them */
void sn_instant_row_values(sn_instant *m, double *g);                       /* n_row: rows at q, own and t */
void sn_instant_row_rates(sn_instant *m, const sn_v3 *v, double *rate); /* n_row: G v, without what drives ask for */
void sn_instant_rate_rows(sn_instant *m);                               /* row_value of the velocity solve */
void sn_instant_acceleration_rows(sn_instant *m);                       /* row_value of the acceleration solve */
void sn_instant_add_row_forces(sn_instant *m, sn_v3 *f);                /* f -= G^T of the multipliers in stress */

/* forces.c */
/* given, and stresses of laws that need no multiplier; fails where a function of the user is not a number */
sn_status sn_instant_given_forces(sn_instant *m, sn_error *error);
sn_status sn_instant_not_a_number(const sn_instant *m, int item, const char *what, sn_error *error);
int sn_instant_friction_forces(sn_instant *m); /* force = given + friction; 1 if there is any such law */

/* freedom.c */
sn_status sn_rank_new(sn_instant *m, sn_arena *scratch, sn_arena *arena, sn_error *error);
sn_status sn_rank_find_dependent(sn_instant *m, sn_error *error); /* at q; sets softness */

/* motion.c */
sn_status sn_instant_prepare(sn_instant *m, sn_error *error); /* the matrix at q, factored once; dependent rows found */
void sn_instant_read(sn_instant *m, const sn_state *x);
void sn_instant_put_rows(const sn_instant *m, double *rhs); /* row_value at the places of the multipliers */
sn_status sn_instant_solve(sn_instant *m, sn_error *error); /* rhs -> xi */
/* The part of it between sn_instant_reduce and sn_instant_recover: rhs -> xi, n_solved. */
sn_status sn_instant_solve_joined(sn_instant *m, sn_error *error);
/* The same without a look at the residual: after a solve with these factors that was looked at. */
sn_status sn_instant_solve_again(sn_instant *m, sn_error *error);
sn_status sn_instant_velocities(sn_instant *m, sn_error *error);    /* v, and xi of it */
sn_status sn_instant_accelerations(sn_instant *m, sn_error *error); /* a and stress; after the velocities */

#endif
