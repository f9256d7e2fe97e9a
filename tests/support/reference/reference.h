/* tests/support/reference/reference.h -- an independent integrator of rigid mechanisms, to compare Sinew with.
 * What:    bodies in quaternions and Newton-Euler equations, joints as twist rows solved on acceleration level, CVODE
 *          (Adams, variable order, fixed-point iteration) at tight tolerance, projection onto positions and velocities at
 *          every output. Nothing of src/ is used: no directors, no constant mass matrix, no forms, no step of ours.
 * Use:     ref_system *r = ref_new(gravity);  int rod = ref_body(r, &(ref_body_data){.mass = 1, ...});
 *          ref_joint(r, &(ref_joint_data){.type = REF_REVOLUTE, .b = rod, ...});  ref_run(r, n, times, out);  ref_free(r);
 * Rules:   the initial configuration is the drawn one: joint coordinates are zero there. Points, directions and velocities
 *          are in ground axes. Body 0 is the ground. Everything left out (zero) is absent. SI, radians.
 * Signs:   coordinates are those of the second body b relative to a, right-handed about (along) the axis; reactions act
 *          on b, in ground axes, the moment about b's joint point; they contain the joint's own rows only, a drive, a
 *          gear or a spring on the coordinate is not part of them.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

enum { REF_BODIES = 12, REF_JOINTS = 20, REF_SPRINGS = 12, REF_GEARS = 4 };

/* u(t) = c0 + c1 t + c2 t^2 + amplitude sin(rate t + phase): data, so that it can be printed in any language. */
typedef struct {
  double c0, c1, c2, amplitude, rate, phase;
} ref_function;

typedef struct {
  double at[3];               /* origin of the body axes */
  double orientation[4];      /* quaternion, scalar first; all zero: identity */
  double velocity[3];         /* of the origin */
  double angular_velocity[3]; /* ground axes */
  double mass;
  double center[3];  /* body axes, from the origin */
  double inertia[6]; /* about the center, body axes: xx yy zz xy xz yz; a zero diagonal entry (with zero
                                 products): the body never turns about that axis (point masses, slender rods) */
  int prescribed;    /* 1: moving base, x = at + position(t), turned about axis by angle(t) */
  ref_function position[3], angle;
  double axis[3];
} ref_body_data;

typedef enum {
  REF_REVOLUTE,       /* coordinates: angle */
  REF_PRISMATIC,      /* displacement */
  REF_SCREW,          /* angle; displacement = pitch*angle */
  REF_CYLINDRICAL,    /* displacement, angle */
  REF_PLANAR,         /* displacement along x and y, angle; axis is the normal */
  REF_SPHERICAL,      /* none */
  REF_UNIVERSAL,      /* angle about axis (fixed in a), angle about axis_b (fixed in b) */
  REF_FIXED,          /* none */
  REF_DISTANCE,       /* none: point at of a, point at_b of b */
  REF_POINT_ON_LINE,  /* displacement; the line through at along axis is fixed in a, the point at in b */
  REF_POINT_ON_PLANE, /* displacement along x and y; the plane through at normal to axis is fixed in a */
  REF_JOINT_TYPES
} ref_joint_type;

typedef struct { /* action along one joint coordinate c: force -stiffness (c - rest) - damping c' + force(t) */
  double stiffness, rest, damping;
  ref_function force;
  int driven; /* 1: c = drive(t), drive(0) = 0 */
  ref_function drive;
} ref_coordinate;

typedef struct {
  ref_joint_type type;
  int a, b; /* bodies; 0: ground */
  double at[3];
  double axis[3];   /* joint z axis */
  double x[3];      /* reference direction of planar, point on plane; zero: any */
  double axis_b[3]; /* universal, normal to axis */
  double at_b[3];   /* distance: the point of b */
  double pitch;     /* screw, m/rad */
  ref_coordinate coordinate[3];
} ref_joint_data;

typedef struct {
  int a, b;
  double at_a[3], at_b[3], stiffness, damping, length;
} ref_spring_data;
typedef struct { /* coordinate of joint_b = ratio * coordinate of joint_a */
  int joint_a, coordinate_a, joint_b, coordinate_b;
  double ratio;
} ref_gear_data;

typedef struct {
  double x[3], q[4], v[3], w[3];
} ref_pose; /* origin, quaternion, its velocity, angular velocity (ground) */
typedef struct {
  double coordinate[3], rate[3], drive[3]; /* drive: force or torque of the drive along the coordinate */
  double force[3], moment[3];
} ref_joint_output;
typedef struct {
  double t;
  double energy;             /* kinetic + gravity + springs */
  double work;               /* work since the start of all other actions; energy - work is constant */
  double drift;              /* largest constraint violation (position, velocity) before the projection */
  double violation;          /* and after it */
  ref_pose body[REF_BODIES]; /* [0]: ground */
  ref_joint_output joint[REF_JOINTS];
} ref_output;

typedef struct ref_system ref_system;

ref_system *ref_new(const double gravity[3]); /* NULL: no memory */
void ref_free(ref_system *r);
/* Each returns the index of what was added (bodies from 1, others from 0), or -1: too many, see ref_message. */
int ref_body(ref_system *r, const ref_body_data *d);
int ref_joint(ref_system *r, const ref_joint_data *d);
int ref_spring(ref_system *r, const ref_spring_data *d);
int ref_gear(ref_system *r, const ref_gear_data *d);
/* Nearest velocities (in the norm of the kinetic energy) that satisfy the constraints; what ref_run starts from.
   Writes them into bodies[i] (velocity, angular_velocity) of body i + 1, n of them. 0: good. */
int ref_consistent(ref_system *r, int n, ref_body_data *bodies);
/* Integrates from t = 0 through times[0] <= times[1] ... and fills out[n]. 0: good; else see ref_message. */
int ref_run(ref_system *r, int n, const double *times, ref_output *out);
void ref_tolerance(ref_system *r, double relative,
                   double absolute); /* default 1e-14, 1e-16: 1e-10 or better over ten seconds */
const char *ref_message(const ref_system *r);
/* Value and first two derivatives. */
void ref_evaluate(const ref_function *f, double t, double u[3]);
const char *ref_joint_name(ref_joint_type type); /* "revolute", ... as in the model language */
int ref_coordinates(ref_joint_type type);        /* how many */

#endif
