/* joints/joint.h -- what the kinds of joints and forces share: scalar coordinates, laws on them, and the list of kinds.
 * Who:     joints/ and catalogue.c.
 * How:     a new lower pair is a row of the table in lower.c; a new force is one file like spring.c.
 */
#ifndef SN_JOINTS_JOINT_H
#define SN_JOINTS_JOINT_H
#include "model/kind.h"

/* Both positional parts: there, different, at least one of them free. n parts are looked at. */
sn_status sn_joint_parts(const sn_item *item, int n, sn_builder *b, sn_frame *of, sn_error *error);
/* Frame of positional part k at a drawn point of the item (x[0] = NAN: the station's own place), ground axes. */
sn_status sn_joint_end(const sn_item *item, int k, sn_v3 at, const char *field, sn_builder *b, sn_frame *out,
                       sn_error *error);
/* Adds factor times the coordinate of a joint to the current composite block; the joint must have been made before. */
sn_status sn_joint_term(const sn_item *item, const sn_ref *ref, const char *name, double factor, sn_builder *b,
                        sn_error *error);
/* A model has one item of this kind at most. */
sn_status sn_only_one(const sn_item *item, sn_error *error);
/* A row that must vanish: round-off of the drawing (1e-11 of the size of its numbers) goes into its constant; what is more
   is a gap, which the assembly closes or refuses (analysis/assemble.h). */
void sn_close_row(sn_builder *b, int form, double size);
int sn_has_axes(const sn_frame *f);
/* Which of two frames the rows are written in: the one that moves with the joint; the second if both do. */
int sn_moving_side(const sn_frame f[2]);

/* Force and moment of a block's stresses on what a frame is fixed in (a node, several, the ground and moving frames) about a point:
   constraint and elastic blocks by their stresses, composites by tau times the gradient. Added to force and moment. A point that both
   sides of a joint share (bodies by points) counts with this one. */
void sn_add_wrench(const sn_observation *o, int block, const sn_frame *on, sn_v3 point, sn_v3 *force, sn_v3 *moment);
/* The same of given stresses. */
void sn_add_wrench_of(const sn_observation *o, int block, const double *stress, const sn_frame *on, sn_v3 point,
                      sn_v3 *force, sn_v3 *moment);

/* ---- a scalar coordinate between two frames */
typedef struct {
  const char *name;
  sn_coordinate_type type;
  int cosine[2], sine[2]; /* ANGLE: cos = a_i.b_j, sin = a_k.b_l, pairs (axis of the first, axis of the second) */
  int axis;               /* it turns about or slides along this axis ... */
  int of;                 /* ... of the first part (0), the second (1), or either of them (2: they stay the same) */
} sn_coordinate_kind;

typedef enum { SN_ROLE_SPRING, SN_ROLE_DAMPER, SN_ROLE_FRICTION, SN_ROLE_DRIVE, SN_ROLE_OTHER } sn_role;
enum { SN_MAX_LAWS = 12 };
typedef struct {
  const sn_coordinate_kind *kind;
  sn_frame a, b; /* first and second */
  int side;      /* FORM: 0 axis of a, 1 axis of b */
  double near;   /* ANGLE: counted from here; set before sn_law_freeze */
  int internal;  /* ANGLE: its counted value in sn_state.internal, -1 */
  int feedback;  /* block of a law that follows signals, -1 */
  int n_block;   /* laws that act on it */
  int block[SN_MAX_LAWS];
  sn_role role[SN_MAX_LAWS];
} sn_joint_coordinate;

double sn_coordinate_start(const sn_joint_coordinate *c, const sn_builder *b); /* in the initial configuration */
/* Adds coefficient times the coordinate to the current composite block. */
void sn_coordinate_add(const sn_joint_coordinate *c, double coefficient, sn_builder *b);
void sn_coordinate_observe(const sn_joint_coordinate *c, const sn_observation *o, double *value, double *rate);
/* Force along the coordinate (acting on the second part, positive: makes it grow) of the laws with this role. */
double sn_coordinate_force(const sn_joint_coordinate *c, const sn_observation *o, sn_role role);

/* ---- laws on a coordinate: the fields of a joint */
typedef struct {
  int given;
  double stiffness, rest, damping;
  const sn_expr *applied;            /* torque or force of t */
  const sn_expr *law, *potential;    /* of (x, v, t), of x */
  int books;                         /* of the law: 0 work, 1 dissipation */
  const sn_expr *drive, *drive_rate; /* of t */
  double initial, initial_rate;
  double lower, upper, stop_stiffness, stop_damping;
  double friction, static_friction, friction_speed, friction_stiffness, friction_arm;
} sn_joint_law;
#define SN_BOOKS_HELP "what the energy balance counts the user's law as; dissipation: it only takes energy (heat)"
extern const sn_input sn_angle_inputs[], sn_displacement_inputs[];
extern const sn_idle sn_law_idle[];

/* Rows whose stresses press the joint together, for friction: forces, and moments about axes. */
typedef struct {
  int block, n_force, n_moment; /* forms 0 .. n_force-1, then n_moment */
} sn_normal_rows;
/* Blocks of all laws on the coordinate; normal NULL: no friction here. Fills own, n_block, block, role. */
sn_status sn_law_freeze(const sn_item *item, const sn_joint_law *law, const sn_normal_rows *normal,
                        sn_joint_coordinate *c, sn_builder *b, sn_error *error);
/* The coefficient at rest (NAN: there is none) against that of sliding. */
sn_status sn_check_static_friction(const sn_item *item, double slides, double still, double speed, sn_error *error);
/* The start by `initial` and `drive` (NAN: not given). */
void sn_law_initial(const sn_joint_law *law, double *value, double *rate);

/* ---- the kinds */
typedef struct sn_pair sn_pair;
enum { SN_PAIRS = 10 };
struct sn_pair {
  sn_kind kind;
  unsigned slides; /* locked translations: bit k = along axis k of the joint */
  int turns;       /* locked rotations: 0 none, 1 universal (axes stay perpendicular), 2 axis, 3 all */
  int on_first;    /* 1: the axes are those of the first part (a line or plane fixed in it) */
  unsigned points; /* sides that may be points without axes: bit 0 first, bit 1 second */
  int needs_axis;
  int n_coordinate;
  const sn_coordinate_kind *coordinate[3];
  int screw; /* 1: the second coordinate is pitch times the first */
};
extern const sn_pair sn_pairs[SN_PAIRS];

/* Parameters of all lower pairs; each kind's table shows only its own. */
typedef struct {
  sn_v3 at, axis, x;
  sn_v3 axis_a, axis_b; /* universal */
  sn_side a, b;
  int moving_frame; /* 0 auto, 1 first, 2 second */
  double pitch;
  sn_numbers initial, initial_rate; /* all coordinates at once; ball joint: rotation vector, angular velocity */
  sn_joint_law law[];               /* n_coordinate of the pair */
} sn_pair_fields;

enum { SN_PAIR_BLOCKS = 3 };
typedef struct {
  sn_frame frame[2];
  int n_block, block[SN_PAIR_BLOCKS]; /* constraints: rows and screw */
  int n_coordinate;
  sn_joint_coordinate *coordinate; /* n_coordinate */
} sn_pair_frozen;

/* pair.c: the functions of the rows of the table */
sn_status sn_pair_freeze(sn_item *item, sn_builder *b, sn_error *error);
sn_status sn_pair_coordinate(const sn_item *item, const char *name, double coefficient, sn_builder *b, sn_error *error);
/* pair_start.c: frames as drawn, initial coordinates */
const sn_pair *sn_pair_of(const sn_item *item);
int sn_pair_needs_axes(const sn_item *item, int k);
const sn_joint_law *sn_pair_law(const sn_item *item, int k); /* NULL: not given */
/* Frames of both sides, ground coordinates of the drawn configuration. of: the parts' frames, NULL before freeze. */
sn_status sn_pair_drawn(const sn_item *item, const sn_frame *of, sn_v3 x[2], sn_m3 axes[2], sn_error *error);
/* Start of coordinate k as the user gives it (NAN: not given), and what start.c must add to the drawn place. */
void sn_pair_wanted(const sn_item *item, int k, double *value, double *rate);
void sn_pair_initial(const sn_item *item, const char *name, double *value, double *rate);
sn_status sn_pair_motion(const sn_item *item, const char *name, sn_v3 *point, sn_v3 *axis, double *rotation_per_unit,
                         double *translation_per_unit, sn_error *error);
/* The same of a ball joint, "spin|turn": its rate along the joint axes of the first part, then the rotation vector. */
void sn_ball_initial(const sn_item *item, const char *name, double *value, double *rate);
sn_status sn_ball_motion(const sn_item *item, const char *name, sn_v3 *point, sn_v3 *axis, double *rotation_per_unit,
                         double *translation_per_unit, sn_error *error);
/* Lists of the right length, and nothing given twice. */
sn_status sn_pair_check_initial(const sn_item *item, sn_error *error);

/* Every kind of joint, force and setting, in the order of the reference and of messages; a new one is its file and a word here. The
   lower pairs (revolute to point_on_plane) are one table, sn_pairs, which PAIRS stands for. */
#define SN_EVERY_JOINT(X, PAIRS)                                                                                       \
  X(plane)                                                                                                             \
  X(obstacle)                                                                                                          \
  PAIRS X(distance) X(align) X(shell_revolute) X(torsion) X(spring) X(bushing) X(wheel) X(contact) X(clearance)        \
      X(force) X(moment) X(gear) X(coupling) X(rate_constraint) X(knife_edge) X(rolling) X(slide) X(hold) X(load_path) \
          X(modes) X(view)
SN_EVERY_JOINT(SN_DECLARE_KIND, )

#endif
