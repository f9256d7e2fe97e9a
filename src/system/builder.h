/* system/builder.h -- how parts and joints make a system: vectors, nodes, masses, blocks, loads, outputs; then freeze.
 * Who:     model (freeze), parts, joints, and tests that build by hand.
 * Memory:  everything lives in the arena given to sn_builder_new. Calls after a failure do nothing; the first error is
 *          kept and returned by sn_builder_finish, so freeze functions read as a list.
 */
#ifndef SN_SYSTEM_BUILDER_H
#define SN_SYSTEM_BUILDER_H
#include "system/sampler.h"

typedef struct sn_builder sn_builder;

sn_builder *sn_builder_new(sn_arena *arena);
/* Names the item that what follows belongs to (messages, outputs, reactions); the texts must outlive the system. Returns its index. */
int sn_item_begin(sn_builder *b, const char *kind, const char *name, const char *where);
void sn_items_end(sn_builder *b); /* what follows belongs to none */
/* Numerical damping of what follows (nodes and blocks of this item); NAN: that of the run. */
void sn_item_alpha(sn_builder *b, double alpha);
/* Constraints on forms of this item that follow give way: a stiffness of this many N/m in every row, counted as a length (directions: at
   an arm as long as the model). 0: they hold exactly. Composite ones (drives, screws, gears) always do. */
void sn_item_penalty(sn_builder *b, double stiffness);
/* The same constraints stay exact, and their multipliers are found with this stiffness (augmented Lagrangian); 0: without. */
void sn_item_augmented(sn_builder *b, double stiffness);

/* A point and axes as weighted sums of vectors: of one node (or the ground, or a moving frame), or of several, as a point on an
   element is. What joints, springs and channels attach to. The lists are in the arena. */
typedef struct {
  int n;                /* vectors; of one node: its position if it has one, then d1, d2, d3 */
  const int *vector;    /* n */
  const double *weight; /* 4 rows of n: of the point, and of the axes */
  int node;             /* -1: ground, moving frame, or several nodes */
  int moves;            /* 0: ground at rest, 1: moving frame, 2: free nodes */
  int n_dir;            /* 3: it has axes; 0: a point, 1: a fibre */
} sn_frame;
/* Its weights: of the point, of axis j = 0..2. */
static inline const double *sn_point_row(const sn_frame *f)
{
  return f->weight;
}
static inline const double *sn_axis_row(const sn_frame *f, int j)
{
  return f->weight + (1 + j) * f->n;
}

/* ---- vectors and nodes. Nodes keep their initial position and velocity; directors must be orthonormal. */
int sn_add_point(sn_builder *b, sn_v3 x, sn_v3 v);                       /* node: position only */
int sn_add_triad(sn_builder *b, sn_v3 x, sn_v3 v, sn_m3 r, sn_v3 omega); /* node: position and d1, d2, d3 */
int sn_add_fibre(sn_builder *b, sn_v3 x, sn_v3 v, sn_v3 d, sn_v3 omega); /* node: position and one director */
int sn_add_node(sn_builder *b, int has_x, sn_v3 x, sn_v3 v, int n_dir, const sn_v3 *d, sn_v3 omega); /* any node */
/* Coordinates: nodes that are no place in the model. Gravity, momentum, the extent and pictures leave them out; everything else treats
   their vector (role SN_ROLE_COORDINATE of sn_vector_of) like a position. A mass is optional (sn_add_mass). is_length: measured in m, not a pure
   number. */
int sn_add_vector(sn_builder *b, sn_v3 value, sn_v3 rate, int is_length); /* node: three unknowns */
/* Node: one unknown s. Its vector is s times the first axis of space, so that forms take products of it with sn_scalar_axis or with
   the vectors of other scalars, and with nothing else. */
int sn_add_scalar(sn_builder *b, double value, double rate, int is_length);
int sn_scalar_axis(sn_builder *b); /* that axis, a vector of the ground */
/* p = sum w_k q_k as a vector of its own (any number of terms), for blocks and frames like any other: forces on it go to the terms by their
   weights. Returns the vector, -1 after a failure. It costs in proportion to n, where a frame of n vectors costs as n^2 in every block
   that it is in: so for means of surfaces, and whatever is made of more than a few vectors. */
int sn_add_sum(sn_builder *b, int n, const int *vectors, const double *weights);
/* A frame moved by functions of time; NULL functions: at rest. Its motion at t = 0 is its initial place. */
int sn_add_moving_frame(sn_builder *b, const sn_expr *const position[3], sn_v3 axis, const sn_expr *angle, sn_m3 r0);
/* The same with any turn: three angles about axes (T = R(axis 1) R(axis 2) R(axis 3)), or, axis NULL, a rotation vector. */
int sn_add_turning_frame(sn_builder *b, const sn_expr *const position[3], const sn_v3 *axis,
                         const sn_expr *const turn[3], sn_m3 r0);
/* Coordinates of the system count from here: a model far from the origin of space keeps its digits. Before anything is made. Places that
   go in and out of the builder are those of the model. */
void sn_builder_origin(sn_builder *b, sn_v3 x);
sn_v3 sn_builder_origin_of(const sn_builder *b);
/* Ground: one fixed frame per system, made on first use: the origin of the system and the axes of space. */
sn_frame sn_ground_frame(sn_builder *b);
/* A point of the ground as a vector of its own: an end that sits there needs no node and no rows. */
sn_frame sn_fixed_point_frame(sn_builder *b, sn_v3 x);
sn_frame sn_node_frame(sn_builder *b, int node); /* at the node, axes of the node */
sn_frame sn_moving_frame_frame(sn_builder *b, int frame);
/* Any weighted sums of vectors: the point, and three axes (NULL: none), n weights each. Axes are what these sums are: orthonormal only if
   the vectors make them so. */
sn_frame sn_weighted_frame(sn_builder *b, int n, const int *vectors, const double *point, const double *const axes[3]);
/* The same part's frame moved to a point and axes given in ground coordinates of the initial configuration.
   A point node cannot be offset: SN_EINPUT if x is not at the node (1e-9 of the extent of x). */
sn_status sn_frame_at(sn_builder *b, const sn_frame *of, sn_v3 x, sn_m3 axes, sn_frame *out, sn_error *error);
/* The same given in local coordinates of the node (x along its axes, axes relative to its triad). */
sn_frame sn_frame_local(sn_builder *b, const sn_frame *of, sn_v3 x, sn_m3 axes);
/* The node whose directors are its axes, wherever its point is; -1: they are sums of several, or of places. */
int sn_frame_turns_with(const sn_builder *b, const sn_frame *f);
/* Makes a frame of several nodes, with axes, a place of pictures: what is fixed in it is drawn there. */
void sn_show_frame(sn_builder *b, const sn_frame *f);
sn_v3 sn_frame_point(const sn_builder *b, const sn_frame *f); /* initial */
sn_m3 sn_frame_axes(const sn_builder *b, const sn_frame *f);
void sn_frame_velocity(const sn_builder *b, const sn_frame *f, sn_v3 *v, sn_v3 *omega); /* initial */
/* At any instant, which = q, v or a of all vectors: a frame is linear in them, so one formula serves all three. */
sn_v3 sn_point_in(const sn_frame *f, const sn_v3 *which);
sn_v3 sn_axis_in(const sn_frame *f, int j, const sn_v3 *which);
sn_m3 sn_axes_in(const sn_frame *f, const sn_v3 *which);

/* ---- masses: one number per pair of vectors; symmetric, added up. */
int sn_vector_of(const sn_builder *b, int node, int role); /* 0 position, 1..3 directors, 4 coordinate; -1 if missing */
int sn_vector_rests(const sn_builder *b, int vector);      /* 1: fixed in the ground */
void sn_add_mass(sn_builder *b, int vector_a, int vector_b, double m);
/* Mass that gravity pulls at a position but that does not move with it alone: the half of a rod whose other end is fixed. */
void sn_add_weight(sn_builder *b, int vector, double m);
/* Rigid body on a triad: mass, centre of mass and inertia tensor about it (rows, kg m^2) in node axes; also on moving frames. */
void sn_add_rigid_mass(sn_builder *b, const sn_frame *at_node, double mass, sn_v3 centre, const double inertia[3][3]);
/* Mass of the current item that rests with the ground: it takes no part in the motion and counts for its centre only. */
void sn_add_held_mass(sn_builder *b, int vector_a, int vector_b, double m);
/* Masses as their items gave them, a <= b; the same pair may come twice. Returns how many item has; the list is gone with the builder,
   and moves when a mass is added. */
typedef struct {
  int item, a, b;
  double m;
} sn_item_mass;
int sn_builder_masses_of(const sn_builder *b, int item, const sn_item_mass **out);
void sn_set_gravity(sn_builder *b, sn_v3 g);

/* ---- blocks. Begin one, add points (interpolated vectors) and forms, give its law, all before the next one begins. */
int sn_block_begin(sn_builder *b, const sn_law *law, const char *row_text); /* index of the block */
int sn_block_meet(sn_builder *b); /* a constraint that holds points together: "coincidence"; index of the block */
/* Interpolated vectors p of the current block; each returns its index in the block. */
int sn_interpolate(sn_builder *b, int n, const int *vectors, const double *weights);
int sn_point_of(sn_builder *b, const sn_frame *f);                       /* the frame's point */
int sn_axis_of(sn_builder *b, const sn_frame *f, int j);                 /* its axis j = 0..2 */
int sn_between(sn_builder *b, const sn_frame *from, const sn_frame *to); /* point(to) - point(from) */
/* A form e = constant + sum of terms; terms are c p_i.p_j. Returns the form's index. */
int sn_form_begin(sn_builder *b, double constant);
void sn_form_term(sn_builder *b, double c, int i, int j);
int sn_form(sn_builder *b, double c, int i, int j, double constant); /* one term */
/* (u.u - L^2)/(2 L) of the vector u of a gap: by how much it is longer than L, near L. It counts as a length, and not as the square that it
   is made of. */
int sn_form_length(sn_builder *b, int gap, double length);
/* Shifts the constant of a form so that it is zero in the initial configuration. */
void sn_form_zero(sn_builder *b, int form);
void sn_form_shift(sn_builder *b, int form, double by);          /* adds to its constant */
double sn_form_now(const sn_builder *b, int form);               /* its value in the initial configuration */
void sn_block_matrix(sn_builder *b, int k, int l, double value); /* K or C, both triangles are set */
/* A block of hyperelastic material: begin it, then add forms and, group by group, their energy: the strains are the w->n forms that were
   added last, weight is their volume. A block has one kind of energy; of a linear one it is elastic (a matrix), else of sn_law_material.
   One block per element, an energy for every integration point: system/material.h has energies of materials. */
int sn_energy_begin(sn_builder *b, const sn_strain_energy *w, const char *row_text);
void sn_energy_add(sn_builder *b, const sn_strain_energy *w, double weight);

/* Coordinates of the composite strain of the current block; angles start at their value in the initial configuration
   between -pi and pi, or, after sn_coordinate_near, at the whole number of turns from it that is nearest. */
void sn_coordinate_angle(sn_builder *b, int form_cosine, double coefficient); /* sine is the next form */
void sn_coordinate_near(sn_builder *b, double value);                         /* of the last angle added */
int sn_coordinate_internal(const sn_builder *b);                              /* its index in sn_state.internal */
void sn_coordinate_form(sn_builder *b, int form, double coefficient);
void sn_coordinate_length(sn_builder *b, int form, double coefficient);
void sn_coordinate_function(sn_builder *b, int form, const sn_expr *function); /* of its form and those after it */
/* The same; the gap must live in the arena. */
void sn_coordinate_gap(sn_builder *b, int form, const sn_gap *gap, double coefficient);
void sn_composite_offset(sn_builder *b, double offset);
/* Gives the composite strain this value at the start where only round-off of what it is made of keeps it away; more is a gap, which the
   assembly closes or refuses. */
void sn_composite_start(sn_builder *b, double value);
void sn_composite_zero(sn_builder *b);                    /* offset such that eps = 0 initially (without drive) */
double sn_composite_now(const sn_builder *b);             /* its value in the initial configuration (without drive) */
void sn_composite_drive(sn_builder *b, const sn_expr *u); /* eps = ... - u(t) */
void sn_composite_drive_rate(sn_builder *b, const sn_expr *rate); /* eps = ... - integral of rate(t) */
/* Of sn_law_on_rates: the rate of every coordinate counts times a function of the values of all of them; the list must live in the arena. */
void sn_composite_factors(sn_builder *b, const sn_expr *const *factor);
void sn_composite_potential(sn_builder *b, const sn_potential *p);
void sn_composite_given(sn_builder *b, const sn_expr *force);
void sn_block_rate(sn_builder *b, const sn_rate_law *law);
/* Of sn_law_contact, whose only coordinate is a gap and whose potential is one-sided: what it has besides. Returns it, with its own numbers,
   which are zero; NULL after a failure. */
const sn_contact *sn_block_contact(sn_builder *b, const sn_contact *law);
/* Forces along coordinates of the current block, of sn_law_feedback; its lists must live in the arena. */
void sn_block_feedback(sn_builder *b, const sn_feedback *law);
int sn_block_coordinates(const sn_builder *b);                        /* of the current block, so far */
void sn_block_stands_for_constraint(sn_builder *b, double stiffness); /* its potential is a penalty, N/m */
/* The current block's three rows define the only triad in it, which has no mass and no place. */
void sn_block_ties_triad(sn_builder *b);
/* Copies: points, forms and coordinates of another block (for a spring, a damper and a stop on one coordinate). */
int sn_block_like(sn_builder *b, const sn_law *law, const char *row_text, int other);
/* A law in the arena; NULL: no memory, which the builder remembers. */
const sn_potential *sn_potential_of(sn_builder *b, sn_potential law);
sn_rate_law *sn_rate_of(sn_builder *b, sn_rate_law law);
/* Ready-made ones. */
const sn_potential *sn_potential_spring(sn_builder *b, double stiffness, double rest); /* k (x - rest)^2/2 */
const sn_potential *sn_potential_one_sided(sn_builder *b, double stiffness, double edge,
                                           int above); /* k<x - edge>^2/2 */
const sn_potential *sn_potential_power(sn_builder *b, double stiffness, double edge, int above,
                                       double power); /* k<.>^(p+1)/(p+1) */
const sn_potential *
sn_potential_itself(sn_builder *b); /* V = x: the strain is an energy, a function of several forms */
const sn_potential *sn_potential_user(sn_builder *b, const sn_expr *law, int is_force);
const sn_rate_law *sn_rate_viscous(sn_builder *b, double c);
/* Of (x, v, t); dissipates: its work is counted as heat, else as work of loads. */
const sn_rate_law *sn_rate_user(sn_builder *b, const sn_expr *law, int dissipates);
/* Damper of a one-sided spring, for sn_law_rate_path: k <x - edge> damping rate, never more than the spring pushes. */
const sn_rate_law *sn_rate_stop(sn_builder *b, double stiffness, double edge, int above, double damping);
/* mu N r/sqrt(r^2 + v0^2); N from the stresses of constraint forms of another block. */
sn_rate_law *sn_rate_friction(sn_builder *b, const sn_coulomb *c, double bristle, int normal_block);
void sn_rate_friction_form(sn_rate_law *law, int form, double weight);

/* ---- loads: components are functions of t (NULL: 0), in ground axes, or along the axes of the frame if it follows; those of a
   force may take the velocity of its point along the same axes as three more variables. A frame of several nodes takes a force in space
   that is a function of t alone, and a moment if its axes are of one node. */
int sn_takes_velocity(const sn_expr *const f[3]); /* 1: some component depends on it */
void sn_add_force(sn_builder *b, const sn_frame *at, const sn_expr *const f[3], int follows);
void sn_add_moment(sn_builder *b, const sn_frame *on, const sn_expr *const m[3], int follows);

/* ---- rows of numbers. Their data must live in the arena. Both return the index of the row, -1 after a failure. */
int sn_add_observable(sn_builder *b, const sn_quantity *what, int n,
                      const void *data); /* n numbers of the current item */
int sn_add_formula(sn_builder *b, const sn_formula *f);
void sn_need_scratch(sn_builder *b, int n); /* some row of it takes sn_scratch(o, n) */
/* A sampled controller; its lists must live in the arena. own: set here, with these first states and held outputs. */
void sn_add_sampler(sn_builder *b, sn_sampler *c, const double *states);
int sn_builder_rows(const sn_builder *b); /* so far */
int sn_builder_blocks(const sn_builder *b);
int sn_builder_blocks_of(const sn_builder *b, int item, int *first); /* how many the item made, and which */
int sn_builder_stores_energy(const sn_builder *b, int block);
double sn_builder_penalty(const sn_builder *b, int block); /* N/m; 0: it is none */
sn_arena *sn_builder_arena(sn_builder *b);
void sn_builder_extent(sn_builder *b, sn_v3 x); /* a point that counts for the size of the model */
void sn_builder_fail(sn_builder *b, sn_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

sn_status sn_builder_status(const sn_builder *b, sn_error *error); /* its first error, if there is one */
/* Freezes; the initial state: q, v, zero stresses, counted angles. Velocities are as given (not projected). */
sn_status sn_builder_finish(sn_builder *b, const sn_system **system, sn_state *start, sn_error *error);

#endif
