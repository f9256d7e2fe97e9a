/* instant/inside.h -- a motion from inside: its unknowns, rows, matrix and arrays.
 * Who:     src/instant, and src/analysis, whose statics, modes and assembly work on the same unknowns and rows.
 * Names:   a node has `size` unknowns: rates of its position (3), then of its rotation (3; fibre 2; point 0) about `axis`.
 *          Rates of its vectors are C xi: xi for the position, (sum_j xi_j axis_j) x d for a director d.
 *          A row is one constraint equation; its multiplier is an unknown behind those of its nodes.
 */
#ifndef SN_ANALYSIS_MOTION_PRIVATE_H
#define SN_ANALYSIS_MOTION_PRIVATE_H
#include "instant/motion.h"
#include "math/linear.h"
#include "system/kernel.h"

enum { SN_NODE_UNKNOWNS = 6 };
#define SN_CARRIES_NOTHING 1e8 /* sn_motion.soft_row: rows that depend on others are left out */

typedef struct {
  int block, n_row; /* in the system; its forms, or 1 for a composite */
  int row;          /* its first row in the list of all rows */
  int first;        /* its first multiplier among the unknowns; -1: it touches no node */
  int n_local;      /* unknowns of its nodes */
} sn_constraint_rows;

typedef struct {
  int size, n_rotation, first;
  sn_v3 axis[3];        /* of its rotations, ground axes */
  double light_x;       /* tiny mass of a position without mass, else 0 */
  double light;         /* tiny inertia about axes without inertia, else 0 */
  int constrained;      /* 1: a row acts on it */
  int n_null;           /* such axes: 1 (line mass), or all rotations of the node */
  sn_v3 null_direction; /* the one axis, in the triad of the node */
} sn_motion_node;

typedef struct sn_rank sn_rank; /* mobility.c */
void sn_motion_find_held(sn_motion *m);

/* freedom.c */

struct sn_motion {
  const sn_system *s;
  int n_unknown, n_constraint, n_row;
  sn_motion_node *node;
  sn_constraint_rows *constraint;
  double *softness; /* n_row: of dependent rows, relative to g M^-1 g; 0: independent */
  int n_dependent, dependence_known;
  sn_lin *lin;            /* elements: nodes, mass pairs between free nodes, constraints */
  int factored;           /* 1: lin holds the factors at q, */
  double factored_softly; /* with this softness of dependent rows */
  int n_pair;             /* those pairs */
  int *pair;
  sn_rank *rank;
  double nothing;            /* what is left of a row that depends on others (freedom.c) */
  double soft_row;           /* softness of such a row, of g M^-1 g^T */
  const unsigned char *held; /* n_node: does not move in an assembly; NULL: all nodes can move */
  sn_v3 rotation, centre;    /* statics: everything turns steadily about centre, rad/s; 0: at rest */
  double load, weight;       /* factors of loads and given forces, and of gravity: 1, but on an equilibrium path */

  double t;
  sn_v3 *q, *v, *a;     /* n_vector each: what the observation shows */
  sn_v3 *convective;    /* accelerations for xi' = 0, and those of moving frames */
  sn_v3 *given, *force; /* forces without, with friction that depends on multipliers */
  double *own, *stress;
  double *row_value; /* n_row: right-hand side of the rows */
  double *soft;      /* n_row: diagonal of the dependent rows */
  double *diagonal;  /* n_unknown: of the mass part */
  double *xi, *rhs;  /* n_unknown */
  double *local;     /* the largest element */
  double *projected; /* rows of one constraint over the unknowns of its nodes */
  sn_v3 *B, *Bv, *G; /* the largest block: rates of forms at q, at v; gradients of rows */
};

/* nodes.c */
void sn_motion_check_inertia(sn_motion *m);
void sn_motion_set_axes(sn_motion *m);
void sn_motion_columns(const sn_motion *m, int node, sn_v3 C[4][SN_NODE_UNKNOWNS]);
void sn_motion_node_mass(const sn_motion *m, int node, double *mass); /* C^T M C of its own masses: size x size */
void sn_motion_full_mass(const sn_motion *m, int node, double *mass); /* and light parts: as in the matrix */
void sn_motion_add_projection(const sn_motion *m, const sn_v3 *f, double *rhs); /* rhs += C^T f */
void sn_motion_expand(const sn_motion *m, const double *xi, sn_v3 *rates);      /* rates += C xi on free vectors */
void sn_motion_add_light(const sn_motion *m, const sn_v3 *v, double *rhs); /* keeps what has no inertia as it is in v */
/* Axes about which a node with rotations `axis` has no inertia at q, ground axes; returns how many. */
int sn_motion_null_axes(const sn_motion *m, int node, const sn_v3 *q, const sn_v3 *axis, sn_v3 out[3]);
void sn_motion_times_mass(const sn_motion *m, const sn_v3 *x, double factor, sn_v3 *f); /* f += factor M x */
void sn_motion_fill(sn_motion *m);                                                      /* the matrix at q */
void sn_motion_name_item(const sn_system *s, int item, sn_error *error); /* where: file, line and name of an item */
void sn_motion_name_unknown(const sn_motion *m, int unknown, const char *what, sn_error *error);

/* rows.c: q, v, a, t, own of m are read */
const sn_block *sn_motion_block(const sn_motion *m, const sn_constraint_rows *c);
void sn_motion_drive(const sn_motion *m, const sn_block *b, double u[3]); /* u, u', u'' */
/* Fills G with the gradients of the forms, or of the composite strain; returns how many there are. */
int sn_motion_strain_gradients(sn_motion *m, const sn_block *b);
void sn_motion_gradients(sn_motion *m, const sn_constraint_rows *c);    /* fills G */
void sn_motion_project_rows(sn_motion *m, const sn_constraint_rows *c); /* G -> projected: n_row x n_local */
void sn_motion_rate_rows(sn_motion *m);                                 /* row_value of the velocity solve */
void sn_motion_acceleration_rows(sn_motion *m);                         /* row_value of the acceleration solve */
void sn_motion_add_row_forces(sn_motion *m, sn_v3 *f);                  /* f -= G^T of the multipliers in stress */

/* forces.c */
/* given, and stresses of laws that need no multiplier; fails where a function of the user is not a number */
sn_status sn_motion_given_forces(sn_motion *m, sn_error *error);
sn_status sn_motion_not_a_number(const sn_motion *m, int item, const char *what, sn_error *error);
int sn_motion_friction_forces(sn_motion *m); /* force = given + friction; 1 if there is any such law */

/* mobility.c */
void sn_motion_find_held(sn_motion *m);

/* freedom.c */
sn_status sn_rank_new(sn_motion *m, sn_arena *arena, sn_error *error);
sn_status sn_rank_find_dependent(sn_motion *m, sn_error *error); /* at q; sets softness */

/* motion.c */
sn_status sn_motion_prepare(sn_motion *m, sn_error *error); /* the matrix at q, factored once; dependent rows found */
void sn_motion_read(sn_motion *m, const sn_state *x);
sn_status sn_motion_solve(sn_motion *m, sn_error *error);         /* rhs -> xi */
sn_status sn_motion_velocities(sn_motion *m, sn_error *error);    /* v, and xi of it */
sn_status sn_motion_accelerations(sn_motion *m, sn_error *error); /* a and stress; after the velocities */

#endif
